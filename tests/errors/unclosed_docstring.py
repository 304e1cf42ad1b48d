def solve_00000011(S, I, C):
    """Never closed.
    return I
# expect-error 2:5 a text in triple quotes is never closed
