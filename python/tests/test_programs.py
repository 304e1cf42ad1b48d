"""Loading, limits, threads, processes, logs, the import hook and built modules."""
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import battc

GRID = ((0, 1, 2), (3, 4, 5))
BATT = """\
from dsl import *
from constants import *


def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, False, 'aaaaaaaa', t1))
    t2 = rot90(SEVEN)
    s.append((2, 'None', 'differ_x', t2))
    return o, s
"""
RESULT = ([(1, False, "aaaaaaaa", ((3, 0), (4, 1), (5, 2)))], [(2, "None", "differ_x", ())])

# Grows without end, so that only a limit stops it; nothing in it is known before the run.
ENDLESS = "def solve_endless(S, I):\n    x0 = I\n" + "".join(
    f"    x{k + 1} = mapply(lbind(shift, x{k}), x{k})\n" for k in range(40)
) + "    return x40\n"
ENDLESS_BATT = "def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t0 = asindices(I)\n" + "".join(
    f"    t{k + 1} = mapply(lbind(shift, t{k}), t{k})\n" for k in range(40)
) + "    o.append((40, False, 'a', t40))\n    return o, s\n"
LARGE_GRID = ((0,) * 30,) * 30
CELLS = frozenset((i * 7, j * 11) for i in range(12) for j in range(12))


@pytest.fixture
def endless():
    return battc.compile(ENDLESS)


def test_load_and_compile(tmp_path):
    (tmp_path / "batt.py").write_text(BATT)
    assert battc.load(tmp_path / "batt.py").batt("t", (), GRID, None, None) == RESULT
    assert battc.load(str(tmp_path / "batt.py")).functions == ("batt",)
    assert battc.compile(BATT).batt("t", (), GRID, None, None) == RESULT
    with pytest.raises(FileNotFoundError):
        battc.load(tmp_path / "none.py")
    assert "battc program" in repr(battc.compile(BATT))


def test_solvers_take_two_or_three_arguments():
    program = battc.compile("def solve_a(S, I):\n    return I\n\n\ndef solve_b(S, I, C):\n    return C\n")
    assert program.solve_a((), GRID) == GRID
    assert program.solve_b((), GRID, 5) == 5
    assert program.solve_b((), GRID) is None
    with pytest.raises(AttributeError, match="no function 'solve_c'.*solve_a, solve_b"):
        program.solve_c


@pytest.mark.parametrize(
    "arguments, keywords, message",
    [
        ((), {}, r"batt\(\) needs the argument 'task_id'"),
        (("t", ()), {}, r"batt\(\) needs the argument 'I'"),
        (("t", (), 1, 2, None, 3), {}, r"batt\(\) takes 5 positional arguments at most"),
        (("t", (), 1), {"S": ()}, r"batt\(\) got multiple values for argument 'S'"),
        (("t", (), 1), {"seconds": 3}, r"batt\(\) got an unexpected keyword argument 'seconds'"),
        (("t", (), 1), {"timeout": "3"}, r"timeout is a number of seconds, .* not str"),
        (("t", (), 1), {"memory": "3"}, r"memory is a whole number of bytes, .* not str"),
        (("t", (), 1, None, 5), {}, r"log_path is a path .* not int"),
    ],
)
def test_wrong_calls_are_refused(arguments, keywords, message):
    with pytest.raises(TypeError, match=message):
        battc.compile(BATT).batt(*arguments, **keywords)


def test_arguments_by_name():
    program = battc.compile(BATT)
    assert program.batt(I=GRID, S=(), task_id="t", C=None, log_path=None, timeout=5, memory=10**8) == RESULT
    solver = battc.compile("def solve_a(S, I, C):\n    return C\n").solve_a
    assert solver(I=1, S=2, C=3) == 3
    with pytest.raises(TypeError, match="unexpected keyword argument 'log_path'"):
        solver(1, 2, log_path=None)


