# Every cell falls down; where cells meet, the higher colour number ends up below.
from dsl import *
from constants import *


def solve_settle(S, I, C):
    x1 = dmirror_t(I)
    x2 = rbind(order, identity)
    x3 = apply(x2, x1)
    O = dmirror_t(x3)
    return O
