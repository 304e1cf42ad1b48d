"""Inputs and options that are hostile, malformed or missing."""
import os
import resource
import unittest

from harness import FaultTest, golden, needs_another_user

SMALL_STACK = {resource.RLIMIT_STACK: 512 << 10}


class Nesting(FaultTest):
    def deep(self, depth):
        return ["[" * depth + "]" * depth, "[" * depth, '{"f":' * depth + "0" + "}" * depth, '{"s":[' * depth + "]}" * depth]

    def test_tasks(self):
        for depth in [2000, 100_000, 1_000_000]:
            for text in self.deep(depth):
                for around in ['{"inputs":[{"task_id":"a","S":[],"C":null,"I":%s}]}', '{"train":%s,"test":[]}', "%s"]:
                    self.write("deep.json", "\n" + around % text)
                    self.expect(3, "run", "turn.py", "--inputs", "deep.json", says="deep.json:2:", limits=SMALL_STACK)

    def test_answers_and_vectors(self):
        for depth in [2000, 1_000_000]:
            for text in self.deep(depth):
                answers = '{"inputs":[{"task_id":"a","S":[],"C":null,"I":[[1]]}],"answers":[%s]}' % text
                self.write("turn.json", answers)
                self.write("vectors-safe.jsonl", '{"op":"identity","args":[%s],"ret":1}\n{"op":"identity","args":[1],"ret":1}\n' % text)
                done = self.expect(1, "test", ".", limits=SMALL_STACK)
                self.assertIn("turn.json:1:", done.stdout)
                self.assertIn("vectors-safe.jsonl:1:", done.stdout)
                self.assertIn("1 passed, 2 failed", done.stdout)


class Json(FaultTest):
    TASK = '{"inputs":[{"task_id":"a","S":[],"C":null,"I":%s}]}'

    def test_nothing_follows_a_nul_byte(self):
        self.write("nul.json", self.TASK % "[[1]]" + "\0 and more")
        self.expect(3, "run", "turn.py", "--inputs", "nul.json", says="nul.json:1:55: a NUL byte is not JSON")

    def test_messages_are_short(self):
        self.write("long.json", self.TASK % ("9" * 100_000))
        done = self.expect(3, "run", "turn.py", "--inputs", "long.json", says="number overflow")
        self.assertLess(len(done.stderr), 400)

    def test_unknown_kinds(self):
        for value in ['{"a":1}', '{"exc":"TypeError"}', '{"unfixed":true}']:
            self.write("kind.json", self.TASK % value)
            self.expect(3, "run", "turn.py", "--inputs", "kind.json", says="unknown kind of value: " + value)


class Numbers(FaultTest):
    GOOD = {"--timeout": ["0", "1e10", "1e30", "1e308", "1e999", "inf"], "--memory": ["1e10", "1e30", "1e308", "1e999", "inf"],
            "--jobs": ["1", "1024"], "--repeat": ["1"]}
    BAD = {"--timeout": ["nan", "-1", "-inf", "", "x", "1x"], "--memory": ["nan", "0", "-1", "-inf", "x"],
           "--jobs": ["0", "-1", "1.5", "1e3", "99999999999999999999", "nan"], "--repeat": ["0", "-1", "99999999999999999999", "inf"],
           "-O": ["3", "-1", "x"]}

    def test_options(self):
        for option, values in self.GOOD.items():
            for value in values:
                with self.subTest(f"{option} {value}"):
                    answers = self.answers("turn.py", "--inputs", "turn.json", f"{option}={value}")
                    self.assertEqual(answers, [{"O": [[3, 1], [4, 2]]}, {"O": [[5]]}])
        for option, values in self.BAD.items():
            for value in values:
                with self.subTest(f"{option} {value}"):
                    self.expect(2, "run", "turn.py", "--inputs", "turn.json", f"{option}={value}", says=option)


