def solve_00000012(S, I, C):
    x1 = rot90(I)
      x2 = rot90(x1)
    O = rot90(x1)
  return O

def solve_00000013(S, I, C):
return I
# expect-error 3:7 the line is indented too far
# expect-error 5:3 the indentation matches no line above it
# expect-error 8:1 expected an indented line