def test_a_source_with_errors_says_where():
    with pytest.raises(battc.CompileError) as caught:
        battc.compile("def solve_a(S, I):\n    return rot91(I)\n", name="a.py")
    assert "a.py:2:12" in str(caught.value)
    assert caught.value.diagnostics[0]["line"] == 2
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics
    with pytest.raises(ValueError, match="errors is 'safe' or 'raw'"):
        battc.compile(BATT, errors="loud")


def test_batches():
    program = battc.compile(BATT)
    other = ((9,),)
    results = program.batt_batch(["t", "t"], [(), ()], [GRID, other], [None, None], [None, None])
    assert results == [RESULT, program.batt("t", (), other)]
    with pytest.raises(ValueError, match="there are 1 task_ids, 1 Ss, 2 Is, 1 Cs, 1 log_paths"):
        program.batt_batch(["t"], [()], [GRID, GRID], [None], [None])
    batch = battc.compile(BATT.replace("batt(task_id, S, I, C, log_path)", "batt_batch(task_ids, Ss, Is, Cs, log_paths)").replace("(I)", "(Is)"))
    assert batch.batt_batch(["t"], [()], [GRID], [None], [None]) == [RESULT]


def test_a_batch_may_return_exceptions():
    program = battc.compile(BATT.replace("rot90(SEVEN)", "divide(C, C)"), errors="raw")
    results = program.batt_batch(["t"] * 2, [()] * 2, [GRID] * 2, [0, 1], return_exceptions=True)
    assert type(results[0]) is ZeroDivisionError and results[1][1][0][3] == 1
    with pytest.raises(ZeroDivisionError):
        program.batt_batch(["t"], [()], [GRID], [0])


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_batch_is_what_single_calls_are(jobs):
    program = battc.compile(BATT.replace("rot90(SEVEN)", "divide(C, C)"), errors="raw")
    turned, bad = battc.compile("def solve_a(S, I):\n    return rot90\n").solve_a((), ()), {"no": "value"}
    samples = [(f"t{k}", ((GRID, GRID),), ((k % 9, 1), (2, 3)), (k % 3, bad, turned, 1.5, 2**70)[k % 5]) for k in range(9000)]

    def alone(sample):
        try:
            return program.batt(*sample)
        except Exception as error:
            return error

    results = program.batt_batch(*zip(*samples), return_exceptions=True, jobs=jobs)
    expected = [alone(sample) for sample in samples]
    assert [repr(result) for result in results] == [repr(result) for result in expected]
    assert {type(result) for result in expected} == {tuple, ZeroDivisionError, TypeError, battc.LimitExceeded}


def test_batches_refuse_what_they_do_not_know():
    program = battc.compile(BATT)
    for wrong, text in (({"path": "gpu"}, "path is"), ({"jobs": 0}, "jobs is"), ({"memory_fraction": 2}, "memory_fraction is")):
        with pytest.raises(ValueError, match=text):
            program.batt_batch(["t"], [()], [GRID], **wrong)


def test_a_batch_for_devices_runs_on_the_host_if_there_is_none():
    program = battc.compile(BATT)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert program.batt_batch(["t"], [()], [GRID], path="device", multi_gpu_threshold=1) == [RESULT]
        assert program.batt_batch(["t"], [()], [GRID], path="fast") == [RESULT]
    if caught:  # there is no GPU
        assert len(caught) == 1 and caught[0].category is RuntimeWarning and "on the host" in str(caught[0].message)


def test_a_batch_writes_logs(tmp_path):
    program = battc.compile(BATT)
    logs = [None, tmp_path / "log"]
    assert program.batt_batch(["t"] * 2, [()] * 2, [GRID] * 2, None, logs) == [RESULT] * 2
    assert logs[1].exists()


def test_time_and_memory_limits(endless):
    started = time.monotonic()
    with pytest.raises(battc.LimitExceeded) as caught:
        endless.solve_endless((), CELLS, timeout=0.05)
    assert caught.value.limit == "time" and time.monotonic() - started < 20
    with pytest.raises(battc.LimitExceeded) as caught:
        endless.solve_endless((), CELLS, memory=2_000_000)
    assert caught.value.limit == "memory"
    assert str(pickle.loads(pickle.dumps(caught.value))) == "the call needed more than its memory"


