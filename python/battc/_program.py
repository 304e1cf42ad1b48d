"""Compiled programs and their functions."""
import warnings
from collections.abc import Iterable

from battc import _core
from battc._types import whole_number


class Program:
    """The functions of one source, as attributes: `batt`, `batt_batch`, `solve_...`.

    `errors` is what becomes of an exception inside an op: "safe" turns it into the op's default, as the DSL's own wrapper does;
    "raw" raises it.

    A program can be used by many threads at once, after fork, and be pickled (as its source).
    """

    def __init__(self, text, name="<string>", errors="safe"):
        if errors not in ("safe", "raw"):
            raise ValueError(f"errors is 'safe' or 'raw', not {errors!r}")
        if not isinstance(text, str):
            raise TypeError(f"the text of a program is a str, not {type(text).__name__}")
        self.source = text
        self.name = str(name)
        self.errors = errors
        self._core = _core.Program(text, self.name)
        self.functions = tuple(function for function, _, _ in self._core.functions)
        for number, (function, collects, _) in enumerate(self._core.functions):
            # Written as batt_batch or not, a program runs sample by sample and in batches.
            attribute = "batt" if collects else function
            setattr(self, attribute, self._core.entry(number, self, attribute, errors == "raw"))
            if collects:
                self.batt_batch = Batch(self, number)

    @property
    def warnings(self):
        """What the compiler warns of, as text; empty if there is nothing."""
        return self._core.warnings

    def __getattr__(self, name):
        known = ", ".join(self.__dict__.get("functions", ()))
        raise AttributeError(f"{self.__dict__.get('name')} has no function {name!r} (it has {known})")

    def __reduce__(self):
        return Program, (self.source, self.name, self.errors)

    def __repr__(self):
        return f"<battc program {self.name}: {', '.join(self.functions)}>"


def _column(name, column):
    """One argument of all samples, as a list."""
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise TypeError(f"{name} is a list with one item for each sample, not {type(column).__name__}")
    return list(column)


class Batch:
    """program.batt_batch."""

    __slots__ = ("program", "number")
    __name__ = "batt_batch"

    def __init__(self, program, number):
        self.program, self.number = program, number

    def __call__(self, task_ids, Ss, Is, Cs=None, log_paths=None, *, timeout=None, memory=None, return_exceptions=False,
                 jobs=1, path="auto", memory_fraction=0.8, multi_gpu_threshold=120):  # fmt: skip
        """A list with what batt returns for each sample.

        `timeout` (seconds) and `memory` (bytes) are for each sample. With `return_exceptions` an exception takes the place of its
        sample's result; else the first one is raised, after all samples have been run. `jobs` threads of the host work, and the
        GPUs of this machine if that pays: `path` is "auto", "device" for GPUs alone, "fast" for none. GPUs use at most
        `memory_fraction` of their free memory; from `multi_gpu_threshold` samples on, all of them work.
        """
        given = {"task_ids": task_ids, "Ss": Ss, "Is": Is}
        given.update((name, column) for name, column in (("Cs", Cs), ("log_paths", log_paths)) if column is not None)
        columns = {name: _column(name, column) for name, column in given.items()}
        count = len(columns["task_ids"])
        if any(len(column) != count for column in columns.values()):
            lengths = ", ".join(f"{len(column)} {name}" for name, column in columns.items())
            raise ValueError(f"each sample has one task_id, S, I, C and log_path: there are {lengths}")
        log_paths = columns.get("log_paths", [None] * count)
        if not isinstance(path, str) or path not in ("auto", "device", "fast"):
            raise ValueError(f"path is 'auto', 'device' or 'fast', not {path!r}")
        if not isinstance(memory_fraction, (int, float)):
            raise TypeError(f"memory_fraction is a number above 0 and at most 1, not {type(memory_fraction).__name__}")
        if not 0 < memory_fraction <= 1:
            raise ValueError(f"memory_fraction is a number above 0 and at most 1, not {memory_fraction}")
        jobs, multi_gpu_threshold = whole_number(jobs, "jobs"), whole_number(multi_gpu_threshold, "multi_gpu_threshold")
        _core.check_limits((timeout, memory))
        samples = list(zip(columns["task_ids"], columns["Ss"], columns["Is"], columns.get("Cs", [None] * count)))
        if any(log_paths):
            results = [self._logged(sample, log, timeout, memory) for sample, log in zip(samples, log_paths)]
        else:
            results, no_device = self.program._core.call_batch(
                self.number, samples, self.program.errors == "raw", (timeout, memory), jobs, path, memory_fraction, multi_gpu_threshold
            )
            if no_device:
                warnings.warn(f"no GPU is used, the samples run on the host: {no_device}", RuntimeWarning, stacklevel=2)
        if not return_exceptions:
            for result in results:
                if isinstance(result, Exception):
                    raise result
        return results

    def _logged(self, sample, log_path, timeout, memory):
        """A call that writes a log runs by itself."""
        try:
            return self.program.batt(*sample, log_path, timeout=timeout, memory=memory)
        except Exception as error:
            return error

    def __reduce__(self):
        return getattr, (self.program, "batt_batch")

    def __repr__(self):
        return f"<battc function batt_batch of {self.program!r}>"
