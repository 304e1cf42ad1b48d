"""Calls that follow each other with the same S and I share what does not depend on C, and nobody can tell."""
import os
import threading

import pytest

import battc
import golden

GRID = ((0, 1, 2), (3, 4, 5))
OTHER = ((7, 7, 0), (0, 7, 7))
HEAD = "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n"


def batt(*lines):
    return HEAD + "".join(f"    {line}\n" for line in lines) + "    return o, s\n"


def outcome(program, *arguments, **limits):
    try:
        return golden.encode(program.batt(*arguments, **limits))
    except battc.LimitExceeded as error:
        return error.limit
    except Exception as error:
        return type(error)


def alone(text, errors, *arguments, **limits):
    """What a program gives that was never called before."""
    return outcome(battc.compile(text, errors=errors), *arguments, **limits)


@pytest.mark.parametrize("errors", ["safe", "raw"])
@pytest.mark.parametrize("source", golden.programs(golden.FOLDERS[0]), ids=golden.name_of)
def test_pairs_of_calls_give_what_single_calls_give(source, errors):
    _, inputs, _ = golden.load(source)
    text = source.read_text()
    program = battc.compile(text, errors=errors)
    if program.functions != ("batt",):
        pytest.skip("no batt")
    for sample in inputs[:3]:
        S, I, C = (golden.tuples(sample[name]) for name in "SIC")
        for candidate in (None, C, I, None):
            arguments = (sample["task_id"], S, I, candidate, None)
            assert outcome(program, *arguments) == alone(text, errors, *arguments)


def test_lists_are_compared_by_what_they_hold():
    program = battc.compile(batt("t1 = rot90(I)", "o.append((1, False, 'x', t1))", "t2 = rot90(C)", "o.append((2, False, 'x', t2))"))
    rows = [list(row) for row in GRID]
    first = program.batt("t", (), rows, None, None)
    rows[0][0] = 9
    second = program.batt("t", (), rows, GRID, None)
    assert first[0][0][3] == ((3, 0), (4, 1), (5, 2))
    assert second[0][0][3] == ((3, 9), (4, 1), (5, 2))
    assert second[0][1][3] == ((3, 0), (4, 1), (5, 2))
    assert program.batt("t", (), GRID, OTHER, None)[0][0][3] == first[0][0][3]


def test_equal_numbers_of_other_types_are_another_sample():
    text = batt("t1 = identity(I)", "o.append((1, False, 'x', t1))")
    program = battc.compile(text)
    for I in (((1, 0, 1, 0),), ((True, 0, 1, 0),), ((1.0, 0, 1, 0),), ((1, 0, 1, 0),)):
        assert outcome(program, "t", (), I, None, None) == alone(text, "safe", "t", (), I, None, None)


def test_another_task_is_another_sample():
    text = batt("t1 = identity(task_id)", "o.append((1, False, 'x', t1))")
    program = battc.compile(text)
    for task in ("a", "b", "a"):
        assert program.batt(task, (), GRID, None, None)[0][0][3] == task


def test_results_are_lists_of_their_own():
    program = battc.compile(batt("t1 = rot90(I)", "o.append((1, False, 'x', t1))", "s.append((1, 'x', 'y', t1))"))
    first, second = (program.batt("t", (), GRID, C, None) for C in (None, OTHER))
    assert first == second
    assert first[0] is not second[0] and first[1] is not second[1]
    second[0].clear()
    assert program.batt("t", (), GRID, None, None) == first


def test_functions_and_numbers_that_python_tells_apart_are_new():
    text = batt(
        "t1 = rbind(o_g, R5)", "o.append((1, False, 'x', t1))", "t2 = astuple(t1, I)", "o.append((2, False, 'x', t2))"
    )
    program = battc.compile(text)
    first, second = (program.batt("t", (), GRID, C, None) for C in (None, OTHER))
    assert first[0][0][3] is not second[0][0][3]
    assert first[0][1][3][0] is not second[0][1][3][0]
    assert second[0][0][3] is second[0][1][3][0]


