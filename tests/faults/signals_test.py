"""SIGKILL, SIGTERM and SIGINT at random points: an output is whole or not there, and nothing temporary stays."""
import json
import os
import random
import signal
import subprocess
import time
import unittest

from harness import FaultTest, golden

POINTS = int(os.environ.get("BATT_SIGNAL_POINTS", "300"))


class Signals(FaultTest):
    def setUp(self):
        super().setUp()
        self.write("many.json", golden([[[k % 10] * 30] * 30 for k in range(100)]))
        # Writes its output in two parts, and a file of its own.
        compiler = self.script("compiler", """
            while [ "$1" != -o ]; do shift; done
            printf half > "$2"
            printf x > "$(dirname "$2")/of the compiler"
            sleep 0.01
            printf 'whole' > "$2"
            """)
        self.env = self.environment(CXX=compiler)

    def commands(self):
        """Commands, each with its output and what a whole one is like."""
        def is_whole(text):
            return len(json.loads(text)["answers"]) == 100
        return [
            (["run", "turn.py", "--inputs", "many.json", "--answers", "out.json"], "out.json", is_whole),
            (["turn.py", "-o", "out.cpp"], "out.cpp", lambda text: text.rstrip().endswith("}")),
            (["turn.py", "-o", "out.so"], "out.so", lambda text: text == "whole"),
        ]

    def time_of(self, command):
        start = time.monotonic()
        self.expect(0, *command, env=self.env)
        return time.monotonic() - start

    def test_random_points(self):
        seed = random.randrange(1 << 30)
        chance = random.Random(seed)
        commands = self.commands()
        times = [self.time_of(command) for command, _, _ in commands]
        ends = {"by itself": 0, "by the signal": 0}
        for point in range(POINTS):
            kind = chance.randrange(len(commands))
            command, output, is_whole = commands[kind]
            (self.folder / output).unlink(missing_ok=True)
            sent = chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
            process = self.start(*command, env=self.env, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 1.2 * times[kind]))
            process.send_signal(sent)
            code = process.wait(timeout=60)
            where = f"seed {seed}, point {point}: {command}, {sent.name}"
            self.assertIn(code, (0, -sent), where)
            ends["by itself" if code == 0 else "by the signal"] += 1
            path = self.folder / output
            if path.exists():
                self.assertTrue(is_whole(path.read_text()), where)
            else:
                self.assertNotEqual(code, 0, where)
            if sent != signal.SIGKILL:
                with self.subTest(where):
                    self.check_no_leftovers()
            for left in [*self.folder.glob(".battc-*")]:
                left.unlink()
            for left in [*self.temporary.iterdir()]:
                subprocess.run(["rm", "-rf", str(left)], check=True)
        self.assertGreater(ends["by the signal"], POINTS // 10, ends)

    def test_ignored_signals_stay_ignored(self):
        """As under nohup."""
        os.mkfifo(self.folder / "pipe")
        process = self.start("run", "turn.py", "--inputs", "turn.json", "--answers", "pipe",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.3)
        process.send_signal(signal.SIGHUP)
        text = (self.folder / "pipe").read_text()
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(len(json.loads(text)["answers"]), 2)


if __name__ == "__main__":
    unittest.main()
