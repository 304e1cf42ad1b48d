def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = rot90(I)
    t2 = rot90(I)
    try:
        t3 = rot90(I)
        t4 = rot90(I)
    except TypeError:
        t3 = _get_safe_default(rot90)
    try:
        t5 = rot90(I)
    except TypeError:
        t6 = _get_safe_default(rot90)
    try:
        t7 = rot90(I)
    except TypeError:
        t7 = rot180(I)
    try:
        t8 = rot90(I)
    except TypeError:
        t8 = None
    except ValueError:
        t8 = None
    finally:
        t8 = None
    try:
        o.append((1, 2, 3, I))
    except:
        pass
    try:
        t9 = rot90(I
    except TypeError:
        t9 = None
    except_ = rot90(I)
    try
        t10 = rot90(I)
    except TypeError
        t10 = None
    return o, s
# expect-error 4:5 'try' has no 'except'
# expect-error 9:9 a try and its except hold one assignment each
# expect-error 15:9 the except assigns 't6' where the try assigns 't5'
# expect-error 19:14 a fallback is a name, a literal or '_get_safe_default(
# expect-error 24:5 a try has one except and nothing else
# expect-error 29:9 a try and its except hold one assignment to one name each
# expect-error 31:9 a try and its except hold one assignment to one name each
# expect-error 33:19 '(' was never closed
# expect-error 37:8 expected ':', found the end of the line
# expect-error 39:21 expected ':', found the end of the line
