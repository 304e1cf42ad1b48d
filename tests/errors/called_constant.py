def solve_00000005(S, I, C):
    x1 = FIVE(I)
    x2 = I(x1)
    return x2
# expect-warning 2:10 the constant 'FIVE' is called
# expect-warning 3:10 the parameter 'I' is called
