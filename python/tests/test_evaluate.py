"""battc.evaluate: task sources, both calls, matches, limits, executors."""
import json
import os
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import battc
from test_programs import ENDLESS, run_python

BATT = """\
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, False, 'turn', t1))
    t2 = identity(C)
    o.append((2, True, 'copy', t2))
    t3 = height_t(C)
    s.append((3, 'turn', 'differ_a', t3))
    t4 = astuple(t3, ONE)
    s.append((4, 'None', 'differ_b', t4))
    t5 = asobject(I)
    s.append((5, 'other', 'differ_c', t5))
    return o, s
"""


def turned(grid):
    return [list(row) for row in zip(*grid[::-1])]


GRIDS = [[[1, 2], [3, 4]], [[5, 6, 7], [8, 9, 0]], [[1]]]
TASK = {"train": [{"input": grid, "output": turned(grid)} for grid in GRIDS[:2]], "test": [{"input": GRIDS[2], "output": [[2]]}]}
HIDDEN = {"train": TASK["train"], "test": [{"input": GRIDS[1]}]}


def plain(results):
    return [(result.task, result.sample, result.solved, result.none, result.expected) for result in results]


def test_both_calls_of_each_sample():
    program = battc.compile(BATT)
    results = list(battc.evaluate(program, {"abc": TASK}))
    assert [(r.program, r.function, r.task, r.sample) for r in results] == [(program, "batt", "abc", k) for k in range(3)]
    assert [r.solved for r in results] == [True, True, False]
    first = results[0]
    assert first.none.matches == ((1, "turn"),) and first.expected.matches == ((1, "turn"), (2, "copy"))
    assert first.none.s[0][:3] == (3, "turn", "differ_a") and [entry[0] for entry in first.none.s] == [3, 4]
    assert first.expected.s == ((3, "turn", "differ_a", 2), (4, "None", "differ_b", (2, 1)))
    last = results[2]
    assert last.none == ((), (), None, None, False) and last.expected.matches == ((2, "copy"),)
    assert [entry[0] for entry in last.expected.s] == [4]  # differ_a is another solver's


def test_agrees_with_calls():
    """The matches are those that a caller finds in what batt returns."""
    program = battc.compile(BATT)
    S = tuple((pair["input"], pair["output"]) for pair in TASK["train"])
    for result, pair in zip(battc.evaluate(program, TASK), TASK["train"] + TASK["test"]):
        grid = tuple(map(tuple, pair["output"]))
        for call, C in ((result.none, None), (result.expected, grid)):
            o, _ = program.batt("task", S, pair["input"], C)
            assert call.matches == tuple((t, solver) for t, _, solver, value in o if value == grid)


@pytest.mark.parametrize("candidates, made", [("none", (True, False)), ("expected", (False, True)), ("both", (True, True))])
def test_candidates(candidates, made):
    for result in battc.evaluate(BATT, TASK, candidates=candidates):
        assert (result.none is not None, result.expected is not None) == made
    assert [r.solved for r in battc.evaluate(BATT, TASK, candidates="expected")] == [True] * 3


def test_an_output_that_is_not_known_is_not_compared():
    last = list(battc.evaluate(BATT, HIDDEN))[-1]
    assert last.none.matches == () and last.expected is None and not last.solved


def test_solvers():
    text = "def solve_a(S, I, C):\n    return rot90(I)\n\n\ndef solve_b(S, I):\n    return I\n"
    results = list(battc.evaluate(text, TASK, candidates="none"))
    assert [(r.function, r.solved) for r in results] == [("solve_a", True), ("solve_a", True), ("solve_a", False)] + [("solve_b", False)] * 3
    assert results[0].none.matches == ((None, "a"),)


