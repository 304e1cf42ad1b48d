def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    try:
        t2 = subgrid(t1, t3)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t2 = _get_safe_default(subgrid)
    t3, t4, t5, t6 = batch_process_samples_gpu(S)
    env = Env(1763250000.25, task_id, S, log_path)
    t7 = env.do_pile(7, [vconcat, t1, t1], True)
    t8 = env.do_pile(8, [t7.t, t2], t7.ok)
    t1 = crop(t1, ORIGIN, (2, 2))
    o.append((1, False, '5n4p0009', t1))
    o.append((7, True, '5n4p0009', t7))
    s.append((8, 'None', 'differ_5n4p0009', t8.t))
    return o, s
