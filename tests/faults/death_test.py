"""`battc test` where a golden program's process dies, and where it is ended itself."""
import os
import resource
import signal
import subprocess
import time
import unittest

from harness import FaultTest, golden

# Seconds of work.
SLOW = "def solve_slow(S, I, C):\n    x1 = interval(ZERO, I, ONE)\n    x2 = product(x1, x1)\n    O = size_f(x2)\n    return O\n"
RIGHT = [{"O": [[3, 1], [4, 2]]}]


def one_second():
    """The system sends SIGXCPU to a process that has run for this time."""
    resource.setrlimit(resource.RLIMIT_CPU, (1, resource.RLIM_INFINITY))


class Death(FaultTest):
    def setUp(self):
        super().setUp()
        grids = [[[1, 2], [3, 4]]]
        self.write("turn.json", golden(grids, RIGHT))
        self.write("a_wrong.py", (self.folder / "turn.py").read_text())
        self.write("a_wrong.json", golden(grids, [{"O": 5}]))
        sizes = range(1500, 1600)
        self.write("slow.py", SLOW)
        self.write("slow.json", golden(list(sizes), [{"O": n * n} for n in sizes]))

    def test_is_one_failure(self):
        done = self.expect(1, "test", ".", preexec_fn=one_second)
        self.assertIn("./a_wrong.py: sample 0", done.stdout)
        self.assertIn("./slow.py: died of SIGXCPU (CPU time limit exceeded)\n", done.stdout)
        self.assertTrue(done.stdout.endswith("1 passed, 2 failed\n"), done.stdout)

    def test_counts_are_those_of_all(self):
        done = self.expect(1, "test", ".", "--stats", preexec_fn=one_second)
        self.assertRegex(done.stderr, r"samples +2\n")
        done = self.expect(1, "test", "slow.py", "slow.py", preexec_fn=one_second)
        self.assertIn("0 passed, 2 failed", done.stdout)

    def test_built(self):
        compiler = self.script("compiler", 'ulimit -S -t unlimited\nexec c++ "$@"\n')
        done = self.expect(1, "test", "--built", "-O0", ".", env=self.environment(CXX=compiler), preexec_fn=one_second)
        self.assertIn("./slow.py: died of SIGXCPU", done.stdout)
        self.assertIn("1 passed, 2 failed", done.stdout)
        self.check_no_leftovers()

    def test_built_where_it_is_emitted(self):
        """A program that takes seconds to be emitted."""
        steps = "".join(f"    x{k + 1} = rot90(x{k})\n" for k in range(1_200_000))
        self.write("slow.py", f"def solve_slow(S, I, C):\n    x0 = rot90(I)\n{steps}    return x1200000\n")
        compiler = self.script("compiler", 'ulimit -S -t unlimited\nexec c++ "$@"\n')
        done = self.expect(1, "test", "--built", "-O0", ".", env=self.environment(CXX=compiler), preexec_fn=one_second)
        self.assertIn("./slow.py: died of SIGXCPU", done.stdout)
        self.assertIn("1 passed, 2 failed", done.stdout)
        self.check_no_leftovers()

    def process_of_tests(self, process):
        """The process that runs the files, once it has come to the slow one."""
        self.assertIn("a_wrong.py", process.stdout.readline())
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as children:
            return int(children.read())

    def test_signals_end_both(self):
        for sent in [signal.SIGTERM, signal.SIGINT, signal.SIGKILL]:
            for ends_tests in [False, True]:
                if ends_tests and sent == signal.SIGKILL:
                    continue  # That may be the system's, for want of memory: a failure of the file.
                with self.subTest(sent=sent.name, ends_tests=ends_tests):
                    process = self.start("test", ".", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    tests = self.process_of_tests(process)
                    os.kill(tests if ends_tests else process.pid, sent)
                    process.communicate(timeout=60)
                    self.assertEqual(process.returncode, -sent)
                    deadline = time.monotonic() + 30
                    while os.path.exists(f"/proc/{tests}") and time.monotonic() < deadline:
                        time.sleep(0.01)
                    self.assertFalse(os.path.exists(f"/proc/{tests}"))

    def test_kill_is_a_failure_of_the_file(self):
        process = self.start("test", ".", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.kill(self.process_of_tests(process), signal.SIGKILL)
        said, _ = process.communicate(timeout=60)
        self.assertIn("./slow.py: died of SIGKILL (Killed)\n1 passed, 2 failed\n", said)
        self.assertEqual(process.returncode, 1)


if __name__ == "__main__":
    unittest.main()
