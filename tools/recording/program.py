"""Programs in every form that card.py writes: which function of a file to call, and how."""
import ast
import os


class ProgramError(Exception):
    """A source that is no program."""


class Program:
    """The one function of a source file. Imports and other statements outside of it mean nothing."""

    def __init__(self, path):
        with open(path, encoding="utf-8-sig") as file:
            tree = ast.parse(file.read(), path)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        if len(functions) != 1:
            raise ProgramError(f"{path}: a golden program has one function, this one has {len(functions)}")
        self.path, self.function = path, functions[0]
        self.is_batch = self.function.name == "batt_batch"
        self.is_batt = self.is_batch or self.function.name == "batt"
        self.arity = len(self.function.args.args)
        if self.arity not in ((5,) if self.is_batt else (2, 3)):
            raise ProgramError(f"{path}: neither batt(task_id, S, I, C, log_path) nor a solver of (S, I, C) or (S, I)")

    def form(self):
        """For readers of the golden file; nothing depends on it."""
        return "batch" if self.is_batch else "batt" if self.is_batt else "solver"

    def callable(self, names):
        """The function, with `names` to find ops and constants in. A batch-native program means the bare one, once for
        each sample."""
        function = _Unbatch().visit(self.function) if self.is_batch else self.function
        module = ast.fix_missing_locations(ast.Module([function], []))
        scope = dict(names)
        exec(compile(module, self.path, "exec"), scope)
        return scope[function.name]

    def call(self, function, task_id, S, I, C):
        return function(task_id, S, I, C, os.devnull) if self.is_batt else function(*(S, I, C)[:self.arity])


class _Unbatch(ast.NodeTransformer):
    """batt_batch as batt: the trailing `s` of variables and the prefix `batch_` of ops are only names."""

    def visit_FunctionDef(self, node):
        node.name = "batt"
        for arg, name in zip(node.args.args, ("task_id", "S", "I", "C", "log_path")):
            arg.arg = name
        return self.generic_visit(node)

    def visit_Name(self, node):
        name = node.id
        stem = name[:-1] if name.endswith("s") else ""
        if stem in ("S", "I", "C") or (stem[:1] == "t" and stem[1:].isdigit()):
            node.id = stem
        elif name.startswith("batch_") and name != "batch_process_samples_gpu":
            node.id = name[len("batch_"):]
        return node
