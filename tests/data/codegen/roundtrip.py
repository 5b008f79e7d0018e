"""Taking code objects of the standard library apart and putting them together changes nothing."""

import dis
import pathlib
import sysconfig
import types

from hook_support import engine

FOLDERS = ["", "asyncio", "collections", "json", "unittest", "email", "importlib", "concurrent/futures"]
generation = engine.CodeGeneration()


def codes():
    root = pathlib.Path(sysconfig.get_path("stdlib"))
    for folder in FOLDERS:
        for path in sorted((root / folder).glob("*.py")):
            waiting = [compile(path.read_bytes(), str(path), "exec")]
            while waiting:
                code = waiting.pop()
                yield code
                waiting += [const for const in code.co_consts if isinstance(const, types.CodeType)]


def check_decoding(code):
    """`decode` says what `dis` says."""
    expected = [i for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]
    found = generation.decode(code)
    assert len(found) == len(expected), code
    offsets = [row[2] for row in found] + [len(code.co_code)]
    for want, (opcode, oparg, _, target, positions) in zip(expected, found):
        assert opcode == want.opcode and (want.arg is None or want.arg == oparg), (code, want)
        assert positions == [-1 if p is None else p for p in want.positions], (code, want)
        jumps = want.opcode in dis.hasjrel or want.opcode in dis.hasjabs
        assert (target is not None) == jumps and (not jumps or offsets[target] == want.argval), (code, want)
    table = [(e.start, e.end, e.target, e.depth, e.lasti) for e in dis._parse_exception_table(code)]
    handlers = generation.handlers(code)
    assert table == [(offsets[h[0]], offsets[h[1]], offsets[h[2]], *h[3:]) for h in handlers], code


def opcodes(code):
    return [i.opname for i in dis.get_instructions(code) if i.opname != "EXTENDED_ARG"]


def check_roundtrip(code):
    new = generation.roundtrip(code)
    # CPython may take two instructions for a jump back that fits into one.
    if len(new.co_code) < len(code.co_code):
        assert opcodes(new) == opcodes(code), code
        return
    # The same positions can be written in more than one way.
    assert list(new.co_positions()) == list(code.co_positions()), code
    assert new.replace(co_linetable=code.co_linetable) == code, code
    for name in ("co_code", "co_exceptiontable", "co_names", "co_varnames", "co_cellvars",
                 "co_freevars", "co_flags", "co_qualname", "co_filename", "co_firstlineno"):
        assert getattr(new, name) == getattr(code, name), (code, name)
    # Code that is never reached takes no stack; a generator's first value is counted generously.
    assert new.co_stacksize <= code.co_stacksize + 1, code


count = 0
for code in codes():
    count += 1
    if count % 5 == 0:
        check_decoding(code)
    check_roundtrip(code)
assert count > 5000, count
