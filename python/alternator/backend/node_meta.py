"""The `meta` of a graph's nodes, with expensive entries made on demand.

torch gives every node its `example_value`, a fake of its result; making one costs about as much as
tracing the operator, and a backend that runs the graph as it stands never asks.
"""

from __future__ import annotations

import contextlib
import weakref
from typing import Any, ClassVar

import torch
import torch.fx
from torch._guards import Source

from alternator.backend.fakes import Fakes, outside_modes
from alternator.backend.graph_module import Body
from alternator.backend.late import FilledWhenRead


class LazyMeta(FilledWhenRead, dict):
    """A dict with lazy entries.

    Readers cannot tell them from others; copies share the maker. """

    __slots__ = ("maker",)
    later: ClassVar[frozenset[str]]
    """The keys of the entries that are made late."""

    def _make(self, maker: Any) -> None:
        """Enters what is still missing."""
        raise NotImplementedError

    def _fill(self) -> None:
        maker, self.maker = self.maker, None
        if maker is not None:
            self._make(maker)

    def _fill_for(self, key: Any) -> None:
        if key in self.later:
            self._fill()

    def __bool__(self) -> bool:
        return self.maker is not None or len(self) > 0

    def keys(self):  # type: ignore[override]
        self._fill()
        return super().keys()

    def values(self):  # type: ignore[override]
        self._fill()
        return super().values()

    def items(self):  # type: ignore[override]
        self._fill()
        return super().items()

    def pop(self, *args: Any) -> Any:
        self._fill()
        return super().pop(*args)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        self._fill_for(key)
        return super().setdefault(key, default)

    def __delitem__(self, key: Any) -> None:
        self._fill_for(key)
        super().__delitem__(key)

    def copy(self) -> dict[str, Any]:
        if self.maker is None:
            return dict(self)
        new = type(self)(dict.items(self))
        new.maker = self.maker
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return self.copy()  # fakes and sources are shared, as torch's own deep copy of a graph does

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


class PlaceholderMeta(LazyMeta):
    """The `meta` of a placeholder. Its maker is the fakes and the placeholder's index."""

    __slots__ = ()
    later = frozenset({"example_value", "grapharg", "tensor_dict"})

    def _make(self, maker: tuple[Fakes, int]) -> None:
        fakes, index = maker
        input, value = fakes.inputs[index], fakes.real(index)
        # Of a symbol that nothing may ask for, the example is the symbol itself.
        if value is None and not isinstance(input.dims, str):
            return
        example = fakes.example_value(index)
        dict.setdefault(self, "example_value", example)
        dict.setdefault(self, "grapharg", GraphInput(fakes.sources[index], value, example))
        if isinstance(value, torch.Tensor):
            marks = {k: v for k, v in getattr(value, "__dict__", {}).items() if k.startswith("_dynamo_")}
            if input.static:
                marks.setdefault("_dynamo_static_input_type", "unguarded")
            dict.setdefault(self, "tensor_dict", marks)


class OperationMeta(LazyMeta):
    """The `meta` of a call. Its maker is the graph's `Propagation`, or for a copy the original.

    `source_fn_stack` is a list of one tuple for most nodes: made early, they would be a fifth of the objects that the
    garbage collector goes through."""

    __slots__ = ("first_name", "function")
    later = frozenset({"example_value"})

    def _enter_functions(self) -> None:
        try:
            functions = [(self.first_name, self.function)]
        except AttributeError:  # it is entered already
            return
        del self.first_name, self.function
        dict.setdefault(self, "source_fn_stack", functions)

    def _fill(self) -> None:
        self._enter_functions()
        super()._fill()

    def _fill_for(self, key: Any) -> None:
        if key == "source_fn_stack":
            self._enter_functions()
        else:
            super()._fill_for(key)

    def _make(self, maker: Propagation | OperationMeta) -> None:
        if isinstance(maker, Propagation):
            maker.run()
        elif "example_value" in maker:
            dict.setdefault(self, "example_value", maker["example_value"])

    def copy(self) -> dict[str, Any]:
        self._enter_functions()
        new = super().copy()
        if isinstance(new, OperationMeta):
            new.maker = self
        return new

    __copy__ = copy


