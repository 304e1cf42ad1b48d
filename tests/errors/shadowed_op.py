def solve_00000007(S, I, C):
    rot90 = compose(rot180, hmirror_t)
    FIVE = size_t(I)
    x1 = rot90(I, FIVE)
    S = FIVE(x1)
    return S
