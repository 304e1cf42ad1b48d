def solve_unused_call_without_arguments(S, I, C):
    x1 = astuple(I)
    O = identity(I)
    return O
