def solve_00000006(S, I, C):
    x1 = hconcat(x2, x2)
    x2 = rot90(x1)
    rot180 = rot180(x2)
    return O
    O = identity(x2)
# expect-warning 2:18 'x2' is read before it has a value (UnboundLocalError at run time)
# expect-warning 4:14 'rot180' is read before it has a value
# expect-warning 5:12 'O' is read before it has a value