class Golden(FaultTest):
    RIGHT = [{"O": [[3, 1], [4, 2]]}]

    def setUp(self):
        super().setUp()
        self.write("turn.json", golden([[[1, 2], [3, 4]]], self.RIGHT))

    def test_nothing_to_test(self):
        (self.folder / "empty").mkdir()
        self.write("empty.jsonl", "\n")
        self.write("some-safe.jsonl", '{"op":"identity","args":[1],"ret":1}\n')
        for words, says in [(["test", "empty"], "X.py beside X.json"), (["bench", "empty"], "X.py beside X.json"),
                            (["test", "turn.py", "empty"], "empty: nothing to do"), (["test", "turn.json"], "*.jsonl"),
                            (["bench", "some-safe.jsonl"], "X.py beside X.json"), (["test", "--errors", "safe", "empty.jsonl"], "no vectors"),
                            (["test", "some-safe.jsonl", "--op", "rot90"], "no vectors of rot90"),
                            (["test", "some-safe.jsonl", "--op", "rot9"], "no op 'rot9'")]:
            with self.subTest(words):
                self.expect(2, *words, says=says)
        self.expect(3, "test", "missing", says="missing: no such file or folder")

    def test_one_bad_file_is_one_failure(self):
        bad = {"not_json.json": "{", "binary.json": "\0\1\2", "list.json": "[]", "no_answers.json": golden([[[1]]]),
               "no_inputs.json": golden([], []), "answers.json": golden([[[1]]], 5), "wrong.json": golden([[[1]]], [{"O": 5}]),
               "big.json": '{"inputs":[{"task_id":"a","S":[],"C":null,"I":1e999}],"answers":[0]}',
               "program.json": golden([[[1]]], [{"O": [[1]]}])}
        for name, text in bad.items():
            self.write(name, text)
            self.write(name.replace(".json", ".py"), "def solve_bad(S, I, C):\n    return unknown(I)\n" if name == "program.json"
                       else (self.folder / "turn.py").read_text())
        self.write("vectors-safe.jsonl", 'no JSON\n{"op":"none"}\n{"op":"identity","args":[1],"ret":1}\n')
        done = self.expect(1, "test", ".")
        self.assertIn("2 passed, 11 failed", done.stdout)
        for name in bad:
            self.assertIn(name.split(".")[0], done.stdout)
        done = self.expect(1, "bench", ".")
        for name in ["not_json.json", "list.json"]:
            self.assertIn(name, done.stderr)
        self.assertIn("turn ", done.stdout)

    def test_built_programs_go_on_as_well(self):
        self.write("bad.json", "{")
        self.write("bad.py", (self.folder / "turn.py").read_text())
        self.write("broken.json", golden([[[1]]], [{"O": [[1]]}]))
        self.write("broken.py", "def solve_broken(S, I, C):\n    return unknown(I)\n")
        done = self.expect(1, "test", "--built", ".")
        self.assertIn("bad.json: not JSON", done.stdout)
        self.assertIn("1 passed, 2 failed", done.stdout)

    def test_folders_for_files(self):
        (self.folder / "folder.json").mkdir()
        (self.folder / "folder.py").mkdir()
        (self.folder / "folder.jsonl").mkdir()
        self.expect(2, "run", "turn.py", "--inputs", "folder.json", says="folder.json: nothing to do: the folder holds no tasks")
        self.expect(3, "run", "folder.py", "--inputs", "turn.json", says="it is a directory")
        self.expect(3, "folder.py", "-o", "out.cpp", says="it is a directory")
        done = self.expect(3, "test", "--errors", "safe", ".")
        self.assertIn("1 passed, 2 failed", done.stdout)

    @needs_another_user
    def test_unreadable(self, user):
        self.write("closed.json", (self.folder / "turn.json").read_text()).chmod(0)
        self.write("closed.py", (self.folder / "turn.py").read_text())
        self.expect(3, "run", "turn.py", "--inputs", "closed.json", says="cannot read closed.json: Permission denied", **user)
        done = self.expect(3, "test", ".", **user)
        self.assertIn("cannot read ./closed.json: Permission denied", done.stdout)
        self.assertIn("1 passed, 1 failed", done.stdout)
        (self.folder / "folder").mkdir(mode=0)
        self.expect(3, "test", ".", says="cannot read all of .: Permission denied", **user)
        self.expect(3, "run", "turn.py", "--inputs", "folder/x.json", says="Permission denied", **user)
        os.chmod(self.folder / "folder", 0o700)


class Candidate(FaultTest):
    """C of an ARC task is no way to the expected output unless that is asked for."""

    def setUp(self):
        super().setUp()
        self.write("cheat.py", "def solve_cheat(S, I, C):\n    O = identity(C)\n    return O\n")
        self.write("task.json", '{"train":[{"input":[[1]],"output":[[2]]}],"test":[{"input":[[3]],"output":[[4]]},{"input":[[5]]}]}')

    def check(self, *words, program=None):
        for given, expected in [([], 0), (["--candidate", "none"], 0), (["--candidate", "expected"], 2)]:
            done = self.expect(0, *words, "--inputs", "task.json", *given, program=program)
            self.assertEqual(done.stdout.count("  as expected"), expected, done.stdout)
            self.assertIn('{"O":null}', done.stdout)
        self.expect(2, *words, "--inputs", "task.json", "--candidate", "other", says="--candidate", program=program)

    def test_in_process(self):
        self.check("run", "cheat.py")

    def test_built(self):
        self.expect(0, "cheat.py", "-o", "cheat")
        self.check(program=str(self.folder / "cheat"))
        with open("/dev/full", "w") as full:
            self.expect(3, "--inputs", "task.json", program=str(self.folder / "cheat"), says="No space left", stdout=full)
        self.expect(2, "--inputs", "task.json", "--timeout", "nan", program=str(self.folder / "cheat"), says="--timeout")


class Commands(FaultTest):
    def test_help_and_version(self):
        self.assertEqual(self.expect(0, "version").stdout, self.expect(0, "--version").stdout)
        self.assertEqual(self.expect(0, "help").stdout, self.expect(0, "--help").stdout)
        self.assertIn("--timeout", self.expect(0, "help", "run").stdout)
        self.expect(2, "help", "nonsense", says="no command 'nonsense'")

    def test_cuda_architectures(self):
        """Whatever this battc has kernels for, the list is taken apart."""
        for words, says in [(["--cuda-arch", "75,x"], "'x'"), (["--cuda-arch", "0"], "'0'")]:
            self.expect(2, "turn.py", "-o", "out.so", *words, says=says)
        done = self.run_battc("--cuda-arch", "11,12", "turn.py", "-o", "out.so")
        self.assertRegex(done.stderr, "no device code can be built|no kernels for the architecture 11;")


if __name__ == "__main__":
    unittest.main()
