"""Functions cut at each of their instructions, and their rests cut again, do what they did.

Results, exceptions with their context and traceback, and the order of side effects are compared.
"""

import copy
import random
import re
import types

import codegen_functions as functions
from hook_support import engine, without_torch

without_torch()

# Why an instruction may not be cut at; anything else is a failure.
REFUSED = {
    "an instruction of the prologue",
    "code cannot go on in what a resume function does first",
    "a variable that only may have a value",
    "an instruction that belongs to a jump",
    "a graph break where a value on the stack may be missing",
    "an instruction that is never reached",
}
chance = random.Random(1)


def traceback_of(error):
    """Functions and lines."""
    lines = []
    entry = error.__traceback__.tb_next
    while entry:
        lines.append((entry.tb_frame.f_code.co_name, entry.tb_lineno))
        entry = entry.tb_next
    return lines


def outcome(function, arguments, keywords):
    functions.log.clear()
    arguments, keywords = copy.deepcopy((arguments, keywords))
    contents = [(cell, cell.cell_contents) for cell in function.__closure__ or () if function.__name__ == "counter"]
    try:
        found = function(*arguments, **keywords)
        while isinstance(found, engine.Continuation):
            found = found()
        found = repr(found)
    except Exception as error:
        found = repr(error), traceback_of(error), repr(error.__context__), repr(error.__cause__)
    for cell, content in contents:
        cell.cell_contents = content
    return re.sub("0x[0-9a-f]+", "", repr((found, functions.log)))


def with_code(function, code):
    new = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    new.__kwdefaults__ = function.__kwdefaults__
    return new


def cut(generation, code, instruction, global_variables):
    try:
        return generation.split(code, instruction, global_variables)
    except RuntimeError as error:
        assert str(error) in REFUSED, (code, instruction, error)
        return None


def cut_rests(generation, code, times):
    """Cuts the resume functions of `code` somewhere, and theirs, `times` deep."""
    constants = []
    for constant in code.co_consts:
        rest = constant.__code__ if isinstance(constant, types.FunctionType) else constant
        if times and isinstance(rest, types.CodeType) and generation.is_resume(rest):
            held = isinstance(constant, types.FunctionType)
            count = len(generation.decode(rest))
            attempts = (cut(generation, rest, chance.randrange(count), constant.__globals__ if held else None) for _ in range(5))
            new = next(filter(None, attempts), None)
            if new is not None:
                new = cut_rests(generation, new, times - 1)
                constant = types.FunctionType(new, constant.__globals__) if held else new
        constants.append(constant)
    return code.replace(co_consts=tuple(constants))


runs = 0
for function, cases in functions.CASES.items():
    expected = [outcome(function, *case) for case in cases]
    for instruction in range(len(engine.CodeGeneration().decode(function.__code__))):
        for global_variables in (function.__globals__, None):
            for times in (0, 3):
                generation = engine.CodeGeneration()
                code = cut(generation, function.__code__, instruction, global_variables)
                if code is None:
                    continue
                new = with_code(function, cut_rests(generation, code, times))
                for case, want in zip(cases, expected):
                    runs += 1
                    found = outcome(new, *case)
                    assert found == want, f"{function.__qualname__}{case} cut at {instruction}:\n{found}\nnot\n{want}"
assert runs > 5000, runs
