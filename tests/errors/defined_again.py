def solve_0000000c(S, I, C):
    return I

def solve_0000000c(S, I, C):
    return C
# expect-warning 4:5 'solve_0000000c' is defined again
# expect-note 1:5 the earlier definition
