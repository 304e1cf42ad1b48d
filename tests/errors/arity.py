def solve_00000003(S, I, C):
    x1 = rot90(I, I)
    x2 = o_g(I)
    x3 = get_nth_by_key_t(x2, F0)
    x4 = get_nth_by_key_t(x2, F0, size, size)
    O = astuple(rot90(), x4)
    return O
# expect-warning 2:10 'rot90' takes 1 argument, not 2
# expect-warning 3:10 'o_g' takes 2 arguments, not 1
# expect-warning 5:10 'get_nth_by_key_t' takes 2 to 3 arguments, not 4
# expect-warning 6:17 'rot90' takes 1 argument, not 0
