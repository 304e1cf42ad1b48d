"""`battc profile`: its tables, its trace events and its folded stacks agree with each other and with the program."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

BATT = """\
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = apply(first, S)
    t2 = rot90(I)
    t3 = rot90(t2)
    t4 = fill(C, FIVE, ORIGIN)
    t5 = hmirror_t(I)
    o.append((1, False, 'x', t1))
    o.append((3, False, 'x', t3))
    o.append((4, False, 'x', t4))
    return o, s
"""
GRID = [[1, 2, 3, 4], [3, 4, 5, 6]]
TASK = {"train": [{"input": GRID, "output": GRID}] * 2, "test": [{"input": GRID, "output": GRID}]}


class Profile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "batt.py").write_text(BATT)
        (self.folder / "task.json").write_text(json.dumps(TASK))

    def profile(self, *words):
        done = subprocess.run([os.environ["BATTC"], "profile", "batt.py", "--tasks", "task.json", *words], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def calls(self, text, name):
        """How often the row of a table says that it was called."""
        return int(re.search(rf"^ *(\d+) .*  {re.escape(name)}$", text, re.MULTILINE)[1])

    def test_tables(self):
        text = self.profile()
        self.assertIn("batt: 3 samples, 6 calls, 0 ended", text)
        # What depends on S runs for two samples, of which the second keeps it; what depends on I once for a sample; what
        # depends on C in each call.
        self.assertEqual([self.calls(text, name) for name in ("task", "sample", "call")], [2, 6, 6])
        self.assertEqual([self.calls(text, name) for name in ("apply", "rot90", "fill")], [2, 6, 6])
        self.assertEqual(self.calls(text, "    6 sample t3 = rot90(t2)"), 3)
        self.assertNotIn("hmirror_t", text)
        self.assertEqual(self.calls(self.profile("--candidate", "none"), "call"), 3)
        self.assertEqual(self.calls(self.profile("--errors", "raw"), "hmirror_t"), 3)
        self.assertIn("2 more", self.profile("--top", "2"))

    def test_trace(self):
        self.profile("--trace", "trace.json")
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        calls = [event for event in events if event["cat"] == "batt"]
        ops = [event for event in events if event["cat"] != "batt"]
        self.assertEqual((len(calls), len(ops)), (6, 14))
        self.assertEqual(calls[1]["name"], "task sample 0, C = expected")
        self.assertTrue(all(event["ph"] == "X" and event["dur"] >= 0 for event in events))
        first = next(event for event in ops if event["name"] == "apply")
        self.assertEqual((first["cat"], first["args"]), ("task", {"line": 4, "statement": "t1 = apply(first, S)"}))
        for event in ops:
            self.assertTrue(any(call["ts"] <= event["ts"] + 0.001 and
                                event["ts"] + event["dur"] <= call["ts"] + call["dur"] + 0.001 for call in calls))

    def test_folded_stacks(self):
        self.profile("--folded", "stacks")
        for line in (self.folder / "stacks").read_text().splitlines():
            self.assertRegex(line, r"^batt;(task|sample|call);line \d+: [^;]+;\w+ \d+$")


if __name__ == "__main__":
    unittest.main()
