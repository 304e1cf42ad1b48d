#!/usr/bin/env python3
"""clang-tidy finds nothing in the sources, with the checks of .clang-tidy. Ends with 77 where there is no clang-tidy.

  check_tidy.py BUILD_FOLDER            the sources of FOLDERS, in which most of the work is: about two minutes on two cores
  check_tidy.py BUILD_FOLDER FILE...    these alone
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("compiler/emit/", "compiler/frontend/", "compiler/ir/", "compiler/lower/", "compiler/passes/", "compiler/support/",
           "dsl_kernels/", "runtime/exec/", "runtime/module/", "runtime/python/", "runtime/value/")


def sources(build):
    """The files of the folders that the build compiles: what it does not compile cannot be read, either."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).as_posix().startswith(FOLDERS):
            yield path.relative_to(ROOT).as_posix()


def findings(command, build, file):
    run = subprocess.run([command, "-p", str(build), "--quiet", file], cwd=ROOT, capture_output=True, text=True)
    found = re.findall(r"^(\S+:\d+:\d+: (?:warning|error): .*)$", run.stdout, re.MULTILINE)
    return found if found or run.returncode == 0 else [f"{file}: clang-tidy failed:\n{run.stdout}{run.stderr}"]


def main():
    build, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    command = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if command is None:
        print("there is no clang-tidy: scripts/setup --test installs it")
        return 77
    files = wanted or sorted(set(sources(build)))
    if not files:
        print(f"{build} compiles none of the sources")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        lists = workers.map(lambda file: findings(command, build, file), files)
        found = sorted({line.replace(f"{ROOT}/", "") for lines in lists for line in lines})
    print("\n".join(found + [f"{len(files)} files, {len(found)} findings"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
