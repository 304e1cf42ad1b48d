# Which objects are new in the output: how many, and the colour of the first. Not an answer, but a clue.
from dsl import *
from constants import *


def differ_objects(S, I, C):
    x1 = rbind(o_g, R5)
    x2 = x1(I)
    x3 = x1(C)
    x4 = difference(x3, x2)
    x5 = size_f(x4)
    x6 = get_nth_f(x4, F0)
    x7 = color(x6)
    return astuple(x5, x7)
