def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = o_g(I, R5)
    except (TypeError, AttributeError, ValueError):
        t1 = _get_safe_default(o_g)
    try:
        t2 = get_nth_f(t1, F0)
    except (TypeError, AttributeError, ValueError):
        t2 = _get_safe_default(get_nth_f)
    try:
        t3 = rbind(fill, TWO)
    except (TypeError, AttributeError, ValueError):
        t3 = _get_safe_default(rbind)
    try:
        t4 = t3(I, t2)
    except (TypeError, AttributeError, ValueError):
        t4 = _get_safe_default(t3)
    o.append((4, False, '5n4p0002', t4))
    return o, s
