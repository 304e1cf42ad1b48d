# The smallest object, cut out. Objects have several colours and hold together at their corners, too.
from dsl import *
from constants import *


def solve_crop_smallest(S, I, C):
    x1 = o_g(I, R3)
    x2 = get_arg_rank_f(x1, size, L1)
    O = subgrid(x2, I)
    return O
