from dsl import *
from constants import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = o_g_t(I, R5)
    o.append((1, False, 'aaaaaaaa', t1))
    return [], []
