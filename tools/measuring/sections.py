"""What is measured. Every section returns a Section: a table for people, plots, and the command that measures it again."""
import dataclasses
import json
import math
import os
import statistics

import plots
import programs
from commands import cost_of, cpython_seconds

PAIRED_SAMPLES = 512  # enough for two threads, and for caches to be as warm as in a long run


@dataclasses.dataclass
class Section:
    title: str
    command: str
    text: str
    header: list
    rows: list
    plots: dict = dataclasses.field(default_factory=dict)  # {file name: SVG}


def times(ratio):
    return "" if ratio is None else f"{ratio:.1f} times" if ratio < 100 else f"{ratio:.0f} times"


def has_reference():
    return bool(os.environ.get("REFERENCE_DSL"))


def _geometric_mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios))) if ratios else None


def compare_programs(battc, options, work):
    """Golden programs, solvers, batts: CPython, interpreted, built."""
    rows, bars = [], []
    for folder in options.folders:
        modes = programs.by_mode(folder, work / "modes" / f"{len(rows)}-{folder.name}")
        for mode, links in sorted(modes.items()):
            label = folder.name if len(modes) == 1 else f"{folder.name}, {mode}"
            rounds = [_one_round(battc, links, mode, options) for _ in range(options.rounds)]
            whole, mean, built, alone = (_median([round_[k] for round_ in rounds]) for k in range(4))
            count = len(programs.golden_of(links))
            rows.append([label, count, f"{1000 * alone:.2f} ms", times(whole), times(mean), "" if built is None else f"{built:.2f} times as fast"])
            bars.append((label, (whole, None if whole is None or built is None else whole * built)))
    plot = {"programs.svg": plots.bars("Times CPython", bars, ("interpreted", "built"))} if has_reference() else {}
    return Section("Programs, one core", "scripts/bench --only programs FOLDER...",
                   f"All samples of all programs once; the median of {options.rounds} rounds, in each of which CPython 3.11 (without log lines), the "
                   "interpreter and built programs run one after the other. A ratio to CPython is that of interpreted programs.",
                   ["programs", "number", "interpreted", "CPython, as a whole", "geometric mean", "built"], rows, plot)  # fmt: skip


def _median(values):
    return None if None in values else statistics.median(values)


def _one_round(battc, folder, mode, options):
    ours = battc.bench(folder, options.repeats, built=options.built)
    alone = sum(seconds for seconds, *_ in ours.values())
    built = alone / sum(seconds for _, seconds, *_ in ours.values()) if options.built else None
    if not has_reference():
        return None, None, built, alone
    reference = cpython_seconds(folder, mode, 1)
    known = [name for name in reference if ours.get(name, (0,))[0] > 0]
    if not known:
        return None, None, built, alone
    whole = sum(reference[name] for name in known) / sum(ours[name][0] for name in known)
    return whole, _geometric_mean([reference[name] / ours[name][0] for name in known]), built, alone


