"""Follows docs/adding_an_op.md in a copy of the sources, and compiles what it adds.

  check_adding_an_op.py CXX WORK_FOLDER OPTIONS...
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def insert_before_last(file, mark, text):
    content = file.read_text()
    place = content.rindex(mark)
    file.write_text(f"{content[:place]}{text}\n\n{content[place:]}")


def main():
    compiler, work, options = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    page = (ROOT / "docs" / "adding_an_op.md").read_text()
    files = re.findall(r"^## \d\. .*?: `(.*)`$", page, re.MULTILINE)
    assert len(files) == 3 and all((ROOT / file).is_file() for file in files), files
    row, general, packed = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL):
        for line in text.splitlines():
            assert json.loads(line)["op"] == "transpose"
    shutil.rmtree(work, ignore_errors=True)
    for folder in ("dsl_kernels", "runtime", "compiler"):
        shutil.copytree(ROOT / folder, work / folder)
    table, file, _ = files
    (work / table).write_text((work / table).read_text() + row)
    for body in (general, packed):
        insert_before_last(work / file, "}  // namespace batt", body.rstrip())
    for file in [file, "dsl_kernels/op_table.cpp", "dsl_kernels/op_facts.cpp", "dsl_kernels/calls/dispatch_op.cpp"]:
        subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-march=x86-64-v2", f"-I{work}",
                        f"-I{work}/runtime/include", *options, str(work / file)], check=True)
    # A signature other than the row's is another function: the body that the table declares must be the one that is there.
    declared = "dsl_kernels/op_bodies.h"
    test = work / "signature.cpp"
    test.write_text(f'#include "{declared}"\nnamespace batt {{\nstatic_assert(requires(Context& c, Value v) {{ transpose_general(c, v); transpose_packed(c, v); op_transpose(c, v); }});\n}}\n')
    subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{work}", f"-I{work}/runtime/include", str(test)], check=True)


if __name__ == "__main__":
    main()
