# The red shape falls until it lies on the grey floor.
from dsl import *
from constants import *


def solve_drop_to_floor(S, I, C):
    x1 = f_ofcolor(I, RED)
    x2 = f_ofcolor(I, GRAY)
    x3 = gravitate(x1, x2)
    x4 = recolor_i(RED, x1)
    O = move(I, x4, x3)
    return O
