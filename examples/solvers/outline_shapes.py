# Every shape gets a green outline.
from dsl import *
from constants import *


def solve_outline_shapes(S, I, C):
    x1 = o_g(I, R5)
    x2 = merge_f(x1)
    x3 = toindices(x2)
    x4 = mapply(neighbors, x3)
    O = underfill(I, GREEN, x4)
    return O
