import functools
import types


def _get_safe_default(function):
    declared = getattr(function, "__annotations__", {}).get("return")
    return {"Integer": 0, "FrozenSet": frozenset()}.get(declared, ())


def _safe(op):
    @functools.wraps(op)
    def wrapper(*args):
        try:
            return op(*args)
        except Exception:
            return _get_safe_default(op)
    return wrapper


def make_all_dsl_safe(module):
    for name, op in list(vars(module).items()):
        if isinstance(op, types.FunctionType) and op.__module__ == module.__name__:
            setattr(module, name, _safe(op))
