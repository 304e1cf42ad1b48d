# pile: env.do_pile keeps a flag with every value. The first two exceptions of a run (t7, t8) still give a default; the
# third (t9) and whatever uses it is not ok.
from pile import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    env = Env(1760198400.5, task_id, S, log_path)
    t1 = env.do_pile(1, [o_g, I, R5], True)
    t2 = env.do_pile(2, [get_arg_rank_f, t1.t, size, F0], t1.ok)
    t3 = env.do_pile(3, [fill, I, RED, t2.t], t2.ok)
    o.append((3, False, 'recolor_largest', t3))
    t4 = env.do_pile(4, [size_f, t1.t], t1.ok)
    t5 = env.do_pile(5, [astuple, ONE, t4.t], t4.ok)
    t6 = env.do_pile(6, [canvas, BLUE, t5.t], t5.ok)
    o.append((6, False, 'count_objects', t6.t))
    # Pre-mutate: t7 - differ = False - solver = True - old_items = ['rot90', 'I'] - old_hints = None
    t7 = env.do_pile(7, [rot90, NEG_ONE], True)
    t8 = env.do_pile(8, [merge_f, t4.t], t4.ok)
    t9 = env.do_pile(9, [hmirror_t, TWO], True)
    t10 = env.do_pile(10, [vconcat, t7.t, t9.t], t7.ok and t9.ok)
    o.append((10, True, 'mirror_right', t10))
    t11 = env.do_pile(11, [rbind, order, identity])
    t12 = env.do_pile(12, [dmirror_t, I], True)
    t13 = env.do_pile(13, [apply, t11.t, t12.t], t11.ok and t12.ok)
    t14 = env.do_pile(14, [dmirror_t, t13.t], t13.ok)
    o.append((14, False, 'settle', t14))
    t15 = env.do_pile(15, [t11.t, t12.t], t11.ok and t12.ok)
    s.append((15, 'settle', 'differ_columns', t15))
    s.append((8, 'None', 'differ_merged', t8))
    return o, s
