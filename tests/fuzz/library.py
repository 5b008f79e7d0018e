"""The machine for functions of the standard library: any of them, with any arguments.

A program calls some, each in a handler of its own, and notes the answer or the error. An answer that is made as it is asked
(an iterator) is noted by what it gives; one whose text has an address in it, by its class alone.
"""

from __future__ import annotations

import functools
import importlib
import random

MODULES = (
    "math", "cmath", "operator", "itertools", "functools", "heapq", "bisect", "string", "statistics", "fractions", "decimal", "datetime",
    "json", "re", "textwrap", "struct", "collections", "copy", "enum", "types", "numbers", "dataclasses", "contextlib", "keyword",
    "unicodedata", "colorsys", "base64", "binascii", "hashlib", "zlib", "html", "posixpath", "fnmatch", "shlex", "calendar", "graphlib",
    "difflib", "pprint", "abc", "typing", "inspect", "array", "codecs", "quopri", "stat",
)  # fmt: skip
# What is not asked, below the reason.
LEFT_OUT = {
    "they never end, or not soon": "count cycle repeat factorial comb perm prod permutations combinations_with_replacement pow lshift scrypt pbkdf2_hmac",
    "they print, or set what the process has one of": "pprint pp prmonth prcal prweek pryear setfirstweekday redirect_stdout redirect_stderr"
    " chdir setcontext localcontext getcontext register unregister register_error",
    "they read what is typed": "shlex split",
    "CPython 3.11 itself may crash in it, given a class": "cleandoc",
    "they look at the stack, at files or at what else there is": "currentframe stack trace getmembers getmembers_static getsource getsourcelines"
    " findsource getfile getabsfile getmodule getsourcefile getouterframes getinnerframes open realpath abspath expanduser getcwd isfile exists"
    " lexists ismount samefile getsize getmtime getatime getctime isdir islink relpath expandvars isjunction file_digest",
    "it gives an iterator of another class here": "finditer",
}
LEFT_OUT_NAMES = frozenset(" ".join(LEFT_OUT.values()).split())
VALUES = (
    "0", "1", "-1", "2", "3", "7", "True", "None", "'a'", "'ab c'", "''", "1.5", "-2.5", "0.0", "float('inf')", "(1, 2)", "[3, 1, 2]",
    "['b', 'a']", "{}", "{'a': 1}", "b'ab'", "lambda v: v", "lambda a, b: a + b", "int", "str", "[1.5, 2.5]", "[(1, 'a'), (2, 'b')]",
    "range(5)", "{1, 2}", "'%d'", "'{}'", "iter([1, 2, 3])", "Plain()", "Plain", "'2020-01-02'", "'[1, 2]'", "10**6", "1j", "list", "dict",
    "datetime.date(2020, 1, 2)", "datetime.timedelta(1)", "fractions.Fraction(1, 2)", "decimal.Decimal('1.5')", "Kind.A", "Fields(1, 2)",
    "collections.deque([1])", "function", "collections.OrderedDict(a=1)", "bytearray(b'ab')", "slice(1, 2)",
)  # fmt: skip

HEAD = f'''"""Made by tests/fuzz/library.py."""

import {", ".join(MODULES)}

import torch

import alternator


class Plain:
    x = 1

    def method(self):
        return 2


class Kind(enum.Enum):
    A = 1
    B = 2


@dataclasses.dataclass
class Fields:
    a: int
    b: int = 5


def function(a, b=2, *rest, c=3, **named):
    """Documented."""
    return a


@alternator.disable
def noted(answer):
    kind = type(answer).__name__
    if hasattr(answer, "__next__"):
        try:
            return kind, [noted(item) for item in itertools.islice(answer, 6)]
        except Exception as error:
            return kind, type(error).__name__, str(error)
    if isinstance(answer, (list, tuple)):
        return kind, [noted(item) for item in answer[:9]]
    text = repr(answer)
    return kind, None if "0x" in text else text
'''


@functools.cache
def functions() -> list[str]:
    """What the modules offer, by dotted path."""
    found = []
    for name in MODULES:
        module = importlib.import_module(name)
        for offered in sorted(getattr(module, "__all__", [name for name in dir(module) if name[0] != "_"])):
            value = getattr(module, offered, None)
            is_error = isinstance(value, type) and issubclass(value, BaseException)
            if callable(value) and not is_error and offered not in LEFT_OUT_NAMES:
                found.append(f"{name}.{offered}")
    return found


def make(random: random.Random) -> str:
    """The text of a program."""
    offered = functions()
    body = ["notes = []"]
    for _ in range(random.randint(2, 8)):
        arguments = ", ".join(random.choice(VALUES) for _ in range(random.choice((0, 1, 1, 1, 2, 2, 2, 3))))
        body += ["try:", f"    notes.append(noted({random.choice(offered)}({arguments})))"]
        body += ["except Exception as error:", "    notes.append((type(error).__name__, str(error)))"]
    lines = ["", "", "def fn(x):", *("    " + line for line in [*body, "return x + 1, notes"])]
    calls = ["", "", "def calls():", "    yield (torch.ones(2),)", "    yield (torch.ones(2),)"]
    return "\n".join([HEAD.rstrip("\n"), *lines, *calls]) + "\n"
