# The grid, and its mirror image to the right of it.
from dsl import *
from constants import *


def solve_mirror_right(S, I, C):
    x1 = vmirror_t(I)
    O = hconcat(I, x1)
    return O
