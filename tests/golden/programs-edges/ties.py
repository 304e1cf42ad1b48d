# Objects in which two colours are equally common and share a slot of CPython's table: which is met first decides.
from pile import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = asobject(I)
    t2 = shift(t1, UNITY)
    t3 = mostcolor_f(t2)
    t4 = leastcolor_f(t2)
    t5 = palette_f(t2)
    t6 = totuple(t5)
    o.append((3, False, 'ties', t3))
    o.append((4, False, 'ties', t4))
    o.append((6, False, 'ties', t6))
    t7 = hmirror_f(t1)
    t8 = mostcolor_f(t7)
    t9 = color(t7)
    o.append((8, False, 'ties', t8))
    s.append((9, 'None', 'differ_ties', t9))
    return o, s
