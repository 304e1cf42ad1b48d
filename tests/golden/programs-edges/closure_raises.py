# A closure that is called with too many arguments raises, in safe mode as well: it is no op, and has no default.
from pile import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rbind(add, ONE)
    t2 = fork(t1, height_t, width_t)
    t3 = compose(double, t2)
    try:
        t4 = t2(I)
    except (TypeError, AttributeError, ValueError):
        t4 = _get_safe_default(t2)
    o.append((4, False, 'raises', t4))
    try:
        t5 = apply(identity, I)
    except (TypeError, AttributeError, ValueError):
        t5 = _get_safe_default(apply)
    try:
        t6 = t3(t5)
    except (TypeError, AttributeError, ValueError):
        t6 = C
    o.append((6, False, 'raises', t6))
    t7 = mapply(t2, S)
    o.append((7, False, 'raises', t7))
    return o, s
