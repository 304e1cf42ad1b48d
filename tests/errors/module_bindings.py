import numpy as ZERO, os.path
from operator import (add, concat as ONE,
                      index)
for TWO, (x, *THREE[FOUR]) in (): pass
with open(FIVE) as SIX, open("x") as (SEVEN, x.EIGHT): NINE = 1
try:
    TEN += 1
except (KeyError, TypeError) as F0:
    del F1
class F2:
    F3 = 4
    def F4(F5): global F6
match FOUR:
    case rot90(rot180, x=rot270): pass
print((F7 := 1), lambda F8=9: F8)
async def F9(S, I, C): S = I
while False: x[R0] = R1 = 2
match = R2 = 3; case: R3 = R3 = 4

def solve_00000001(S, I, C):
    x1 = astuple(ZERO, add)
    x2 = astuple(ONE, index)
    x3 = astuple(TWO, THREE)
    x4 = astuple(FOUR, FIVE)
    x5 = astuple(SIX, SEVEN)
    x6 = astuple(EIGHT, NINE)
    x7 = astuple(TEN, F0)
    x8 = astuple(F1, F2)
    x9 = astuple(F3, F4)
    x10 = astuple(F5, F6)
    x11 = astuple(F7, F8)
    x12 = astuple(F9, R0)
    x13 = astuple(R1, R2)
    x14 = astuple(rot90, rot180)
    x15 = rot270(I)
    return I
# expect-error 1:17 'ZERO' gets another meaning here
# expect-note 21:18 'solve_00000001' uses 'ZERO' here
# expect-error 2:23 'add' gets another meaning here
# expect-note 21:24 'solve_00000001' uses 'add' here
# expect-error 2:38 'ONE' gets another meaning here
# expect-note 22:18 'solve_00000001' uses 'ONE' here
# expect-error 3:23 'index' gets another meaning here
# expect-note 22:23 'solve_00000001' uses 'index' here
# expect-error 4:5 'TWO' gets another meaning here
# expect-note 23:18 'solve_00000001' uses 'TWO' here
# expect-error 5:20 'SIX' gets another meaning here
# expect-note 25:18 'solve_00000001' uses 'SIX' here
# expect-error 5:39 'SEVEN' gets another meaning here
# expect-note 25:23 'solve_00000001' uses 'SEVEN' here
# expect-error 5:56 'NINE' gets another meaning here
# expect-note 26:25 'solve_00000001' uses 'NINE' here
# expect-error 7:5 'TEN' gets another meaning here
# expect-note 27:18 'solve_00000001' uses 'TEN' here
# expect-error 8:33 'F0' gets another meaning here
# expect-note 27:23 'solve_00000001' uses 'F0' here
# expect-error 9:9 'F1' gets another meaning here
# expect-note 28:18 'solve_00000001' uses 'F1' here
# expect-error 10:7 'F2' gets another meaning here
# expect-note 28:22 'solve_00000001' uses 'F2' here
# expect-error 12:24 'F6' gets another meaning here
# expect-note 30:23 'solve_00000001' uses 'F6' here
# expect-error 15:8 'F7' gets another meaning here
# expect-note 31:19 'solve_00000001' uses 'F7' here
# expect-error 16:11 'F9' gets another meaning here
# expect-note 32:19 'solve_00000001' uses 'F9' here
# expect-error 17:22 'R1' gets another meaning here
# expect-note 33:19 'solve_00000001' uses 'R1' here
# expect-error 18:9 'R2' gets another meaning here
# expect-note 33:23 'solve_00000001' uses 'R2' here
# expect-error 14:16 'rot180' gets another meaning here
# expect-note 34:26 'solve_00000001' uses 'rot180' here
# expect-error 14:26 'rot270' gets another meaning here
# expect-note 35:11 'solve_00000001' uses 'rot270' here
