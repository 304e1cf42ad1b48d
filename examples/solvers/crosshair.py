# Lines through the yellow cell, behind everything else.
from dsl import *
from constants import *


def solve_crosshair(S, I, C):
    x1 = f_ofcolor(I, YELLOW)
    x2 = get_nth_f(x1, F0)
    x3 = fork(combine_f, hfrontier, vfrontier)
    x4 = x3(x2)
    O = underfill(I, BLUE, x4)
    return O
