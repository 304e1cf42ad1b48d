"""Times golden programs: computation alone, called from Python through the package, evaluated by battc.evaluate, and by CPython.

  calls.py [--rounds N] [--programs] [--instructions] BATTC FOLDER...     BATTC is the program `battc`; scripts/bench-python calls this

One pass calls every sample once, conversions of arguments and results included; what the package has kept of the samples of the pass before is
forgotten first. Times are those of the processor, which a busy machine
changes little. Program by program, `battc bench` and calls take turns in short runs; of each the median counts. battc.evaluate takes all
batts of a folder and a file of some of their inputs, each with C = None and with the recorded C; what is left out of the computation beside it
is everything but the very calls that evaluate makes: reading the file, comparing, making results. Both are by the clock.
--programs prints a line for each program; --instructions counts instructions with valgrind as well, which no load changes (minutes).
CPython is timed if REFERENCE_DSL names a checkout of the reference DSL and the oracle lies beside this checkout.
"""
import argparse
import itertools
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import battc
from battc import _evaluate

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORACLE = ROOT / "../shared/oracle"
LEAST_SECONDS, TASKS = 0.2, 12


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def calls_of(source):
    """The function of a golden program, and the arguments of each of its samples."""
    recorded = json.loads(source.with_suffix(".json").read_text())
    program = battc.load(source, errors=recorded["mode"])
    samples = [(sample["task_id"], *(tuples(sample[name]) for name in "SIC")) for sample in recorded["inputs"]]
    if hasattr(program, "batt"):
        return program.batt, [(*sample, None) for sample in samples]
    return getattr(program, program.functions[0]), [sample[1:] for sample in samples]


def make_calls(function, samples):
    for sample in samples:
        try:
            function(*sample)
        except Exception:
            pass


numbers = itertools.count()


