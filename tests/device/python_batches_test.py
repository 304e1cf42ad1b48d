"""batt_batch of the Python package on the stand-in CUDA runtime: every value as on the host, and computed there.

  python_batches_test.py DEVICE_PTX.txt GOLDEN     PYTHONPATH names a package that is linked with the stand-in
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

EVERY = 12  # golden programs: the interpreter of PTX takes its time


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def run_batches(golden):
    import battc

    warnings.simplefilter("error")  # there is a device
    sources = [source for source in sorted(golden.glob("programs-*/*.py")) if "def solve_" not in source.read_text()]
    for source in sources[::EVERY]:
        recorded = json.loads(source.with_suffix(".json").read_text())
        program = battc.load(source, errors=recorded["mode"])
        samples = [[tuples(sample[key]) for sample in recorded["inputs"]] for key in ("task_id", "S", "I", "C")]
        host, device = (program.batt_batch(*samples, path=path, return_exceptions=True) for path in ("fast", "device"))
        assert repr(device) == repr(host), source
    print(len(sources[::EVERY]))


def main():
    if len(sys.argv) == 2:
        return run_batches(pathlib.Path(sys.argv[1]))
    texts = pathlib.Path(sys.argv[1]).read_text().split()
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder) / "stats.json"
        environment = {**os.environ, "BATT_FAKE_PTX": ":".join(texts), "BATT_FAKE_STATS": str(stats)}
        ran = subprocess.run([sys.executable, __file__, sys.argv[2]], env=environment, stdout=subprocess.PIPE, check=True)
        counted = json.loads(stats.read_text())
    assert counted["launches"] >= int(ran.stdout) > 0 and counted["bytes_out"] > 0, counted


if __name__ == "__main__":
    main()
