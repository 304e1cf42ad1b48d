#!/usr/bin/env python3
"""clang-tidy finds nothing in the sources, with the checks of .clang-tidy. Ends with 77 where there is no clang-tidy 14.

  check_tidy.py BUILD_FOLDER            all sources of FOLDERS
  check_tidy.py BUILD_FOLDER FILE...    these alone

Most of the time goes into headers. So sources of one folder that fit together are checked as one file that includes them: that takes
a third of the time. Where they do not fit after all, those with findings and the others are checked apart.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import clang14

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("compiler/", "dsl_kernels/", "python/src/", "runtime/", "tools/")
MOST_LINES = 2500  # of one group


def sources(build):
    """The files of the folders that the build compiles, each with its options: what it does not compile cannot be read, either."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if path.is_relative_to(ROOT):
            found.setdefault(path.relative_to(ROOT).as_posix(), options_of(entry))
    return found


def options_of(entry):
    words, options = iter(shlex.split(entry["command"])), []
    for word in words:
        if word in ("-I", "-isystem", "-include"):
            options += [word, next(words)]
        elif word.startswith(("-I", "-D", "-f", "-m", "-std=")):
            options.append(word)
    return tuple(options)


def names(text):
    """What a source declares outside of functions and types, as far as one can tell from its lines."""
    for line in text.splitlines():
        for pattern in (r"#define (\w+)", r"(?:struct|class|enum class|enum|union) (\w+)", r"using (\w+) =",
                        r"(?!#|namespace|using|template|extern|static_assert)[a-zA-Z_][^(=]*?(?<!::)\b(\w+\()",
                        r"(?!#|namespace|using|template|extern)[a-zA-Z_][^(]*?\b(\w+)(?:\[[^]]*\])* ?[={;]"):
            if match := re.match(pattern, line):
                yield match[1]
                break


def groups_of(files):
    """Lists of sources that have one folder and the same options, and declare no name twice."""
    groups = []
    for file, options in sorted(files.items()):
        text = (ROOT / file).read_text()
        declared, lines, key = set(names(text)), text.count("\n"), (file.split("/")[0], options)
        for group in groups:
            if group["key"] == key and group["lines"] + lines <= MOST_LINES and not group["names"] & declared:
                break
        else:
            group = {"key": key, "lines": 0, "names": set(), "files": []}
            groups.append(group)
        group["files"].append(file)
        group["lines"] += lines
        group["names"] |= declared
    # The largest first: no worker ends long after the others.
    return [(group["files"], group["key"][1]) for group in sorted(groups, key=lambda group: -group["lines"])]


def findings(command, files, options):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as whole:
        whole.writelines(f'#include "{ROOT / file}"\n' for file in files)
        whole.flush()
        name = whole.name if len(files) > 1 else files[0]
        run = subprocess.run([command, "--config-file=.clang-tidy", "--quiet", name, "--", *options], cwd=ROOT, capture_output=True, text=True)
    found = re.findall(r"^(\S+:\d+:\d+: (?:warning|error): .*)$", run.stdout, re.MULTILINE)
    if len(files) > 1 and (run.returncode != 0 or found):
        named = [file for file in files if any(line.startswith(f"{ROOT / file}:") for line in found)]
        first = named if 0 < len(named) < len(files) else files[:len(files) // 2]
        return findings(command, first, options) + findings(command, [file for file in files if file not in first], options)
    return found if found or run.returncode == 0 else [f"{files[0]}: clang-tidy failed:\n{run.stdout}{run.stderr}"]


def main():
    build, wanted = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    command = clang14.find("clang-tidy")
    if command is None:
        return 77
    compiled = sources(build)
    files = {file: compiled.get(file) for file in wanted or compiled if wanted or file.startswith(FOLDERS)}
    if not files or None in files.values():
        print(f"{build} does not compile {', '.join(file for file in files if files[file] is None) or 'the sources'}")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        lists = workers.map(lambda group: findings(command, *group), groups_of(files))
        found = sorted({line.replace(f"{ROOT}/", "") for lines in lists for line in lines})
    print("\n".join(found + [f"{len(files)} files, {len(found)} findings"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
