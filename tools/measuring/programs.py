"""Programs and samples to measure with: golden ones sorted by error mode, and generated ones."""
import json
import pathlib

ROUND = ("o_g(I, R5)", "get_nth_f({}, F0)", "subgrid({}, I)", "mir_rot_t({}, R4)", "replace({}, GRAY, RED)", "size_t({})")
GUARD = "except (TypeError, AttributeError, ValueError, IndexError, KeyError)"
PATTERN = ("apply(first, S)", "apply(second, S)", "mapply(p_g, t1)", "mapply(p_g, t2)", "dedupe(t3)", "dedupe(t4)",
           "difference_tuple(t5, t6)", "get_nth_t(t7, F0)")  # fmt: skip
GRID = [[0, 5, 5, 0], [0, 5, 0, 0], [3, 0, 0, 3], [0, 2, 2, 0]]


def batt(calls, results):
    """A batt of these calls, each guarded as card.py guards it; `results`: the numbers of those that go to o."""
    lines = ["def batt(task_id, S, I, C, log_path):", "    s = []", "    o = []"]
    for number, call in enumerate(calls, 1):
        name = call.partition("(")[0]
        lines += ["    try:", f"        t{number} = {call}", f"    {GUARD}:", f"        t{number} = _get_safe_default({name})"]
        if number in results:
            lines.append(f"    o.append(({number}, False, 'task', t{number}))")
    return "\n".join([*lines, "    return o, s", ""])


def batt_of(ops):
    """Rounds of six ops over the input."""
    return batt([ROUND[k % 6].format(f"t{k}") for k in range(ops)], set(range(5, ops + 1, 6)))


def pattern_batt():
    """The calls by which card.py finds a colour of the task: what all its inputs have, and no output."""
    return batt(PATTERN, {len(PATTERN)})


def sample(pairs=2, shift=0):
    grid = [[(cell + shift) % 10 for cell in row] for row in GRID]
    return {"task_id": "task", "S": [[grid, grid[::-1]]] * pairs, "I": grid, "C": grid[::-1]}


def write_golden(folder, name, text, inputs):
    """X.py and X.json, without answers."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(text)
    (folder / f"{name}.json").write_text(json.dumps({"mode": "safe", "inputs": inputs, "answers": []}))
    return folder / f"{name}.py"


def write_tasks(folder, samples, per_task=50):
    """ARC tasks with so many samples in all."""
    folder.mkdir(parents=True)
    for number in range(samples // per_task):
        grids = [sample(shift=number + k)["I"] for k in range(per_task)]
        pairs = [{"input": grid, "output": grid[::-1]} for grid in grids]
        (folder / f"{number:08x}.json").write_text(json.dumps({"train": pairs[:3], "test": pairs[3:]}))
    return folder


def golden_of(folder):
    return [file for file in sorted(pathlib.Path(folder).glob("*.json")) if file.with_suffix(".py").exists()]


def by_mode(folder, into):
    """The golden programs of a folder as folders of one error mode each: {mode: folder of links}."""
    modes = {}
    for golden in golden_of(folder):
        mode = json.loads(golden.read_text()).get("mode", "safe")
        modes[mode] = into / mode
        modes[mode].mkdir(parents=True, exist_ok=True)
        for file in (golden, golden.with_suffix(".py")):
            (modes[mode] / file.name).symlink_to(file.resolve())
    return modes


def is_batt(source):
    return "def batt(" in source.read_text()
