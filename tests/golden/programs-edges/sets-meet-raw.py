# Equal sets that are two objects meet in `|` and `&` on many ways; CPython asks whether they are one.
from pile import *
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = asobject(I)
    try:
        t2 = asobject(I)
    except (TypeError, AttributeError, ValueError):
        t2 = _get_safe_default(asobject)
    t3 = combine_f(t1, t2)
    o.append((3, False, 'guards', t3))
    t4 = intersection(t1, t2)
    o.append((4, False, 'guards', t4))
    t5 = fgpartition(I)
    t6 = fgpartition(I)
    t7 = first_f(t5)
    t8 = first_f(t6)
    t9 = combine_f(t7, t8)
    o.append((9, False, 'members', t9))
    t10 = intersection(t6, t5)
    o.append((10, False, 'members', t10))
    t11 = astuple(t5, ONE)
    t12 = first_t(t11)
    t13 = combine_f(t6, t12)
    o.append((13, False, 'inside', t13))
    t14 = identity(t1)
    t15 = identity(t1)
    t16 = combine_f(t14, t15)
    s.append((16, 'None', 'one object', t16))
    t17 = intersection(t1, t15)
    s.append((17, 'None', 'one object', t17))
    t20 = asindices(I)
    t22 = asindices(I)
    t26 = mir_rot_f(t20, NINE)
    t27 = combine_f(t26, t22)
    s.append((27, 'None', 'passed on', t27))
    t28 = both(t20, t22)
    t29 = combine_f(t20, t28)
    s.append((29, 'None', 'passed on', t29))
    return o, s
