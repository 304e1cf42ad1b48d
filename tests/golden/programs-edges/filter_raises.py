# The function raises for every cell, but not the same: which cell the set iterates over first decides.
def solve_filter_raises(S, I, C):
    x1 = asindices(I)
    x2 = shift(x1, C)
    x3 = lbind(divide, ONE)
    x4 = chain(size, x3, first)
    O = sfilter_f(x2, x4)
    return O
