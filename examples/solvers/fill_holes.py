# What the shapes enclose becomes yellow.
from dsl import *
from constants import *


def solve_fill_holes(S, I, C):
    x1 = o_g(I, R4)
    x2 = colorfilter(x1, BLACK)
    x3 = rbind(bordering, I)
    x4 = compose(flip, x3)
    x5 = mfilter_f(x2, x4)
    O = fill(I, YELLOW, x5)
    return O
