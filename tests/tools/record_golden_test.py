"""Tests tools/record_golden and tools/time_reference: with a stand-in for the reference, and with the reference itself if REFERENCE_DSL names it."""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOOL = ROOT / "tools" / "record_golden"
REFERENCE = os.environ.get("REFERENCE_DSL")
sys.path.insert(0, str(ROOT / "tools" / "recording"))

import codec  # noqa: E402
import merge  # noqa: E402

TASK = {"train": [{"input": [[1, 2]], "output": [[2, 1]]}], "test": [{"input": [[3]], "output": [[4]]}]}


class Codec(unittest.TestCase):
    def test_values_come_back_as_they_were(self):
        values = [0, -5, True, False, None, "text", 2**63 - 1, -2**63, 2**70, 0.5, math.inf, -math.inf, (), ((1, 2), (3,)),
                  frozenset(), frozenset([3, (1, 2), frozenset([4])]), [1, [2]]]
        for value in values:
            again = codec.decode(json.loads(json.dumps(codec.encode(value))), {})
            self.assertEqual((type(again), again), (type(value), value))
        self.assertTrue(math.isnan(codec.decode(codec.encode(math.nan), {})))

    def test_kinds_stay_apart(self):
        self.assertEqual(json.dumps([codec.encode(value) for value in (1, True, 1.0, 2**63)]),
                         '[1, true, {"f": "1.0"}, {"big": "9223372036854775808"}]')

    def test_what_has_no_json(self):
        for value in (iter(()), {1}, 1j):
            with self.assertRaises(codec.NotEncodable):
                codec.encode(value)
        deep = ()
        for _ in range(codec.DEEPEST + 1):
            deep = (deep,)
        with self.assertRaises(codec.NotEncodable):
            codec.encode(deep)

    def test_malformed(self):
        for data in ({}, {"x": 1}, {"f": "1.0", "s": []}):
            with self.assertRaises(ValueError):
                codec.decode(data, {})

    def test_sets_whose_order_is_not_fixed(self):
        for members, unfixed in [((1, 2), False), ((1, None), True), ((None,), False), ((1, (2, math.nan)), True),
                                 (("a", 1), True), ((len, 1), True), ((1, 0.5, True), False), ((1, frozenset("a")), True)]:
            encoder = codec.Encoder()
            encoder.encode((frozenset(members),))
            self.assertEqual(encoder.unfixed, unfixed, members)


class Merge(unittest.TestCase):
    def test_solver(self):
        one, two = {"O": 1}, {"O": 2}
        self.assertEqual(merge.merged([[one, False], [one, False]]), {"O": 1})
        self.assertEqual(merge.merged([[one, False], [two, False]]), {"O": 1, "unfixed": True})
        self.assertEqual(merge.merged([[one, True], [one, True]]), {"O": 1, "unfixed": True})
        self.assertEqual(merge.merged([[one, False], [{"exc": "E"}, False]]), {"O": 1, "unfixed": True})

    def test_batt(self):
        none = {"o": [], "s": []}
        one, two = {"o": [[1], [2]], "s": [[3]]}, {"o": [[1], [5]], "s": [[3]]}
        self.assertEqual(merge.merged([[one, none], [one, none]]), one)
        self.assertEqual(merge.merged([[one, none], [two, none]]), {**one, "unfixed": {"o": [1], "s": []}})
        self.assertEqual(merge.merged([[one, none], [one, {"o": [], "s": [0]}]]), {**one, "unfixed": {"o": [], "s": [0]}})
        for runs in ([one, none], [{"exc": "E"}, False]), ([{"exc": "E"}, False], [one, none]):
            self.assertEqual(merge.merged(runs), {"exc": "E", "unfixed": True})


