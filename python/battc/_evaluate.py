"""battc.evaluate: programs over tasks, and which of their results are the expected outputs."""
import collections
import functools
import itertools
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Optional, Tuple

from battc import _core
from battc._program import Program
from battc._types import whole_number


class CallResult(NamedTuple):
    """What came of one call of a program.

    `matches` has (t, solver id) for each entry of `o` that equals the expected output; for a solver (None, X of solve_X). `s`
    has the entries of `s` that name the solver of a match, or 'None'. `exception` and `limit` name what ended the call.
    `unfixed`: the matches depend on an order of a set that Python does not fix.
    """

    matches: Tuple[Tuple[Optional[int], str], ...]
    s: Tuple[Tuple[Any, Any, Any, Any], ...]
    exception: Optional[str]
    limit: Optional[str]
    unfixed: bool


class Result(NamedTuple):
    """What came of one sample of a task with one function of a program.

    `none` is the call with C = None, `expected` the one with C = the expected output; None if it was not made. `solved`: `none`
    has a match, or `expected` if that is the only call. For a task that cannot be used, `error` says why, once.
    """

    program: Optional[Program]
    function: Optional[str]
    task: str
    sample: Optional[int]
    none: Optional[CallResult]
    expected: Optional[CallResult]
    solved: bool
    error: Optional[str]


class TaskSummary:
    """What summarize() counts of one task with one function of a program."""

    def __init__(self):
        self.samples = self.solved = 0
        self.solvers, self.exceptions, self.limits = collections.Counter(), collections.Counter(), collections.Counter()

    def __repr__(self):
        return f"<{self.solved} of {self.samples} samples solved by {dict(self.solvers)}>"


def summarize(results):
    """{(program, function, task): TaskSummary}: how many samples each solver solved, and how calls ended."""
    summaries = {}
    for result in results:
        if result.error is not None:
            continue
        summary = summaries.setdefault((result.program, result.function, result.task), TaskSummary())
        summary.samples += 1
        calls = [call for call in (result.none, result.expected) if call is not None]
        for call in calls:
            if call.exception is not None:
                summary.exceptions[call.exception] += 1
            if call.limit is not None:
                summary.limits[call.limit] += 1
        if result.solved:
            summary.solved += 1
            summary.solvers.update({solver for _, solver in calls[0].matches})
    return summaries


def evaluate(programs, tasks, *, candidates="both", timeout=None, memory=None, jobs=None, executor=None, on_result=None):
    """Runs programs over tasks; returns an iterator of Results: task by task, program by program, sample by sample.

    `programs`: a Program, a source text, a path, or several of them. `tasks`: paths (a task, a folder of tasks, a file of
    challenges), a task as a dict ("train", "test"), {id: task}, or an iterable of them. `candidates` is "none", "expected" or
    "both": which C each sample is called with. `timeout` (seconds) and `memory` (bytes) are for each call. `jobs` is a number of
    threads; with an `executor` of concurrent.futures the tasks are spread over it instead. `on_result` is called with each result.
    """
    if not isinstance(candidates, str) or candidates not in ("none", "expected", "both"):
        raise ValueError(f"candidates is 'none', 'expected' or 'both', not {candidates!r}")
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor is one of concurrent.futures, or None, not {type(executor).__name__}")
    if on_result is not None and not callable(on_result):
        raise TypeError(f"on_result is a function that takes a result, or None, not {type(on_result).__name__}")
    _core.check_limits((timeout, memory))
    options = (candidates, (timeout, memory), 1 if jobs is None else whole_number(jobs, "jobs"))
    loaded = _programs(programs)
    items = _items(tasks)
    results = _here(loaded, loaded, items, options) if executor is None else _spread(executor, loaded, items, options)
    return results if on_result is None else _reported(results, on_result)


def _reported(results, on_result):
    for result in results:
        on_result(result)
        yield result


def _programs(programs):
    if isinstance(programs, (Program, str, os.PathLike)):
        programs = [programs]
    if not _holds_several(programs):
        raise TypeError(f"programs: a Program, a source text, a path, or several of them, not {type(programs).__name__}")
    return [_program(program) for program in programs]


