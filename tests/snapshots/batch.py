def batt_batch(task_ids, Ss, Is, Cs, log_paths):
    s = []
    o = []
    t1s = batch_o_g(Is, R5)
    t2s = batch_colorfilter(t1s, ONE)
    t3s = batch_mapply(toindices, t2s)
    t4s = batch_fill(Is, TWO, t3s)
    t5s = batch_apply(size, t2s)
    o.append((4, False, '5n4p0007', t4s))
    s.append((5, 'None', 'differ_5n4p0007', t5s))
    return o, s
