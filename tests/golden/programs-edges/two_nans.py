# Two calls that compute nan make two objects, which are not equal; one call makes one, which is equal to itself in a tuple.
def solve_two_nans(S, I, C):
    x1 = subtract(C, C)
    x2 = subtract(C, C)
    x3 = equality(x1, x2)
    x4 = equality(x1, x1)
    x5 = initset(x1)
    x6 = insert(x2, x5)
    x7 = size_f(x6)
    x8 = astuple(x3, x4)
    O = astuple(x8, x7)
    return O
