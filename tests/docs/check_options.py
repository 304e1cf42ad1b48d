"""docs/options.md names every option that battc has, and no other.

  check_options.py BATTC
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OPTION = r"(?<![\w-])--?[A-Za-z][\w-]*"


def options_of(battc, *command):
    """The options that the help lists, at the beginning of a line each."""
    text = subprocess.run([battc, *command, "--help"], check=True, capture_output=True, text=True).stdout
    found = set()
    for line in text.splitlines():
        if names := re.match(rf"  ({OPTION}(?:,{OPTION})*)", line):
            # CLI11 knows only long options of several letters: -MD is listed as --MD.
            found |= {re.sub(r"^--(M[DFQT])$", r"-\1", name) for name in names[1].split(",")}
    return found - {"-h", "--help"}


def main():
    battc = sys.argv[1]
    page = (ROOT / "docs" / "options.md").read_text()
    named = {name for code in re.findall(r"`([^`]*)`", page) for name in re.findall(OPTION, code)}
    known, problems = set(), []
    for command in ((), ("run",), ("score",), ("test",), ("bench",), ("tune",), ("ops",)):
        options = options_of(battc, *command)
        known |= options
        levels = {"-O"} if {"-O0", "-O1", "-O2"} <= named else set()
        problems += [f"does not name {option} of battc {' '.join(command)}" for option in sorted(options - named - levels)]
    allowed = known | {"-O0", "-O1", "-O2", "-safe", "-raw", "--help"}
    problems += [f"names {name}, which battc does not have" for name in sorted(named - allowed)]
    for problem in problems:
        print(f"docs/options.md {problem}", file=sys.stderr)
    return 1 if problems or not known else 0


if __name__ == "__main__":
    sys.exit(main())
