#!/usr/bin/env python3
"""Every installed header compiles alone, with nothing but the installed headers in reach.

  check_headers.py CXX FOLDER      FOLDER: the include folder of an installation
"""
import pathlib
import subprocess
import sys


def main():
    compiler, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    headers = sorted(path.relative_to(folder) for path in folder.rglob("*.h"))
    headers += [path.relative_to(folder) for link in folder.iterdir() if link.is_symlink() for path in sorted(link.glob("*.h"))]
    headers = sorted(set(headers))
    if len(headers) < 5:
        print(f"{folder} holds {len(headers)} headers only")
        return 1
    failed = 0
    for header in headers:
        made = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{folder}", "-x", "c++", "-"],
                              input=f'#include "{header.as_posix()}"\n', text=True)
        if made.returncode != 0:
            print(f"{header} does not compile alone")
            failed = 1
    print(f"{len(headers)} headers")
    return failed


if __name__ == "__main__":
    sys.exit(main())
