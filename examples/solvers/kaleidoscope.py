# Four tiles, each the mirror image of its neighbours. Calls may be nested.
from dsl import *
from constants import *


def solve_kaleidoscope(S, I, C):
    x1 = hconcat(I, vmirror_t(I))
    O = vconcat(x1, hmirror_t(x1))
    return O
