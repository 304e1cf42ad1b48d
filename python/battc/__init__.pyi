import os
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Protocol, Tuple, Union

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