def test_a_limit_in_one_thread_leaves_the_others_alone(endless):
    program = battc.compile(BATT)

    def short(_):
        return program.batt("t", (), GRID, None, None)

    def limited(_):
        with pytest.raises(battc.LimitExceeded):
            endless.solve_endless((), CELLS, timeout=0.2)
        return True

    with ThreadPoolExecutor(8) as pool:
        ends = [pool.submit(limited, None) for _ in range(4)]
        assert all(result == RESULT for result in pool.map(short, range(2000)))
        assert all(end.result() for end in ends)


def test_other_threads_run_while_a_program_does(endless):
    runner = threading.Thread(target=lambda: pytest.raises(battc.LimitExceeded, endless.solve_endless, (), CELLS, timeout=1.0))
    runner.start()
    turns = 0
    while runner.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20


INTERRUPTED_BATCH = """
import os, signal, sys, threading
sys.path.insert(0, {tests!r})
import battc
from test_programs import ENDLESS_BATT, LARGE_GRID
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    battc.compile(ENDLESS_BATT).batt_batch(["t"] * 4, [()] * 4, [LARGE_GRID] * 4, jobs={jobs})
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("jobs", [1, 3])
def test_control_c_ends_a_batch(jobs):
    assert run_python(INTERRUPTED_BATCH.format(tests=os.path.dirname(__file__), jobs=jobs)).stdout == "interrupted\n"


INTERRUPTED = """
import os, signal, sys, threading, time
sys.path.insert(0, {tests!r})
import battc
from test_programs import CELLS, ENDLESS
program = battc.compile(ENDLESS)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    program.solve_endless((), CELLS, timeout=60)
except KeyboardInterrupt:
    print("interrupted")
