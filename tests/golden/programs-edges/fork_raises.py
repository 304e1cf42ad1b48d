# fork(outer, a, b) calls a before b: if both raise, the exception is that of a.
def solve_fork_raises(S, I, C):
    x1 = lbind(divide, ONE)
    x2 = fork(astuple, x1, size)
    O = x2(I)
    return O
