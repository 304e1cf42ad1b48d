def solve_00000004(S, I, C):
    x1 = fill(I, EIGHT, vfrontier)
    x2 = compose(rot90, rot180)
    x3 = rot90(x2)
    x4 = identity(rot90)
    O = hconcat(rot90, x3)
    return O
# expect-warning 2:25 the function 'vfrontier' is passed for 'patch' of 'fill', which is declared Patch
# expect-warning 6:17 the function 'rot90' is passed for
