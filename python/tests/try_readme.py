"""Runs the Python example of the README: the first block of ```python after the heading "From Python".

  python try_readme.py README.md     without pytest, so that it runs in an empty environment
"""
import os
import re
import sys
import tempfile


def example(readme):
    with open(readme, encoding="utf-8") as file:
        section = file.read().split("## From Python", 1)[1]
    return re.search(r"```python\n(.*?)```", section, re.DOTALL).group(1)


def main():
    code = example(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})
        os.chdir("/")


if __name__ == "__main__":
    main()
