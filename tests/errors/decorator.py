@functools.cache
@(lambda solve: None)
def solve_0000000d(S, I, C):
    return I
# expect-warning 1:1 this decorator has no effect
# expect-warning 2:1 this decorator has no effect
