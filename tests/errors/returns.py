def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    return s, o

def batt_2(task_id, S, I, C, log_path):
    o = []
    return o, s

def solve_00000015(S, I, C):
    return

def solve_00000016(S, I, C):
    return I
    return C
# expect-error 4:12 a batt returns 'o, s'
# expect-error 8:12 's' is not started
# expect-error 11:11 expected a name, a call or a literal, found the end of the line
# expect-warning 15:5 this return is never reached
