"""Little memory, no more threads, small stacks."""
import json
import resource
import unittest

from harness import COPIES, FaultTest, golden

MEGABYTE = 1 << 20


class Memory(FaultTest):
    def test_missing_memory_is_the_limit_of_a_sample(self):
        """In the arena, in a list that grows, in the encoded answer, wherever it goes missing."""
        self.write("copies.py", COPIES)
        sizes = [1, 10**5, 10**6, 3 * 10**6, 10**7, 3 * 10**7, 10**8, 10**9, 2]
        self.write("copies.json", golden(sizes, candidate=7))
        for megabytes, jobs in [(128, 1), (256, 4), (512, 1)]:
            with self.subTest(megabytes=megabytes, jobs=jobs):
                answers = self.answers("copies.py", "--inputs", "copies.json", "--jobs", jobs,
                                       limits={resource.RLIMIT_AS: megabytes * MEGABYTE})
                self.assertEqual([answers[0], answers[-1]], [{"O": [7]}, {"O": [7, 7]}])
                self.assertEqual(answers[-2], {"limit": "memory"})
                for size, answer in zip(sizes, answers):
                    self.assertTrue(answer == {"limit": "memory"} or answer == {"O": [7] * size}, str(answer)[:80])

    def test_threads_that_cannot_start(self):
        """A thread takes 8 MB of address space for its stack."""
        grids = [[[k]] for k in range(400)]
        self.write("many.json", golden(grids, [{"O": grid} for grid in grids]))
        self.write("many.py", (self.folder / "turn.py").read_text())
        limits = {resource.RLIMIT_AS: 400 * MEGABYTE, resource.RLIMIT_STACK: 8 * MEGABYTE}
        answers = self.answers("many.py", "--inputs", "many.json", "--jobs", 400, limits=limits)
        self.assertEqual(answers, [{"O": grid} for grid in grids])
        (self.folder / "turn.json").unlink()
        done = self.expect(0, "test", ".", "--jobs", 400, limits=limits)
        self.assertIn("1 passed, 0 failed", done.stdout)

    def test_no_memory_at_all(self):
        """Outside of any sample it ends the command, with a line."""
        for inputs in ([[[0] * 1000] * 1000] * 10, [[{"l": [0] * 1000}] * 1000] * 5):  # as text, and as JSON
            self.write("large.json", golden(inputs))
            self.expect(3, "run", "turn.py", "--inputs", "large.json", says="out of memory", limits={resource.RLIMIT_AS: 40 * MEGABYTE})

    def test_small_stack(self):
        limits = {resource.RLIMIT_STACK: 512 << 10}
        nested = 7
        for _ in range(400):
            nested = {"s": [nested]}
        self.write("same.py", "def solve_same(S, I, C):\n    O = astuple(I, I)\n    return O\n")
        self.write("same.json", golden([nested, 1], [{"O": [nested, nested]}, {"O": [1, 1]}]))
        self.assertEqual(self.answers("same.py", "--inputs", "same.json", "--jobs", 2, limits=limits)[0], {"O": [nested, nested]})
        (self.folder / "turn.json").unlink()
        self.expect(0, "test", ".", "--verify", limits=limits)


if __name__ == "__main__":
    unittest.main()
