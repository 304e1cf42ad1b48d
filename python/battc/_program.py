"""Compiled programs and their functions."""
import warnings

from battc import _core


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
        task_ids, Ss, Is = list(task_ids), list(Ss), list(Is)
        Cs = [None] * len(Is) if Cs is None else list(Cs)
        log_paths = [None] * len(Is) if log_paths is None else list(log_paths)
        if not len(task_ids) == len(Ss) == len(Is) == len(Cs) == len(log_paths):
            raise ValueError("task_ids, Ss, Is, Cs and log_paths have different lengths")
        if path not in ("auto", "device", "fast"):
            raise ValueError(f"path is 'auto', 'device' or 'fast', not {path!r}")
        if jobs < 1:
            raise ValueError(f"jobs is 1 or more, not {jobs}")
        if not 0 < memory_fraction <= 1:
            raise ValueError(f"memory_fraction is above 0 and at most 1, not {memory_fraction}")
        samples = list(zip(task_ids, Ss, Is, Cs))
        if any(log_paths):
            results = [self._logged(sample, log, timeout, memory) for sample, log in zip(samples, log_paths)]
        else:
            results, no_device = self.program._core.call_batch(
                self.number, samples, self.program.errors == "raw", timeout or 0.0, memory or 0, jobs, path, memory_fraction, multi_gpu_threshold
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
