"""Instructions that battc executes for ten programs, counted by callgrind: they do not depend on how busy a machine is.

  count.py BATTC COMPILER          compares with counts.json; more than 5 % more is a failure
  count.py BATTC COMPILER --renew  writes counts.json (scripts/renew-instructions does that)

COMPILER names the compiler and its version, such as "GNU 12": other compilers make other code, and their counts are not compared.
A count is of a whole run: the program is compiled, and then all its samples run 60 times. Exit code 77: skipped.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COUNTS = HERE / "counts.json"
MOST = 1.05
PROGRAMS = ("examples/batts/try5", "examples/batts/pile", "examples/solvers/fill_holes", "examples/solvers/recolor_largest",
            "examples/solvers/differ_objects", "tests/golden/programs-safe/try5-head-0043", "tests/golden/programs-safe/samples-101-0005",
            "tests/golden/programs-safe/bare-101-0039", "tests/golden/programs-raw/batch-101-0160", "tests/golden/programs-raw/try3-101-0036")  # fmt: skip


def count(battc, program):
    with tempfile.TemporaryDirectory() as folder:
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", battc, "run", ROOT / f"{program}.py", "--inputs",
                 ROOT / f"{program}.json", "--repeat", "60", "--jobs", "1", "--answers", f"{folder}/answers.json"]  # fmt: skip
        done = subprocess.run(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or counted is None:
        sys.exit(f"{program}: battc under valgrind: exit code {done.returncode}\n{done.stderr}")
    return int(counted[1])


def compare(compiler, counts):
    recorded = json.loads(COUNTS.read_text())
    if recorded["compiler"] != compiler:
        print(f"skipped: the counts are of {recorded['compiler']}, and this is {compiler}")
        return 77
    grown = 0
    for program, now in counts.items():
        before = recorded["counts"][program]
        print(f"{program:45} {now:>14,} {now / before - 1:+.1%}")
        grown += now > before * MOST
    if grown:
        print(f"{grown} of {len(counts)} programs take over 5 % more instructions than recorded. If that is meant: scripts/renew-instructions")
    return 1 if grown else 0


def main():
    battc, compiler = sys.argv[1], sys.argv[2]
    if shutil.which("valgrind") is None:
        print("skipped: no valgrind: scripts/setup --test")
        return 77
    counts = {program: count(battc, program) for program in PROGRAMS}
    if "--renew" not in sys.argv[3:]:
        return compare(compiler, counts)
    COUNTS.write_text(json.dumps({"compiler": compiler, "counts": counts}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
