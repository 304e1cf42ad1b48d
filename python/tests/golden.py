"""Golden programs: their files, and Python objects as the JSON that they are recorded in."""
import json
import math
import pathlib

import battc

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "tests/golden", ROOT / "../shared/golden", ROOT / "../shared/golden-head"]


def programs(*folders):
    """The sources of all golden programs that are at hand."""
    return sorted(
        source.resolve()
        for folder in folders or FOLDERS
        for mode in ("programs-safe", "programs-raw")
        for source in (folder / mode).glob("*.py")
    )


def name_of(source):
    return "/".join(source.parts[-3:])


def tuples(value):
    """JSON of an input as a Python value: inputs are made of lists, numbers and None."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def load(source):
    """The compiled program, and its recorded inputs and answers."""
    recorded = json.loads(source.with_suffix(".json").read_text())
    program = battc.load(source, errors=recorded["mode"])
    return program, recorded["inputs"], recorded["answers"]


def call(program, sample):
    S, I, C = tuples(sample["S"]), tuples(sample["I"]), tuples(sample["C"])
    if "batt" in program.functions or "batt_batch" in program.functions:
        return program.batt(sample["task_id"], S, I, C, None)
    return getattr(program, program.functions[0])(S, I, C)


def answer(program, sample):
    """What a call gives, as answers are recorded."""
    try:
        result = call(program, sample)
    except battc.LimitExceeded as error:
        return {"limit": error.limit}
    except Exception as error:
        return {"exc": type(error).__name__}
    if "batt" in program.functions or "batt_batch" in program.functions:
        assert type(result) is tuple and all(type(part) is list for part in result)
        return {"o": [encode(entry) for entry in result[0]], "s": [encode(entry) for entry in result[1]]}
    return {"O": encode(result)}


def encode(value):
    kind = type(value)
    if value is None or kind in (bool, str, int):
        return value
    if kind is float:
        return {"f": "nan" if math.isnan(value) else repr(value)}
    if kind is tuple:
        return [encode(item) for item in value]
    if kind is frozenset:
        return {"s": [encode(item) for item in value]}
    if kind is list:
        return {"l": [encode(item) for item in value]}
    if kind is battc.OKT:
        return {"okt": [encode(item) for item in value]}
    if kind is battc.Function:
        if value.parts:
            return {"fn": [value.name] + [encode(part) for part in value.parts]}
        return {"fn": value.__name__}
    raise TypeError(f"not a value: {kind}")


def same(expected, got):
    """Whether they are equal, where 1 and True differ and {"fn": "?"} was not recorded."""
    if expected == {"fn": "?"}:
        return True
    if type(expected) is not type(got):
        return False
    if isinstance(expected, list):
        return len(expected) == len(got) and all(map(same, expected, got))
    if isinstance(expected, dict):
        return expected.keys() == got.keys() and all(same(expected[key], got[key]) for key in expected)
    return expected == got
