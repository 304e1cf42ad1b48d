# `|` and `&` as values: whoever gets hold of them may call them with equal sets that are two objects.
from pile import *
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = asobject(I)
    t2 = asobject(I)
    t3 = lbind(combine_f, t1)
    t4 = t3(t2)
    o.append((4, False, 'bound', t4))
    t5 = asindices(I)
    t6 = asindices(I)
    t7 = rbind(intersection, t5)
    t8 = t7(t6)
    o.append((8, False, 'bound', t8))
    t9 = mir_rot_t(t5, NINE)
    t10 = mir_rot_t(t6, NINE)
    t11 = t7(t10)
    s.append((11, 'None', 'passed on', t11))
    t12 = initset(t5)
    t13 = apply(t7, t12)
    t14 = initset(t6)
    t15 = apply(t7, t14)
    s.append((13, 'None', 'members', t13))
    s.append((15, 'None', 'members', t15))
    return o, s