def forget_samples(function, sample):
    """The package keeps what it computed of a few samples, and callers have many more samples than golden programs. So here are others."""
    for _ in range(8):
        number = next(numbers)
        grid = ((number % 10, number // 10 % 10), (number // 100 % 10, number // 1000 % 10))
        make_calls(function, [(*sample[:-3], grid, None, None) if len(sample) == 5 else ((), grid, None)])


def seconds_of_clock():
    """What reading the clock adds to a time."""
    return statistics.median(-time.process_time() + time.process_time() for _ in range(1001))


def time_calls(function, samples, passes):
    """The seconds of a pass."""
    seconds = -passes * seconds_of_clock()
    for _ in range(passes):
        forget_samples(function, samples[0])
        start = time.process_time()
        make_calls(function, samples)
        seconds += time.process_time() - start
    return seconds / passes


def bench_command(compiler, source, passes):
    return [compiler, "bench", str(source), "--repeat", str(passes), "--json"]


def seconds_of(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        raise subprocess.CalledProcessError(status, command)
    return used.ru_utime + used.ru_stime


def time_computation(compiler, source, passes):
    """The seconds of a pass: what so many more of them take."""
    few, more = (seconds_of(bench_command(compiler, source, number)) for number in (2, 2 + passes))
    return max(more - few, 1e-9) / passes


class Timing:
    """Times of the computation alone and of all, round by round."""

    def __init__(self):
        self.rounds = []

    def add(self, alone, called):
        self.rounds.append((alone, called))

    @property
    def alone(self):
        return statistics.median(alone for alone, _ in self.rounds)

    @property
    def called(self):
        return statistics.median(called for _, called in self.rounds)

    @property
    def ratio(self):
        return statistics.median(called / alone for alone, called in self.rounds)


def time_program(compiler, source, rounds):
    function, samples = calls_of(source)
    time_calls(function, samples, 1)
    passes = 1 + int(LEAST_SECONDS / max(time_calls(function, samples, 3), 1e-6))
    timing = Timing()
    for _ in range(rounds):
        timing.add(time_computation(compiler, source, passes), time_calls(function, samples, passes))
    return timing


# ---- instructions ---------------------------------------------------------------------------------------------------


def count_instructions(command):
    with tempfile.TemporaryDirectory() as folder:
        counted = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)  # fmt: skip
    return int(re.search(r"Collected : (\d+)", counted.stderr)[1])


def count_program(compiler, source):
    """The instructions of a pass: those of four passes, less those of two, halved."""
    calls = [sys.executable, __file__, "--calls"]
    alone = [count_instructions(bench_command(compiler, source, passes)) for passes in (2, 4)]
    called = [count_instructions([*calls, str(passes), compiler, str(source)]) for passes in (2, 4)]
    return (alone[1] - alone[0]) / 2, (called[1] - called[0]) / 2


# ---- battc.evaluate and CPython -------------------------------------------------------------------------------------


def evaluation_of(folder):
    """The batts of a folder, and inputs of some of them as one golden file."""
    sources = [source for source in sorted(folder.glob("*.py")) if source.with_suffix(".json").exists()]
    batts = [source for source in sources if "def solve_" not in source.read_text()]
    recorded = [json.loads(source.with_suffix(".json").read_text()) for source in batts[:: max(1, len(batts) // TASKS)]]
    inputs = [sample for one in recorded for sample in one["inputs"] if sample["C"] is not None]
    return [battc.load(source, errors=recorded[0]["mode"]) for source in batts], {"inputs": inputs}


def time_evaluation(programs, task):
    """The seconds of the computation alone, and of battc.evaluate as a whole. Reading the clock takes time, so each has a run of its own."""
    counted = _evaluate._here(programs, programs, _evaluate._items(task), ("both", (None, None), 1), counts_seconds=True)
    for _ in counted:
        pass
    start = time.perf_counter()
    for _ in battc.evaluate(programs, task):
        pass
    return counted.computing_seconds, time.perf_counter() - start


def report_evaluation(folder, rounds):
    programs, inputs = evaluation_of(folder)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as task:
        task.write(json.dumps(inputs))
        task.flush()
        timing = Timing()
        for _ in range(8 * rounds):
            timing.add(*time_evaluation(programs, task.name))
    print(f"{folder.name:28} computation {1000 * timing.alone:9.3f} ms, battc.evaluate      {1000 * timing.called:9.3f} ms, "
          f"{timing.ratio:.2f} times in the same run ({len(programs)} batts, with and without C)")  # fmt: skip


def time_cpython(folder):
    mode = "raw" if "raw" in folder.name else "safe"
    environment = {**os.environ, "REFERENCE_LOG": "off", "REFERENCE_MODE": mode}
    ran = subprocess.run([sys.executable, "bench_reference.py", str(folder), "--repeat", "3", "--json"], stdout=subprocess.PIPE,
                         check=True, cwd=ORACLE, env=environment)  # fmt: skip
    return json.loads(ran.stdout.splitlines()[-1])


# ---- the command ----------------------------------------------------------------------------------------------------


def report(name, pairs, unit="ms", scale=1000):
    """`pairs`: of each program, what the computation alone takes, and what calls take. Of programs that do next to nothing there is
    no ratio."""
    ratios = [called / alone for alone, called in pairs if alone * scale > 1e-3]
    alone, called = (scale * sum(column) for column in zip(*pairs))
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.inf
    print(f"{name:28} computation {alone:9.3f} {unit}, through the package {called:9.3f} {unit}, "
          f"{called / max(alone, 1e-9):.2f} times as a whole, {mean:.2f} as the geometric mean", flush=True)  # fmt: skip


def report_folder(folder, options):
    sources = [source for source in sorted(folder.glob("*.py")) if source.with_suffix(".json").exists()]
    timings = {}
    for source in sources:
        timing = time_program(options.battc, source, options.rounds)
        timings[source.stem] = timing.alone, timing.called
        if options.programs:
            report(source.stem, [timings[source.stem]])
    for kind in sorted({name.split("-")[0] for name in timings}):
        report(f"{folder.name}/{kind}", [pair for name, pair in timings.items() if name.split("-")[0] == kind])
    report(folder.name, list(timings.values()))
    if options.instructions:
        report(f"{folder.name}, instructions", [count_program(options.battc, source) for source in sources], "millions", 1e-6)
    report_evaluation(folder, options.rounds)
    if os.environ.get("REFERENCE_DSL") and ORACLE.exists():
        cpython = sum(time_cpython(folder).values())
        called = sum(called for _, called in timings.values())
        print(f"{'':28} CPython {1000 * cpython:10.2f} ms, {cpython / called:.1f} times as long as through the package")


def main():
    parser = argparse.ArgumentParser(description="Times golden programs through the Python package.")
    parser.add_argument("battc")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--calls", type=int, help=argparse.SUPPRESS)  # what valgrind counts: the calls of one program
    options = parser.parse_args()
    if options.calls:
        function, samples = calls_of(options.folders[0])
        for _ in range(options.calls):
            make_calls(function, samples)
        return
    for folder in options.folders:
        report_folder(folder.resolve(), options)


if __name__ == "__main__":
    main()
