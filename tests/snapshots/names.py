# Other names of ops: called, they are the op; as values they differ from it in safe mode.
from dsl import *
from constants import *


def solve_00000000(S, I):
    x1 = o_g_tuple(I, R5)
    x2 = rbind(objects_g, THOUSAND)
    x3 = astuple(difference_t, difference_tuple)
    O = astuple(x1, astuple(x2, x3))
    return O
