def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    env = Env(1763250000.25, task_id, S, log_path)
    t1 = env.do_pile(1, [compose, rot90, rot180], True)  # 5n4p0004 - [None]
    t2 = env.do_pile(2, [t1.t, I], t1.ok)
    t3 = env.do_pile(3, [hconcat, t2.t, I], t2.ok and t1.ok)
    t4 = env.do_pile(4, [o_g, 7, t3.t])
    t5 = env.do_pile(5, [o_g, 7, t3.t], t3.ok)
    t6 = env.do_pile(6, [first, t5.t], False)
    o.append((3, True, '5n4p0004', t3))
    o.append((5, False, '5n4p0004', t5.t))
    s.append((6, '5n4p0004', 'differ_5n4p0004', t6.t))
    return o, s
