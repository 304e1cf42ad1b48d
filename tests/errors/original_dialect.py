from dsl import *

def solve_67a3c6ac(I):
    O = vmirror(I)
    return O

def solve_68b16354(I):
    O = hmirror(I)
    return O
# expect-error 3:5 'solve_67a3c6ac' is written for the original arc-dsl
