"""Writes what was captured of a case: its graphs, and where they broke."""

from __future__ import annotations

import os
import re

import torch

import alternator


def show_graphs(graphs):
    lines = []
    for number, module in enumerate(graphs):
        lines.append(f"graph {number}")
        for node in module.graph.nodes:
            lines.append("  " + show_node(node))
    return "\n".join(lines)


def show_node(node):
    if node.op == "placeholder":
        return f"{node.name}: input"
    if node.op == "output":
        return f"return {show_argument(node.args[0])}"
    arguments = [show_argument(a) for a in node.args] + [f"{k}={show_argument(v)}" for k, v in node.kwargs.items()]
    if node.op == "call_method":
        return f"{node.name} = {arguments[0]}.{node.target}({', '.join(arguments[1:])})"
    return f"{node.name} = {operator_name(node)}({', '.join(arguments)})"


def operator_name(node):
    return node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target))


def show_argument(value):
    if isinstance(value, torch.fx.Node):
        return value.name
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show_argument, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(show_argument, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {show_argument(v)}" for k, v in value.items()) + "}"
    if isinstance(value, slice):
        return f"slice({', '.join(map(show_argument, (value.start, value.stop, value.step)))})"
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def show_breaks(path):
    lines = []
    for reason, file, line, _function in alternator.counters()["break_reasons"]:
        here = os.path.abspath(file) == os.path.abspath(path)
        lines.append(f"{f'line {line}' if here else os.path.basename(file)}: {reason}")
    return "\n".join(lines)
