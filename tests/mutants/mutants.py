"""The mutants of mutants.toml, and the test that each of them still applies: mutants.py --check."""
import pathlib
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Mutant:
    def __init__(self, name, file, search, replace):
        self.name, self.file, self.search, self.replace = name, file, search, replace

    def problem(self, root=ROOT):
        """Why it does not apply, or None."""
        path = root / self.file
        if not path.is_file():
            return f"there is no {self.file}"
        count = path.read_text().count(self.search)
        if count != 1:
            return f"its search text occurs {count} times in {self.file}, not once"
        return "it changes nothing" if self.search == self.replace else None

    def text(self, root):
        """The file with the fault in it."""
        return (root / self.file).read_text().replace(self.search, self.replace)


def all_mutants():
    with open(HERE / "mutants.toml", "rb") as file:
        return [Mutant(**row) for row in tomllib.load(file)["mutant"]]


def check():
    mutants = all_mutants()
    problems = [f"{mutant.name}: {problem}" for mutant in mutants if (problem := mutant.problem())]
    names = [mutant.name for mutant in mutants]
    problems += [f"{name}: two mutants have this name" for name in sorted({name for name in names if names.count(name) > 1})]
    if len(mutants) < 30:
        problems.append(f"only {len(mutants)} mutants")
    for problem in problems:
        print(f"tests/mutants/mutants.toml: {problem}", file=sys.stderr)
    print(f"{len(mutants)} mutants, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else __doc__)
