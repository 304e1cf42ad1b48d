"""A stand-in for the reference, with just enough ops to see what tools/record_golden does with it."""
import sys

from safe_dsl import make_all_dsl_safe


def identity(x: 'Any') -> 'Any':
    return x


def first(container: 'Container') -> 'Any':
    return next(iter(container))


def second(container: 'Container') -> 'Any':
    return list(container)[1]


def apply(function: 'Callable', container: 'Container') -> 'Container':
    return type(container)(function(item) for item in container)


def mapply(function: 'Callable', container: 'Container') -> 'Container':
    return tuple(item for items in container for item in function(items))


def p_g(grid: 'Grid') -> 'Tuple':
    return tuple(sorted({cell for row in grid for cell in row}))


def toset(*items) -> 'FrozenSet':
    return frozenset(items)


def totuple(container: 'FrozenSet') -> 'Tuple':
    return tuple(container)


def divide(a: 'Integer', b: 'Integer') -> 'Integer':
    return a // b


def nan() -> 'Any':
    return float("nan")


def depth(n: 'Integer') -> 'Integer':
    try:
        return depth.__wrapped__(n + 1)
    except RecursionError:
        return n


def forever() -> 'Any':
    while True:
        pass


def items(container: 'Container') -> 'Any':
    return iter(container)


def rbind(function: 'Callable', fixed: 'Any') -> 'Callable':
    def f(x):
        return function(x, fixed)
    return f


make_all_dsl_safe(sys.modules[__name__])
