def solve_00000002(S, I, C):
    x1 = fill(I, BLAK, x7)
    x22 = replace(x1, BLACK, GREN)
    return x222
# expect-error 2:18 unknown name 'BLAK': did you mean 'BLACK'?
# expect-error 2:24 unknown name 'x7': did you mean 'x1'?
# expect-error 3:30 unknown name 'GREN': did you mean 'GREEN'?
# expect-error 4:12 unknown name 'x222': did you mean 'x22'?
