def helper(grid):
    return grid

def solve_00000008(S, I, C):
    return solve_00000009(S, I, C)

def solve_00000009(I, S, C):
    return I
# expect-error 1:5 'helper' is not a program
# expect-error 7:5 'solve_00000009' is not a program
