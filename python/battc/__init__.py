"""battc: ARC-DSL programs at native speed.

    import battc
    program = battc.load("batt.py")
    o, s = program.batt(task_id, S, I, C, log_path)
"""
from battc import _core
from battc._build import build
from battc._core import Function
from battc._evaluate import CallResult, Result, TaskSummary, evaluate, summarize
from battc._program import Program
from battc._types import OKT, CompileError, LimitExceeded
from battc._types import path_of as _path_of

__version__ = _core.__version__
__all__ = [
    "OKT", "CallResult", "CompileError", "Function", "LimitExceeded", "Program", "Result", "TaskSummary", "build", "compile", "evaluate",
    "load", "summarize",
]  # fmt: skip


def compile(text, *, name="<string>", errors="safe"):
    """Compiles the text of a program; raises CompileError. `errors` is "safe" or "raw", see Program."""
    return Program(text, name, errors)


def load(path, *, errors="safe"):
    """Compiles a file; raises OSError or CompileError."""
    path = _path_of(path, "the path of a program")
    with open(path, "rb") as file:
        text = file.read()
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CompileError(f"{path}: not UTF-8 at byte {error.start}") from None
    return Program(decoded, path, errors)