def write(folder, name, content):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_task_sources(tmp_path):
    (tmp_path / "tasks").mkdir()
    one, two = write(tmp_path / "tasks", "one.json", TASK), write(tmp_path / "tasks", "two.json", HIDDEN)
    of_folder = plain(battc.evaluate(BATT, tmp_path / "tasks"))
    assert [task for task, *_ in of_folder] == ["one"] * 3 + ["two"] * 3
    assert plain(battc.evaluate(BATT, [one, str(two)])) == of_folder
    assert plain(battc.evaluate(BATT, {"one": TASK, "two": HIDDEN})) == of_folder
    assert plain(battc.evaluate(BATT, (item for item in [("one", TASK), two]))) == of_folder
    assert plain(battc.evaluate(BATT, [TASK, HIDDEN])) == [(str("one two".split().index(task)), *rest) for task, *rest in of_folder]
    challenges = write(tmp_path, "x_challenges.json", {"one": {**TASK, "test": [{"input": GRIDS[2]}]}, "two": HIDDEN})
    assert plain(battc.evaluate(BATT, challenges))[2][4] is None
    write(tmp_path, "x_solutions.json", {"one": [[[2]]]})
    assert plain(battc.evaluate(BATT, challenges)) == of_folder
    path = write(tmp_path, "batt.py", BATT)
    assert plain(battc.evaluate([path, str(path)], one)) == plain(battc.evaluate(path, one)) * 2


def test_what_cannot_be_read(tmp_path):
    good, bad = write(tmp_path, "good.json", TASK), write(tmp_path, "bad.json", "{")
    results = list(battc.evaluate(BATT, tmp_path))
    assert [(r.task, r.sample, r.error is None) for r in results] == [("bad", None, False)] + [("good", k, True) for k in range(3)]
    assert "bad.json: not JSON" in results[0].error and results[0].program is None
    with pytest.raises(OSError, match="none.json"):
        battc.evaluate(BATT, [good, tmp_path / "none.json"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="the folder holds no tasks"):
        battc.evaluate(BATT, tmp_path / "empty")
    with pytest.raises(battc.CompileError):
        battc.evaluate("def batt(:\n", good)
    with pytest.raises(TypeError, match=r"train\[0\].input\[0\]"):
        list(battc.evaluate(BATT, {"train": [{"input": [{}], "output": 1}]}))
    with pytest.raises(ValueError, match="candidates is"):
        battc.evaluate(BATT, good, candidates="all")
    with pytest.raises(ValueError, match="jobs is a whole number of 1 or more, not 0"):
        battc.evaluate(BATT, good, jobs=0)
    assert bad.exists()


@pytest.mark.parametrize("wrong", [3, 3.0, True, None, b"batt.py", bytearray(b"x")])
def test_what_is_neither_path_nor_text(wrong, tmp_path):
    """A number is no path, though open() takes it for an open file."""
    for programs in (wrong, [wrong], (program for program in [BATT, wrong])):
        with pytest.raises(TypeError, match="a source text"):
            battc.evaluate(programs, TASK)
    for tasks in (wrong, [wrong], [TASK, wrong], (task for task in [wrong])):
        with pytest.raises(TypeError, match="a task is a path or a dict with 'train' and 'test'"):
            list(battc.evaluate(BATT, tasks))
    with pytest.raises(TypeError, match="the path of a program is a str or os.PathLike, not"):
        battc.load(wrong)
    with pytest.raises(TypeError, match="the text of a program is a str, not"):
        battc.compile(wrong)
    with pytest.raises(TypeError, match="source is a str or os.PathLike, not"):
        battc.build(wrong, tmp_path / "x.so")
    with pytest.raises(TypeError, match="output is a str or os.PathLike, not"):
        battc.build(write(tmp_path, "x.py", BATT), wrong)


def test_an_open_file_stays_open(tmp_path):
    with open(write(tmp_path, "batt.py", BATT)) as file:
        for call in (battc.load, battc.compile, lambda number: battc.evaluate([number], TASK)):
            with pytest.raises(TypeError):
                call(file.fileno())
        assert file.read() == BATT


def test_exceptions_and_limits():
    raw = battc.compile("def solve_a(S, I, C):\n    return divide(ONE, height_t(C))\n", errors="raw")
    results = list(battc.evaluate(raw, TASK))
    assert results[0].none.exception == "TypeError" and results[0].none.limit is None
    cells = frozenset((i * 7, j * 11) for i in range(12) for j in range(12))
    task = {"train": [{"input": cells, "output": 1}], "test": [{"input": 3, "output": 3}]}
    for limit, options in (("time", {"timeout": 0.05}), ("memory", {"memory": 2_000_000})):
        first, second = battc.evaluate(ENDLESS, task, **options)
        assert first.none.limit == first.expected.limit == limit
        assert second.none.limit is None
    summary = battc.summarize(battc.evaluate(ENDLESS, task, memory=2_000_000))
    (key, counts), = summary.items()
    assert key[1:] == ("solve_endless", "task") and counts.limits == {"memory": 2} and counts.samples == 2


def test_limits_of_memory_that_earlier_calls_have_left():
    program = battc.compile(BATT)
    for _ in range(3):
        assert [result.none.limit for result in battc.evaluate(program, TASK, memory=1000)] == ["memory"] * 3
        assert [result.none.limit for result in battc.evaluate(program, TASK)] == [None] * 3
        assert [type(result) for result in batch_of(program, memory=1000)] == [battc.LimitExceeded] * 2
        assert [type(result) for result in batch_of(program)] == [tuple] * 2


def batch_of(program, **limits):
    grids = [((1, 2), (3, 4)), ((5, 6), (7, 8))]
    return program.batt_batch(["t"] * 2, [()] * 2, grids, return_exceptions=True, **limits)


def test_summary_and_callback():
    seen = []
    program = battc.compile(BATT)
    summary = battc.summarize(battc.evaluate(program, {"abc": TASK}, on_result=seen.append))
    assert len(seen) == 3
    counts = summary[program, "batt", "abc"]
    assert (counts.samples, counts.solved, counts.solvers) == (3, 2, {"turn": 2})


def many_tasks():
    for number in range(60):
        grid = [[(number * i + j) % 10 for j in range(3 + number % 5)] for i in range(2 + number % 7)]
        yield f"task{number}", {"train": [{"input": grid, "output": turned(grid)}], "test": [{"input": turned(grid), "output": grid}]}


def test_threads_that_share_an_evaluation():
    tasks = {str(number): TASK for number in range(300)}
    program = battc.compile(BATT)
    evaluation = battc.evaluate(program, tasks, jobs=2)
    results = []

    def pull():
        while True:
            try:
                results.append(next(evaluation))
            except ValueError as error:
                assert "running already" in str(error)
            except StopIteration:
                return

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(pull) for _ in range(4)]:
            done.result()
    assert len(results) == len(set((result.task, result.sample) for result in results)) == 900
    with pytest.raises(StopIteration):
        next(evaluation)


