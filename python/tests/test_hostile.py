"""Arguments, callers and moments that mean no good: an exception of Python's own kind, never a crash or a wrong result."""
import array
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import weakref

import pytest

import battc

GRID = ((1, 2), (3, 4))
TURNED = ((3, 1), (4, 2))


def solver(body):
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return battc.compile(f"def solve_x(S, I, C):\n{lines}").solve_x


same = solver("return I")
turn = solver("return rot90(I)")


class Index:
    def __init__(self, action):
        self.action = action

    def __index__(self):
        return self.action()


def test_functions_of_programs_come_from_programs_alone():
    entry = type(same)
    for make in (entry, lambda: entry.__new__(entry), lambda: object.__new__(entry)):
        with pytest.raises(TypeError):
            make()


def test_what_never_ends():
    endless = []
    endless.append(endless)
    deep = ()
    for _ in range(100_000):
        deep = (deep,)
    for argument in (endless, (endless,), deep):
        with pytest.raises(TypeError, match=r"^I(\[0\]){12}\.\.\.: nested too deeply") as raised:
            same((), argument)
        assert len(str(raised.value)) < 100


def test_lists_that_change_while_they_are_read():
    shrinking = [1, 0, 3, 4]
    shrinking[1] = Index(lambda: shrinking.clear() or 5)
    assert same((), shrinking) == (1, 5)
    growing = []
    growing.append(Index(lambda: growing.append(7) or 5))
    assert same((), growing) == (5, 7)


def test_what_raises_while_it_is_read():
    class Members(frozenset):
        def __iter__(self):
            raise LookupError

    with pytest.raises(ZeroDivisionError):
        same((), [[Index(lambda: 1 // 0)]])
    with pytest.raises(LookupError):
        same((), Members([1]))
    with pytest.raises(ValueError):
        view = memoryview(array.array("i", [1]))
        view.release()
        same((), view)
    assert same((), [[Index(lambda: turn((), GRID)[0][0])]]) == ((3,),)  # a call inside of a call


def test_classes_that_lie():
    class Number(int):
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = __index__ = __int__ = __eq__

    class Row(tuple):
        def __len__(self):
            return 10**9

        def __getitem__(self, key):
            raise RuntimeError

        __iter__ = __eq__ = __getitem__

    assert same((), (Row((Number(3), 2)),)) == ((3, 2),)


@pytest.mark.parametrize("seconds", [math.inf, 1e300, 1e10, 0])
def test_times_that_never_come(seconds):
    assert turn((), GRID, timeout=seconds) == TURNED
    assert turn((), GRID, timeout=seconds, memory=2**63) == TURNED


@pytest.mark.parametrize("seconds", [math.nan, -1, -math.inf])
def test_times_that_are_none(seconds):
    with pytest.raises(ValueError, match="timeout is a number of seconds, 0 or more"):
        turn((), GRID, timeout=seconds)
    with pytest.raises(ValueError, match="timeout is a number of seconds, 0 or more"):
        list(battc.evaluate([], [], timeout=seconds))


def test_finalizers_that_call_programs():
    objects = solver("x1 = objects(I, T, F, F)\nreturn astuple(x1, mapply(toindices, x1))")
    grid = tuple(tuple((i * j + i) % 4 for j in range(20)) for i in range(20))
    expected = objects((), grid)
    called = []

    class Cycle:
        def __init__(self):
            self.self = self

        def __del__(self):
            called.append(objects((), grid) == expected)

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(20):
            Cycle()
            assert objects((), grid) == expected
    finally:
        gc.set_threshold(*before)
    gc.collect()
    assert len(called) == 20 and all(called)


def test_callbacks_when_kept_results_are_dropped():
    indices = solver("return asindices(I)")
    called = []
    for width in range(1, 60):
        for height in range(1, 60):
            result = indices((), ((0,) * width,) * height)
            weakref.ref(result, lambda _: called.append(turn((), GRID) == TURNED))
    assert all(called)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_fork_while_threads_run_programs():
    stop = threading.Event()
    wrong = []

    def call():
        while not stop.is_set():
            if turn((), GRID) != TURNED:
                wrong.append(True)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                os._exit(0 if turn((), GRID) == TURNED else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert not wrong


LEAVES = """
import sys, threading, time, battc
program = battc.compile("def batt(task_id, S, I, C, log_path):\\n    s = []\\n    o = []\\n    t1 = upscale_t(I, NINE)\\n    t2 = o_g(t1, R5)\\n"
                        "    o.append((2, False, 'x', t2))\\n    return o, s\\n")
grid = tuple(tuple((i * j) % 7 for j in range(30)) for i in range(30))
task = {"train": [{"input": grid, "output": grid}] * 20}
work = {
    "calls": lambda: program.batt("t", (), grid),
    "batches": lambda: program.batt_batch(["t"] * 8, [()] * 8, [grid] * 8, jobs=2),
    "scores": lambda: list(battc.evaluate(program, task, jobs=2)),
}[sys.argv[1]]


def forever():
    while True:
        work()


work()
for _ in range(3):
    threading.Thread(target=forever, daemon=True).start()
time.sleep(0.2)
print("left")
"""


@pytest.mark.parametrize("work", ["calls", "batches", "scores"])
def test_the_interpreter_ends_while_threads_run_programs(work):
    ran = subprocess.run([sys.executable, "-c", LEAVES, work], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "left\n", "")


RINGS = """
import random, signal, battc


class Ring(BaseException):
    pass


armed = False  # CPython 3.13 may call a handler later than the last call inside a try


def ring(*_):
    if armed:
        raise Ring


program = battc.compile("def batt(task_id, S, I, C, log_path):\\n    s = []\\n    o = []\\n    t1 = o_g(I, R5)\\n    t2 = apply(first, S)\\n"
                        "    t3 = mapply(asindices, t2)\\n    o.append((1, False, 'x', t1))\\n    o.append((3, False, 'x', t3))\\n    return o, s\\n")
rng = random.Random(5)
grids = [tuple(tuple(rng.randrange(10) for _ in range(9)) for _ in range(9)) for _ in range(5)]
S, I = ((grids[0], grids[1]), (grids[2], grids[3])), grids[4]
lists = [[[list(row) for row in grid] for grid in pair] for pair in S]
good = program.batt("t", S, I)
ways = [
    lambda: program.batt("t", S, I),
    lambda: program.batt("t", lists, I),
    lambda: program.batt_batch(["t"] * 5, [S] * 5, [I] * 5, jobs=2)[0],
    lambda: [list(battc.evaluate(program, {"train": [{"input": I, "output": I}] * 3}, jobs=jobs)) for jobs in (1, 2)] and good,
]


def call_until_it_rings():  # a function: in a try of a module's own code CPython 3.13.0 misses such exceptions
    global armed
    way = rng.choice(ways)
    armed = True
    signal.setitimer(signal.ITIMER_REAL, rng.random() * 0.002 + 1e-6)
    for _ in range(400):
        assert way() == good
    armed = False


signal.signal(signal.SIGALRM, ring)
rung = 0
while rung < 300:
    try:
        call_until_it_rings()
    except Ring:
        armed = False
        rung += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
assert program.batt("t", S, I) == good
print("good")
"""


def test_signal_handlers_may_raise_at_any_moment():
    ran = subprocess.run([sys.executable, "-c", RINGS], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "good\n", "")