class Recording(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.task = self.folder / "task.json"
        self.task.write_text(json.dumps(TASK))

    def tool(self, *arguments, reference=HERE / "stand_in", code=0, runs=2):
        done = subprocess.run([sys.executable, TOOL, "--any-python", "--runs", str(runs), *map(str, arguments)], capture_output=True, text=True,
                              env={**os.environ, "REFERENCE_DSL": str(reference)})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def source(self, *lines, head="def solve_x(S, I, C):", last="return O"):
        path = self.folder / "x.py"
        path.write_text("\n".join(["from dsl import *", "", head, *(f"    {line}" for line in (*lines, last)), ""]))
        return path

    def batt(self, *lines):
        return self.source("s = []", "o = []", *lines, head="def batt(task_id, S, I, C, log_path):", last="return o, s")

    def record(self, source, *options, **expected):
        """The answers that the tool writes to x.json."""
        self.tool(source, "--task", self.task, *options, **expected)
        return json.loads((self.folder / "x.json").read_text())["answers"]

    def test_solver(self):
        self.assertEqual(self.record(self.source("O = identity(I)")), [{"O": [[1, 2]]}, {"O": [[3]]}])

    def test_both_error_modes(self):
        source = self.source("O = divide(ONE, ZERO)")
        self.assertEqual(self.record(source), [{"O": 0}] * 2)
        self.assertEqual(self.record(source, "--mode", "raw"), [{"exc": "ZeroDivisionError"}] * 2)
        about = json.loads((self.folder / "x.json").read_text())
        self.assertEqual((about["mode"], about["form"]), ("raw", "solver"))
        self.assertEqual(self.record(source), [{"exc": "ZeroDivisionError"}] * 2, "the mode that x.json says")

    def test_candidate(self):
        source = self.source("O = identity(C)")
        self.assertEqual(self.record(source), [{"O": None}] * 2)
        self.assertEqual(self.record(source, "--candidate", "expected"), [{"O": [[2, 1]]}, {"O": [[4]]}])

    def test_guarded_statements(self):
        source = self.batt("try:", "    t1 = divide(ONE, ZERO)", "except (TypeError, ValueError, AttributeError):",
                           "    t1 = _get_safe_default(divide)", "o.append((1, True, 'a', t1))")
        self.assertEqual(self.record(source)[0], {"o": [[1, True, "a", 0]], "s": []})
        self.assertEqual(self.record(source, "--mode", "raw")[0], {"exc": "ZeroDivisionError"})

    def test_pile(self):
        source = self.batt("env = Env(1.5, task_id, S, log_path)", "t1 = env.do_pile(1, [divide, ONE, ZERO], True)",
                           "t2 = env.do_pile(2, [first, I])", "o.append((1, True, 'a', t1))", "s.append((2, 'None', 'd', t2.t))")
        self.assertEqual(self.record(source, "--mode", "raw")[0],
                         {"o": [[1, True, "a", {"okt": [False, None]}]], "s": [[2, "None", "d", [1, 2]]]})

    def test_samples(self):
        source = self.batt("t1, t2, t3, t4 = batch_process_samples_gpu(S)", "o.append((4, False, task_id, t4))")
        self.assertEqual(self.record(source)[0]["o"], [[4, False, "task", [1, 2]]])

    def test_batch(self):
        source = self.source("s = []", "o = []", "t1s = batch_apply(first, Is)", "t2s = identity(t1)", "o.append((2, False, 'a', t2s))",
                             head="def batt_batch(task_ids, Ss, Is, Cs, log_paths):", last="return o, s")
        self.assertEqual([answer["o"] for answer in self.record(source)], [[[2, False, "a", [1]]], [[2, False, "a", [3]]]])

    def test_functions(self):
        self.assertEqual(self.record(self.source("O = rbind(divide, TWO)"))[0], {"O": {"fn": ["rbind", {"fn": "divide"}, 2]}})

    def test_what_python_does_not_fix(self):
        many = ", ".join(["identity", "first", "second", "apply", "mapply", "p_g", "totuple", "divide"])
        for made in (f"toset({many})", "toset(None, " + ", ".join(map(str, range(20))) + ")",
                     "toset('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')", "toset(nan(), nan(), 1, 2, nan(), 3, nan(), 4)"):
            source = self.batt(f"t1 = {made}", "t2 = totuple(t1)", "o.append((1, True, 'a', ONE))", "o.append((2, True, 'a', t2))")
            self.assertEqual([answer.get("unfixed") for answer in self.record(source, runs=8)], [{"o": [1], "s": []}] * 2, made)
            source = self.source(f"x1 = {made}", "O = totuple(x1)")
            self.assertEqual([answer.get("unfixed") for answer in self.record(source, runs=8)], [True, True], made)

    def test_the_recursion_limit_is_not_fixed(self):
        self.assertTrue(self.record(self.source("O = depth(ZERO)"))[0]["unfixed"])

    def test_what_python_fixes(self):
        source = self.source("x1 = toset(ONE, TWO, UNITY, 0.5, toset(ONE, TWO))", "O = totuple(x1)")
        self.assertNotIn("unfixed", self.record(source)[0])

    def test_refused(self):
        for line, why in [("O = forever()", "longer than 0.2 seconds"), ("O = items(I)", "has no JSON"), ("O = rot9(I)", "rot9")]:
            self.assertIn(why, self.tool(self.source(line), "--task", self.task, "--timeout", "0.2", code=1))
            self.assertFalse((self.folder / "x.json").exists())
        (self.folder / "x.py").write_text("def solve_a(S, I, C):\n    return I\n\ndef solve_b(S, I, C):\n    return I\n")
        self.assertIn("one function", self.tool(self.folder / "x.py", "--task", self.task, code=1))

    def test_what_is_written(self):
        source = self.source("O = identity(I)")
        (self.folder / "x.json").write_text('{"note": "kept", "tasks": ["task.json"], "mode": "raw"}')
        self.tool(self.folder)
        text = (self.folder / "x.json").read_text()
        self.assertEqual(text.splitlines()[-1], '"answers":[{"O":[[1,2]]},{"O":[[3]]}]}')
        about = json.loads(text)
        self.assertEqual((about["note"], about["mode"], len(about["inputs"])), ("kept", "raw", 2))
        self.tool(source)
        self.assertEqual((self.folder / "x.json").read_text(), text, "recording again changes nothing")

    def test_inputs_of_a_file(self):
        inputs = self.folder / "inputs.json"
        inputs.write_text(json.dumps({"inputs": [{"task_id": "a", "S": [], "I": {"s": [1, {"f": "nan"}]}, "C": None}]}))
        self.tool(self.source("O = identity(I)"), "--inputs", inputs)
        self.assertEqual(json.loads((self.folder / "x.json").read_text())["answers"][0]["unfixed"], True)

    def test_solver_without_a_candidate(self):
        self.assertEqual(self.record(self.source("O = identity(I)", head="def solve_x(S, I):"))[0], {"O": [[1, 2]]})

    def test_source_with_a_byte_order_mark(self):
        source = self.source("O = identity(I)")
        source.write_bytes(b"\xef\xbb\xbf" + source.read_bytes())
        self.assertEqual(self.record(source)[0], {"O": [[1, 2]]})

    def test_check(self):
        source = self.source("O = identity(I)")
        self.record(source)
        self.tool("--check", source)
        golden = self.folder / "x.json"
        golden.write_text(golden.read_text().replace('[{"O":[[1,2]]}', '[{"O":[[1,9]]}'))
        before = golden.read_text()
        self.assertIn("sample 0 at [O][0][1]: 2, recorded was 9", self.tool("--check", source, code=1))
        self.assertEqual(golden.read_text(), before)

    def test_vectors(self):
        vectors = self.folder / "vectors-raw.jsonl"
        asked = [{"op": "divide", "args": [7, 2]}, {"op": "divide", "args": [1, 0], "ret": 5},
                 {"op": "rbind", "args": [{"fn": "divide"}, 3], "call": [9]},
                 {"op": "totuple", "args": [{"s": [{"fn": name} for name in ("divide", "first", "second", "apply", "p_g", "items")]}]}]
        vectors.write_text("".join(json.dumps(line) + "\n" for line in asked))
        self.tool(vectors, runs=8)
        answered = [json.loads(line) for line in vectors.read_text().splitlines()]
        self.assertEqual(answered[:3], [{**asked[0], "ret": 3}, {"op": "divide", "args": [1, 0], "exc": "ZeroDivisionError"},
                                        {**asked[2], "ret": 3}])
        self.assertTrue(answered[3]["unfixed"])
        self.tool("--check", vectors)
        vectors.write_text('{"op": "divide", "args": [{"fn": "rot9"}, 1]}\n')
        self.assertIn("rot9", self.tool(vectors, code=1))

    def test_vectors_end_at_line_feeds_alone(self):
        vectors = self.folder / "vectors-raw.jsonl"
        vectors.write_text('{"op": "identity", "args": ["a\u2028b\x85c"]}\n', encoding="utf-8")
        self.tool(vectors)
        self.tool("--check", vectors)
        self.assertEqual(json.loads(vectors.read_text(encoding="utf-8"))["ret"], "a\u2028b\x85c")

    def test_timing(self):
        self.record(self.source("O = divide(ONE, ZERO)"))
        done = subprocess.run([sys.executable, ROOT / "tools" / "time_reference", self.folder, "raw", "1"], check=True,
                              capture_output=True, text=True, env={**os.environ, "REFERENCE_DSL": str(HERE / "stand_in")})
        self.assertEqual(list(json.loads(done.stdout)), ["x"])

    def test_usage(self):
        self.assertIn("no such file", self.tool(self.folder / "y.py", code=3))
        self.assertIn("no inputs", self.tool(self.source("O = identity(I)"), code=3))
        self.assertIn("dsl.py", self.tool(self.folder, reference=self.folder, code=2))
        self.assertIn("--mode", self.tool(*self.write("v.jsonl", '{"op": "first", "args": [[1]]}\n'), code=3))
        self.assertIn("not an ARC task", self.tool(self.source("O = I"), "--task", *self.write("t.json", "{}"), code=3))

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return [self.folder / name]


class Examples(unittest.TestCase):
    def test_solvers_solve_their_tasks(self):
        for source in (ROOT / "examples" / "solvers").glob("*.py"):
            if "def solve_" not in source.read_text():
                continue
            golden = json.loads(source.with_suffix(".json").read_text())
            self.assertEqual(golden["answers"], [{"O": sample["C"]} for sample in golden["inputs"]], source)


@unittest.skipUnless(REFERENCE, "REFERENCE_DSL names no checkout of the reference")
class WithTheReference(unittest.TestCase):
    def test_what_was_recorded_is_recorded_again(self):
        done = subprocess.run([sys.executable, TOOL, "--check", "--runs", "2", ROOT / "examples", ROOT / "tests" / "golden"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_orders_that_python_does_not_fix(self):
        with tempfile.TemporaryDirectory() as folder:
            vectors = pathlib.Path(folder) / "vectors-raw.jsonl"
            members = [{"f": "nan"}, None, {"fn": "rot90"}, {"fn": "rot180"}, {"fn": "size"}, 1, [2, 3]]
            lines = [{"op": "totuple", "args": [{"s": members}]}, {"op": "totuple", "args": [{"s": [5, [1, 2], 3]}]}]
            vectors.write_text("".join(json.dumps(line) + "\n" for line in lines))
            subprocess.run([sys.executable, TOOL, vectors], check=True, capture_output=True)
            marks = ["unfixed" in json.loads(line) for line in vectors.read_text().splitlines()]
        self.assertEqual(marks, [True, False])


if __name__ == "__main__":
    unittest.main()
