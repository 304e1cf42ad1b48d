"""Values of the DSL as JSON, in both directions.

    int, bool, None, text   as they are            an int beyond 64 bits   {"big": "123..."}
    tuple                   [..]                   list                    {"l": [..]}
    float                   {"f": "nan"}           do_pile's OKT           {"okt": [ok, value]}
    frozenset               {"s": [..]}: in an argument in the order of insertion, in a result in the order of iteration
    function                {"fn": "rot90"} for an op, {"fn": ["rbind", function, fixed]} for a closure that an op made,
                            {"fn": "safe_callable"} for the default of an op that returns a function,
                            {"fn": "?"} for any other: battc takes it as equal to every function
"""
import math

DEEPEST = 200


class NotEncodable(Exception):
    """A value that has no JSON: a generator, say, or one that is nested too deeply."""


def hash_is_fixed(value):
    """Whether a value has the same hash in every run of CPython 3.11. None, nan and functions are hashed by address,
    text by a seed."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(hash_is_fixed, value))
    if isinstance(value, float):
        return not math.isnan(value)
    return isinstance(value, int)


class Encoder:
    """Encodes one result. `unfixed` tells afterwards whether it holds a set whose order CPython does not fix."""

    def __init__(self):
        self.unfixed = False

    def encode(self, value, depth=0):
        if depth > DEEPEST:
            raise NotEncodable(f"a value nested more than {DEEPEST} deep")
        inside = lambda values: [self.encode(item, depth + 1) for item in values]
        if value is None or isinstance(value, (bool, str)):
            return value
        if isinstance(value, int):
            return value if -(2**63) <= value < 2**63 else {"big": str(value)}
        if isinstance(value, float):
            return {"f": repr(value)}
        if type(value).__name__ == "OKT":
            return {"okt": inside([value.ok, value.t])}
        if type(value) is tuple:
            return inside(value)
        if type(value) is list:
            return {"l": inside(value)}
        if type(value) is frozenset:
            if len(value) > 1 and not hash_is_fixed(value):
                self.unfixed = True
            return {"s": inside(value)}
        if callable(value):
            return {"fn": self.function(value, inside)}
        raise NotEncodable(f"a value of type {type(value).__name__}")

    @staticmethod
    def function(value, inside):
        made_by = getattr(value, "_made_by", None)
        if made_by is not None:
            return [made_by[0], *inside(made_by[1:])]
        if getattr(value, "_is_op", False) or getattr(value, "__name__", "") == "safe_callable":
            return value.__name__
        return "?"


def encode(value):
    return Encoder().encode(value)


def decode(data, ops):
    """The value again; `ops` maps the name of an op to its function."""
    if isinstance(data, list):
        return tuple(decode(item, ops) for item in data)
    if not isinstance(data, dict):
        return data
    if len(data) != 1:
        raise ValueError(f"not a value: {data}")
    (kind, content), = data.items()
    if kind == "f":
        return math.nan if content == "nan" else float(content)
    if kind == "s":
        return frozenset([decode(item, ops) for item in content])
    if kind == "l":
        return [decode(item, ops) for item in content]
    if kind == "big":
        return int(content)
    if kind == "fn" and isinstance(content, str):
        return ops[content]
    if kind == "fn":
        return ops[content[0]](*[decode(item, ops) for item in content[1:]])
    raise ValueError(f"not a value: {data}")
