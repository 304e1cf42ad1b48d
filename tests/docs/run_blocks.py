"""Executes the shell blocks of a document, in a scratch copy of what they need, as a reader would.

  run_blocks.py DOCUMENT BATTC BUILD_FOLDER WORK_FOLDER

Blocks marked `sh` run one after the other in one shell, with battc's folder first in the PATH; each section (##) begins in the folder of the
first one. The first command that fails ends the test. A block after "save this as `NAME`" is written to that file. Blocks marked `sh needs-...` run only where that is at hand. A block that
is not run must say what it is (`text`, `python`, ...). What takes minutes and is a test of its own, scripts/..., is not run again: the script must
be there and know the options.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# What a document takes for granted: files that the reader has.
FIXTURES = {
    "README.md": {"solver.py": "examples/solvers/settle.py", "task.json": "examples/tasks/settle.json", "programs": "examples/solvers",
                  "tasks": "examples/tasks"},
    "docs/guide.md": {"batt.py": "examples/batts/try3.py"},
    "docs/building_programs.md": {"mirror.py": "examples/solvers/mirror_right.py", "batt.py": "examples/batts/try3.py",
                                  "task.json": "examples/tasks/mirror_right.json", "examples": "examples", "tools": "tools"},
}


class Block:
    def __init__(self, section, line, info, text, file):
        self.section, self.line, self.info, self.text, self.file = section, line, info, text, file


def blocks_of(document):
    """The fenced blocks, each with the file that it is to be saved as."""
    lines = document.read_text().splitlines()
    blocks, start, paragraph, section = [], None, "", 0
    for number, line in enumerate(lines):
        if line.startswith("```"):
            if start is None:
                start = number
                continue
            saved = re.search(r"[Ss]ave this as\s+`([^`]+)`:$", paragraph)
            blocks.append(Block(section, start + 1, lines[start][3:].split(), "\n".join(lines[start + 1:number]), saved and saved[1]))
            start, paragraph = None, ""
        elif start is None and line.startswith("## "):
            section += 1
        elif start is None and line:
            paragraph += " " + line
        elif start is None:
            paragraph = paragraph if paragraph.endswith(":") else ""
    return blocks


def is_at_hand(need, build):
    kernels = {file.name.split(".")[1] for file in (build / "lib").glob("libbatt_kernels.*.cubin")}
    has_nvcc = shutil.which("nvcc") is not None
    if need == "needs-nvcc":
        return has_nvcc
    if need == "needs-kernels":
        return has_nvcc and "75" in kernels and bool(kernels & {"80", "86", "89"})
    sys.exit(f"unknown need {need}")


def problem_of_script(command):
    """Why a command that runs one of scripts/ would not work; None if it would."""
    words = shlex.split(command, comments=True)
    script = ROOT / words[0]
    if not os.access(script, os.X_OK):
        return f"there is no {words[0]}"
    text = script.read_text()
    options = [word for word in words[1:] if word.startswith("-")]
    return next((f"{words[0]} does not know {option}" for option in options if option not in text), None)


def shell_of(blocks, name, build):
    """One script of all blocks, and the notes about what is not run."""
    script, notes, section = ["set -euo pipefail", "start=$PWD", 'trap \'echo "$place fails" >&2\' ERR'], [], 0
    for block in blocks:
        place = f"{name}:{block.line}"
        if not block.info:
            sys.exit(f"{place}: a block that says neither sh nor text")
        if block.section != section:
            script.append('cd "$start"')
            section = block.section
        if block.file:
            script.append(f"cat > {block.file} <<'END_OF_BLOCK'\n{block.text}\nEND_OF_BLOCK")
        if block.info[0] != "sh":
            continue
        if missing := [need for need in block.info[1:] if not is_at_hand(need, build)]:
            notes.append(f"{place}: not run: {', '.join(missing)}")
            continue
        script.append(f"place={place}")
        for command in block.text.splitlines():
            if not command.startswith("scripts/"):
                script.append(command)
            elif problem := problem_of_script(command):
                sys.exit(f"{place}: {problem}")
    return "\n".join(script) + "\n", notes


def copy_fixtures(name, work):
    for target, source in FIXTURES.get(name, {}).items():
        (work / target).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, work / target, ignore=shutil.ignore_patterns("build", "__pycache__"))
        else:
            shutil.copy(ROOT / source, work / target)


def main():
    name, battc, build, work = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
    script, notes = shell_of(blocks_of(ROOT / name), name, build)
    shutil.rmtree(work, ignore_errors=True)
    home = work / "home"
    home.mkdir(parents=True)
    copy_fixtures(name, work)
    (work / "build").symlink_to(build)
    (home / "tokpidjin").symlink_to(os.environ.get("REFERENCE_DSL") or ROOT / "tests" / "tools" / "stand_in")
    path = os.pathsep.join([str(battc.parent), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(["bash", "-c", script], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "PATH": path, "HOME": str(home), "PREFIX": str(build)})
    print("\n".join([*notes, done.stdout]))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
