import os
from collections import Counter
from concurrent.futures import Executor
from typing import Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, NamedTuple, Optional, Protocol, Tuple, Union

from battc._core import Function as Function

_Path = Union[str, "os.PathLike[str]"]
_Entry = Tuple[Any, Any, Any, Any]
_Result = Tuple[List[_Entry], List[_Entry]]

__version__: str

class OKT(NamedTuple):
    ok: bool
    t: Any

class LimitExceeded(Exception):
    limit: str
    def __init__(self, limit: str) -> None: ...

class CompileError(Exception):
    text: str
    diagnostics: List[Dict[str, Any]]
    def __init__(self, text: str, diagnostics: str = ...) -> None: ...

class _Batt(Protocol):
    def __call__(
        self,
        task_id: Optional[str],
        S: Any,
        I: Any,
        C: Any = ...,
        log_path: Optional[_Path] = ...,
        *,
        timeout: Optional[float] = ...,
        memory: Optional[int] = ...,
    ) -> _Result: ...

class _Batch(Protocol):
    def __call__(
        self,
        task_ids: Iterable[Optional[str]],
        Ss: Iterable[Any],
        Is: Iterable[Any],
        Cs: Optional[Iterable[Any]] = ...,
        log_paths: Optional[Iterable[Optional[_Path]]] = ...,
        *,
        timeout: Optional[float] = ...,
        memory: Optional[int] = ...,
        return_exceptions: bool = ...,
        jobs: int = ...,
        path: Literal["auto", "device", "fast"] = ...,
        memory_fraction: float = ...,
        multi_gpu_threshold: int = ...,
    ) -> "List[Union[_Result, Exception]]": ...

class _Solver(Protocol):
    def __call__(
        self, S: Any, I: Any, C: Any = ..., *, timeout: Optional[float] = ..., memory: Optional[int] = ...
    ) -> Any: ...

class Program:
    source: str
    name: str
    errors: str
    functions: Tuple[str, ...]
    batt: _Batt
    batt_batch: _Batch
    def __init__(self, text: str, name: str = ..., errors: str = ...) -> None: ...
    @property
    def warnings(self) -> str: ...
    def __getattr__(self, name: str) -> _Solver: ...

def compile(text: str, *, name: str = ..., errors: str = ...) -> Program: ...
def load(path: _Path, *, errors: str = ...) -> Program: ...
def build(source: _Path, output: _Path) -> None: ...

class CallResult(NamedTuple):
    matches: Tuple[Tuple[Optional[int], str], ...]
    s: Tuple[_Entry, ...]
    exception: Optional[str]
    limit: Optional[str]
    unfixed: bool

class Result(NamedTuple):
    program: Optional[Program]
    function: Optional[str]
    task: str
    sample: Optional[int]
    none: Optional[CallResult]
    expected: Optional[CallResult]
    solved: bool
    error: Optional[str]

class TaskSummary:
    samples: int
    solved: int
    solvers: "Counter[str]"
    exceptions: "Counter[str]"
    limits: "Counter[str]"

_Source = Union[Program, _Path]
_Task = Union[_Path, Mapping[str, Any], Tuple[str, Mapping[str, Any]]]

def evaluate(
    programs: Union[_Source, Iterable[_Source]],
    tasks: Union[_Task, Iterable[_Task]],
    *,
    candidates: str = ...,
    timeout: Optional[float] = ...,
    memory: Optional[int] = ...,
    jobs: Optional[int] = ...,
    executor: Optional[Executor] = ...,
    on_result: Optional[Callable[[Result], Any]] = ...,
) -> Iterator[Result]: ...
def summarize(results: Iterable[Result]) -> Dict[Tuple[Program, str, str], TaskSummary]: ...
