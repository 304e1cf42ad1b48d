"""Times golden programs: computation alone, called from Python through the package, evaluated by battc.evaluate, and by CPython.

  calls.py [--rounds N] [--programs] [--instructions] BATTC FOLDER...     BATTC is the program `battc`; scripts/bench-python calls this

Every call is one of a new sample. Recorded programs have two to nine samples each, and the package keeps what it read, computed and made for the
last ones. So each program gets SAMPLES others: a recorded sample, turned or mirrored and with two colours exchanged, is a task, whose samples are its own
I and the inputs of its S, as callers make them: with one S. `battc bench` runs the same ones. One pass of a program calls each of them once, with
arguments that were made for it, conversions of arguments and results included; the passes of the programs take turns, so that what is kept at the end of a
pass is gone before the next one of that program. Times are those of the processor, which a busy machine changes little. `battc bench` and calls take turns
as well, round by round; of each the median counts.

"both calls" is what callers do: each sample with C = None and then with its own C, the other arguments being the same objects. The computation is that of
both calls as well, in which what does not depend on C runs once.

battc.evaluate takes all batts of a folder and a file of some of their inputs, each with C = None and with the recorded C; what is left out of the
computation beside it is everything but the very calls that evaluate makes: reading the file, comparing, making results. Both are by the clock.

Of several folders the sums are printed as well: what all of their programs take together.

--programs prints a line for each program; --instructions counts instructions with valgrind as well, which no load changes (minutes).
CPython is timed if REFERENCE_DSL names a checkout of the reference DSL and the oracle lies beside this checkout.
"""
import argparse
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from random import Random

import battc
from battc import _evaluate

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORACLE = ROOT / "../shared/oracle"
LEAST_SECONDS, TURNS, TASKS, SAMPLES = 0.2, 5, 12, 256
COUNTED_PASSES = 2, 4


# ---- samples --------------------------------------------------------------------------------------------------------


def is_grid(value):
    return bool(value) and all(isinstance(row, list) and row and all(type(cell) is int for cell in row) for row in value)


class Variation:
    """Turns or mirrors grids, and exchanges two colours in them."""

    def __init__(self, random):
        self.turns, self.is_mirrored = random.randrange(4), random.random() < 0.5
        a, b = random.sample(range(1, 10), 2)
        self.colors = {a: b, b: a}

    def of(self, value):
        if not isinstance(value, list):
            return value
        if not is_grid(value) or len(set(map(len, value))) != 1:
            return list(map(self.of, value))
        grid = [[self.colors.get(cell, cell) for cell in row] for row in value]
        for _ in range(self.turns):
            grid = [list(row) for row in zip(*grid[::-1])]
        return grid[::-1] if self.is_mirrored else grid


def samples_of(sample):
    """Those of the task that a recorded sample belongs to."""
    pairs = [pair for pair in sample["S"] if len(pair) == 2] if isinstance(sample["S"], list) else []
    return [sample, *({**sample, "I": I, "C": C} for I, C in pairs)]


def vary(inputs):
    """SAMPLES samples, or a few more."""
    random = Random(len(inputs))
    varied = []
    while len(varied) < SAMPLES:
        for sample in inputs:
            variation, task = Variation(random), f"{sample['task_id']}-{len(varied)}"
            varied += samples_of({**sample, "task_id": task, **{name: variation.of(sample[name]) for name in "SIC"}})
    return varied


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def both_calls(inputs):
    """Each sample that has a C twice, without it at first."""
    return [{**sample, "C": C} for sample in inputs if sample["C"] is not None for C in (None, sample["C"])]


class Program:
    """A golden program with its new samples, in a file of `folder` that `battc bench` reads."""

    def __init__(self, source, folder, samples=lambda inputs: inputs):
        recorded = json.loads(source.with_suffix(".json").read_text())
        self.inputs = samples(vary(recorded["inputs"]))
        self.name, self.source = source.stem, folder / source.name
        shutil.copy(source, self.source)
        self.source.with_suffix(".json").write_text(json.dumps({**recorded, "inputs": self.inputs, "answers": []}))
        program = battc.load(source, errors=recorded["mode"])
        self.is_batt = hasattr(program, "batt")
        self.function = program.batt if self.is_batt else getattr(program, program.functions[0])

    def new_samples(self):
        """Their arguments. The samples of a task have one S, the calls of a sample one I."""
        tasks = {sample["task_id"]: tuples(sample["S"]) for sample in self.inputs}
        grids = {id(sample["I"]): tuples(sample["I"]) for sample in self.inputs}
        samples = [(sample["task_id"], tasks[sample["task_id"]], grids[id(sample["I"])], tuples(sample["C"])) for sample in self.inputs]
        return [(*sample, None) for sample in samples] if self.is_batt else [sample[1:] for sample in samples]


# ---- times ----------------------------------------------------------------------------------------------------------


