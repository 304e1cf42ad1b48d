def batt(task_id, S, I, C, log_path):
    s = []
    s.append((1, 'None', 'differ', I))
    o.append((1, True, 'task', I))
    o = []
    o.append((1, True, 'task'))
    o.append(I)
    o.extend((1, True, 'task', I))
    t1 = size_t(o)
    o = []
    s = rot90(I)
    t2 = []
    return o, s
# expect-error 4:5 'o' is not started
# expect-error 6:14 an entry is a tuple of four
# expect-error 7:14 an entry is a tuple of four
# expect-error 8:5 'o.extend' does not start a statement of a program
# expect-error 9:17 'o' cannot be used as a value
# expect-error 10:5 'o' is already collecting
# expect-error 11:5 's' cannot be assigned a value
# expect-error 12:5 lists are not supported here
