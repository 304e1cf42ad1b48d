# The largest of the grey objects turns red.
from dsl import *
from constants import *


def solve_recolor_largest(S, I, C):
    x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size, F0)
    O = fill(I, RED, x2)
    return O
