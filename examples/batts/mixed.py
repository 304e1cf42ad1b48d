# mixed: guarded, bare and sample lines side by side, as in a batt that grew out of several solvers.
from pile import *
from gpu_env import GPUEnv as Env
from safe_dsl import _get_safe_default
from batt_gpu import batch_process_samples_gpu


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = fgpartition(I)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t1 = _get_safe_default(fgpartition)
    try:
        t2 = fork(connect, ulcorner, lrcorner)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t2 = _get_safe_default(fork)
    try:
        t3 = fork(recolor_i, color, t2)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t3 = _get_safe_default(fork)
    try:
        t4 = mapply(t3, t1)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t4 = _get_safe_default(mapply)
    try:
        t5 = paint(I, t4)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t5 = _get_safe_default(paint)
    o.append((5, False, 'connect_pairs', t5))
    # GPU Batch Pattern: Sample processing (t6-t9)
    t6, t7, t8, t9 = batch_process_samples_gpu(S)
    t10 = dedupe(t8)
    t11 = dedupe(t9)
    t12 = difference_tuple(t11, t10)
    t13 = get_nth_t(t12, F0)
    s.append((13, 'crosshair', 'differ_gained', t13))
    try:
        t14 = f_ofcolor(I, YELLOW)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t14 = _get_safe_default(f_ofcolor)
    t15 = get_nth_f(t14, F0)
    t16 = fork(combine_f, hfrontier, vfrontier)
    t17 = t16(t15)
    try:
        t18 = underfill(I, t13, t17)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t18 = _get_safe_default(underfill)
    o.append((18, False, 'crosshair', t18))
    # Pre-mutate: t19 - differ = False - solver = True - old_items = ['hconcat', 'I', 'I'] - old_hints = None
    try:
        t19 = hconcat(I)
    except (TypeError, AttributeError, ValueError, IndexError, KeyError):
        t19 = _get_safe_default(hconcat)
    o.append((19, True, 'mirror_right', t19))
    return o, s
