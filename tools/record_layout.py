"""Records where an interpreter keeps the fields of its internal structs, for the rule pack of its version.

    python tools/record_layout.py [rules/cpython/X.Y]

Run it with the interpreter in question, on a machine that has its headers and a C compiler (`cc`, or
what `CC` names). It writes `layout.yaml`: for each struct and field of `FIELDS` the offset in bytes, as
the compiler answers, or null where this version has no such field. What no header tells is in
`pack.yaml`, under `layout`.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

INCLUDES = """
#define Py_BUILD_CORE
#include <stddef.h>
#include <stdio.h>
#include "Python.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_dict.h"
"""

# By the names that Alternator uses: expressions in C, the first of which this version understands counts.
FRAME = "offsetof(_PyInterpreterFrame, %s)"
CODE = "offsetof(PyCodeObject, co_%s)"
THREAD = "offsetof(PyThreadState, %s)"
KEYS = "offsetof(struct _dictkeysobject, dk_%s)"
CODE_FIELDS = (
    "flags argcount posonlyargcount kwonlyargcount stacksize firstlineno nlocals nlocalsplus ncellvars nfreevars consts "
    "names filename name qualname linetable exceptiontable localsplusnames localspluskinds extra code_adaptive framesize"
).split()
FIELDS = {
    "object": {"flags": ("offsetof(PyObject, ob_flags)",)},
    "frame": {
        "code": (FRAME % "f_code", FRAME % "f_executable"),
        "func": (FRAME % "f_func", FRAME % "f_funcobj"),
        "instr": (FRAME % "prev_instr", FRAME % "instr_ptr"),
        "globals": (FRAME % "f_globals",),
        "builtins": (FRAME % "f_builtins",),
        "locals": (FRAME % "f_locals",),
        "stacktop": (FRAME % "stacktop",),
        "stackpointer": (FRAME % "stackpointer",),
        "owner": (FRAME % "owner",),
        "localsplus": (FRAME % "localsplus",),
        "owned_by_thread": ("FRAME_OWNED_BY_THREAD",),
    },
    "code": {name: (CODE % name,) for name in CODE_FIELDS},
    "thread": {name: (THREAD % name,) for name in ("datastack_top", "datastack_limit", "c_recursion_remaining")},
    "dict": {"version_tag": ("offsetof(PyDictObject, ma_version_tag)",)},
    "keys": {name: (KEYS % name,) for name in ("log2_size", "kind", "nentries", "indices")},
    "values": {"first": ("offsetof(struct _dictvalues, values)",)},
}


def main():
    version = "%d.%d" % sys.version_info[:2]
    folder = pathlib.Path(sys.argv[1] if sys.argv[1:] else f"rules/cpython/{version}")
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# Recorded by tools/record_layout.py from CPython %d.%d.%d: do not edit." % sys.version_info[:3]]
    for struct, fields in FIELDS.items():
        lines.append(f"{struct}:")
        for field, expressions in fields.items():
            number = next((n for n in map(answer, expressions) if n is not None), None)
            lines.append(f"  {field}: {'null' if number is None else number}")
    (folder / "layout.yaml").write_text("\n".join(lines) + "\n")


def answer(expression: str) -> int | None:
    """What a constant expression is to the interpreter's headers; None for one that they do not know."""
    number = run_c(f'{INCLUDES}int main(void) {{ printf("%ld", (long){expression}); return 0; }}\n', headers=True)
    return None if number is None else int(number)


def run_c(program: str, headers: bool = False) -> str | None:
    """What a C program prints; None if it does not compile. Where it cannot do without `headers`, that is a mistake."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "answer.c"), os.path.join(folder, "answer")
        pathlib.Path(source).write_text(program)
        include = sysconfig.get_path("include")
        compiler = os.environ.get("CC", "cc")
        command = [compiler, "-w", f"-I{include}", f"-I{include}/internal", source, "-o", binary]
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode == 0:
            return subprocess.run([binary], capture_output=True, text=True, check=True).stdout
        if headers and "fatal error" in built.stderr:
            sys.exit(built.stderr)
        return None


if __name__ == "__main__":
    main()
