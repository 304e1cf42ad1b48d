def solve_00000014(S, I, C):
    x1 = rot90(I)

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
# expect-error 1:5 'solve_00000014' has no return
# expect-error 4:5 'batt' has no return