print(battc.compile("def solve_a(S, I):\\n    return I\\n").solve_a((), 3))
"""


def run_python(code, **options):
    path = os.pathsep.join([os.path.dirname(os.path.dirname(os.path.abspath(battc.__file__))), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=120, env=environment, **options)


def test_control_c_ends_a_run():
    started = time.monotonic()
    ran = run_python(INTERRUPTED.format(tests=os.path.dirname(__file__)))
    assert ran.stdout.split() == ["interrupted", "3"]
    assert time.monotonic() - started < 40


def test_a_signal_handler_that_does_not_raise_lets_the_run_go_on(endless):
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(battc.compile(BATT).batt("t", (), GRID) == RESULT))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(battc.LimitExceeded):
            endless.solve_endless((), CELLS, timeout=0.5)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [True]


def call_batt(program):
    return program.batt("t", (), GRID, None, None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_programs_run_after_fork(endless):
    program = battc.compile(BATT)
    assert call_batt(program) == RESULT
    stop = threading.Event()

    def keep_busy():
        grids = [tuple(tuple((i * j + k) % 10 for j in range(3 + k)) for i in range(5 + k)) for k in range(25)]
        while not stop.is_set():
            for grid in grids:
                program.batt("t", (), grid)

    busy = [threading.Thread(target=keep_busy) for _ in range(2)]
    for thread in busy:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                os._exit(0 if call_batt(program) == RESULT else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in busy:
            thread.join()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_programs_and_results_cross_process_pools(method):
    program = battc.compile(BATT)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(call_batt, [program] * 4)) == [RESULT] * 4
        assert pool.submit(program.batt, "t", (), GRID).result() == RESULT


def test_programs_pickle_with_their_error_mode():
    program = pickle.loads(pickle.dumps(battc.compile("def solve_a(S, I):\n    return divide(I, ZERO)\n", errors="raw")))
    with pytest.raises(ZeroDivisionError):
        program.solve_a((), 1)


def test_the_log_gets_swallowed_exceptions(tmp_path):
    program = battc.compile(BATT.replace("SEVEN", "C"))
    log = tmp_path / "pile.log"
    program.batt("abc", (), GRID, GRID, log)
    assert not log.exists()
    program.batt("abc", (), GRID, 7, log)
    assert log.read_text() == "abc line 10 rot90(int): TypeError\n"
    program.batt("abc", (), GRID, None, str(log))
    assert log.read_text().splitlines()[1:] == ["abc line 10 rot90(None): TypeError"]
    with pytest.raises(FileNotFoundError):
        program.batt("abc", (), GRID, 7, tmp_path / "none" / "pile.log")
    with pytest.raises(TypeError):
        program.batt("abc", (), GRID, 7, 7)


def test_the_log_of_a_call_is_short(tmp_path):
    lines = "".join(f"    t{k} = shift(C, toivec({k}))\n    o.append(({k}, False, 'a', t{k}))\n" for k in range(1, 101))
    program = battc.compile(f"def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n{lines}    return o, s\n")
    log = tmp_path / "pile.log"
    program.batt("abc", (), GRID, 3, log)
    assert log.read_text().count("\n") == 33 and log.read_text().endswith("abc and 68 more\n")


HOOKED = """
import battc.hook, sys
import batt, plain, broken
print(type(batt.batt).__module__, batt.batt("t", (), ((0, 1, 2), (3, 4, 5)), None, None)[0][0][3])
print(type(plain.batty).__name__, type(broken.batt).__name__, broken.batt(1))
from batt import batt as again
print(again is batt.batt, batt.__file__.endswith("batt.py"), batt.__name__)
"""


def test_the_import_hook(tmp_path):
    (tmp_path / "batt.py").write_text(BATT)
    (tmp_path / "plain.py").write_text("def batty():\n    pass\n")
    (tmp_path / "broken.py").write_text("def batt(x):\n    return [x for _ in range(2)]\n")
    ran = run_python(HOOKED, cwd=tmp_path)
    assert ran.stdout.splitlines() == ["battc._core ((3, 0), (4, 1), (5, 2))", "function function [1, 1]", "True True batt"]


def test_without_the_hook_nothing_changes(tmp_path):
    (tmp_path / "batt.py").write_text("def batt(task_id, S, I, C, log_path):\n    return 5\n")
    ran = run_python("import battc\nimport batt\nprint(batt.batt(1, 2, 3, 4, 5))", cwd=tmp_path)
    assert ran.stdout == "5\n"


def test_built_modules_are_found_first(tmp_path):
    (tmp_path / "batt.py").write_text(BATT + "# grün\n")
    battc.build(tmp_path / "batt.py", tmp_path / "batt.so")
    ran = run_python(
        "import batt, pickle\nprint(batt.__file__.endswith('batt.so'))\n"
        "print(batt.batt('t', (), ((0, 1, 2), (3, 4, 5)), None, None))\n"
        "print(pickle.loads(pickle.dumps(batt.batt))('t', (), ((1,),))[0][0][3])",
        cwd=tmp_path,
    )
    assert ran.stdout.splitlines() == ["True", str(RESULT), "((1,),)"]


def test_what_cannot_be_built_says_why(tmp_path, monkeypatch):
    (tmp_path / "batt.py").write_text(BATT)
    (tmp_path / "bad.py").write_text("def batt(")
    with pytest.raises(battc.CompileError):
        battc.build(tmp_path / "bad.py", tmp_path / "bad.so")
    with pytest.raises(ValueError, match="no name for a module"):
        battc.build(tmp_path / "batt.py", tmp_path / "1-2.so")
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(RuntimeError, match="no-such-compiler is not there"):
        battc.build(tmp_path / "batt.py", tmp_path / "batt.so")
    assert not (tmp_path / "batt.so").exists()


def test_loading_takes_no_compiler_and_leaves_no_files(tmp_path):
    (tmp_path / "batt.py").write_text(BATT)
    code = textwrap.dedent(
        """
        import os
        os.environ["PATH"] = "/nowhere"
        import battc
        print(battc.load("batt.py").batt("t", (), ((0, 1, 2), (3, 4, 5)))[0][0][0], sorted(os.listdir(".")))
        """
    )
    assert run_python(code, cwd=tmp_path).stdout == "1 ['batt.py']\n"
