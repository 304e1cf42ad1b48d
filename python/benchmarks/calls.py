"""Times golden programs: computation alone, called from Python through the package, evaluated by battc.evaluate, and by CPython.

  calls.py BATTC FOLDER...     BATTC is the program `battc`; scripts/bench-python calls this

One pass calls every sample once, conversions of arguments and results included; of several passes the best counts, as in `battc bench`.
Computation and calls take turns, so that a busy machine slows both. battc.evaluate takes all batts of a folder and a task of some of their
inputs, each with C = None and with the recorded C; the computation beside it is measured in the very same calls. CPython is timed if REFERENCE_DSL names a checkout of the
reference DSL and the oracle lies beside this checkout.
"""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import battc
from battc import _evaluate

ROOT = pathlib.Path(__file__).resolve().parents[2]
ORACLE = ROOT / "../shared/oracle"
PASSES, ROUNDS, TASKS = 20, 3, 12


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def calls_of(source):
    """One function without arguments for each sample."""
    recorded = json.loads(source.with_suffix(".json").read_text())
    program = battc.load(source, errors=recorded["mode"])
    samples = [(sample["task_id"], *(tuples(sample[name]) for name in "SIC")) for sample in recorded["inputs"]]
    if hasattr(program, "batt"):
        return program.batt, [(*sample, None) for sample in samples]
    return getattr(program, program.functions[0]), [sample[1:] for sample in samples]


def time_calls(function, samples):
    best = math.inf
    for _ in range(PASSES):
        start = time.perf_counter()
        for sample in samples:
            try:
                function(*sample)
            except Exception:
                pass
        best = min(best, time.perf_counter() - start)
    return best


def time_computation(compiler, folder):
    ran = subprocess.run([compiler, "bench", str(folder), "--repeat", str(PASSES), "--json"], stdout=subprocess.PIPE, check=True)
    return {program["name"]: program["seconds"] for program in json.loads(ran.stdout)["programs"]}


def time_cpython(folder):
    mode = "raw" if "raw" in folder.name else "safe"
    environment = {**os.environ, "REFERENCE_LOG": "off", "REFERENCE_MODE": mode}
    ran = subprocess.run([sys.executable, "bench_reference.py", str(folder), "--repeat", "3", "--json"], stdout=subprocess.PIPE,
                         check=True, cwd=ORACLE, env=environment)  # fmt: skip
    return json.loads(ran.stdout.splitlines()[-1])


def evaluation_of(folder):
    """The batts of a folder, and inputs of some of them as one golden file."""
    sources = [source for source in sorted(folder.glob("*.py")) if source.with_suffix(".json").exists()]
    batts = [source for source in sources if "def solve_" not in source.read_text()]
    recorded = [json.loads(source.with_suffix(".json").read_text()) for source in batts[:: max(1, len(batts) // TASKS)]]
    inputs = [sample for one in recorded for sample in one["inputs"] if sample["C"] is not None]
    return [battc.load(source, errors=recorded[0]["mode"]) for source in batts], {"inputs": inputs}


def time_evaluation(programs, task):
    """The seconds of the computation, and of all, in the same run."""
    start = time.perf_counter()
    evaluation = _evaluate._evaluation(programs, programs, _evaluate._items(task), ("both", 0.0, 0, 1))
    while (block := evaluation.next_block()) is not None:
        for _ in block:
            pass
    return evaluation.computing_seconds, time.perf_counter() - start


def report_evaluation(folder):
    programs, inputs = evaluation_of(folder)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as task:
        task.write(json.dumps(inputs))
        task.flush()
        alone, evaluated = min((time_evaluation(programs, task.name) for _ in range(PASSES)), key=lambda times: times[1])
    print(f"{folder.name:28} computation {1000 * alone:8.3f} ms, battc.evaluate      {1000 * evaluated:8.3f} ms, "
          f"{evaluated / alone:.2f} times as a whole ({len(programs)} batts, with and without C)")  # fmt: skip


def main():
    compiler, folders = sys.argv[1], [pathlib.Path(folder).resolve() for folder in sys.argv[2:]]
    for folder in folders:
        programs = {source.stem: calls_of(source) for source in sorted(folder.glob("*.py")) if source.with_suffix(".json").exists()}
        alone, called = {}, {}
        for _ in range(ROUNDS):
            for name, seconds in time_computation(compiler, folder).items():
                alone[name] = min(seconds, alone.get(name, math.inf))
            for name, (function, samples) in programs.items():
                called[name] = min(time_calls(function, samples), called.get(name, math.inf))
        for kind in sorted({name.split("-")[0] for name in programs}):
            names = [name for name in programs if name.split("-")[0] == kind]
            report(f"{folder.name}/{kind}", [alone[name] for name in names], [called[name] for name in names])
        report(folder.name, list(alone.values()), list(called.values()))
        report_evaluation(folder)
        if os.environ.get("REFERENCE_DSL") and ORACLE.exists():
            cpython = sum(time_cpython(folder).values())
            print(f"{'':28} CPython {1000 * cpython:10.2f} ms, {cpython / sum(called.values()):.1f} times as long as through the package")


def report(name, alone, called):
    ratios = [c / a for a, c in zip(alone, called) if a > 0]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{name:28} computation {1000 * sum(alone):8.3f} ms, through the package {1000 * sum(called):8.3f} ms, "
          f"{sum(called) / sum(alone):.2f} times as a whole, {mean:.2f} as the geometric mean")  # fmt: skip


if __name__ == "__main__":
    main()
