"""Records what an interpreter says of its own opcodes, for the rule pack of its version.

    python tools/record_opmap.py [rules/cpython/X.Y]

Run it with the interpreter in question. It writes `opmap.yaml` (numbers), `stack_effects.yaml`
(what `dis.stack_effect` answers, as `OPCODE: [[oparg, fall through, jump], …]`, null for a way that
the opcode never takes) and prints the `caches` of `pack.yaml`, which also holds what no module tells.
"""

import dis
import opcode
import pathlib
import re
import sys

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
        count = table.get(name, 0) if isinstance(table, dict) else table[number]
        if count:
            yield name, count


def effects(name, number):
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
        yield [oparg, fall, jump]


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
        file.write(head + "# OPCODE: [[oparg, effect on falling through, effect on jumping], …]\n")
        for name, number in opmap():
            rows = ", ".join("[%s]" % ", ".join(map(show, row)) for row in effects(name, number))
            file.write(f"{name}: [{rows}]\n")
    print("caches:")
    for name, count in caches():
        print(f"  {name}: {count}")


if __name__ == "__main__":
    main()
