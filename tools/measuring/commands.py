"""The programs that are measured, and what is read from them."""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Failed(Exception):
    """A command that did not do what it was to do."""


def run(command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
    return done


def cost_of(command):
    """The CPU seconds of one run, and its peak memory in megabytes. Unlike time on the wall, they say little of how busy the machine is."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Battc:
    def __init__(self, program):
        self.program = program

    def bench(self, folder, repeats, built=False):
        """{name: (seconds, seconds as built, samples, ops)} for one run of every input."""
        words = [self.program, "bench", folder, "--repeat", repeats, "--json"] + (["--built"] if built else [])
        programs = json.loads(run(words).stdout)["programs"]
        return {p["name"]: (p["seconds"], p.get("built_seconds"), p["samples"], p["ops"]) for p in programs}

    def score(self, program, tasks, repeats, candidate="both", jobs=1):
        """The seconds by the clock for all samples; reading tasks and compiling are not in them."""
        words = [self.program, "score", program, "--tasks", tasks, "--candidate", candidate, "--jobs", jobs, "--stats"]
        best = float("inf")
        for _ in range(repeats):
            spent = re.search(r"scored in ([0-9.]+) s", run(words).stderr)
            best = min(best, float(spent[1]))
        return best


def cpython_seconds(folder, mode, repeats):
    """{name: seconds} by the reference; a program that this reference has no names for is left out."""
    words = [sys.executable, ROOT / "tools" / "time_reference", folder, mode, repeats]
    return json.loads(run(words).stdout.splitlines()[-1])
