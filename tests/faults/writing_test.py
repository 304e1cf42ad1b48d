"""Outputs that cannot be written, that are no plain files, or that several write at once."""
import json
import os
import stat
import subprocess
import threading
import unittest

from harness import FaultTest, golden, needs_another_user


class StandardOutput(FaultTest):
    def commands(self):
        self.write("turn.json", golden([[[1, 2], [3, 4]]], [{"O": [[3, 1], [4, 2]]}]))
        return [["ops"], ["ops", "--json"], ["help"], ["--help"], ["version"], ["--version"], ["turn.py", "--emit=cpp"],
                ["run", "turn.py", "--inputs", "turn.json"], ["run", "turn.py", "--inputs", "turn.json", "--answers", self.standard_output()],
                ["test", "."], ["bench", "."], ["bench", ".", "--json"],
                ["score", "turn.py", "--tasks", "turn.json"], ["score", "turn.py", "--tasks", "turn.json", "--json"]]

    def test_full(self):
        for command in self.commands():
            with self.subTest(command), open("/dev/full", "w") as full:
                self.expect(3, *command, says="No space left on device", stdout=full)

    def test_closed(self):
        for command in self.commands():
            with self.subTest(command):
                self.expect(3, *command, stdout=None, preexec_fn=lambda: os.close(1))

    def test_pipe_without_reader(self):
        for command in self.commands():
            with self.subTest(command):
                reading, writing = os.pipe()
                os.close(reading)
                self.expect(3, *command, says="Broken pipe", stdout=writing)
                os.close(writing)

    def test_closed_but_not_needed(self):
        """No file may be opened in its place, either: what is printed would go there."""
        self.expect(0, "run", "turn.py", "--inputs", "turn.json", "--answers", "out.json", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(len(json.loads((self.folder / "out.json").read_text())["answers"]), 2)
        self.expect(0, "turn.py", "-o", "turn.cpp", stdout=None, preexec_fn=lambda: os.closerange(0, 3))


class OutputFiles(FaultTest):
    def run_to(self, output, code=0, **options):
        return self.expect(code, "run", "turn.py", "--inputs", "turn.json", "--answers", output, **options)

    def check_written(self, path):
        self.assertEqual(len(json.loads((self.folder / path).read_text())["answers"]), 2)

    def test_full(self):
        full = self.full_device()
        self.run_to(full, 3, says=f"cannot write {full}: No space left on device")
        self.write("fails.py", "def solve_fails(S, I, C):\n    O = add(I, rot90)\n    return O\n")
        self.expect(3, "run", "fails.py", "-O0", "--inputs", "turn.json", "--no-warnings", "--log", full, says=f"cannot write {full}")
        self.expect(3, "turn.py", "--emit=cpp", "-o", full, says="No space left on device")

    def test_folders(self):
        (self.folder / "folder").mkdir()
        self.run_to("folder", 3, says="it is a folder")
        self.run_to("missing/out.json", 3, says="No such file or directory")
        for suffix in ["", ".cpp", ".so"]:
            (self.folder / f"f{suffix}").mkdir()
            self.expect(3, "turn.py", "-o", f"f{suffix}", says="it is a folder")

    def test_devices_stay(self):
        null = self.null_device()
        link = self.folder / "link"
        link.symlink_to("null")
        for path in [null, link]:
            self.run_to(path)
            self.expect(0, "turn.py", "--emit=cpp", "-o", path)
            self.assertTrue(stat.S_ISCHR(os.stat(path).st_mode))
            self.assertTrue(link.is_symlink())

    def test_standard_output_by_name(self):
        """What was there stays, and what comes later stands after it."""
        through = self.folder / "fd"
        through.symlink_to("/proc/self/fd")
        for name in [self.standard_output(), through / "1"]:
            for mode in ["a", "w"]:
                self.write("out.txt", "before\n")
                with open(self.folder / "out.txt", mode) as out:
                    self.run_to(name, stdout=out)
                    self.run_to(name, stdout=out)
                lines = (self.folder / "out.txt").read_text().splitlines()
                self.assertEqual(lines[: len(lines) - 2], ["before"] if mode == "a" else [])
                self.assertEqual([len(json.loads(line)["answers"]) for line in lines[-2:]], [2, 2])
                self.assertTrue(self.standard_output().is_symlink())

    def test_pipe(self):
        os.mkfifo(self.folder / "pipe")
        read = []
        reader = threading.Thread(target=lambda: read.append((self.folder / "pipe").read_text()))
        reader.start()
        self.run_to("pipe")
        reader.join()
        self.assertEqual(len(json.loads(read[0])["answers"]), 2)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.folder / "pipe").st_mode))

    def test_links(self):
        (self.folder / "elsewhere").mkdir()
        for target in ["elsewhere/old.json", "elsewhere/new.json"]:
            link = self.folder / "link.json"
            os.symlink(target, link)
            if target.endswith("old.json"):
                self.write(target, "old")
            self.run_to("link.json")
            self.assertTrue(link.is_symlink())
            self.check_written(target)
            link.unlink()
        os.symlink("round", self.folder / "round")
        self.run_to("round", 3, says="cannot write round")
        self.check_no_leftovers()

    def test_planted_link(self):
        """The name of a temporary file cannot be known beforehand."""
        victim = self.write("victim", "untouched")
        os.symlink("victim", self.folder / "out.json.part")
        self.run_to("out.json")
        self.check_written("out.json")
        self.assertEqual(victim.read_text(), "untouched")

    def test_mode_is_that_of_the_umask(self):
        compiler = self.script("compiler", 'while [ "$1" != -o ]; do shift; done; echo made > "$2"; chmod 755 "$2"\n')
        for mask, data, program in [(0o022, 0o644, 0o755), (0o077, 0o600, 0o700)]:
            options = {"preexec_fn": lambda mask=mask: os.umask(mask), "env": self.environment(CXX=compiler)}
            self.run_to("out.json", **options)
            self.expect(0, "turn.py", "-o", "turn.o", **options)
            self.expect(0, "turn.py", "-o", "turn", **options)
            self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out.json").st_mode), data)
            self.assertEqual(stat.S_IMODE(os.stat(self.folder / "turn.o").st_mode), data)
            self.assertEqual(stat.S_IMODE(os.stat(self.folder / "turn").st_mode), program)

    @needs_another_user
    def test_folder_that_may_not_be_written(self, user):
        closed = self.folder / "closed"
        closed.mkdir(mode=0o555)
        self.run_to("closed/out.json", 3, says="Permission denied", **user)
        self.expect(3, "turn.py", "-o", "closed/turn.cpp", says="Permission denied", **user)
        self.expect(3, "run", "turn.py", "--inputs", "turn.json", "--log", "closed/log", says="Permission denied", **user)
        self.assertEqual(list(closed.iterdir()), [])


class Writers(FaultTest):
    WRITERS = 64

    def test_a_reader_sees_whole_files_alone(self):
        self.write("many.json", golden([[[k % 10] * 30] * 30 for k in range(100)]))
        output = self.folder / "out.json"
        writers = [self.start("run", "turn.py", "--inputs", "many.json", "--answers", "out.json", stderr=subprocess.PIPE)
                   for _ in range(self.WRITERS)]
        seen = 0
        while any(writer.poll() is None for writer in writers):
            if output.exists():
                self.assertEqual(len(json.loads(output.read_text())["answers"]), 100)
                seen += 1
        for writer in writers:
            self.assertEqual(writer.wait(), 0, writer.stderr.read())
            writer.stderr.close()
        self.assertEqual(len(json.loads(output.read_text())["answers"]), 100)
        self.assertGreater(seen, 0)
        self.check_no_leftovers()


if __name__ == "__main__":
    unittest.main()
