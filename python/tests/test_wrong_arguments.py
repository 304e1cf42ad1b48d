"""Arguments of a wrong kind: each error says in one line what is wrong, where, and what is taken instead."""
import decimal
import fractions
import math
import os

import pytest

import battc
from test_evaluate import TASK
from test_programs import BATT, GRID

program = battc.compile(BATT)
solver = battc.compile("def solve_a(S, I):\n    return I\n").solve_a
function = battc.compile("def solve_a(S, I):\n    return rot90\n").solve_a((), ())
PAIR = {"input": [[1]], "output": [[1]]}


def batch(*arguments, **keywords):
    return program.batt_batch(*(arguments or (["t"], [()], [GRID])), **keywords)


def evaluate(programs=program, tasks=TASK, **keywords):
    return list(battc.evaluate(programs, tasks, **keywords))


def call(**keywords):
    return program.batt("t", (), GRID, **keywords)


TIMEOUT = "timeout is a number of seconds, 0 or more, or None for no limit, not "
MEMORY = "memory is a whole number of bytes, 0 or more, or None for the usual 4 GiB, not "
CALLED = "it is called as batt(task_id, S, I, C=None, log_path=None, *, timeout=None, memory=None)"
SOLVER = "it is called as solve_a(S, I, C=None, *, timeout=None, memory=None)"


