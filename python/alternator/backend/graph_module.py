"""The module of a graph: torch's lazy one, but its code is written by the engine.

torch writes a graph's code as text and has Python compile it, some 15 µs a node. The engine writes the same text and
makes the code object itself. torch writes the code of an unusual graph (a code generator of its own, submodules,
annotations of results, arguments of rare types), also if a backend has made it so. The code is that of the graph at the time when
it is needed. """

from __future__ import annotations

import builtins
import linecache
import operator
import os
import weakref
from typing import Any, NamedTuple

import torch.fx
from torch.fx import graph_module as torch_graph_module
from torch.fx._lazy_graph_module import _get_graph_module_cls, _LazyGraphModule
from torch.fx.experimental import _config as fx_config
from torch.fx.graph import CodeGen, PythonCode, _illegal_names, _is_from_torch, _type_repr, inplace_methods, magic_methods
from torch.fx.node import _get_qualified_name

from alternator import _engine


def graph_module(graph: torch.fx.Graph, attributes: dict[str, Any]) -> torch.fx.GraphModule:
    """A module that runs the graph; its code is made when it is first wanted."""
    lazy = _get_graph_module_cls() is _LazyGraphModule  # torch has a switch against lazy modules
    return (Module if lazy else torch.fx.GraphModule)(attributes, graph, "GraphModule")


def functions_called(graph: torch.fx.Graph) -> set[Any]:
    """The functions that a graph calls, by the table in which it finds its nodes: without a walk over them."""
    return {target for (kind, target), nodes in graph._find_nodes_lookup_table.table.items() if kind == "call_function" and nodes}


class _Unhooked(torch.nn.Module):
    """A module that stands for code of the program. Hooks for all modules are for those of the program: they do not see
    it."""

    def _call_impl(self, *args: Any, **kwargs: Any) -> Any:
        if self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks:
            return super()._call_impl(*args, **kwargs)
        return self.forward(*args, **kwargs)


class Module(_Unhooked, _LazyGraphModule):
    def _lazy_forward(self, *args: Any, **kwargs: Any) -> Any:
        self.real_recompile()
        return self.forward(*args, **kwargs)

    def _real_recompile(self) -> PythonCode:
        graph = self._graph
        written = _engine.write_code(graph, _words()) if _is_ordinary(graph) else None
        if written is None:
            code = super()._real_recompile()
            forget_source(type(self).forward)
            return code
        source, names, lines, forward = written
        code = PythonCode(source, names, _lineno_map=lines, _prologue_start=4)
        self._code, self._lineno_map, self._prologue_start = source, lines, code._prologue_start
        cls = type(self)
        cls.forward = forward
        forget_source(forward)
        if "_wrapped_call" not in vars(cls):
            cls._wrapped_call = torch_graph_module._WrappedCall(cls, vars(cls).get("__call__"))
        self._recompile_submodules()
        cls.__call__ = _call_wrapped
        return code


class Body(_Unhooked, torch.fx.GraphModule):
    """A graph inside of a graph. Unlike torch's, it prints nothing when an error propagates: the program may catch
    it."""

    outside: tuple[Any, ...] = ()
    """What its parameters are where it is called first: nodes of the graph around it, or the forms of operands
    (`Fakes.of_form`)."""
    differentiable: Body | None = None
    """Of a backward pass: the one that can be differentiated in turn, once it is needed."""

    def recompile(self) -> PythonCode:
        code = super().recompile()
        type(self).__call__ = torch.nn.Module.__call__
        forget_source(type(self).forward)
        return code


def _call_wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
    return self._wrapped_call(self, *args, **kwargs)


def _is_ordinary(graph: torch.fx.Graph) -> bool:
    code_generation = graph._codegen
    return (
        type(graph) is torch.fx.Graph
        and type(code_generation) is CodeGen
        and vars(code_generation) == _ORDINARY
        and not fx_config.enrich_profiler_metadata
        and os.environ.get("FX_GRAPH_SHOW_META", "0") != "1"
    )


_ORDINARY = vars(CodeGen())


class Words(NamedTuple):
    """torch's facts for writing a graph's code."""

    globals: dict[str, Any]
    """Names that every graph's code may use."""
    reserved: dict[str, Any]
    """Names that mean something already."""
    plain: tuple[type, ...]
    """Classes whose objects are written as they print themselves."""
    spelling: Any
    annotation: Any
    file: Any
    like: Any
    """A code object."""


def _spelling(function: Any) -> tuple[int, str] | None:
    """How a call of the function is written: a kind and a text. None if torch must write it.

    0: an operator, 1: an operator that binds its first argument anew, 2: a call by a name of torch's,
    3: a call of a global with a name like this, 4: the same, but of two arguments it is `x.name`,
    5: an assignment into its first argument, which is the node's value.
    """
    module, name = getattr(function, "__module__", ""), getattr(function, "__name__", None)
    if name is None or getattr(function, "_boxed_arg_indices", ()):
        return None
    if module == operator.add.__module__:
        if name in magic_methods:
            return 0, magic_methods[name]
        if name in inplace_methods:
            text = inplace_methods[name]
            return 5 if text.count("{}") == 3 else 1, text
    try:
        qualified = _get_qualified_name(function)
    except (AttributeError, RuntimeError, TypeError):  # torch will say what is wrong
        return None
    if _is_from_torch(function) and function != torch.device:
        return 2, qualified
    return 4 if function is builtins.getattr else 3, qualified


def _annotation(cls: Any) -> tuple[int, str] | None:
    """How a parameter's annotation is written, a kind and a text as those of `_spelling`. None if torch must write it."""
    if not isinstance(cls, type) or hasattr(cls, "__origin__"):
        return None
    if _is_from_torch(cls) and cls != torch.device:
        return 2, _get_qualified_name(cls)
    return 3, _type_repr(cls)


def _file(source: str, names: dict[str, Any], graph: torch.fx.Graph) -> str:
    """A file name under which Python finds the text when it prints a traceback."""
    return torch_graph_module._loader.cache(source, names, graph._co_fields)


def forget_source(forward: Any) -> None:
    """Frees the text of a graph's code together with the code; torch and linecache would keep it for ever, under its
    unique file name."""
    code = forward.__code__
    if code.co_filename.startswith("<eval_with_key>"):
        weakref.finalize(code, _forget, code.co_filename).atexit = False


def _forget(name: str) -> None:
    torch_graph_module._loader.eval_cache.pop(name, None)
    linecache.cache.pop(name, None)


_made_words: Words | None = None


def _words() -> Words:
    global _made_words
    if _made_words is None:
        empty = torch.fx.Graph()
        empty.output(())
        plain = (
            int, float, bool, str, type(None), type(...),
            torch.dtype, torch.device, torch.layout, torch.memory_format,
        )  # fmt: skip
        code = empty.python_code("self")
        _made_words = Words(code.globals, _illegal_names, plain, _spelling, _annotation, _file, graph_module.__code__)
    return _made_words
