# bare: calls without guards. In the safe error mode an op answers its default where it would have raised.
from pile import *
from gpu_env import GPUEnv as Env
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rbind(subgrid, I)
    t2 = compose(vmirror_t, t1)
    t3 = fork(equality, t1, t2)
    t4 = o_g(I, R3)
    t5 = sfilter_f(t4, t3)
    t6 = get_nth_f(t5, F0)
    t7 = t1(t6)
    o.append((7, False, 'keep_symmetric', t7))
    t8 = hmirror_t(t7)
    o.append((8, True, 'keep_symmetric', t8))
    t9 = merge_f(t4)
    t10 = toindices(t9)
    t11 = mapply(neighbors, t10)
    t12 = underfill(I, GREEN, t11)
    o.append((12, False, 'outline_shapes', t12))
    t13 = size_f(t5)
    s.append((13, 'keep_symmetric', 'differ_symmetric', t13))
    t14 = apply_f(t1, t4)
    s.append((14, 'None', 'differ_shapes', t14))
    return o, s
