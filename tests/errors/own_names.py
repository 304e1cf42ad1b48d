_get_safe_default = len
class KeyError(Exception): pass
def solve_00000001(S, I, C):
    TypeError = rot90
    try: x1 = rot90(I)
    except (TypeError, KeyError) as x1: x1 = _get_safe_default(rot90)
    try: x2 = rot90(I)
    except ValueError as ONE: x2 = _get_safe_default(rot90)
    return add(x1, ONE)
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    Env = fork(astuple, I, I)
    env = Env(I)
    return o, s
# expect-error 6:37 'x1' has no value any more after this handler
# expect-error 1:1 '_get_safe_default' gets another meaning here
# expect-note 6:46 'solve_00000001' uses '_get_safe_default' here
# expect-error 6:13 'TypeError' is a variable of this program
# expect-error 2:7 'KeyError' gets another meaning here
# expect-note 6:24 'solve_00000001' uses 'KeyError' here
# expect-error 9:20 'ONE' is the exception of a handler, and battc does not follow it
# expect-error 14:11 'Env' is a variable of this program