@pytest.mark.parametrize("run", [call, batch, evaluate, lambda **limits: function(GRID, **limits), lambda **limits: solver((), 1, **limits)])
def test_limits(run):
    for wrong, kind, text in [
        ({"timeout": "x"}, TypeError, TIMEOUT + "str"), ({"timeout": [1]}, TypeError, TIMEOUT + "list"),
        ({"timeout": 1j}, TypeError, TIMEOUT + "complex"), ({"timeout": -1}, ValueError, TIMEOUT + "-1"),
        ({"timeout": math.nan}, ValueError, TIMEOUT + "nan"), ({"timeout": -(10**400)}, ValueError, TIMEOUT + "-1000"),
        ({"memory": "x"}, TypeError, MEMORY + "str"), ({"memory": 1e9}, TypeError, MEMORY + "float"),
        ({"memory": -5}, ValueError, MEMORY + "-5"), ({"memory": -(2**70)}, ValueError, MEMORY + str(-(2**70))),
    ]:  # fmt: skip
        with pytest.raises(kind) as raised:
            run(**wrong)
        assert str(raised.value).startswith(text)
    for good in (None, 0, 5, 2.5, True, 10**400, math.inf, fractions.Fraction(5, 2), decimal.Decimal(3)):
        run(timeout=good)
    for good in (None, 0, 10**9, 2**63, 2**100):
        run(memory=good)
    with pytest.raises(ZeroDivisionError):
        run(memory=type("Number", (), {"__index__": lambda self: 1 // 0})())


@pytest.mark.parametrize(
    "run, kind, text",
    [
        (lambda: program.batt(1, 2), TypeError, f"batt() needs the argument 'I'; {CALLED}"),
        (lambda: program.batt(1, 2, 3, 4, 5, 6), TypeError, f"batt() takes 5 positional arguments at most, not 6; {CALLED}"),
        (lambda: program.batt(1, 2, I=3, J=4), TypeError, f"batt() got an unexpected keyword argument 'J'; {CALLED}"),
        (lambda: program.batt(1, 2, 3, S=4), TypeError, f"batt() got multiple values for argument 'S'; {CALLED}"),
        (lambda: program.batt(1, 2, 3, **{"\ud800": 4}), TypeError, f"batt() got an unexpected keyword argument '\\ud800'; {CALLED}"),
        (lambda: solver(1), TypeError, f"solve_a() needs the argument 'I'; {SOLVER}"),
        (lambda: solver(1, 2, log_path="x"), TypeError, f"solve_a() got an unexpected keyword argument 'log_path'; {SOLVER}"),
        (lambda: call(log_path=5), TypeError, "log_path is a path (str, bytes or os.PathLike), or None for no log, not int"),
        (lambda: battc.load(5), TypeError, "the path of a program is a str or os.PathLike, not int"),
        (lambda: battc.load("x", errors=5), (ValueError, OSError), ""),
        (lambda: battc.compile(5), TypeError, "the text of a program is a str, not int"),
        (lambda: battc.compile(BATT, errors=["raw"]), ValueError, "errors is 'safe' or 'raw', not ['raw']"),
        (lambda: batch(5, [()], [GRID]), TypeError, "task_ids is a list with one item for each sample, not int"),
        (lambda: batch("t", [()], [GRID]), TypeError, "task_ids is a list with one item for each sample, not str"),
        (lambda: batch(["t"], None, [GRID]), TypeError, "Ss is a list with one item for each sample, not NoneType"),
        (lambda: batch(log_paths="x"), TypeError, "log_paths is a list with one item for each sample, not str"),
        (lambda: batch(["t"], [], [GRID]), ValueError, "each sample has one task_id, S, I, C and log_path: there are 1 task_ids, 0 Ss, 1 Is"),
        (lambda: batch(jobs="2"), TypeError, "jobs is a whole number of 1 or more, not str"),
        (lambda: batch(jobs=1.5), TypeError, "jobs is a whole number of 1 or more, not float"),
        (lambda: batch(jobs=-1), ValueError, "jobs is a whole number of 1 or more, not -1"),
        (lambda: batch(path=3), ValueError, "path is 'auto', 'device' or 'fast', not 3"),
        (lambda: batch(memory_fraction="a"), TypeError, "memory_fraction is a number above 0 and at most 1, not str"),
        (lambda: batch(multi_gpu_threshold=None), TypeError, "multi_gpu_threshold is a whole number of 1 or more, not NoneType"),
        (lambda: evaluate(jobs="2"), TypeError, "jobs is a whole number of 1 or more, not str"),
        (lambda: evaluate(candidates=3), ValueError, "candidates is 'none', 'expected' or 'both', not 3"),
        (lambda: evaluate(candidates=[]), ValueError, "candidates is 'none', 'expected' or 'both', not []"),
        (lambda: evaluate(executor=2), TypeError, "executor is one of concurrent.futures, or None, not int"),
        (lambda: evaluate(on_result=2), TypeError, "on_result is a function that takes a result, or None, not int"),
        (lambda: evaluate(tasks={"a": 5}), TypeError, "task 'a' is a dict with 'train' and 'test', not int"),
        (lambda: evaluate(tasks={"a": [PAIR]}), TypeError, "task 'a' is a dict with 'train' and 'test', not list"),
        (lambda: evaluate(tasks={"a": {}}), ValueError, "task 'a' has no 'train'"),
        (lambda: evaluate(tasks={"a": {"train": 5}}), TypeError, "task 'a': train is a list of pairs, not int"),
        (lambda: evaluate(tasks={"a": {"train": PAIR}}), TypeError, "task 'a': train is a list of pairs, not dict"),
        (lambda: evaluate(tasks={"a": {"train": [5]}}), TypeError, "task 'a': train[0] is a dict with 'input' and 'output', not int"),
        (lambda: evaluate(tasks={"a": {"train": ["ab"]}}), TypeError, "task 'a': train[0] is a dict with 'input' and 'output', not str"),
        (lambda: evaluate(tasks={"a": {"train": [PAIR, {}]}}), ValueError, "task 'a': train[1] has no 'input'"),
        (lambda: evaluate(tasks={"a": {"train": [{"input": 1}]}}), ValueError, "task 'a': train[0] has no 'output'"),
        (lambda: evaluate(tasks={"a": {"train": [PAIR], "test": 1.5}}), TypeError, "task 'a': test is a list of pairs, not float"),
        (lambda: evaluate(tasks={"a": {"train": [{"input": [{}], "output": 1}]}}), TypeError, "task 'a': train[0].input[0]: a program has no values"),
        (lambda: battc.summarize(5), TypeError, ""),
    ],
)
def test_calls(run, kind, text):
    with pytest.raises(kind) as raised:
        run()
    assert str(raised.value).startswith(text) and "\n" not in str(raised.value)
    assert "incompatible function arguments" not in str(raised.value)


def test_wrong_arguments_are_refused_at_once():
    """Not when the first result is asked for."""
    for wrong in ({"timeout": "x"}, {"memory": "x"}, {"jobs": 0}, {"on_result": 1}, {"executor": 1}):
        with pytest.raises((TypeError, ValueError)):
            battc.evaluate(program, TASK, **wrong)


def test_texts_and_names_that_are_no_utf_8(tmp_path):
    with pytest.raises(UnicodeEncodeError):
        battc.compile(BATT + "# \ud800")
    assert battc.compile(BATT, name="\ud800").batt("t", (), GRID) == program.batt("t", (), GRID)
    (tmp_path / "tasks").mkdir()
    name = os.path.join(os.fsencode(tmp_path), b"tasks", b"odd\xff.json")
    with open(name, "w") as file:
        file.write('{"train": [{"input": [[1]], "output": [[1]]}]}')
    (result,) = battc.evaluate(program, tmp_path / "tasks")
    assert os.fsencode(result.task) == b"odd\xff" and result.solved
    with pytest.raises(OSError, match="none"):
        battc.evaluate(program, [os.fsdecode(b"none\xff.json")])
    source = os.path.join(os.fsencode(tmp_path), b"batt\xff.py")
    with open(source, "w") as file:
        file.write(BATT)
    assert battc.load(os.fsdecode(source)).batt("t", (), GRID) == program.batt("t", (), GRID)


def test_results_are_filled_anew_only_where_nobody_has_them():
    task = {"train": [{"input": [[k]], "output": [[k]]} for k in range(40)]}
    kept = list(battc.evaluate(program, task))
    assert [result.sample for result in kept] == list(range(40)) and len(set(map(id, kept))) == 40
    results = battc.evaluate(program, task)
    first = next(results)
    for k, result in enumerate(results, 1):
        assert (first.sample, result.sample, result.solved) == (0, k, True)
