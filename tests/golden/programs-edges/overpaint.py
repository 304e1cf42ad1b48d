# Objects with two colours at one place: the one that the set iterates over last is seen.
from pile import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = asobject(I)
    t2 = asobject(C)
    t3 = combine_f(t1, t2)
    t4 = paint(I, t3)
    o.append((4, False, 'overpaint', t4))
    t5 = shift(t3, UNITY)
    t6 = paint(I, t5)
    o.append((6, False, 'overpaint', t6))
    t7 = shift(t3, DOWN)
    t8 = underpaint(I, t7)
    o.append((8, False, 'overpaint', t8))
    t9 = hmirror_f(t3)
    t10 = canvas(ZERO, THREE_BY_THREE)
    t11 = paint(t10, t9)
    o.append((11, False, 'overpaint', t11))
    t12 = vmirror_f(t5)
    t13 = paint(t10, t12)
    o.append((13, False, 'overpaint', t13))
    t14 = move(I, t3, RIGHT)
    o.append((14, False, 'overpaint', t14))
    return o, s
