#!/usr/bin/env python3
"""Every C++ file of the tree is formatted as .clang-format says. Ends with 77 where there is no clang-format 14."""
import pathlib
import subprocess
import sys

import clang14

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("compiler", "dsl_kernels", "examples", "python", "runtime", "tests", "tools")
# Written by battc, or by no one who formats.
GENERATED = ("tests/snapshots/",)


def sources():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".h") and path.is_file() and not name.startswith(GENERATED):
                yield name


def main():
    command = clang14.find("clang-format")
    if command is None:
        return 77
    found = subprocess.run([command, "--dry-run", "-Werror", *sources()], cwd=ROOT, capture_output=True, text=True)
    files = sorted({line.split(":")[0] for line in found.stderr.splitlines() if "clang-format-violations" in line})
    if found.returncode != 0 and not files:
        print(found.stderr)
    for file in files:
        print(f"{file} is not formatted: run {command} -i {file}")
    return 1 if found.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
