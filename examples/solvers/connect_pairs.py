# A line between the two cells of each colour.
from dsl import *
from constants import *


def solve_connect_pairs(S, I, C):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = fork(recolor_i, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O
