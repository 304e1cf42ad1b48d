#!/usr/bin/env python3
"""A file includes files of its own layer and of those below, never of those above (docs/architecture.md lists the layers)."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# From the lowest to the highest; folders of one line may use each other.
LAYERS = [
    ["runtime/rows"],
    ["runtime/include/batt"],
    ["runtime/value", "runtime/team"],
    ["runtime/python"],
    ["dsl_kernels"],
    # What emitted programs include is public, but stands here: it calls ops and runs loops.
    ["runtime/exec", "runtime/module", "runtime/device", "runtime/task", "runtime/include/batt/emitted.h",
     "runtime/include/batt/emitted_loops.h", "runtime/include/batt/emitted_stages.h"],
    ["compiler/support"],
    ["compiler/frontend"],
    ["compiler/ir"],
    ["compiler/passes", "compiler/lower"],
    ["compiler/emit"],
    ["compiler/driver", "compiler/main.cpp"],
]


def layer_of(path):
    """The number of the layer that names the file, or the innermost folder of it."""
    named = [(len(place), number) for number, places in enumerate(LAYERS) for place in places
             if path == place or path.startswith(place + "/")]
    return max(named)[1] if named else None


def resolve(name):
    """The path of an included file from the root, or None if it is not of this tree."""
    for folder in ("", "runtime/include/"):
        if (ROOT / (folder + name)).is_file():
            return folder + name
    return None


def problems(name, text):
    own = layer_of(name)
    for line, included in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#include "([^"]+)"', included)
        target = match and resolve(match[1])
        if not target:
            continue
        other = layer_of(target)
        if other is None:
            yield f"{name}:{line}: {target} belongs to no layer: add its folder to LAYERS of {pathlib.Path(__file__).name}"
        elif other > own and not target.endswith(".def"):
            yield f"{name}:{line}: {LAYERS[own][0]} is below {LAYERS[other][0]}, and must not include {target}"


def self_check():
    assert list(problems("runtime/value/x.h", '#include "dsl_kernels/op_table.h"\n'))
    assert not list(problems("dsl_kernels/x.cpp", '#include "runtime/value/set.h"\n#include "batt/value.h"\n'))


def main():
    self_check()
    found = []
    for folder in ("runtime", "dsl_kernels", "compiler"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in (".h", ".cpp") or layer_of(name) is None:
                continue
            found += problems(name, path.read_text())
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
