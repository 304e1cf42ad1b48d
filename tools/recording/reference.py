"""The reference DSL: a checkout's dsl.py, constants.py, safe_dsl.py and, where there is one, pile.py.

Its ops come wrapped: an exception inside one becomes its default. In raw mode they are used without the wrapper. Closures
that ops make are tagged with how they were made, so that they can be written down.
"""
import ast
import contextlib
import functools
import importlib
import io
import os
import sys
import types

MAKE_FUNCTIONS = ("rbind", "lbind", "compose", "chain", "matcher", "power", "fork")


class Reference:
    """`ops` and `names`: what a program finds by name. One error mode for each process: ops call each other by name.

    `for_timing`: without the ops' own log lines, which format every argument of every call, and with an op's default looked up
    once, not at every exception."""

    def __init__(self, folder, mode, for_timing=False):
        sys.path.insert(0, folder)
        with contextlib.redirect_stdout(io.StringIO()):
            dsl = self._import_dsl(folder, for_timing)
            self.ops = self._ops_of(dsl, raw=mode == "raw")
            constants = importlib.import_module("constants")
            safe_dsl = importlib.import_module("safe_dsl")
            pile = self._import_pile()
        self.names = {name: value for name, value in vars(constants).items() if self._is_constant(name, value)}
        self.names.update(self.ops)
        self.names["_get_safe_default"] = safe_dsl._get_safe_default
        self.names["batch_process_samples_gpu"] = self._process_samples
        if pile is not None:
            self.names["Env"] = pile.Env

    @staticmethod
    def _import_dsl(folder, for_timing):
        with contextlib.suppress(ImportError):  # dsl.py imports numpy; its ops do not use it
            importlib.import_module("numpy")
        sys.modules.setdefault("numpy", types.ModuleType("numpy"))
        return _import_for_timing(folder) if for_timing else importlib.import_module("dsl")

    @staticmethod
    def _import_pile():
        """Later versions of the reference have no pile.py, and no Env.do_pile."""
        try:
            return importlib.import_module("pile")
        except ImportError:
            return None

    @staticmethod
    def _ops_of(dsl, raw):
        ops = {}
        for name, op in list(vars(dsl).items()):
            if not isinstance(op, types.FunctionType) or op.__module__ != dsl.__name__ or name.startswith("_"):
                continue
            if raw and hasattr(op, "__wrapped__"):
                op = op.__wrapped__
            if name in MAKE_FUNCTIONS:
                op = _tagging(name, op)
            op._is_op = True
            ops[name] = op
            setattr(dsl, name, op)
        return ops

    @staticmethod
    def _is_constant(name, value):
        return not name.startswith("_") and (isinstance(value, int) or (type(value) is tuple and name.isupper()))

    def _process_samples(self, S):
        """The reference's batch_process_samples_gpu, by what it means."""
        inputs, outputs = (self.ops["apply"](self.ops[op], S) for op in ("first", "second"))
        return inputs, outputs, *(self.ops["mapply"](self.ops["p_g"], grids) for grids in (inputs, outputs))


def _import_for_timing(folder):
    safe_dsl = importlib.import_module("safe_dsl")
    look_up, known = safe_dsl._get_safe_default, {}

    def default(function):
        if function not in known:
            value = look_up(function)
            if callable(value):  # a new one each time
                return value
            known[function] = value
        return known[function]

    safe_dsl._get_safe_default = default
    path = os.path.join(folder, "dsl.py")
    with open(path) as file:
        tree = ast.parse(file.read())
    is_log = lambda node: isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "logger.info"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [statement for statement in node.body if not is_log(statement)]
    module = types.ModuleType("dsl")
    sys.modules["dsl"] = module
    exec(compile(tree, path, "exec"), vars(module))
    return module


def _arity(function):
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function.__code__.co_argcount


def _tagging(name, op):
    @functools.wraps(op)
    def make(*args):
        made = op(*args)
        if callable(made) and not hasattr(made, "_is_op") and not hasattr(made, "_made_by") and made.__name__ != "safe_callable":
            made._made_by = (name, *args)
        return made

    make._original_argcount = _arity(op)  # rbind and lbind look at it
    return make
