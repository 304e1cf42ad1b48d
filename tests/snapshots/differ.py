# Two functions of one file, each its own entry.
def differ_5n4p0008(S, I, C):
    x1 = apply(second, S)
    x2 = mapply(p_g, x1)
    return dedupe(x2)


def solve_5n4p0008(S, I, C):
    x1 = hmirror_t(I)
    return vconcat(I, x1)
