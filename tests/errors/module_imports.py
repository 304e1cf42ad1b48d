from helpers import *
from math import *
from itertools import *
from dsl import *
from numpy import *
from constants import *
from dsl import rot90, rot270 as rot180
from gpu import GPUEnv as Env, batch_process_samples_gpu

def solve_00000001(S, I, C):
    return astuple(ONE, rot90)

def solve_00000002(S, I, C):
    return rot180(I)
# expect-error 5:19 battc does not know what this brings, and whether it hides names of the DSL
# expect-note 11:12 'solve_00000001' uses 'astuple' here
# expect-error 7:34 'rot180' gets another meaning here
# expect-note 14:12 'solve_00000002' uses 'rot180' here
