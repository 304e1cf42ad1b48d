# samples: t1 and t2 are the inputs and outputs of all examples, t3 and t4 their colours.
from pile import *
from gpu_env import GPUEnv as Env
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    # GPU Batch Pattern: Sample processing (t1-t4)
    t1, t2, t3, t4 = batch_process_samples_gpu(S)
    t5 = dedupe(t3)
    t6 = dedupe(t4)
    t7 = difference_tuple(t5, t6)
    t8 = get_nth_t(t7, F0)
    t9 = difference_tuple(t6, t5)
    t10 = get_nth_t(t9, F0)
    try:
        t11 = replace(I, t8, t10)
    except (TypeError, AttributeError, ValueError):
        t11 = _get_safe_default(replace)
    o.append((11, False, 'learn_color', t11))
    s.append((9, 'learn_color', 'differ_gained', t9))
    try:
        t12 = apply(numcolors_t, t1)
    except (TypeError, AttributeError, ValueError):
        t12 = _get_safe_default(apply)
    try:
        t13 = apply(height_t, t2)
    except (TypeError, AttributeError, ValueError):
        t13 = _get_safe_default(apply)
    s.append((12, 'None', 'differ_colors', t12))
    s.append((13, 'None', 'differ_heights', t13))
    return o, s
