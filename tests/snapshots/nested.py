def solve_5n4p0010(S, I, C):
    x1 = compose(rbind(get_nth_f, F0), lbind(fork(combine_f, toindices, toindices), ()))(o_g(I, R5))
    x2 = (((), (1,)), (True, None, -9223372036854775808, 0x1F), (x1, (x1, x1)))
    x3 = fork(hconcat, identity, compose(rot90, rot180))(I)
    return astuple(x2, vconcat(rot90(rot90(x3)), x3))