def _holds_several(argument):
    """Bytes do not: their items would be numbers."""
    return isinstance(argument, Iterable) and not isinstance(argument, (bytes, bytearray, memoryview))


def _program(program):
    if isinstance(program, Program):
        return program
    from battc import compile, load

    if isinstance(program, str) and "\n" in program:
        return compile(program)
    if not isinstance(program, (str, os.PathLike)):
        raise TypeError(f"a program is a Program, a source text or a path, not {type(program).__name__}")
    return load(program)


def _items(tasks):
    """(id, dict, None) or (id, Tasks, place) for each task. What cannot be read is found out at once."""
    if isinstance(tasks, (str, os.PathLike)):
        return _items_of_paths([tasks])
    if isinstance(tasks, Mapping):
        return iter([("task", tasks, None)]) if "train" in tasks else ((str(id), task, None) for id, task in tasks.items())
    if isinstance(tasks, (list, tuple)) and tasks and all(isinstance(task, (str, os.PathLike)) for task in tasks):
        return _items_of_paths(tasks)
    if not _holds_several(tasks):
        raise TypeError(f"a task is a path or a dict with 'train' and 'test', not {type(tasks).__name__}")
    return _items_of_each(tasks)


def _items_of_paths(paths):
    paths = tuple(map(os.fsdecode, paths))
    found = _tasks(paths)
    return ((found.id(place), _Place(paths, found), place) for place in range(len(found)))


def _items_of_each(tasks):
    for number, task in enumerate(tasks):
        if isinstance(task, Mapping) and "train" in task:
            yield str(number), task, None
        elif isinstance(task, tuple) and len(task) == 2 and isinstance(task[1], Mapping):
            yield str(task[0]), task[1], None
        else:
            yield from _items([task] if isinstance(task, (str, os.PathLike)) else task)


class _Place:
    """Tasks that cross process pools as their paths."""

    def __init__(self, paths, tasks=None):
        self.paths, self.tasks = paths, tasks or _tasks(paths)

    def __reduce__(self):
        return _place, (self.paths,)


@functools.lru_cache(8)
def _place(paths):
    return _Place(paths)


def _tasks(paths):
    return _core.Tasks(list(map(os.fsencode, paths)))


def _here(programs, labels, items, options, counts_seconds=False):
    """In this thread, or the threads that it starts: an iterator of results. Its `computing_seconds` were spent in programs, if they
    are counted."""
    functions = [
        (program._core, number, program.errors == "raw", label, function)
        for program, label in zip(programs, labels)
        for number, function in enumerate(program.functions)
    ]
    plain = ((id, task.tasks if isinstance(task, _Place) else task, place) for id, task, place in items)
    return _core.Evaluation(functions, plain, Result, CallResult, *options, counts_seconds)


# ---- executors ----------------------------------------------------------------------------------------------------------


class _Sent:
    """A program that is compiled once by each process that gets it."""

    def __init__(self, program):
        self.program = program

    def __reduce__(self):
        return _received, (self.program.source, self.program.name, self.program.errors)


@functools.lru_cache(256)
def _received(text, name, errors):
    return _Sent(Program(text, name, errors))


def _part(sent, items, options):
    programs = [one.program for one in sent]
    return list(_here(programs, range(len(programs)), iter(items), options))


def _spread(executor, programs, items, options):
    """A few tasks for each call; only as many calls at a time as keep the executor busy."""
    sent = [_Sent(program) for program in programs]
    size = max(1, 16 // max(1, len(programs)))
    most = 2 * getattr(executor, "_max_workers", 8)
    pending = collections.deque()
    try:
        while True:
            part = list(itertools.islice(items, size))
            if part:
                pending.append(executor.submit(_part, sent, part, options))
            if not pending:
                return
            if not part or len(pending) >= most:
                for result in pending.popleft().result():
                    yield result if result.program is None else result._replace(program=programs[result.program])
    finally:
        for future in pending:
            future.cancel()
