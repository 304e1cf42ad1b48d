"""battc.build: a program as an extension module."""
import os
import re
import shlex
import subprocess
import tempfile

from battc._types import path_of

_template = """\
/* A program compiled by battc, as an extension module: `import %(name)s` finds it before %(name)s.py. It needs the package battc. */
#include <stddef.h>

/* What it needs of Python's stable ABI. */
typedef struct { int id; void* value; } Slot;
typedef struct {
  struct { ptrdiff_t references; void* type; void* (*init)(void); ptrdiff_t index; void* copy; } base;
  const char* name; const char* doc; ptrdiff_t size; void* methods; Slot* slots; void* traverse; void* clear; void* free;
} ModuleDefinition;
extern void* PyModuleDef_Init(ModuleDefinition*);
extern void* PyImport_ImportModule(const char*);
extern void* PyObject_CallMethod(void*, const char*, const char*, ...);
extern void* PyUnicode_DecodeUTF8(const char*, ptrdiff_t, const char*);
extern void Py_DecRef(void*);

static const char source[] = {%(bytes)s};

static int fill(void* module) {
  void* battc = PyImport_ImportModule("battc._module");
  if (battc == NULL) return -1;
  void* text = PyUnicode_DecodeUTF8(source, sizeof source - 1, NULL);
  void* done = text == NULL ? NULL : PyObject_CallMethod(battc, "fill", "OOs", module, text, "%(path)s");
  Py_DecRef(battc);
  if (text != NULL) Py_DecRef(text);
  if (done == NULL) return -1;
  Py_DecRef(done);
  return 0;
}

static Slot slots[] = {{2 /* Py_mod_exec */, (void*)fill}, {0, NULL}};
static ModuleDefinition definition = {{1, NULL, NULL, 0, NULL}, "%(name)s", NULL, 0, NULL, slots, NULL, NULL, NULL};

__attribute__((visibility("default"))) void* PyInit_%(name)s(void) { return PyModuleDef_Init(&definition); }
"""


def build(source, output):
    """Makes an extension module of a program: battc.build("batt.py", "batt.so"). `import batt` finds it before batt.py.

    The module's name is that of `output`, up to its first dot. Needs a C compiler (`cc`, or what the variable CC names). Raises
    CompileError for a program that battc does not compile, OSError for files, RuntimeError for the compiler.
    """
    from battc import load

    source, output = path_of(source, "source"), path_of(output, "output")
    name = os.path.basename(output).split(".")[0]
    if not name.isidentifier() or not name.isascii():
        raise ValueError(f"{output}: {name!r} is no name for a module")
    if not output.endswith(".so"):
        raise ValueError(f"{output}: an extension module ends with .so")
    text = load(source).source.encode("utf-8")
    path = re.sub(r'["\\\x00-\x1f]', "?", os.path.basename(source))
    code = _template % {"name": name, "bytes": ",".join(map(str, (*_signed(text), 0))), "path": path}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, name + ".c")
        made = os.path.join(os.path.dirname(os.path.abspath(output)), f".{name}.{os.getpid()}.so")
        with open(file, "w", encoding="ascii") as out:
            out.write(code)
        compiler = shlex.split(os.environ.get("CC") or "") or ["cc"]
        command = [*compiler, "-shared", "-fPIC", "-O1", file, "-o", made]
        try:
            ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError:
            raise RuntimeError(f"battc.build needs a C compiler: {compiler[0]} is not there (CC can name another one)") from None
        if ran.returncode != 0:
            raise RuntimeError(f"{' '.join(compiler)} could not build {output}:\n{ran.stdout}")
        os.replace(made, output)  # whole or not at all


def _signed(text):
    return (byte - 256 if byte > 127 else byte for byte in text)
