# The one object that is its own mirror image, cut out.
from dsl import *
from constants import *


def solve_keep_symmetric(S, I, C):
    x1 = o_g(I, R3)
    x2 = rbind(subgrid, I)
    x3 = compose(vmirror_t, x2)
    x4 = fork(equality, x2, x3)
    x5 = extract(x1, x4)
    O = subgrid(x5, I)
    return O
