from typing import Any, Dict, List, Optional, Tuple

_Limits = Tuple[Optional[float], Optional[int]]  # timeout, memory

__version__: str
aliases: Dict[str, str]

class Function:
    name: str
    parts: Tuple[Any, ...]
    errors: str
    def __init__(self, name: str, parts: Tuple[Any, ...], errors: str) -> None: ...
    def __call__(self, *arguments: Any, timeout: Optional[float] = ..., memory: Optional[int] = ...) -> Any: ...

class Entry:
    program: Any
    __name__: str
    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...

class Program:
    def __init__(self, text: str, name: str) -> None: ...
    @property
    def functions(self) -> List[Tuple[str, bool, Tuple[str, ...]]]: ...
    @property
    def warnings(self) -> str: ...
    def call_batch(
        self,
        number: int,
        samples: List[Tuple[Any, Any, Any, Any]],
        raw: bool,
        limits: _Limits,
        jobs: int,
        path: str,
        memory_fraction: float,
        multi_gpu_threshold: int,
    ) -> Tuple[List[Any], str]: ...
    def entry(self, number: int, owner: Any, name: str, raw: bool) -> Entry: ...

class Tasks:
    def __init__(self, paths: List[bytes]) -> None: ...
    def __len__(self) -> int: ...
    def id(self, place: int) -> str: ...

class Evaluation:
    def __init__(
        self,
        programs: List[Any],
        tasks: Any,
        result_class: Any,
        call_class: Any,
        candidates: str,
        limits: _Limits,
        jobs: int,
        counts_seconds: bool,
    ) -> None: ...
    @property
    def computing_seconds(self) -> float: ...
    def __iter__(self) -> "Evaluation": ...
    def __next__(self) -> Any: ...

def call_function(function: Any, arguments: Tuple[Any, ...], raw: bool, limits: _Limits) -> Any: ...
def check_limits(limits: _Limits) -> None: ...
def op_function(name: str, raw: bool) -> Any: ...
