# Every red cell becomes a red column.
def solve_spread(S, I, C):
    x1 = f_ofcolor(I, RED)
    x2 = mapply(vfrontier, x1)
    return fill(I, RED, x2)
