def solve_00000001(S, I, C):
    return I
if len(solve_00000001.__doc__) > 3:
    def solve_00000001(S, I, C):
        return C
try:
    def batt(task_id, S, I, C, log_path): return [], []
finally:
    pass
class Solvers:
    def solve_00000002(S, I, C):
        return C
# expect-error 4:9 'solve_00000001' is defined inside of another statement, which battc does not run
# expect-error 7:9 'batt' is defined inside of another statement, which battc does not run
