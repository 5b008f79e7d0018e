"""Records what an interpreter says of its own opcodes, for the rule pack of its version.

    python tools/record_opmap.py [rules/cpython/X.Y]

Run it with the interpreter in question. It writes `opmap.yaml` (numbers), `opcodes.yaml` (inline cache
entries, and what the opargs of some opcodes number) and `stack_effects.yaml`: what `dis.stack_effect` answers
and how much an opcode takes off the stack, as `OPCODE: [[oparg, fall through, jump, popped], …]`. Null stands
for a way that the opcode never takes, and where no header tells: that needs a C compiler, and 3.13 or later.
"""

import dis
import json
import opcode
import pathlib
import re
import sys

from record_layout import run_c

OPARGS = (0, 1, 2, 3, 4, 5, 8, 257)
# What each bit or value means to these opcodes; other opargs are never written.
VALID = {
    "BUILD_SLICE": (2, 3),
    "CALL_FUNCTION_EX": (0, 1),
    "COPY": (1, 2, 3, 5),
    "DICT_MERGE": (1, 2, 3),
    "DICT_UPDATE": (1, 2, 3),
    "FORMAT_VALUE": (0, 1, 2, 3, 4, 5),
    "LIST_APPEND": (1, 2, 3),
    "LIST_EXTEND": (1, 2, 3),
    "MAP_ADD": (1, 2, 3),
    "RAISE_VARARGS": (0, 1, 2),
    "RERAISE": (0, 1),
    "SET_ADD": (1, 2, 3),
    "SET_UPDATE": (1, 2, 3),
    "SWAP": (2, 3, 5),
    "MAKE_FUNCTION": tuple(range(16)),
    "UNPACK_EX": (0, 1, 2, 256, 258, 513),
}
# After these the next instruction is not run.
ENDS = re.compile(r"RETURN_(VALUE|CONST)|INTERPRETER_EXIT|RAISE_VARARGS|RERAISE|JUMP_(FORWARD|BACKWARD\w*)")

# Where `dis.stack_effect` tells what the compiler reckons with, not what the instruction does: 3.11
# counts a call's arguments as gone at PRECALL, and a generator's first value as there from the start.
CORRECTED = {
    (3, 11): {"PRECALL": lambda oparg: 0, "CALL": lambda oparg: -1 - oparg, "RETURN_GENERATOR": lambda oparg: 1},
    (3, 12): {"RETURN_GENERATOR": lambda oparg: 1},
}


def names():
    real = {name: number for name, number in dis.opmap.items() if number < 256}
    # Specialised and instrumented forms never appear in a code object's `co_code`.
    return {name: number for name, number in real.items() if not name.startswith("INSTRUMENTED_")}


def opmap():
    return sorted(names().items(), key=lambda item: item[1])


def caches():
    table = opcode._inline_cache_entries
    for name, number in opmap():
        count = table[number] if isinstance(table, list) else table.get(name, 0)
        if count:
            yield name, count


def enums():
    """What the opargs of some opcodes number, under the names of CPython's headers or the like."""
    comparators = {"<": "LESS", "<=": "LESS_EQUAL", "==": "EQUAL", "!=": "NOT_EQUAL", ">": "GREATER", ">=": "GREATER_EQUAL"}
    yield "BinaryOperator", [name.removeprefix("NB_") for name, _ in opcode._nb_ops]
    yield "Comparator", [comparators[symbol] for symbol in dis.cmp_op]
    for enum, attribute in ("UnaryIntrinsic", "_intrinsic_1_descs"), ("BinaryIntrinsic", "_intrinsic_2_descs"):
        yield enum, [re.sub(r"INTRINSIC_([12]_)?", "", name) for name in getattr(opcode, attribute, ())]
    yield "SpecialMethod", [name.strip("_").upper() for name in getattr(opcode, "_special_method_names", ())]
    yield "CommonConstant", [constant_name(value) for value in getattr(opcode, "_common_constants", ())]


def constant_name(value):
    name = {"''": "EmptyText", "-1": "MinusOne"}.get(repr(value)) or getattr(value, "__name__", None) or repr(value)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


POPPED = """
#define Py_BUILD_CORE
#define NEED_OPCODE_METADATA
#include <stdio.h>
#include "Python.h"
#include "internal/pycore_opcode_metadata.h"
int main(void) {
    int opargs[] = {%s};
    for (int opcode = 0; opcode < 256; opcode++)
        for (unsigned i = 0; i < sizeof(opargs) / sizeof(opargs[0]); i++)
            printf("%%d %%d %%d\\n", opcode, opargs[i], _PyOpcode_num_popped(opcode, opargs[i]));
}
"""


def popped():
    """How many values an opcode takes off the stack, by number and oparg, as far as the headers tell."""
    opargs = sorted({*OPARGS, *(oparg for opargs in VALID.values() for oparg in opargs)})
    answer = run_c(POPPED % ", ".join(map(str, opargs)))
    rows = (map(int, line.split()) for line in (answer or "").splitlines())
    return {(number, oparg): count for number, oparg, count in rows if count >= 0}


def effects(name, number, popped):
    jumps = number in dis.hasjrel or number in dis.hasjabs
    ends = ENDS.fullmatch(name)
    takes = number in dis.hasarg if hasattr(dis, "hasarg") else number >= dis.HAVE_ARGUMENT
    for oparg in VALID.get(name, OPARGS) if takes else (0,):
        given = oparg if takes else None
        fall = None if ends else dis.stack_effect(number, given, jump=False)
        jump = dis.stack_effect(number, given, jump=True) if jumps else None
        if ends and not jumps:
            fall = dis.stack_effect(number, given)
        corrected = CORRECTED.get(sys.version_info[:2], {}).get(name)
        if corrected:
            fall = corrected(oparg)
        yield [oparg, fall, jump, popped.get((number, oparg))]


def show(value):
    return "null" if value is None else str(value)


def main():
    version = "%d.%d" % sys.version_info[:2]
    folder = pathlib.Path(sys.argv[1] if sys.argv[1:] else f"rules/cpython/{version}")
    folder.mkdir(parents=True, exist_ok=True)
    head = "# Recorded by tools/record_opmap.py from CPython %d.%d.%d: do not edit.\n" % sys.version_info[:3]
    with open(folder / "opmap.yaml", "w") as file:
        file.write(head)
        for name, number in opmap():
            file.write(f"{name}: {number}\n")
    with open(folder / "stack_effects.yaml", "w") as file:
        file.write(head + "# OPCODE: [[oparg, effect on falling through, effect on jumping, taken off the stack], …]\n")
        taken = popped()
        for name, number in opmap():
            rows = ", ".join("[%s]" % ", ".join(map(show, row)) for row in effects(name, number, taken))
            file.write(f"{name}: [{rows}]\n")
    with open(folder / "opcodes.yaml", "w") as file:
        file.write(head + "# Entries of two bytes that follow the instruction.\ncaches:\n")
        for name, count in caches():
            file.write(f"  {name}: {count}\n")
        file.write("# Members in oparg order.\nenums:\n")
        for name, members in enums():
            if members:
                file.write(f"  {name}: {json.dumps(members)}\n")


if __name__ == "__main__":
    main()
