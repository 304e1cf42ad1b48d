"""Tests tools/measure: every section is measured, and the page and its plots are written."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BATTC = os.environ["BATTC"]


class Measure(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()) if hasattr(self, "enterContext") else tempfile.mkdtemp())
        self.golden = self.folder / "few"
        self.golden.mkdir()
        for source in sorted((ROOT / "tests/golden/programs-safe").glob("try5-*.py"))[:2]:
            for file in (source, source.with_suffix(".json")):
                shutil.copy(file, self.golden)

    def measure(self, *options, **environment):
        without = {name: value for name, value in os.environ.items() if name != "REFERENCE_DSL"}
        return subprocess.run([sys.executable, ROOT / "tools/measure", "--battc", BATTC, *map(str, options)], capture_output=True, text=True,
                              env={**without, **environment})  # fmt: skip

    def test_the_page(self):
        page = self.folder / "performance.md"
        done = self.measure("--quick", "--write", page, self.golden, REFERENCE_DSL=str(HERE / "stand_in"))
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        for title in ("Programs, one core", "Two calls for each sample", "The sample pattern", "Longer programs", "More samples"):
            self.assertIn(f"## {title}\n\n    scripts/bench --only ", text)
            self.assertIn(title, done.stdout)
        self.assertNotIn(str(self.folder), text)
        named = re.findall(r"\]\((performance/.*?\.svg)\)", text)
        self.assertGreaterEqual(len(named), 3)
        for name in named:
            self.assertEqual(xml.etree.ElementTree.parse(self.folder / name).getroot().tag, "{http://www.w3.org/2000/svg}svg")

    def test_one_section(self):
        done = self.measure("--quick", "--only", "programs", self.golden)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\| few \| 2 \| [0-9.]+ ms \|")
        self.assertNotIn("More samples", done.stdout)

    def test_nothing_to_measure(self):
        empty = self.folder / "empty"
        empty.mkdir()
        done = self.measure("--quick", "--only", "programs", empty)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing to measure", done.stderr)
        self.assertEqual(self.measure(self.folder / "missing").returncode, 2)


if __name__ == "__main__":
    unittest.main()
