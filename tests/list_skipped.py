"""Prints what a run of the test suite left out, and why: the last lines of scripts/test.

  list_skipped.py --full yes|no RESULTS.xml...

RESULTS.xml is what `ctest --output-junit` writes. A skipped test says why in a line that begins with "skipped: ".
"""
import sys
import xml.etree.ElementTree


def skipped_tests(file):
    """(name, reason) of each test that was skipped."""
    try:
        suite = xml.etree.ElementTree.parse(file).getroot()
    except (OSError, xml.etree.ElementTree.ParseError):
        yield file, "its tests did not run to the end"
        return
    for case in suite.iter("testcase"):
        if case.find("skipped") is not None:
            output = case.findtext("system-out") or ""
            reasons = [line[len("skipped: "):] for line in output.splitlines() if line.startswith("skipped: ")]
            yield case.get("name"), reasons[0] if reasons else case.find("skipped").get("message") or "no reason given"


def main():
    if sys.argv[1] != "--full" or len(sys.argv) < 3:
        sys.exit(__doc__)
    by_reason = {}
    for file in sys.argv[3:]:
        for name, reason in skipped_tests(file):
            by_reason.setdefault(reason, {})[name] = None
    if sys.argv[2] == "no":
        by_reason["scripts/test --full runs these"] = {"longer tests": None}
    by_reason["scripts/test --gpu runs these, where there is one"] = {"tests on a GPU": None}
    print("\nscripts/test: not run:")
    for reason, names in by_reason.items():
        print(f"  {', '.join(names)} ({reason})")


if __name__ == "__main__":
    main()
