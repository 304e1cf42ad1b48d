def solve_5n4p0014(S, I, C):
    x1 = rot9(I)
    x2 = fill(I, SEVENN, x1)
    return x22
