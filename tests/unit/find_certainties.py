"""Prints dsl_kernels/certainties.def, found by running and reading the reference DSL.

  REFERENCE_DSL=<checkout of the reference> python3 find_certainties.py > ../../dsl_kernels/certainties.def

FAILS: every op is called with arguments that end the call when it looks at them. The first argument that it looks at is
replaced by values of one kind after the other, and so on: what fails then does not depend on the arguments that are still
untouched, nor on the items of a tuple or set (they are untouchable, too, but for the kinds that say what they hold).
Of a kind several values are tried; certainties_test.cpp tries many more, on the bodies that battc runs.

ANSWERS: what the return statements say, taken together with the ops that they call and the op's default.

Takes some minutes. Needs CPython 3.11.
"""
import ast
import contextlib
import io
import itertools
import logging
import math
import os
import random
import sys
import types

REFERENCE = os.environ["REFERENCE_DSL"]
OPS_DEF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../dsl_kernels/ops.def")
SCALARS = ["none", "bool", "int", "float", "function"]
TUPLES = ["empty_tuple", "pair", "cell", "row", "grid", "tuple"]
SETS = ["empty_set", "int_set", "indices", "object", "objects", "set"]
KINDS = SCALARS + TUPLES + SETS
# What may stand for several kinds in the table, widest first (compiler/ir/type.cpp).
WORDS = {"any_tuple": TUPLES, "any_set": SETS, "filled_tuple": TUPLES[1:], "filled_set": SETS[1:], "scalar": SCALARS}


def op_names():
    with open(OPS_DEF) as table:
        return [line[3:line.index(",")] for line in table if line.startswith("OP(")]


class WithoutLog(ast.NodeTransformer):
    """The ops' own log lines look at every argument."""

    def visit_Expr(self, node):
        call = node.value
        logs = (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
                and isinstance(call.func.value, ast.Name) and call.func.value.id == "logger")
        return ast.Pass() if logs else node


def load(tree, safe):
    module = types.ModuleType("safe" if safe else "raw")
    sys.modules[module.__name__] = module
    wraps = lambda s: isinstance(s, ast.Expr) and "make_all_dsl_safe" in ast.dump(s)
    kept = [s for s in tree.body if safe or not wraps(s)]
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(ast.Module(kept, []), "dsl", "exec"), module.__dict__)
    return module


# ---- which calls fail -------------------------------------------------------------------------------------------------

class Touched(BaseException):
    """An op looked at an untouchable: at which argument, or None for an item."""

    def __init__(self, place):
        self.place = place


class Untouchable:
    hashable = True     # until all sets of them are made

    def __init__(self, place=None, *_):
        if place is not None and type(place) is not int:
            raise Touched(None)     # type(a)(...) of an op
        object.__setattr__(self, "place", place)

    def __getattribute__(self, name):
        raise Touched(object.__getattribute__(self, "place"))

    def __hash__(self):
        if not Untouchable.hashable:
            raise Touched(object.__getattribute__(self, "place"))
        return id(self) >> 4


def touch(self, *_):
    raise Touched(object.__getattribute__(self, "place"))


for method in """eq ne lt le gt ge bool len iter next reversed getitem contains call add radd sub rsub mul rmul floordiv
        rfloordiv truediv mod rmod neg abs and rand or ror xor rxor index int float str repr pow rpow""".split():
    setattr(Untouchable, f"__{method}__", touch)


