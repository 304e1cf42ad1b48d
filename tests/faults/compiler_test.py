"""A C++ compiler that fails, writes nothing, hangs, or leaves a process."""
import os
import signal
import subprocess
import time
import unittest

from harness import FaultTest


def is_running(process_id):
    try:
        with open(f"/proc/{process_id}/stat") as status:
            return status.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Compilers(FaultTest):
    def wait_for(self, path):
        while not path.exists() or not path.read_text().strip():
            time.sleep(0.01)
        return int(path.read_text())

    def build(self, code, compiler, **options):
        done = self.expect(code, "turn.py", "-o", "out.so", env=self.environment(CXX=compiler), **options)
        self.check_no_leftovers()
        return done

    def test_fails(self):
        done = self.build(3, self.script("compiler", "echo the compiler is unwell >&2; exit 1\n"))
        self.assertIn("the compiler is unwell", done.stderr)
        done = self.build(3, self.script("compiler", "kill -SEGV $$\n"))
        self.assertFalse((self.folder / "out.so").exists())

    def test_is_missing(self):
        self.build(3, "/missing/compiler", says="cannot run /missing/compiler")

    def test_writes_nothing(self):
        self.assertIn("wrote nothing", self.build(3, self.script("compiler", "exit 0\n")).stderr)

    def test_leaves_a_process(self):
        """That has the compiler's output open, and lives much longer than this test waits."""
        compiler = self.script("compiler", f"""
            sleep 600 &
            echo $! > {self.folder}/left
            while [ "$1" != -o ]; do shift; done
            echo made > "$2"
            """)
        try:
            self.build(0, compiler)
            self.assertEqual((self.folder / "out.so").read_text(), "made\n")
            self.assertTrue(is_running(self.wait_for(self.folder / "left")))
        finally:
            os.kill(self.wait_for(self.folder / "left"), signal.SIGKILL)

    def check_hanging(self, text, sent):
        compiler = self.script("compiler", text)
        process = self.start("turn.py", "-o", "out.so", env=self.environment(CXX=compiler), stderr=subprocess.PIPE)
        hanging = self.wait_for(self.folder / "hanging")
        process.send_signal(sent)
        self.assertEqual(process.wait(timeout=60), -sent, process.stderr.read())
        process.stderr.close()
        while is_running(hanging):  # a process that was killed is not gone at once
            time.sleep(0.01)
        self.assertFalse((self.folder / "out.so").exists())
        self.check_no_leftovers()
        (self.folder / "hanging").unlink()

    def test_hangs(self):
        for sent in [signal.SIGINT, signal.SIGTERM]:
            self.check_hanging(f"echo $$ > {self.folder}/hanging\nsleep 600\n", sent)
            self.check_hanging(f"sleep 600 &\necho $! > {self.folder}/hanging\nwait\n", sent)

    def test_hangs_and_does_not_listen(self):
        self.check_hanging(f"trap '' TERM INT\necho $$ > {self.folder}/hanging\nwhile :; do sleep 1; done\n", signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
