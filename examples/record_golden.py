#!/usr/bin/env python3
"""Records what CPython answers: renews X.json beside every solvers/X.py and batts/X.py.

  REFERENCE_DSL=<checkout of the reference> ORACLE=<folder of codec.py, programs.py, reference.py> ./record_golden.py [X.py ...]

X.json says itself which tasks to take the inputs from, and the error mode; for a new program begin with

  {"mode": "safe", "tasks": ["mirror_right"]}

battc has no part in this. A solver whose answer is not the task's output is refused, and nothing is written.
The answers come last and on a line of their own, in the very bytes that a built program writes: see the Makefile.
"""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FORMS = {"solvers": "solver"}  # a batt is named after its form


def compact(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def grid(rows):
    return tuple(map(tuple, rows))


def samples_of(task):
    """One sample for each pair of a task; S is what a solver may learn from."""
    pairs = json.loads((HERE / "tasks" / f"{task}.json").read_text())
    S = tuple((grid(p["input"]), grid(p["output"])) for p in pairs["train"])
    for pair in pairs["train"] + pairs["test"]:
        yield {"task_id": task, "S": S, "I": grid(pair["input"]), "C": grid(pair["output"])}


class Recorder:
    """One error mode of the reference: it cannot change once the DSL is loaded."""

    def __init__(self, mode):
        os.environ["REFERENCE_MODE"] = mode
        sys.path.insert(0, os.environ["ORACLE"])
        import codec
        import programs
        import reference
        self.codec, self.programs = codec, programs
        _, ops, constants = reference.load()
        self.names = programs.namespace(ops, constants)

    def function(self, source):
        text = source.read_text()
        if "def batt_batch(" in text:
            text = self.programs.unbatch(text)
        scope = dict(self.names)
        before = set(scope)
        exec(compile("\n".join(line for line in text.split("\n") if not line.startswith("from ")), source.name, "exec"), scope)
        (name,) = set(scope) - before - {"__builtins__"}
        return scope[name]

    def answer(self, function, sample):
        S, I, C = (sample[key] for key in "SIC")
        try:
            if function.__name__ != "batt":
                return {"O": self.codec.encode(function(S, I, C))}
            o, s = function(sample["task_id"], S, I, C, os.devnull)
            return {"o": [self.codec.encode(entry) for entry in o], "s": [self.codec.encode(entry) for entry in s]}
        except (self.codec.NotEncodable, NameError):
            raise
        except Exception as error:
            return {"exc": type(error).__name__}

    def record(self, source):
        golden = source.with_suffix(".json")
        about = json.loads(golden.read_text())
        samples = [sample for task in about["tasks"] for sample in samples_of(task)]
        function = self.function(source)
        answers = [self.answer(function, sample) for sample in samples]
        if function.__name__.startswith("solve_"):
            for sample, answer in zip(samples, answers):
                if answer != {"O": self.codec.encode(sample["C"])}:
                    sys.exit(f"{source.name}: not the output of {sample['task_id']}: {compact(answer)}")
        form = FORMS.get(source.parent.name, source.stem)
        inputs = ",\n".join(compact({key: self.codec.encode(value) for key, value in sample.items()}) for sample in samples)
        head = f'"form":{compact(form)},"mode":{compact(about["mode"])},"tasks":{compact(about["tasks"])},\n"inputs":[\n{inputs}],\n'
        golden.write_text(f'{{{head}"answers":{compact(answers)}}}\n')
        print(f"{golden.relative_to(HERE)}: {len(answers)} answers")


def main():
    sources = [pathlib.Path(path).resolve() for path in sys.argv[1:]] or sorted(HERE.glob("*s/*.py"))
    by_mode = {}
    for source in sources:
        by_mode.setdefault(json.loads(source.with_suffix(".json").read_text())["mode"], []).append(source)
    if len(by_mode) > 1:
        for group in by_mode.values():
            subprocess.run([sys.executable, __file__, *map(str, group)], check=True)
        return
    for mode, group in by_mode.items():
        recorder = Recorder(mode)
        for source in group:
            recorder.record(source)


if __name__ == "__main__":
    main()
