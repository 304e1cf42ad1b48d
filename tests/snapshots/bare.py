def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = identity(p_g)
    t2 = t1(I)
    t3 = get_nth_t(t2, F0)
    t4 = colorfilter(o_g(I, R7), t3)
    t5 = merge_f(t4)
    t6 = cover(I, t5)
    o.append((6, False, '5n4p0005', t6))
    t7 = equality(t6, I)
    s.append((7, 'None', 'differ_5n4p0005', t7))
    return o, s