@pytest.mark.parametrize("jobs", [2, 8])
def test_threads_keep_the_order(jobs):
    assert plain(battc.evaluate([BATT, ENDLESS], many_tasks(), jobs=jobs, memory=10**6)) == plain(
        battc.evaluate([BATT, ENDLESS], many_tasks(), memory=10**6)
    )


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors(pool, tmp_path):
    programs = [battc.compile(BATT), battc.compile(BATT.replace("rot90", "rot180"))]
    tasks = dict(many_tasks())
    alone = list(battc.evaluate(programs, tasks))
    with pool(2) as executor:
        results = list(battc.evaluate(programs, tasks, executor=executor))
        assert plain(results) == plain(alone)
        assert all(result.program is other.program for result, other in zip(results, alone))
        for name in list(tasks)[:5]:
            write(tmp_path, name + ".json", tasks[name])
        write(tmp_path, "bad.json", "[]")
        assert plain(battc.evaluate(programs, tmp_path, executor=executor)) == plain(battc.evaluate(programs, tmp_path))


def test_results_pickle():
    results = list(battc.evaluate(BATT, TASK))
    assert plain(pickle.loads(pickle.dumps(results))) == plain(results)


INTERRUPTED = """
import os, signal, sys, threading
sys.path.insert(0, {tests!r})
import battc
from test_programs import CELLS, ENDLESS
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
task = {{"train": [{{"input": CELLS, "output": 1}}] * 4, "test": []}}
try:
    list(battc.evaluate(ENDLESS, task, jobs={jobs}))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("jobs", [1, 3])
def test_control_c(jobs):
    assert run_python(INTERRUPTED.format(tests=os.path.dirname(__file__), jobs=jobs)).stdout == "interrupted\n"
