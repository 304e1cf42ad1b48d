# A quarter turn.
def solve_turn(S, I, C):
    return rot90(I)