def make_pool(dice):
    def cells(count, colored):
        return frozenset((dice.randrange(-1, 6), dice.randrange(-1, 6)) + ((dice.randrange(10),) if colored else ())
                         for _ in range(count))

    def grid():
        height, width, colors = dice.randrange(1, 6), dice.randrange(1, 6), dice.randrange(1, 5)
        return tuple(tuple(dice.randrange(colors) for _ in range(width)) for _ in range(height))

    def number():
        return dice.choice([0, 1, 2, 3, -1, -2, 5, 9, 30])

    def untouchables(count):
        return [Untouchable() for _ in range(count)]

    def function(*_):
        raise Touched(None)

    sizes = [1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 9, 12]
    return {
        "none": [None], "bool": [False, True], "int": [0, 1, -1, 2, 3, 7, -5, 30, 1000],
        "float": [math.nan, math.inf, -math.inf, 0.5, 2.0, 0.0], "function": [function],
        "empty_tuple": [()], "pair": [(0, 0), (5, 5)] + [(number(), number()) for _ in range(4)],
        "cell": [(0, 0, 0), (3, 3, 3)] + [(number(), number(), number()) for _ in range(4)],
        "row": [(0,), (5,), (1,), (1, 2, 3, 4), (0, 0, 0, 0, 0), (7, 6, 5, 4, 3, 2, 1)],
        "grid": [((0,),), ((1, 2),), ((1,), (2,)), ((0, 1, 2), (3, 4, 5)), ((0,) * 4,) * 4, ((1, 2, 3),),
                 ((1, 2), (1, 1), (0, 5))] + [grid() for _ in range(12)],
        "tuple": [tuple(untouchables(n)) for n in (1, 2, 3, 4, 7)],
        "empty_set": [frozenset()],
        "int_set": [frozenset(s) for s in ({0}, {1, 2}, {1, 2, 3}, range(7), {-1})],
        "indices": [frozenset({(0, 0), (0, 1)})] + [cells(n, False) for n in sizes],
        "object": [frozenset({(0, 0, 1), (0, 1, 1)})] + [cells(n, True) for n in sizes],
        "objects": [frozenset(untouchables(n)) for n in (1, 2, 3, 5)],
        "set": [frozenset(untouchables(n)) for n in (1, 2, 3, 5)],
    }


class Prober:
    def __init__(self, raw, safe, safe_default, most_calls=150):
        self.raw, self.safe, self.safe_default, self.most_calls = raw, safe, safe_default, most_calls
        self.dice = random.Random(3)
        self.pool = make_pool(self.dice)
        Untouchable.hashable = False

    def failures(self, op):
        """Pairs of an exception and a kind (None: any value) for each argument."""
        return list(self._explore(op, [None] * getattr(self.raw, op).__code__.co_argcount))

    def _explore(self, op, kinds):
        exceptions = set()
        for arguments in self._arguments(kinds):
            try:
                exceptions.add(self._failure(op, arguments))
            except Touched as touched:
                if touched.place is None:
                    return
                for kind in KINDS:
                    yield from self._explore(op, kinds[:touched.place] + [kind] + kinds[touched.place + 1:])
                return
            if None in exceptions or len(exceptions) > 1:
                return
        yield exceptions.pop(), tuple(kinds)

    def _arguments(self, kinds):
        choices = [[Untouchable(k)] if kind is None else self.pool[kind] for k, kind in enumerate(kinds)]
        if math.prod(map(len, choices)) <= self.most_calls:
            return itertools.product(*choices)
        return ([self.dice.choice(values) for values in choices] for _ in range(self.most_calls))

    def _failure(self, op, arguments):
        """The exception in raw mode, if safe mode answers the default; else None."""
        try:
            getattr(self.raw, op)(*arguments)
            return None
        except RecursionError:
            return None
        except Exception as exception:
            raised = type(exception).__name__
        try:
            answer = getattr(self.safe, op).__wrapped__(*arguments)     # the ops that it calls are safe
        except Exception:
            return raised
        default = self.safe_default(getattr(self.safe, op))
        is_default = type(answer) is type(default) and not callable(default) and (
            len(answer) == 0 if isinstance(answer, (tuple, frozenset)) else answer == default)
        return raised if is_default else None


def merged(failures):
    """The same failures as few rows of sets of kinds."""
    rows = {(exception, tuple(frozenset(KINDS + ["*"]) if kind is None else frozenset([kind]) for kind in kinds))
            for exception, kinds in failures}
    before = None
    while rows != before:
        before = rows
        for place in range(4):
            groups = {}
            for exception, kinds in rows:
                groups.setdefault((exception, kinds[:place], kinds[place + 1:], place < len(kinds)), set()).update(kinds[place:place + 1])
            rows = {(exception, front + ((frozenset().union(*here),) if there else ()) + back)
                    for (exception, front, back, there), here in groups.items()}
    return rows


def words(kinds):
    if "*" in kinds:
        return "any"
    left, out = set(kinds), []
    for word, members in WORDS.items():
        if left.issuperset(members):
            out.append(word)
            left.difference_update(members)
    return "|".join([kind for kind in KINDS if kind in left] + out)


# ---- what ops answer --------------------------------------------------------------------------------------------------

