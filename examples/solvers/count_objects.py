# A bar as long as there are objects.
from dsl import *
from constants import *


def solve_count_objects(S, I, C):
    x1 = o_g(I, R5)
    x2 = size_f(x1)
    x3 = astuple(ONE, x2)
    O = canvas(BLUE, x3)
    return O
