from dsl import *

def solve_5n4p0013(S, I, C):
    x2 = fill(I, SEVENTY, x1
    x3 = x1 + x2
    if x3:
        return x3
    return "open

def solve_x(I):
    return I
