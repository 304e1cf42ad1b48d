# The colour that the examples lose becomes the one that they gain.
from dsl import *
from constants import *


def solve_learn_color(S, I, C):
    x1 = rbind(get_nth_t, F0)
    x2 = c_iz_n(S, p_g, x1)
    x3 = c_zo_n(S, p_g, x1)
    O = replace(I, x2, x3)
    return O
