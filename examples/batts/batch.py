# batch: one call for many samples; each variable stands for the values of all of them.
from pile import *
from gpu_env import GPUEnv as Env
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt_batch(task_ids, Ss, Is, Cs, log_paths):
    s = []
    o = []
    t1s = dmirror_t(Is)
    t2s = rbind(order, identity)
    t3s = batch_apply(t2s, t1s)
    t4s = dmirror_t(t3s)
    o.append((4, False, 'settle', t4s))
    t5s = batch_o_g(Is, R4)
    t6s = batch_colorfilter(t5s, BLACK)
    t7s = rbind(bordering, Is)
    t8s = compose(flip, t7s)
    t9s = mfilter_f(t6s, t8s)
    t10s = batch_fill(Is, YELLOW, t9s)
    o.append((10, False, 'fill_holes', t10s))
    t11s = apply(second, Ss)
    t12s = batch_mapply(p_g, t11s)
    t13s = dedupe(t12s)
    s.append((13, 'None', 'differ_palette', t13s))
    return o, s