def test_calls_on_threads_of_their_own():
    lines = [f"t{k} = {'rot90' if k % 2 else 'rot180'}({'C' if k % 5 == 0 else 'I' if k < 3 else f't{k - 2}'})" for k in range(1, 40)]
    text = batt(*lines, *(f"o.append(({k}, False, 'x', t{k}))" for k in range(1, 40)))
    program = battc.compile(text)
    grids = [((k, 1, 2), (3, 4, k)) for k in range(10)]
    expected = {(I, C): alone(text, "safe", "t", (), I, C, None) for I in grids for C in (None, *grids[:2])}
    wrong = []

    def run(I, C):
        if outcome(program, "t", (), I, C, None) != expected[I, C]:
            wrong.append((I, C))

    def run_pairs(shift):
        for k in range(60):
            I = grids[(k + shift) % 10]
            for C in (None, grids[k % 2]):
                thread = threading.Thread(target=run, args=(I, C))
                thread.start()
                thread.join()

    threads = [threading.Thread(target=run_pairs, args=(shift,)) for shift in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_second_call_after_fork():
    text = batt("t1 = rot90(I)", "o.append((1, False, 'x', t1))", "t2 = rot90(C)", "o.append((2, False, 'x', t2))")
    program = battc.compile(text)
    program.batt("t", (), GRID, None, None)
    child = os.fork()
    if child == 0:
        os._exit(0 if outcome(program, "t", (), GRID, OTHER, None) == alone(text, "safe", "t", (), GRID, OTHER, None) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert outcome(program, "t", (), GRID, OTHER, None) == alone(text, "safe", "t", (), GRID, OTHER, None)


@pytest.mark.parametrize(
    "lines",
    [
        ["t1 = rot90(C)", "t2 = rot90(SEVEN)"],
        ["t1 = first(C)", "t2 = rot90(FIVE)", "t3 = I(I)"],
        ["t1 = I(C)", "t2 = C(I)"],
    ],
)
@pytest.mark.parametrize("errors", ["safe", "raw"])
def test_the_first_exception_in_program_order_is_raised(lines, errors):
    text = batt(*lines, "o.append((1, False, 'x', t1))")
    program = battc.compile(text, errors=errors)
    for C in (None, GRID, (), 5, GRID):
        assert outcome(program, "t", (), GRID, C, None) == alone(text, errors, "t", (), GRID, C, None)


def test_a_second_call_has_its_own_limits():
    lines = ["t1 = upscale_t(I, TEN)", "t2 = upscale_t(t1, TEN)", "o.append((1, False, 'x', t1))", "t3 = upscale_t(C, THREE)"]
    text = batt(*lines, "o.append((3, False, 'x', t3))", "o.append((2, False, 'x', t2))")
    program = battc.compile(text)
    large = tuple((k % 10,) * 30 for k in range(30))
    assert type(outcome(program, "t", (), large, None, None)) is list
    for memory in (1, 1 << 40):
        expected = alone(text, "safe", "t", (), large, GRID, None, memory=memory)
        assert outcome(program, "t", (), large, GRID, None, memory=memory) == expected


def test_a_call_with_a_log_writes_all_of_it(tmp_path):
    program = battc.compile(batt("t1 = rot90(SEVEN)", "t2 = first(C)", "o.append((2, False, 'x', t2))"))
    for C in (None, GRID):
        program.batt("t", (), GRID, C, None)
        program.batt("t", (), GRID, C, str(tmp_path / "log"))
    assert "first" in (tmp_path / "log").read_text()


def test_memory_stays_bounded():
    resource = pytest.importorskip("resource")
    program = battc.compile(batt("t1 = upscale_t(I, TEN)", "o.append((1, False, 'x', t1))"))

    def run(count):
        for k in range(count):
            I = tuple(((k + i) % 10,) * 20 for i in range(20))
            for C in (None, I):
                program.batt("t", (), I, C, None)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(50)
    assert run(400) < before + 40_000
