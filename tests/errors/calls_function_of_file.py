def solve_0000000a(S, I, C):
    return I

def solve_0000000b(S, I, C):
    return solve_0000000a(S, I, C)
# expect-error 5:12 unknown op 'solve_0000000a'