class Propagation:
    """Runs a graph on fakes once, and stores each node's result as its `example_value`.

    It stops at an operator that refuses fakes. Whoever asks, and where: results require gradients as those of the graph do
    that the program calls. """

    def __init__(self) -> None:
        self._module: torch.fx.GraphModule | None = None
        self._fakes: Fakes | None = None
        self._state: tuple[Any, ...] = ()

    def begin(self, module: torch.fx.GraphModule, fakes: Fakes) -> None:
        self._module, self._fakes = module, fakes
        keys = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
        self._state = torch.is_grad_enabled(), *keys

    def run(self) -> None:
        module, self._module = self._module, None
        if module is not None and self._fakes is not None:
            try:
                from torch._dispatch.python import enable_python_dispatcher

                grad, include, exclude = self._state
                state = torch._C._ForceDispatchKeyGuard(include, exclude)
                with outside_modes(), _outside_hooks(), state, torch.set_grad_enabled(grad):
                    mode = self._fakes.mode()
                    # Numbers that data makes here are no outputs of what a backend traces with the same fakes.
                    fresh = mode.shape_env.ignore_fresh_unbacked_symbols() if mode.shape_env else contextlib.nullcontext()
                    with mode, fresh, enable_python_dispatcher():
                        _Recorder(module, self._fakes).run()
            except Exception:  # noqa: BLE001 - whoever only looks at a graph must not fail
                pass


def _outside_hooks() -> Any:
    """What is saved for backward meanwhile, hooks of the program do not see: only the innermost are called."""
    if torch._C._autograd._top_saved_tensors_default_hooks(True) is None:
        return contextlib.nullcontext()
    return torch.autograd.graph.saved_tensors_hooks(_same, _same)


def _same(tensor: Any) -> Any:
    return tensor


class _Recorder(torch.fx.Interpreter):
    """Notes each node's value as its example, and those of the bodies that nodes take where they are called first."""

    def __init__(self, module: torch.fx.GraphModule, fakes: Fakes) -> None:
        super().__init__(module)
        self._fakes = fakes

    def run_node(self, node: torch.fx.Node) -> Any:
        if node.op == "placeholder":
            return node.meta.get("example_value")
        for taken in node.all_input_nodes:
            if taken.op == "get_attr" and isinstance(body := self.env[taken], Body) and body.outside:
                self._record(body)
        value = super().run_node(node)
        if node.op != "output":
            node.meta.setdefault("example_value", value)
        return value

    def _record(self, body: Body) -> None:
        outside, body.outside = body.outside, ()
        try:
            for node, part in zip(body.graph.find_nodes(op="placeholder"), outside, strict=True):
                if not isinstance(part, torch.fx.Node):
                    value = self._fakes.of_form(part)
                else:
                    # A backward pass takes nodes of its forward pass.
                    value = self.env[part] if part in self.env else part.meta.get("example_value")
                node.meta.setdefault("example_value", value)
            _Recorder(body, self._fakes).run()
        except Exception:  # noqa: BLE001 - an operator in the body that refuses fakes
            pass


class GraphInput:
    """torch's `GraphArg`: a source, a fake, and the real object while it lives."""

    def __init__(self, source: Source, example: Any, fake: Any) -> None:
        self.source = source
        self.fake_tensor = fake if isinstance(fake, torch.Tensor) else None
        self.is_tensor = isinstance(example, torch.Tensor)
        self.pass_arg_as_tensor = False
        self.example_strong_ref = None
        self._example = weakref.ref(example) if self.is_tensor else (lambda: example)

    @property
    def example(self) -> Any:
        return self._example()

    def erase(self) -> None:
        self._example = lambda: None
