"""Compiled programs and their functions."""
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
                self.batt_batch = Batch(self)

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

    __slots__ = ("program",)
    __name__ = "batt_batch"

    def __init__(self, program):
        self.program = program

    def __call__(self, task_ids, Ss, Is, Cs=None, log_paths=None, *, timeout=None, memory=None, return_exceptions=False):
        """A list with what batt returns for each sample. `timeout` and `memory` are for each sample. With
        `return_exceptions` an exception takes the place of its sample's result; else the first one is raised."""
        task_ids, Ss, Is = list(task_ids), list(Ss), list(Is)
        Cs = [None] * len(Is) if Cs is None else list(Cs)
        log_paths = [None] * len(Is) if log_paths is None else list(log_paths)
        if not len(task_ids) == len(Ss) == len(Is) == len(Cs) == len(log_paths):
            raise ValueError("task_ids, Ss, Is, Cs and log_paths have different lengths")
        results = []
        for sample in zip(task_ids, Ss, Is, Cs, log_paths):
            try:
                results.append(self.program.batt(*sample, timeout=timeout, memory=memory))
            except Exception as error:
                if not return_exceptions:
                    raise
                results.append(error)
        return results

    def __reduce__(self):
        return getattr, (self.program, "batt_batch")

    def __repr__(self):
        return f"<battc function batt_batch of {self.program!r}>"
