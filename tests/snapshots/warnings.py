def solve_5n4p0012(S, I, C):
    x1 = rot90(I, I)
    x2 = hconcat(x3, rot90)
    x3 = FIVE(x1)
    dedupe = I
    return dedupe
