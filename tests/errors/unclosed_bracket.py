def solve_0000000e(S, I, C):
    x1 = o_g(I, R5
    x2 = rot90(I)
    x3 = hconcat(x2,
    x4 = rot90(I)
    O = vconcat(x2, (x3, x4)
    return O

def solve_0000000f(S, I, C:
    return I

def solve_00000010(S, I, C):
    return rot9(I))
# expect-error 2:13 '(' was never closed
# expect-error 4:17 '(' was never closed
# expect-error 6:16 '(' was never closed
# expect-error 9:19 '(' was never closed
# expect-error 13:19 expected the end of the line, found ')'
