solve_00000001 = None
def solve_00000001(S, I, C):
    return I
def differ_00000001(S, I, C):
    return rot90(I)
def rot90(S, I, C):
    return I
del differ_00000001
# expect-error 8:5 'differ_00000001' gets another meaning here
# expect-note 4:5 the program is defined here
# expect-error 6:5 'rot90' gets another meaning here
# expect-note 5:12 'differ_00000001' uses 'rot90' here
