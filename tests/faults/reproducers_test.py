"""What brought battc down once, as a user would write it: each ends with an answer or a limit, within the limits.

More of them have tests of their own: writers, devices and pipes in writing_test.py, threads, stacks and missing memory in memory_test.py, compilers in
compiler_test.py, nested JSON in input_test.py.
"""
import json
import os
import tempfile
import unittest

from harness import FaultTest, golden

MEGABYTE = 1 << 20


def solver(*lines):
    return "def solve_hard(S, I, C):\n" + "".join(f"    {line}\n" for line in lines) + "    return O\n"


def doublings(count):
    """2 ** count values that share their parts."""
    return [f"x{k} = astuple({'I, I' if k == 1 else f'x{k - 1}, x{k - 1}'})" for k in range(1, count + 1)]


class Reproducers(FaultTest):
    def measured(self, *words, inputs=((((1, 2), (3, 4)),)), code=0):
        """The answers of `battc run`, with the seconds and the bytes that it took: of the processor, as a limit that comes late on a busy
        machine is no fault."""
        self.write("hard.json", golden(inputs))
        with tempfile.TemporaryFile("w+") as output:
            process = self.start("run", "hard.py", "--inputs", "hard.json", *words, stdout=output)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, code)
            output.seek(0)
            answers = [json.loads(line) for line in output.read().splitlines()]
        return answers, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024

    def check_limited(self, limits, seconds=1, megabytes=64, **inputs):
        _, idle_seconds, idle_bytes = self.measured_idle()
        answers, used, memory = self.measured("--timeout", seconds, "--memory", megabytes, **inputs)
        self.assertEqual(len(answers), 1)
        self.assertIn(answers[0].get("limit"), limits)
        self.assertLess(used, seconds + idle_seconds + 0.2)
        self.assertLess(memory, idle_bytes + 1.1 * megabytes * MEGABYTE)

    def measured_idle(self):
        """What battc takes for next to nothing."""
        hard = (self.folder / "hard.py").read_text()
        self.write("hard.py", solver("O = I"))
        measured = self.measured()
        self.write("hard.py", hard)
        return measured

    def test_cells_of_other_colours(self):
        """Lists of more than eight cells, one of which no table has: 16, -1."""
        self.write("hard.py", solver("x1 = asobject(I)", "x2 = remove_f(ZERO, x1)", "O = totuple(x2)"))
        for colour in (16, -1, 10**9):
            grid = [[colour, *range(1, 10)], [0] * 10]
            ways = [self.measured("--path", path, *stages, inputs=[grid])[0] for path in ("fast", "checked") for stages in ((), ("--no-stages",))]
            self.assertEqual(len(ways[0][0]["O"]), 20)
            self.assertIn([0, 0, colour], ways[0][0]["O"])
            for way in ways:
                self.assertEqual(way, ways[0])
        self.write("hard.json", golden([grid], ways[0]))
        done = self.expect(0, "test", "--built", "-O", "0", "hard.py")
        self.assertIn("1 passed, 0 failed", done.stdout)

    def test_encoding(self):
        self.write("hard.py", solver("x1 = repeat(I, 1000000)", "O = repeat(x1, 2)"))
        self.check_limited({"memory", "time"}, inputs=[[[k] * 30 for k in range(30)]])

    def test_entries(self):
        """Text of three megabytes a hundred times."""
        entries = "".join("    o.append((1, False, 'x', t1))\n" for _ in range(100))
        self.write("hard.py", f"def batt(task_id, S, I, C, log_path):\n    s = []\n    o = []\n    t1 = repeat(I, 250000)\n{entries}    return o, s\n")
        self.check_limited({"memory", "time"})

    def test_shared_parts(self):
        for count in (30, 40):
            self.write("hard.py", solver(*doublings(count), f"O = x{count}"))
            self.check_limited({"memory", "time"})
            self.write("hard.py", solver(*doublings(count), f"x = astuple(x{count}, ONE)", f"O = equality(x, astuple(x{count - 1}, x{count - 1}))"))
            answers, used, _ = self.measured("--timeout", 1, "--memory", 64)
            self.assertTrue(answers == [{"O": False}] or answers[0].get("limit"), str(answers)[:200])
            self.assertLess(used, 2)

    def test_hashing_and_comparing(self):
        self.write("hard.py", solver("x1 = lbind(upscale_f, I)", "x2 = interval(ONE, 1000000, ONE)", "x3 = apply(x1, x2)", "O = dedupe(x3)"))
        self.check_limited({"memory", "time"})
        self.write("hard.py", solver("x1 = upscale_f(I, TEN)", "x2 = repeat(x1, 1000000)", "O = dedupe(x2)"))
        self.assertEqual(len(self.measured("--timeout", 1, "--memory", 64)[0]), 1)

    def test_folding(self):
        """Constants alone, so that all of it could be computed before the run."""
        for last in ("O = equality(x30, x29)", "O = size_t(x30)", "O = dedupe(x30)"):
            lines = [line.replace("I, I", "ONE, ONE") for line in doublings(30)]
            self.write("hard.py", solver(*lines, last))
            answers, used, _ = self.measured("--timeout", 1, "--memory", 64)
            self.assertEqual(len(answers), 1)
            self.assertLess(used, 4, last)

    def test_folding_of_nested_sets(self):
        self.write("hard.py", solver("x0 = initset(ONE)", *[f"x{k} = initset(x{k - 1})" for k in range(1, 5003)], "O = size_f(x5002)"))
        answers, used, _ = self.measured("--timeout", 5)
        self.assertTrue(answers == [{"O": 1}] or "limit" in answers[0] or answers == [{"exc": "RecursionError"}], str(answers)[:200])
        self.assertLess(used, 10)

    def test_extreme_numbers(self):
        self.write("hard.py", solver("O = rot90(I)"))
        for words in (("--timeout", "1e10"), ("--memory", "1e30"), ("--timeout", "1e308", "--memory", "1e308")):
            self.assertEqual(self.measured(*words)[0], [{"O": [[3, 1], [4, 2]]}])
        for words in (("--timeout", "nan"), ("--memory", "nan"), ("--timeout", "-1"), ("--memory", "1e999x")):
            done = self.run_battc("run", "hard.py", "--inputs", "hard.json", *words)
            self.assertNotIn(done.returncode, (0, 134, 139))
            self.assertLess(len(done.stderr), 400)

    def test_nothing_to_test(self):
        (self.folder / "empty").mkdir()
        for command in ("test", "bench"):
            self.expect(2, command, "empty")


if __name__ == "__main__":
    unittest.main()
