"""What the fault tests share: battc in a folder of its own, with limits and broken surroundings.

BATTC names the battc under test. Each file of this folder named *_test.py is a test by itself.
"""
import json
import os
import pathlib
import resource
import shutil
import stat
import subprocess
import tempfile
import unittest

BATTC = os.environ["BATTC"]
NOBODY = 65534

TURN = "def solve_turn(S, I, C):\n    O = rot90(I)\n    return O\n"
# As many copies of C as I says.
COPIES = "def solve_copies(S, I, C):\n    O = repeat(C, I)\n    return O\n"


def golden(inputs, answers=None, candidate=None, mode="safe"):
    """The text of a golden file whose samples have these inputs I."""
    samples = [{"task_id": "fault", "S": [], "I": value, "C": candidate} for value in inputs]
    content = {"mode": mode, "inputs": samples}
    if answers is not None:
        content["answers"] = answers
    return json.dumps(content)


def limited(limits):
    """A function for the child process that sets these limits of `resource`, in bytes."""
    def set_limits():
        for which, value in limits.items():
            resource.setrlimit(which, (value, value))
    return set_limits


class FaultTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="battc-faults."))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir(mode=0o777)
        self.write("turn.py", TURN)
        self.write("turn.json", golden([[[1, 2], [3, 4]], [[5]]]))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def device(self, name, minor):
        """A device like /dev/NAME of the test's own: a battc that replaces it must not harm the machine, least of all as root."""
        path = self.folder / name
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            open(path, "w").close()
        except OSError:
            if os.geteuid() == 0:
                self.skipTest("root cannot make devices here")
            path.unlink(missing_ok=True)
            path.symlink_to(f"/dev/{name}")
        return path

    def full_device(self):
        return self.device("full", 7)

    def null_device(self):
        return self.device("null", 3)

    def standard_output(self):
        """What /dev/stdout is."""
        path = self.folder / "stdout"
        if not path.is_symlink():
            path.symlink_to("/proc/self/fd/1")
        return path

    def script(self, name, text):
        path = self.write(name, "#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def environment(self, **variables):
        return {**os.environ, "TMPDIR": str(self.temporary), **{key: str(value) for key, value in variables.items()}}

    def start(self, *words, program=None, env=None, **options):
        return subprocess.Popen([program or BATTC, *map(str, words)], cwd=self.folder, env=env or self.environment(), text=True,
                                stdin=subprocess.DEVNULL, **options)

    def run_battc(self, *words, program=None, env=None, limits=None, **options):
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        if limits:
            options["preexec_fn"] = limited(limits)
        return subprocess.run([program or BATTC, *map(str, words)], cwd=self.folder, env=env or self.environment(), text=True,
                              stdin=subprocess.DEVNULL, timeout=120, **options)

    def expect(self, code, *words, says=None, **options):
        """Runs battc and checks its exit code, and what it says on standard error: one line, and no bug."""
        done = self.run_battc(*words, **options)
        said = done.stderr or ""
        self.assertEqual(done.returncode, code, f"battc {words}: {said[-2000:]}")
        self.assertNotIn("bug in battc", said)
        if says is not None:
            self.assertIn(says, said)
            lines = [line for line in said.splitlines() if line != "Run with --help for more information."]
            self.assertEqual(len(lines), 1, said)
            self.assertLess(len(lines[0]), 400, said)
        return done

    def answers(self, *words, **options):
        """What `battc run` writes as answers, by way of standard output."""
        done = self.expect(0, "run", *words, **options)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def check_no_leftovers(self):
        left = [path.name for path in self.folder.rglob("*") if path.name.startswith((".battc-", "battc-")) or path.suffix == ".part"]
        self.assertEqual(left, [])


def needs_another_user(test):
    """For a test that takes `user`, options that run battc as someone who may not read and write everything."""
    def run(self):
        user = {}
        if os.geteuid() == 0:
            user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chmod(self.folder, 0o755)
            os.chmod(self.temporary, 0o777)
            try:
                usable = self.run_battc("version", **user).returncode == 0
            except PermissionError:
                usable = False
            if not usable:
                self.skipTest(f"root may do everything, and another user cannot run {BATTC}")
        test(self, user)
    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run
