def solve_00000001(S, I, C):
    x1 = rot9(I)
    x2 = x1(I)
    O = mirror_everything_twice(x2)
    return O
# expect-error 2:10 unknown op 'rot9': did you mean 'rot90'?
# expect-error 4:9 unknown op 'mirror_everything_twice'
