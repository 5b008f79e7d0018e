"""Size expressions between the engine and sympy.

The engine writes an expression as an int, a symbol's name, or a tuple of an operator and its
operands: `("ge", ("mul", 2, "s0"), 16)`. Operators are those of `_FROM_SYMPY` and `_MAKE`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

Expression = int | float | bool | str | tuple

# Functions of `math` that torch has for its numbers as `torch._sym_…`.
FLOAT_FUNCTIONS = ("sqrt", "cos", "tan", "tanh", "atan", "log2")

_FROM_SYMPY = {
    "Add": "add", "Mul": "mul", "Pow": "pow", "PowByNatural": "pow", "FloatPow": "pow",
    "Mod": "mod", "PythonMod": "mod", "FloorDiv": "floordiv", "CleanDiv": "floordiv", "CeilDiv": "ceildiv",
    "IntTrueDiv": "truediv", "FloatTrueDiv": "truediv", "Max": "max", "Min": "min", "Abs": "abs",
    "Equality": "eq", "Unequality": "ne", "StrictLessThan": "lt", "LessThan": "le",
    "StrictGreaterThan": "gt", "GreaterThan": "ge", "And": "and", "Or": "or", "Not": "not",
    "ToFloat": "float", "TruncToInt": "int", "FloorToInt": "floor", "CeilToInt": "ceil", "RoundToInt": "round",
    **{f"OpaqueUnaryFn_{name}": name for name in FLOAT_FUNCTIONS},
    "Identity": "identity", "Where": "where", "Piecewise": "piecewise",
}  # fmt: skip


class Untranslatable(ValueError):
    """An expression that the engine cannot represent."""


def from_sympy(expression: Any, names: Mapping[Any, str]) -> Expression:
    """The engine's form of a sympy expression; `names` gives each symbol's name in the engine."""
    import sympy

    if isinstance(expression, (bool, int, float)):
        return expression
    if isinstance(expression, sympy.Symbol):
        if expression in names:
            return names[expression]
        raise Untranslatable(f"symbol {expression}")
    if expression is sympy.true or expression is sympy.false:
        return bool(expression)
    if isinstance(expression, sympy.Integer):
        return int(expression)
    if isinstance(expression, sympy.Rational):
        return ("truediv", int(expression.p), int(expression.q))
    if isinstance(expression, sympy.Float):
        return float(expression)
    operator = _FROM_SYMPY.get(type(expression).__name__)
    if operator is None:
        raise Untranslatable(str(expression))
    if operator == "piecewise":
        return _piecewise(expression, names)
    operands = tuple(from_sympy(a, names) for a in expression.args)
    if operator == "identity":
        return operands[0]
    if operator == "mul" and len(operands) == 2 and isinstance(operands[0], tuple) and operands[0][0] == "truediv":
        # sympy writes s0/2 as Rational(1, 2)*s0.
        return ("truediv", ("mul", operands[0][1], operands[1]), operands[0][2])
    return (operator, *operands)


def _piecewise(expression: Any, names: Mapping[Any, str]) -> Expression:
    *cases, (otherwise, condition) = expression.args
    if condition != True:  # noqa: E712 - sympy's true
        raise Untranslatable(str(expression))
    result = from_sympy(otherwise, names)
    for value, test in reversed(cases):
        result = ("where", from_sympy(test, names), from_sympy(value, names), result)
    return result


def evaluate(expression: Expression, symbols: Mapping[str, Any]) -> Any:
    """The value of an expression, over ints or over torch's SymInts alike."""
    if isinstance(expression, str):
        return symbols[expression]
    if not isinstance(expression, tuple):
        return expression
    operator, *operands = expression
    values = [evaluate(o, symbols) for o in operands]
    if operator in _FOLDED:
        result = values[0]
        for value in values[1:]:
            result = _FOLDED[operator](result, value)
        return result
    return _MAKE[operator](*values)


def text(expression: Expression) -> str:
    """The expression as torch's logs print it: `2*s0 >= 16`."""
    if not isinstance(expression, tuple):
        return str(expression)
    operator, *operands = expression
    parts = [text(o) if not isinstance(o, tuple) or o[0] in ("mul", "pow") else f"({text(o)})" for o in operands]
    if operator in _SIGNS:
        return _SIGNS[operator].join(parts)
    return f"{operator}({', '.join(text(o) for o in operands)})"


def _max(a: Any, b: Any) -> Any:
    import torch

    return torch.sym_max(a, b)


def _min(a: Any, b: Any) -> Any:
    import torch

    return torch.sym_min(a, b)


def _sym(name: str) -> Any:
    def call(*args: Any) -> Any:
        import torch

        return getattr(torch, name)(*args)

    return call


_FOLDED = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "max": _max,
    "min": _min,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
}
_MAKE = {
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "pow": lambda a, b: a**b,
    "mod": lambda a, b: a % b,
    "floordiv": lambda a, b: a // b,
    "ceildiv": lambda a, b: -(-a // b),
    "truediv": lambda a, b: a / b,
    "abs": abs,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "not": _sym("sym_not"),
    "float": _sym("sym_float"),
    "int": _sym("sym_int"),
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "round": round,
    **{name: _sym(f"_sym_{name}") for name in FLOAT_FUNCTIONS},
    "where": _sym("sym_ite"),
}
_SIGNS = {
    "add": " + ", "sub": " - ", "mul": "*", "pow": "**", "mod": " % ", "floordiv": "//", "truediv": "/",
    "eq": " == ", "ne": " != ", "lt": " < ", "le": " <= ", "gt": " > ", "ge": " >= ", "and": " and ", "or": " or ",
}  # fmt: skip


def from_text(text: str) -> Expression:
    """The engine's Python notation of an expression as a tuple."""
    import ast

    return _from_ast(ast.parse(text, mode="eval").body)


def _from_ast(node: Any) -> Expression:
    import ast

    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.BinOp):
        return (_FROM_AST[type(node.op).__name__], _from_ast(node.left), _from_ast(node.right))
    if isinstance(node, ast.UnaryOp):
        operand = _from_ast(node.operand)
        return -operand if isinstance(operand, (int, float)) else ("mul", -1, operand)
    if isinstance(node, ast.Call):
        return (node.func.id, *(_from_ast(argument) for argument in node.args))
    if isinstance(node, ast.Compare):
        return (_FROM_AST[type(node.ops[0]).__name__], _from_ast(node.left), _from_ast(node.comparators[0]))
    raise Untranslatable(ast.unparse(node))


_FROM_AST = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "FloorDiv": "floordiv", "Mod": "mod", "Pow": "pow", "Div": "truediv",
    "Eq": "eq", "NotEq": "ne", "Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge",
}  # fmt: skip
