def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, True, 'task, t1))
    s.append((1, 'None', 'differ'))
    return o, s
# expect-error 5:24 a text is not closed on its line
# expect-error 6:14 an entry is a tuple of four