def make_calls(function, samples):
    for sample in samples:
        try:
            function(*sample)
        except Exception:
            pass


def time_calls(program):
    """The seconds of a pass."""
    samples = program.new_samples()
    start = time.process_time()
    make_calls(program.function, samples)
    return time.process_time() - start


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


def time_programs(compiler, programs, rounds):
    """A Timing of each."""
    first = [time_calls(program) for program in programs]
    timings = [Timing() for _ in programs]
    for _ in range(rounds):
        alone = [time_computation(compiler, program.source, math.ceil(LEAST_SECONDS / least)) for program, least in zip(programs, first)]
        called = [0.0] * len(programs)
        for _ in range(TURNS):
            for k, program in enumerate(programs):
                called[k] += time_calls(program) / TURNS
        for timing, pair in zip(timings, zip(alone, called)):
            timing.add(*pair)
    return timings


# ---- instructions ---------------------------------------------------------------------------------------------------


def count_instructions(command):
    with tempfile.TemporaryDirectory() as folder:
        counted = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)  # fmt: skip
    return int(re.search(r"Collected : (\d+)", counted.stderr)[1])


def count_program(compiler, source):
    """The instructions of a pass: those of four passes, less those of two, halved."""
    calls = [sys.executable, __file__, "--calls"]
    with tempfile.TemporaryDirectory() as folder:
        varied = Program(source, pathlib.Path(folder)).source
        alone = [count_instructions(bench_command(compiler, varied, passes)) for passes in COUNTED_PASSES]
    called = [count_instructions([*calls, str(passes), compiler, str(source)]) for passes in COUNTED_PASSES]
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
    """The Timing."""
    programs, inputs = evaluation_of(folder)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as task:
        task.write(json.dumps(inputs))
        task.flush()
        timing = Timing()
        for _ in range(8 * rounds):
            timing.add(*time_evaluation(programs, task.name))
    print(f"{folder.name:28} computation {1000 * timing.alone:9.3f} ms, battc.evaluate      {1000 * timing.called:9.3f} ms, "
          f"{timing.ratio:.2f} times in the same run ({len(programs)} batts, with and without C)")  # fmt: skip
    return timing


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


def time_sources(sources, options, samples=lambda inputs: inputs):
    """{name: (what the computation alone takes, what calls take)} of those that have such samples."""
    with tempfile.TemporaryDirectory() as varied:
        programs = [Program(source, pathlib.Path(varied), samples) for source in sources]
        programs = [program for program in programs if program.inputs]
        timed = time_programs(options.battc, programs, options.rounds)
    return {program.name: (timing.alone, timing.called) for program, timing in zip(programs, timed)}


def report_folder(folder, options):
    """What the computation alone takes, and what calls take: of each program, with both calls of each program, and of the folder's evaluation."""
    sources = [source for source in sorted(folder.glob("*.py")) if source.with_suffix(".json").exists()]
    timings = time_sources(sources, options)
    if options.programs:
        for name, pair in timings.items():
            report(name, [pair])
    for kind in sorted({name.split("-")[0] for name in timings}):
        report(f"{folder.name}/{kind}", [pair for name, pair in timings.items() if name.split("-")[0] == kind])
    report(folder.name, list(timings.values()))
    both = list(time_sources(sources, options, both_calls).values())
    report(f"{folder.name}, both calls", both)
    if options.instructions:
        report(f"{folder.name}, instructions", [count_program(options.battc, source) for source in sources], "millions", 1e-6)
    evaluation = report_evaluation(folder, options.rounds)
    if os.environ.get("REFERENCE_DSL") and ORACLE.exists():
        cpython = sum(time_cpython(folder).values())
        called = sum(called for _, called in timings.values())
        print(f"{'':28} CPython {1000 * cpython:10.2f} ms, {cpython / called:.1f} times as long as through the package")
    return list(timings.values()), both, (evaluation.alone, evaluation.called)


def report_all(calls, both, evaluations):
    """Of all folders together."""
    report("all folders", [pair for pairs in calls for pair in pairs])
    report("all folders, both calls", [pair for pairs in both for pair in pairs])
    alone, called = (1000 * sum(column) for column in zip(*evaluations))
    print(f"{'all folders':28} computation {alone:9.3f} ms, battc.evaluate      {called:9.3f} ms, {called / alone:.2f} times as a whole")


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
        with tempfile.TemporaryDirectory() as folder:
            program = Program(options.folders[0], pathlib.Path(folder))
        made = [program.new_samples() for _ in range(COUNTED_PASSES[-1])]
        for samples in made[: options.calls]:
            make_calls(program.function, samples)
        return
    reports = [report_folder(folder.resolve(), options) for folder in options.folders]
    if len(reports) > 1:
        report_all(*zip(*reports))


if __name__ == "__main__":
    main()
