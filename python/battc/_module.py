"""Modules whose functions are compiled ones."""
from battc._program import Program


def fill(module, text, name):
    """Gives a module the functions of a source, which it stands for. Raises CompileError."""
    program = Program(text, name)
    module.__battc_program__ = program
    for function in program.functions:
        setattr(module, function, getattr(program, function))
