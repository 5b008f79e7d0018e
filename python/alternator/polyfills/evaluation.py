"""`exec` and `eval` of code with dicts of its own."""

import __future__

import builtins
import types
import warnings

from alternator.polyfills.breaking import give_up
from alternator.polyfills.classes import run_body

# Flags of the calling code that hold for what it has compiled.
_INHERITED = 0
for _name in __future__.all_feature_names:
    _INHERITED |= getattr(__future__, _name).compiler_flag & ~0xFF


def compiled(source, mode, flags):
    """The code of a text, in a tuple; an empty one where there is none, or where CPython says something about it."""
    if type(source) is types.CodeType:
        return () if source.co_freevars else (source,)
    if type(source) not in (str, bytes):
        return ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            stripped = source.lstrip(" \t" if type(source) is str else b" \t") if mode == "eval" else source
            return (compile(stripped, "<string>", mode, flags & _INHERITED, dont_inherit=True),)
    except Exception:  # CPython raises it when it runs the instruction
        return ()


def function_of(code, globals):
    """A function with these globals."""
    return types.FunctionType(code, globals)


def run(code, globals, locals):
    if type(globals) is not dict or locals is not None and type(locals) is not dict:
        give_up("code that runs in something other than dicts")
    if "__builtins__" not in globals:
        globals["__builtins__"] = builtins.__dict__
    elif globals["__builtins__"] is not builtins.__dict__ and globals["__builtins__"] is not builtins:
        give_up("code that runs with builtins of its own")
    return run_body(function_of(code, globals), globals if locals is None else locals)
