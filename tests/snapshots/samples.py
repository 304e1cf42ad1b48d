def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1, t2, t3, t4 = batch_process_samples_gpu(S)
    t5 = dedupe(t3)
    t6 = difference_tuple(t4, t3)
    t7 = get_nth_t(t6, F0)
    try:
        t8 = canvas(t7, UNITY)
    except (TypeError, AttributeError, ValueError):
        t8 = _get_safe_default(canvas)
    t9, t10, t11, t12 = batch_process_samples_gpu(S)
    o.append((8, False, '5n4p0006', t8))
    s.append((12, '5n4p0006', 'differ_5n4p0006', t12))
    return o, s
