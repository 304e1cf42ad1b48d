# What -O2 may take away, and what it must leave.
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = add(TWO, THREE)
    t2 = astuple(t1, add(2, 3))
    t3 = o_g(I, R5)
    t4 = o_g(I, R5)
    t5 = combine_f(t3, t4)
    try:
        t6 = FIVE(I)
    except (TypeError, AttributeError, ValueError):
        t6 = I
    t7 = rbind(fill, t1)
    t8 = rbind(fill, t1)
    t9 = equality(t7, t8)
    t10 = first(I)
    t11 = shape_t(I)
    t12 = rot90(t11)
    t13 = size(t12)
    try:
        t14 = intersection(t11, t4)
    except (TypeError, AttributeError, ValueError):
        t14 = _get_safe_default(intersection)
    o.append((2, False, '5n4p0011', t2))
    o.append((5, False, '5n4p0011', t5))
    o.append((6, False, '5n4p0011', t6))
    o.append((9, False, '5n4p0011', t9))
    o.append((13, False, '5n4p0011', t13))
    o.append((14, False, '5n4p0011', t14))
    return o, s