def compare_pairs(battc, options, work):
    """Batts called twice for each sample, C = None and C = the expected output; and by two threads."""
    rows = []
    for folder in options.folders:
        for golden in programs.largest_batts(folder)[: options.batts]:
            about = json.loads(golden.read_text())
            inputs = [sample for sample in about["inputs"] if sample["C"] is not None]
            if about.get("mode", "safe") != "safe" or not inputs:
                continue
            rounds = -(-PAIRED_SAMPLES // len(inputs))
            source = programs.write_golden(work / "expected", golden.stem, golden.with_suffix(".py").read_text(), inputs * rounds)
            tasks = source.with_suffix(".json")
            once, both, two_threads = (battc.score(source, tasks, options.rounds, candidate, jobs) / rounds
                                       for candidate, jobs in (("none", 1), ("both", 1), ("both", 2)))  # fmt: skip
            ratio = None
            if has_reference():
                calls = [{**sample, "C": c} for sample in inputs for c in (None, sample["C"])]
                twice = programs.write_golden(work / "twice" / golden.stem, golden.stem, source.read_text(), calls)
                seconds = cpython_seconds(twice.parent, "safe", 1).get(golden.stem)
                ratio = seconds and seconds / both
            rows.append([golden.stem, len(inputs), f"{1000 * once:.2f} ms", f"{1000 * both:.2f} ms", times(ratio), f"{both / two_threads:.2f} times as fast"])
    return Section("Two calls for each sample", "scripts/bench --only pairs FOLDER...",
                   "`battc score`, without compiling and reading, for the longest batts: every sample with `C` = `None`, and then with the expected output as well. "
                   f"The samples of a batt take turns until {PAIRED_SAMPLES} are scored; a time is that of one turn. CPython makes both calls. The last column is both calls by two threads.",
                   ["batt", "samples", "one call", "both calls", "CPython, both calls", "two threads"], rows)  # fmt: skip


def sample_pattern(battc, options, work):
    """What card.py asks of a task's samples, by their number."""
    rows, lines = [], {"CPython": [], "battc": []}
    for pairs in (3, 10, 50, 200):
        folder = work / "pattern" / str(pairs)
        programs.write_golden(folder, "pattern", programs.pattern_batt(), [programs.sample(pairs)])
        ours = min(battc.bench(folder, 20 * options.repeats)["pattern"][0] for _ in range(options.rounds))
        lines["battc"].append((pairs, 1e6 * ours))
        reference = cpython_seconds(folder, "safe", 5 * options.rounds).get("pattern") if has_reference() else None
        if reference:
            lines["CPython"].append((pairs, 1e6 * reference))
        rows.append([pairs, f"{1e6 * ours:.2f} µs", f"{1e6 * reference:.0f} µs" if reference else "", times(reference and reference / ours)])
    lines = {name: line for name, line in lines.items() if line}
    return Section("The sample pattern", "scripts/bench --only pattern",
                   "Eight calls by which card.py finds a colour that all inputs of a task have and no output: "
                   "`apply`, `mapply(p_g, ..)`, `dedupe`, `difference_tuple`, `get_nth_t`, over a task of so many samples.",
                   ["samples of the task", "battc", "CPython", "ratio"], rows,
                   {"pattern.svg": plots.curves("The sample pattern", "samples of the task", "µs", lines)})  # fmt: skip


def growth_of_programs(battc, options, work):
    """By the number of ops."""
    rows, per_op = [], []
    for ops in (100, 300, 1000, 3000, 10000):
        if ops > options.most_ops:
            continue
        folder = work / "ops" / str(ops)
        source = programs.write_golden(folder, "batt", programs.batt_of(ops), [programs.sample()])
        run = ["run", source, "--inputs", source.with_suffix(".json"), "--answers", folder / "answers.json"]
        to_cpp, first = (min(cost_of([battc.program, *words])[0] for _ in range(options.rounds)) for words in ([source, "-o", folder / "batt.cpp"], run))
        nanoseconds = 1e9 * battc.bench(folder, 5 * options.repeats)["batt"][0] / ops
        per_op.append((ops, nanoseconds))
        rows.append([f"{ops:,}", f"{1000 * to_cpp:.1f} ms", f"{1000 * first:.1f} ms", f"{nanoseconds:.0f} ns"])
    return Section("Longer programs", "scripts/bench --only ops", "A generated batt of so many guarded calls: from source to C++, from source to the first result "
                   "of `battc run` (the process included), in CPU time, and the computation for each op.",
                   ["ops", "to C++", "first result", "each op"], rows,
                   {"ops.svg": plots.curves("Time for each op", "ops of the program", "ns", {"each op": per_op})})  # fmt: skip


def growth_of_samples(battc, options, work):
    """By the number of samples."""
    rows, per_sample, memory = [], [], []
    source = programs.write_golden(work / "samples", "batt", programs.batt_of(300), [programs.sample()])
    for samples in (1000, 10000, 100000):
        if samples > options.most_samples:
            continue
        tasks = programs.write_tasks(work / "tasks" / str(samples), samples)
        answers = work / "answers.jsonl"
        seconds, megabytes = cost_of([battc.program, "run", source, "--tasks", tasks, "--jobs", "1", "--answers", answers])
        answers.unlink()
        microseconds = 1e6 * seconds / samples
        per_sample.append((samples, microseconds))
        memory.append((samples, megabytes))
        rows.append([f"{samples:,}", f"{microseconds:.1f} µs", f"{megabytes:.0f} MB"])
    return Section("More samples", "scripts/bench --only samples", "`battc run --answers X.jsonl` of a batt of 300 ops over tasks of 50 samples each, "
                   "reading the tasks and writing the answers included, in CPU time.",
                   ["samples", "each sample", "peak memory"], rows,
                   {"samples.svg": plots.curves("Time and memory by the number of samples", "samples", "µs, MB",
                                                {"µs for each sample": per_sample, "peak memory, MB": memory})})  # fmt: skip


SECTIONS = {"programs": compare_programs, "pairs": compare_pairs, "pattern": sample_pattern, "ops": growth_of_programs, "samples": growth_of_samples}