OTHER_CONTAINERS = {"text", "list"}     # type(a)(...) of a text or a list


class Reader:
    """The kinds that an op's return statements can give: a set of them, {"any"} if nothing is known."""

    def __init__(self, tree, ops, default_kind):
        self.functions = {s.name: s for s in tree.body if isinstance(s, ast.FunctionDef)}
        self.ops, self.default_kind, self.known = set(ops), default_kind, {}

    def answers(self, op):
        """What a call of the op gives that does not raise, in safe mode too."""
        function = self.functions[op]
        own = self._returned(op)
        return own if self._cannot_raise(function.body) else own | {self.default_kind(op)}

    def _returned(self, name):
        if name not in self.known:
            self.known[name] = {"any"}      # for whoever calls itself
            function = self.functions[name]
            parameters = {argument.arg for argument in function.args.args}
            local = self._locals(function, parameters)
            kinds = set()
            for node in self._nodes(function):
                if isinstance(node, ast.Return):
                    kinds |= self._kinds(node.value, local)
            if self._falls_through(function.body):
                kinds.add("none")
            self.known[name] = {"any"} if "any" in kinds else kinds
        return self.known[name]

    @staticmethod
    def _nodes(function):
        pending = list(function.body)
        while pending:
            node = pending.pop()
            yield node
            if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
                pending += ast.iter_child_nodes(node)

    def _falls_through(self, body):
        last = body[-1]
        if isinstance(last, ast.If):
            return not last.orelse or self._falls_through(last.body) or self._falls_through(last.orelse)
        return not isinstance(last, ast.Return)

    def _locals(self, function, parameters):
        local = {name.id: set() for name in self._nodes(function)
                 if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
        local.update({name: {"any"} for name in parameters})
        before = None
        while before != str(local):
            before = str({name: sorted(kinds) for name, kinds in local.items()})
            for node in self._nodes(function):
                if isinstance(node, ast.FunctionDef):
                    local[node.name] = {"function"}
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    local[node.targets[0].id] = local[node.targets[0].id] | self._kinds(node.value, local)
                elif isinstance(node, (ast.Assign, ast.For, ast.AugAssign, ast.comprehension)):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    for name in itertools.chain(*map(ast.walk, targets)):
                        if isinstance(name, ast.Name):
                            local[name.id] = {"any"}
            if before == str({name: sorted(kinds) for name, kinds in local.items()}):
                break
        return local

    def _kinds(self, node, local):
        if isinstance(node, ast.Call):
            return self._kinds_of_call(node, local)
        if isinstance(node, ast.Tuple):
            return self._kinds_of_tuple([self._kinds(item, local) for item in node.elts])
        if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            return {"bool"}
        if isinstance(node, ast.UnaryOp):
            return {"float"} if self._kinds(node.operand, local) == {"float"} else {"any"}
        if isinstance(node, ast.BoolOp):
            return set().union(*(self._kinds(value, local) for value in node.values))
        if isinstance(node, ast.IfExp):
            return self._kinds(node.body, local) | self._kinds(node.orelse, local)
        if isinstance(node, ast.Constant):
            return {"none" if node.value is None else type(node.value).__name__}
        if isinstance(node, ast.Attribute) and ast.dump(node.value) == ast.dump(ast.Name("math", ast.Load())):
            return {"float"}
        if isinstance(node, ast.Lambda):
            return {"function"}
        if isinstance(node, ast.Name):
            return set(local.get(node.id, {"any"}))
        if isinstance(node, ast.BinOp):
            left = self._kinds(node.left, local)
            if isinstance(node.op, (ast.BitOr, ast.Sub)) and left.issubset(SETS):
                return set(SETS)
            return set(TUPLES) if isinstance(node.op, ast.Add) and left.issubset(TUPLES) else {"any"}
        is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
        return set(TUPLES) if is_slice and self._kinds(node.value, local).issubset(TUPLES) else {"any"}

    def _kinds_of_call(self, node, local):
        if isinstance(node.func, ast.Call) and ast.unparse(node.func.func) == "type" and node.args:
            return set(TUPLES) | set(SETS) | OTHER_CONTAINERS
        if not isinstance(node.func, ast.Name) or node.func.id in local:
            return {"any"}
        name = node.func.id
        if name in self.ops:
            return self.answers(name)
        counts = name == "sum" and isinstance(node.args[0], ast.GeneratorExp) and (
            isinstance(node.args[0].elt, ast.Compare) or ast.unparse(node.args[0].elt).startswith("row.count("))
        if name == "len" or counts:
            return {"int"}
        if name == "_fgpartition_cpu":
            return self._returned(name)
        return set({"tuple": TUPLES, "frozenset": SETS if node.args else ["empty_set"]}.get(name, ["any"]))

    @staticmethod
    def _kinds_of_tuple(items):
        if not items:
            return {"empty_tuple"}
        can_be = lambda kinds: all("any" in item or item.intersection(kinds) for item in items)
        kinds = set() if set().union(*items) == {"int"} else {"tuple"}
        if can_be(["int"]):
            kinds.add({2: "pair", 3: "cell"}.get(len(items), "row"))
        if can_be(TUPLES):
            kinds.add("grid")
        return kinds

    def _cannot_raise(self, body):
        """A body that only compares and calls ops, none of which raises in safe mode."""
        for statement in body:
            if isinstance(statement, (ast.Return, ast.Assign)):
                targets = statement.targets if isinstance(statement, ast.Assign) else []
                if not self._is_plain(statement.value) or not all(isinstance(t, ast.Name) for t in targets):
                    return False
            elif isinstance(statement, ast.If):
                if not (self._is_plain(statement.test) and self._cannot_raise(statement.body) and self._cannot_raise(statement.orelse)):
                    return False
            elif not isinstance(statement, ast.Pass) and not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                return False
        return True

    def _is_plain(self, node):
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id in self.ops and all(map(self._is_plain, node.args))
        if isinstance(node, ast.Compare):
            return all(isinstance(op, ast.Eq) for op in node.ops) and all(map(self._is_plain, [node.left] + node.comparators))
        return isinstance(node, (ast.Name, ast.Constant)) or (isinstance(node, ast.Tuple) and all(map(self._is_plain, node.elts)))


# ---- the table --------------------------------------------------------------------------------------------------------

HEADER = """\
// What is certain of ops whatever values they are given, of which ops.def says only what they are meant for. Include it with ANSWERS and
// FAILS defined. Printed by tests/unit/find_certainties.py; certainties_test.cpp holds every row against the bodies.
//
//   ANSWERS(op, "types")                   the types (compiler/ir/type.h) of all that it answers in either error mode, if it is called with as
//                                          many arguments as it takes. No row: it may be anything.
//   FAILS(op, exception, "types", ...)     it raises this exception for all arguments of these types, one text an argument; in safe
//                                          mode its answer is its default then
//
//   any_tuple, any_set: with the empty one; filled_tuple, filled_set: without; scalar: none, bool, int, float, function.

"""


def main():
    logging.disable(logging.CRITICAL)
    sys.path.insert(0, REFERENCE)
    sys.modules.setdefault("numpy", types.ModuleType("numpy"))  # dsl.py imports it and calls nothing of it
    with open(os.path.join(REFERENCE, "dsl.py")) as source:
        tree = ast.fix_missing_locations(WithoutLog().visit(ast.parse(source.read())))
    raw, safe = load(tree, False), load(tree, True)
    from safe_dsl import _get_safe_default

    def default_kind(op):
        value = _get_safe_default(getattr(safe, op))
        return {tuple: "empty_tuple", frozenset: "empty_set", int: "int", bool: "bool"}.get(type(value), "function")

    ops = sys.argv[1:] or op_names()
    reader, prober = Reader(tree, op_names(), default_kind), Prober(raw, safe, _get_safe_default)
    print(HEADER, end="")
    for op in ops:
        answers = reader.answers(op)
        if "any" not in answers:
            print(f'ANSWERS({op}, "{words_of_answers(answers)}")')
    for op in ops:
        rows = sorted((exception, *map(words, kinds)) for exception, kinds in merged(prober.failures(op)))
        for exception, *arguments in rows:
            print(f"FAILS({op}, {exception}, " + ", ".join(f'"{argument}"' for argument in arguments) + ")")
        sys.stdout.flush()


def words_of_answers(kinds):
    return "|".join(sorted(kinds & OTHER_CONTAINERS) + [text for text in [words(kinds - OTHER_CONTAINERS)] if text])


if __name__ == "__main__":
    main()
