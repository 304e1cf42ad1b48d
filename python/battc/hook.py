"""From its import on, `import batt` of a batt.py that battc can compile gives the compiled one.

A module is replaced if its file defines `batt` or `batt_batch` and battc compiles it whole; every other module is imported as
always. `uninstall()` ends it for modules that are not imported yet.
"""
import importlib.abc
import importlib.machinery
import re
import sys

from battc import _module
from battc._types import CompileError

_batt = re.compile(rb"^def batt(_batch)?\(", re.MULTILINE)


class _Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module):
        source = self.get_data(self.path)
        if _batt.search(source):
            try:
                return _module.fill(module, source.decode("utf-8"), self.path)
            except (CompileError, UnicodeDecodeError):
                pass
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return None
        try:
            with open(spec.origin, "rb") as file:
                is_batt = _batt.search(file.read()) is not None
        except OSError:
            return None
        if not is_batt:
            return None
        spec.loader = _Loader(name, spec.origin)
        return spec


_finder = _Finder()


def install():
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def uninstall():
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)


install()
