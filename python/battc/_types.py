"""The classes of what battc returns and raises, and the kinds of what it takes."""
import json
import operator
import os
from collections import namedtuple

OKT = namedtuple("OKT", ["ok", "t"])
OKT.__module__ = "battc"
OKT.__doc__ = "What env.do_pile returns: whether the call went well, and its value."


class LimitExceeded(Exception):
    """A call went past a limit. Python knows no such end, so no `except` of a program catches it.

    `limit` is "time" or "memory" (as given to the call), "integer" (an int beyond 64 bits) or "steps" (nested or recursive
    beyond what CPython itself does).
    """

    _texts = {
        "time": "the call took longer than its timeout",
        "memory": "the call needed more than its memory",
        "integer": "an int went beyond 64 bits",
        "steps": "a value or a recursion went deeper than CPython goes",
    }

    def __init__(self, limit):
        super().__init__(limit)
        self.limit = limit

    def __str__(self):
        return self._texts.get(self.limit, self.limit)


class CompileError(Exception):
    """A source that battc does not compile. The text is what the compiler says; `diagnostics` has it as dicts."""

    def __init__(self, text, diagnostics="[]"):
        super().__init__(text, diagnostics)
        self.text = text
        self.diagnostics = json.loads(diagnostics)

    def __str__(self):
        return self.text


def path_of(path, what):
    """A path as a str; TypeError if it is none. open() would take a number for an open file, and use and close that."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{what} is a str or os.PathLike, not {type(path).__name__}")
    return os.fsdecode(path)


def whole_number(number, what):
    """A number of 1 or more as an int. `what` it is, in words."""
    try:
        count = operator.index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number of 1 or more, not {type(number).__name__}") from None
    if count < 1:
        raise ValueError(f"{what} is a whole number of 1 or more, not {count}")
    return min(count, 2**31 - 1)  # more than there can be of anything
