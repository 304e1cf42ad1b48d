def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = apply(first, S)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t1 = _get_safe_default(apply)
    try:
        t2 = get_nth_t(t1, F0)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t2 = _get_safe_default(get_nth_t)
    # Pre-mutate: t3 = hconcat(I, t2)
    try:
        t3 = hconcat(I, rot90)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t3 = _get_safe_default(hconcat)
    try:
        t4 = vmirror_t(t3)
    except Exception as e:
        t4 = ()
    o.append((3, True, '5n4p0003', t3))
    s.append((4, 'None', 'differ_5n4p0003', t4))
    return o, s
