# Fills what the largest object leaves of its box.
from dsl import *


def solve_5n4p0001(S, I, C):
    x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size, F0)
    x3 = delta(x2)
    x4 = color(x2)
    x5 = rbind(shift, UNITY)
    x6 = x5(x3)
    O = fill(I, x4, x6)
    return O
