#!/usr/bin/env python3
"""Files that the documents name are there, and the way of an op call through the sources takes at most 12 of them."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Documents leave these folders out where it is clear which one is meant.
PLACES = ("", "compiler", "docs", "dsl_kernels", "python", "runtime", "runtime/include", "runtime/value", "tests", "tests/device")
NAME = re.compile(r"[\w.-]+(?:/[\w.-]+)+\.(?:cpp|h|inc|def|py|md|toml|tsv|cmake)")
# Written by those who follow the text, or by the build.
MADE = re.compile(r"^(build[\w-]*|solvers)/")


def documents():
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def problems(document):
    text = re.sub(r"```.*?```", "", document.read_text(), flags=re.DOTALL)
    for quoted in re.findall(r"`([^`\n]+)`", text):
        if not NAME.fullmatch(quoted) or MADE.search(quoted):
            continue
        if not any((ROOT / place / quoted).exists() for place in PLACES) and not (document.parent / quoted).exists():
            yield f"{document.relative_to(ROOT)} names {quoted}, which is not there"


def files_of_a_call():
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text[text.index("## An op call from source to result"):]
    return re.findall(r"^\| `([^`]+)` \|", section[:section.index("\n## ", 4)], re.MULTILINE)


def main():
    found = [problem for document in documents() for problem in problems(document)]
    files = files_of_a_call()
    if not 8 <= len(files) <= 12:
        found.append(f"docs/architecture.md follows an op call through {len(files)} files, not through at most 12")
    found += [f"docs/architecture.md follows an op call through {file}, which is not there" for file in files if not (ROOT / file).is_file()]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
