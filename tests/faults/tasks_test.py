"""Many tasks at once: `battc score` and `battc run` over folders, challenges and what is not a task."""
import json
import os
import pty
import unittest

from harness import FaultTest, needs_another_user

BATT = """\
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = rot90(I)
    o.append((1, False, 'turn', t1))
    t2 = identity(C)
    o.append((2, True, 'copy', t2))
    t3 = height_t(C)
    s.append((3, 'turn', 'differ_a', t3))
    return o, s
"""
GRID, TURNED = [[1, 2], [3, 4]], [[3, 1], [4, 2]]
TASK = {"train": [{"input": GRID, "output": TURNED}], "test": [{"input": GRID, "output": GRID}]}
ENDLESS = "def solve_endless(S, I, C):\n    x0 = asindices(upscale_t(I, TEN))\n" + "".join(
    f"    x{k + 1} = mapply(lbind(shift, x{k}), x{k})\n" for k in range(40)) + "    return x40\n"


class TasksTest(FaultTest):
    def setUp(self):
        super().setUp()
        (self.folder / "tasks").mkdir()
        self.write("batt.py", BATT)
        for name in ("one", "two"):
            self.write(f"tasks/{name}.json", json.dumps(TASK))

    def lines(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def score(self, code, *words, **options):
        done = self.expect(code, "score", *words, "--answers", "out.jsonl", **options)
        return done, self.lines("out.jsonl")


class Scores(TasksTest):
    def test_lines_and_table(self):
        done, lines = self.score(0, "batt.py", "turn.py", "--tasks", "tasks")
        self.assertEqual([(line["program"], line["function"], line["task"], line["sample"], line["solved"]) for line in lines],
                         [(program, function, task, sample, sample == 0) for task in ("one", "two")
                          for program, function in (("batt.py", "batt"), ("turn.py", "solve_turn")) for sample in (0, 1)])
        self.assertEqual(lines[0]["none"]["o"], [[1, "turn"]])
        self.assertEqual(lines[0]["expected"], {"o": [[1, "turn"], [2, "copy"]], "s": [[3, "turn", "differ_a", 2]]})
        self.assertEqual(lines[1]["expected"], {"o": [[2, "copy"]], "s": []})
        self.assertEqual(lines[2]["none"], {"o": [[None, "turn"]], "s": []})
        self.assertIn("0 of 2 tasks solved, 2 of 4 samples", done.stdout)
        self.assertRegex(done.stdout, r"batt.py +batt +one +1/2 +turn \(1\)")
        summary = json.loads(self.expect(0, "score", "batt.py", "--tasks", "tasks", "--json").stdout)["functions"][0]
        self.assertEqual((summary["samples"], summary["solved_samples"], summary["calls"]), (4, 2, 8))

    def test_candidates_and_functions(self):
        for candidate, calls in (("none", {"none"}), ("expected", {"expected"}), ("both", {"none", "expected"})):
            _, lines = self.score(0, "batt.py", "--tasks", "tasks/one.json", "--candidate", candidate)
            self.assertEqual({"none", "expected"} & set(lines[0]), calls)
        self.expect(2, "score", "batt.py", "--tasks", "tasks", "--function", "other", says="no function 'other'")

    def test_jobs_keep_the_order(self):
        _, alone = self.score(0, "batt.py", "turn.py", "--tasks", *["tasks"] * 20)
        _, many = self.score(0, "batt.py", "turn.py", "--tasks", *["tasks"] * 20, "--jobs", 4)
        self.assertEqual(alone, many)

    def test_limits_are_counted(self):
        self.write("endless.py", ENDLESS)
        done, lines = self.score(0, "endless.py", "--tasks", "tasks", "--memory", 2)
        self.assertEqual(lines[0]["none"], {"limit": "memory"})
        self.assertIn("limits: memory 8", done.stdout)

    def test_errors_are_counted(self):
        self.write("failing.py", "def solve_failing(S, I, C):\n    return height_t(C)\n")
        done, lines = self.score(0, "failing.py", "--tasks", "tasks", "--errors", "raw")
        self.assertEqual(lines[0]["none"], {"exc": "TypeError"})
        self.assertIn("exceptions: TypeError 4", done.stdout)

    def test_a_program_with_errors_is_one_failure(self):
        self.write("bad.py", "def solve_bad(S, I, C):\n    return rot91(I)\n")
        done, lines = self.score(1, "bad.py", "batt.py", "--tasks", "tasks")
        self.assertEqual(len(lines), 4)
        self.assertIn("rot91", done.stderr)

    def test_progress_is_for_terminals(self):
        self.write("endless.py", ENDLESS)
        command = ["score", "endless.py", "--tasks", *["tasks"] * 8, "--timeout", "0.05"]
        self.assertEqual(self.expect(0, *command).stderr, "")
        controller, terminal = pty.openpty()
        process = self.start(*command, stdout=terminal, stderr=terminal)
        os.close(terminal)
        shown = b""
        while True:
            try:
                part = os.read(controller, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(controller)
        self.assertEqual(process.wait(), 0)
        self.assertRegex(shown.decode(), r"\d+ of 16 tasks, [\d.]+/s, \d+ s left")


class Sources(TasksTest):
    def test_challenges(self):
        self.write("c_challenges.json", json.dumps({"one": {**TASK, "test": [{"input": GRID}]}, "two": TASK}))
        _, lines = self.score(0, "batt.py", "--tasks", "c_challenges.json")
        self.assertNotIn("expected", lines[1])
        self.write("c_solutions.json", json.dumps({"one": [TURNED]}))
        _, lines = self.score(0, "batt.py", "--tasks", "c_challenges.json")
        self.assertTrue(lines[1]["solved"])
        _, both = self.score(0, "batt.py", "--tasks", "c_challenges.json", "c_solutions.json")
        self.assertEqual(lines, both)

    def test_nothing_to_do(self):
        (self.folder / "empty").mkdir()
        for command in (["score", "batt.py", "--tasks"], ["run", "batt.py", "--inputs"]):
            self.expect(2, *command, "empty", says="empty: nothing to do: the folder holds no tasks (*.json")
            self.expect(3, *command, "none", says="cannot read none: No such file or directory")

    def test_a_malformed_task_is_one_failure(self):
        for name, text in {"a_bad": "{", "m_list": "[]", "z_train": '{"train": [{"input": 1}]}'}.items():
            self.write(f"tasks/{name}.json", text)
        done, lines = self.score(1, "batt.py", "--tasks", "tasks")
        self.assertEqual(len(lines), 4)
        for name in ("a_bad", "m_list", "z_train"):
            self.assertIn(f"tasks/{name}.json: ", done.stderr)
        done = self.expect(3, "run", "batt.py", "--tasks", "tasks", "--answers", "run.jsonl")
        self.assertIn("3 of 5 tasks could not be used; the others were run", done.stderr)
        self.assertEqual(len(self.lines("run.jsonl")), 4)

    @needs_another_user
    def test_unreadable(self, user):
        (self.folder / "tasks" / "one.json").chmod(0)
        self.expect(3, "score", "batt.py", "--tasks", "tasks", **user)
        self.expect(3, "run", "batt.py", "--tasks", "tasks", "--answers", self.standard_output(), **user)
        (self.folder / "tasks").chmod(0)
        self.addCleanup((self.folder / "tasks").chmod, 0o755)
        self.expect(3, "score", "batt.py", "--tasks", "tasks", says="cannot read all of tasks: Permission denied", **user)


class Runs(TasksTest):
    def test_a_line_for_each_sample(self):
        self.expect(0, "run", "turn.py", "--tasks", "tasks", "turn.json", "--candidate", "both", "--answers", "run.jsonl")
        lines = self.lines("run.jsonl")
        self.assertEqual(lines[:2], [{"task": "one", "sample": 0, "function": "solve_turn", "candidate": candidate, "answer": {"O": TURNED}}
                                     for candidate in ("none", "expected")])
        self.assertEqual([line["task"] for line in lines], ["one"] * 4 + ["two"] * 4 + ["fault"] * 2)
        self.assertNotIn("candidate", lines[-1])

    def test_lines_are_there_while_it_runs(self):
        """What is written stays when a later task does not end."""
        self.write("endless.py", ENDLESS)
        many = ["tasks"] * 200
        process = self.start("run", "endless.py", "--tasks", *many, "--timeout", "0.01", "--answers", "run.jsonl")
        path = self.folder / "run.jsonl"
        while process.poll() is None and not (path.exists() and path.stat().st_size):
            pass
        process.terminate()
        process.wait()
        self.assertGreater(len(path.read_text().splitlines()), 0)
        self.check_no_leftovers()

    def test_a_file_of_answers_has_all_tasks(self):
        self.expect(0, "run", "turn.py", "--tasks", "tasks", "--answers", "run.json")
        self.assertEqual(json.loads((self.folder / "run.json").read_text()), {"answers": [{"O": TURNED}] * 4})
        done = self.expect(0, "run", "turn.py", "--tasks", "tasks")
        self.assertIn("two, sample 1", done.stdout)

    def test_full_disk(self):
        (self.folder / "full.jsonl").symlink_to(self.full_device())
        for command in (["run"], ["score"]):
            self.expect(3, *command, "turn.py", "--tasks", "tasks", "--answers", "full.jsonl", says="No space left on device")


if __name__ == "__main__":
    unittest.main()
