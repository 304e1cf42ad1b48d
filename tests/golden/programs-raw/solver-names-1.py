from dsl import *
from constants import *


def solve_names(S, I):
    x1 = equality(o_g_t, o_g_tuple)
    x2 = astuple(o_g_t, o_g_tuple)
    x3 = dedupe(x2)
    x4 = size(x3)
    x5 = rbind(objects_g, F)
    x6 = power(identity, ONE)
    x7 = x6(difference_t)
    x8 = equality(x7, difference_t)
    x9 = equality(x7, difference_tuple)
    x10 = rbind(o_g_tuple, R5)
    x11 = x10(I)
    x12 = lbind(apply, x10)
    x13 = x12(first(S))
    x14 = astuple(x1, x4)
    x15 = astuple(x8, x9)
    x16 = astuple(x3, x5)
    x17 = astuple(x11, x13)
    x18 = difference_t(x11, x17)
    x19 = initset(o_g_tuple)
    x20 = insert(o_g_t, x19)
    x21 = size(x20)
    O = astuple(astuple(x14, x15), astuple(x16, astuple(x17, astuple(x18, astuple(x21, HUNDRED)))))
    return O
