"""What the methods of battc.Function do."""
from battc import _core


def call(function, arguments, *, timeout=None, memory=None):
    return _core.call_function(function, arguments, function.errors == "raw", (timeout, memory))


def name_of(function):
    """As in the DSL, where another name of an op calls itself by the op's."""
    return _core.aliases.get(function.name, function.name)


def reduce(function):
    if function.parts or function.name == "safe_callable":
        return _core.Function, (function.name, function.parts, function.errors)
    return op, (function.name, function.errors)


def op(name, errors):
    return _core.op_function(name, errors == "raw")


def represent(function):
    return f"<battc function {_text(function)}>"


def _text(value):
    if not isinstance(value, _core.Function):
        return repr(value)
    return f"{value.name}({', '.join(map(_text, value.parts))})" if value.parts else value.name
