@functools.cache
class Cache:
    pass

@functools.cache
@(lambda solve: None)
def solve_0000000d(S, I, C):
    return I
# expect-error 5:1 battc does not follow decorators, which may make another function of 'solve_0000000d'
# expect-error 6:1 battc does not follow decorators, which may make another function of 'solve_0000000d'
