"""Built programs run in stages: the same results as interpreted ones and as whole runs, with exceptions in any stage."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

HEADER = """\
def batt(task_id, S, I, C, log_path):
    s = []
    o = []
"""
BATTS = {
    # Values of all three stages, sets of the stage Task among them, in alternation.
    "stages": HEADER + """\
    t1 = apply(first, S)
    t2 = o_g(I, R5)
    t3 = mapply(asindices, t1)
    t4 = fill(C, FIVE, t3)
    t5 = mapply(p_g, apply(second, S))
    t6 = fill(I, FIVE, difference(t3, mapply(toindices, t2)))
    t7 = astuple(t4, t5)
    o.append((6, False, 'six', t6))
    o.append((7, True, 'seven', t7))
    s.append((3, 'three', 'differ', t3))
    s.append((4, 'four', 'differ', size(t4)))
    return o, s
""",
    # In raw mode an exception of C alone, of I alone, or of neither ends the program, each before others.
    "exceptions": HEADER + """\
    t1 = get_nth_t(S, SEVEN)
    t2 = get_nth_t(I, TWO)
    t3 = get_nth_t(C, TWO)
    t4 = divide(height_t(I), subtract(height_t(C), TWO))
    t5 = apply(t1, I)
    t6 = mapply(identity, t4)
    o.append((5, False, 'five', t5))
    s.append((6, 'six', 'differ', t6))
    return o, s
""",
    # Functions that a loop of the stage Task made, called in later ones.
    "functions": HEADER + """\
    t1 = apply(asindices, apply(first, S))
    t2 = apply(lbind(lbind, difference), t1)
    t3 = apply(lbind(compose, size), t2)
    t4 = asindices(I)
    t5 = rapply(t2, t4)
    t6 = rapply(t3, t4)
    t7 = rapply_t(t3, asindices(C))
    t8 = papply(extract, papply(astuple, t1, t1), apply(rbind(compose, identity), t3))
    o.append((5, False, 'five', t5))
    o.append((6, False, 'six', t6))
    o.append((7, False, 'seven', t7))
    o.append((8, False, 'eight', t8))
    return o, s
""",
    # The first two exceptions of piles give a default, in program order.
    "piles": HEADER + """\
    env = Env(0.0, task_id, S, log_path)
    t1 = env.do_pile(1, [get_nth_t, C, TEN], True)
    t2 = env.do_pile(2, [get_nth_t, I, TEN], True)
    t3 = env.do_pile(3, [get_nth_t, S, TEN], True)
    t4 = env.do_pile(4, [rot90, t3.t], t3.ok)
    t5 = env.do_pile(5, [vmirror_t, I], t1.ok)
    o.append((4, False, 'four', t4.t))
    o.append((5, False, 'five', t5.t))
    s.append((2, 'two', 'differ', t2.t))
    return o, s
""",
}
GRIDS = [[[1, 2, 3], [3, 4, 5]], [[0, 0], [0, 7], [7, 7]], [[1]], [[5, 5, 5], [5, 0, 5], [5, 5, 5], [2, 2, 2]]]
TASK = {
    "train": [{"input": grid, "output": GRIDS[k - 1]} for k, grid in enumerate(GRIDS)],
    "test": [{"input": grid, "output": grid} for grid in GRIDS],
}


class BuiltStages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "task.json").write_text(json.dumps(TASK))
        for name, text in BATTS.items():
            (cls.folder / f"{name}.py").write_text(text)
            cls.run_command(os.environ["BATTC"], "-O0", "-w", f"{name}.py", "-o", name)

    @classmethod
    def run_command(cls, *words):
        done = subprocess.run(words, cwd=cls.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done

    def answers(self, *words):
        done = self.run_command(*words, "--tasks", "task.json", "--candidate", "both", "--answers", "answers.json")
        return json.loads((self.folder / "answers.json").read_text()), done

    def test_results(self):
        for name in BATTS:
            for errors in ("safe", "raw"):
                with self.subTest(name, errors=errors):
                    options = ("--errors", errors)
                    built, _ = self.answers(f"./{name}", *options)
                    self.assertEqual(built, self.answers(f"./{name}", "--no-stages", *options)[0])
                    self.assertEqual(built, self.answers(os.environ["BATTC"], "run", f"{name}.py", *options)[0])

    def test_times(self):
        """What runs in stages has times by stage."""
        _, done = self.answers("./stages", "--stats")
        for stage in ("once for each S", "once for each sample", "for each call, as it depends on C"):
            self.assertRegex(done.stderr, rf"{re.escape(stage)} +[0-9]+ us")
        _, done = self.answers("./stages", "--stats", "--no-stages")
        self.assertNotIn("once for each", done.stderr)


if __name__ == "__main__":
    unittest.main()
