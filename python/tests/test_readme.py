"""The README's example runs, and says what is true."""
import pathlib
import subprocess
import sys

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"


def test_the_example_runs():
    script = pathlib.Path(__file__).with_name("try_readme.py")
    subprocess.run([sys.executable, str(script), str(README)], check=True, timeout=60)
