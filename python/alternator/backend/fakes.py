"""The fakes of a graph's inputs, made only when a backend looks at them.

Turning a parameter into a fake tensor costs about as much as tracing two operators, and a
backend that runs the graph as it stands never asks. So what torch keeps per placeholder
(`example_value`, symbolic contexts, the fake mode itself) appears on first access, and so do
the symbols of sizes: what they need of torch and sympy takes a second or two to import.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeAlias

import torch
from torch._guards import GuardSource, Source, TracingContext
from torch.utils._python_dispatch import is_traceable_wrapper_subclass
from torch.utils.weak import WeakTensorKeyDictionary

from alternator.backend import expressions
from alternator.backend.late import FilledWhenRead


Dims: TypeAlias = "tuple[int | str | None, ...] | None"
"""Sizes: a number, the text of a symbol or an expression, or None for one that only the tensor itself tells."""


class Input(NamedTuple):
    """One input of a graph, as the engine describes it."""

    name: str
    """The placeholder's name: `l_x_`."""
    value: Any
    """The real tensor, or the int of a symbol."""
    source: str
    """Where it came from: `L['x']`."""
    dims: Dims | str
    """The sizes where some are symbols, by name; the symbol itself for an int; None if all are fixed."""
    static: bool
    """Whether the object is the same one on every call: a parameter or buffer of a module."""
    number: bool = False
    """Whether the tensor holds a float of the program."""
    strides: tuple[str | None, ...] | None = None
    """The strides that are symbols of their own, by name; None if sizes make them all."""
    parts: tuple[Part, ...] = ()
    """The tensors in a wrapper."""


class Part(NamedTuple):
    """A tensor in a wrapper."""

    name: str
    dims: Dims
    parts: tuple[Part, ...]


class Symbol(NamedTuple):
    """What the engine knows of a symbol."""

    hint: int | None
    """What it is now; None for a size that nothing may ask for."""
    lower: int | None
    upper: int | None


# Classes of most inputs, whose tensors wrap no others.
_PLAIN = (torch.Tensor, torch.nn.Parameter)


class InputSource(Source):
    """A source for torch's code to name, compare and print; only the engine can evaluate it."""

    # The base is a frozen dataclass, whose own is slower; every placeholder has a source.
    __setattr__ = object.__setattr__

    def __init__(self, text: str, index: int) -> None:
        self.text = text
        self.index = index
        """The input's place among the placeholders."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.text

    @property
    def _name_template(self) -> str:
        return self.text

    @property
    def guard_source(self) -> GuardSource:  # type: ignore[override]
        return GuardSource.LOCAL

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InputSource) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return InputSource, (self.text, self.index)

    def __repr__(self) -> str:
        return f"InputSource({self.text!r})"


class Fakes:
    """The fake tensors of a graph's inputs, made on demand."""

    def __init__(self, inputs: list[Input], symbols: dict[str, Symbol]) -> None:
        self.inputs = inputs
        self.sources = _sources(inputs)
        self.symbol_names: dict[Any, str] = {}
        """The engine's name of each sympy symbol."""
        self._declared = symbols
        self._mode: Any = None
        self._backend_mode: Any = None
        self._environment: Any = None
        self._contexts: list[Any] | None = None
        self._cache: dict[int, dict[str, Any]] = {}
        self._expressions: dict[str, Any] = {}
        self._symbol_sources: dict[str, Source] = {}
        self._sealed = False
        self._forms: dict[int, tuple[Any, ...]] = {}

    @property
    def declared(self) -> dict[str, Symbol]:
        """The engine's facts about each symbol, by name."""
        return self._declared

    @property
    def environment(self) -> Any:
        """torch's ShapeEnv, with the engine's symbols in it."""
        if self._environment is None:
            from alternator.backend.environment import Environment

            self._environment = Environment()
            self._cache[id(self._environment)] = {}
            self._declare_symbols()
            self.first_guard = len(self._environment.guards)
        return self._environment

    @property
    def made(self) -> bool:
        """Whether symbols or fakes were made."""
        return self._environment is not None

    def mode(self) -> Any:
        """The mode of the fakes in `example_value`."""
        if self._mode is None:
            self._mode = _fake_mode(self.environment)
        return self._mode

    def backend_mode(self) -> Any:
        """The fake mode of the tracing context. It is not that of `example_value`, because a backend may change the
        metadata of fakes it makes."""
        if self._backend_mode is None and not self._sealed:
            self._backend_mode = _fake_mode(self.environment)
        return self._backend_mode

    @property
    def for_backend(self) -> bool:
        """Whether the backend asked for fakes."""
        return self._backend_mode is not None

    def example_inputs(self) -> list[Any]:
        """What the backend is called with: the real tensors, and SymInts for symbols."""
        return [
            LateSymInt(functools.partial(self._symint, i.dims, source)) if isinstance(i.dims, str) else i.value
            for i, source in zip(self.inputs, self.sources)
        ]

    def example_value(self, index: int) -> Any:
        """The fake of one input; None if its tensor is gone and cannot be imitated."""
        input, value = self.inputs[index], self.real(index)
        if isinstance(input.dims, str):
            return self._symint(input.dims, self.sources[index])
        if not isinstance(value, torch.Tensor):
            return value
        context = self.contexts[index]
        with outside_modes():
            return self.mode().from_tensor(value, source=self.sources[index], symbolic_context=context)

    def of_form(self, form: Any) -> Any:
        """A fake of which this is known: the expression of an int, or dtype, device, sizes, strides (None where the sizes
        make them) and whether it requires gradients. To be called in the mode of the fakes."""
        if not isinstance(form, tuple):
            return self._number(form)
        dtype, (device, index), sizes, strides, requires_grad = form
        device = torch.device(device, index) if index >= 0 else torch.device(device)
        settings = {"dtype": dtype, "device": device, "requires_grad": requires_grad}
        sizes = [self._number(size) for size in sizes]
        if strides is None:
            return torch.empty(sizes, **settings)
        return torch.empty_strided(sizes, [self._number(stride) for stride in strides], **settings)

    def _number(self, text: Any) -> Any:
        """The int of an expression, whose symbols are those of inputs or known to the running graph alone."""
        if not isinstance(text, str):
            return text
        try:
            expression = expressions.evaluate(expressions.from_text(text), self._expressions)
        except KeyError:
            return self.environment.create_unbacked_symint()
        return self.environment.create_symintnode(expression, hint=None)

    def real(self, index: int) -> Any:
        """One input itself; if its tensor is gone, one with the same metadata, or None."""
        value = self.inputs[index].value
        if not isinstance(value, weakref.ref):
            return value
        value = value()
        if value is None and (form := self._forms.get(index)) is not None:
            sizes, strides, dtype, device, requires_grad = form
            with outside_modes():
                value = torch.empty_strided(sizes, strides, dtype=dtype, device=device, requires_grad=requires_grad)
        return value

    @property
    def contexts(self) -> list[Any]:
        """The symbolic context of every input; None for what is no tensor."""
        if self._contexts is None:
            self.environment
            self._contexts = [self._context(*input) for input in enumerate(self.inputs)]
        return self._contexts

    def of_other_inputs(self, values: Sequence[Any]) -> Fakes:
        """The same for other inputs of the same graph, with the same symbols."""
        inputs = [input._replace(value=value) for input, value in zip(self.inputs, values, strict=True)]
        now: dict[Any, int] = {}
        for input in inputs:
            if isinstance(input.dims, str):
                now[input.dims] = input.value
            elif input.dims:
                now.update(zip(input.dims, input.value.size(), strict=True))
        symbols = {
            name: symbol if symbol.hint is None else symbol._replace(hint=now.get(name, symbol.hint))
            for name, symbol in self._declared.items()
        }
        return Fakes(inputs, symbols)

    def evaluate(self, code: str) -> Any:
        """A size or int from its text, over the symbols: a SymInt."""
        environment = self.environment
        expression = expressions.evaluate(expressions.from_text(code), self._expressions)
        hint = expressions.evaluate(expressions.from_text(code), {k: v.hint for k, v in self._declared.items()})
        return environment.create_symintnode(expression, hint=hint)

    def assuming(self, place: int, dimension: int, holds: Callable[[Any], Any]) -> AbstractContextManager[None]:
        """While entered, a condition holds of a size of an input, and the ShapeEnv takes no guards."""
        environment, size = self.environment, self.inputs[place].dims[dimension]
        return environment.patch_source_specialization(self._symbol_sources[size], holds)

    def seal(self) -> None:
        """Ends the compilation: releases the tensors that were kept for making fakes."""
        self._sealed = True
        with torch._C.DisableTorchFunctionSubclass():
            for index, input in enumerate(self.inputs):
                tensor = input.value
                if not isinstance(tensor, torch.Tensor):
                    continue
                # Whoever looks at the graph later finds what its inputs were like.
                is_wrapper = type(tensor) not in _PLAIN and is_traceable_wrapper_subclass(tensor)
                if not is_wrapper and tensor.layout is torch.strided:
                    self._forms[index] = tensor.size(), tensor.stride(), tensor.dtype, tensor.device, tensor.requires_grad
                self.inputs[index] = Input(input.name, weakref.ref(tensor), *input[2:])

    def _declare_symbols(self) -> None:
        from torch._dynamo.source import AttrSource, TensorProperty, TensorPropertySource

        known = self._cache[id(self._environment)]
        made: list[tuple[str, Source]] = []
        hints = self._hints_to_expect()

        def declare(name: str, source: Source, size: bool) -> None:
            expression = self._expressions.get(name)
            if expression is None:
                symbol = self._declared[name]
                positive = size or (symbol.lower is not None and symbol.lower >= 0)
                expression = self._environment.declare(name, symbol.hint, symbol.lower, symbol.upper, source, positive)
                if name in hints:
                    self._environment.var_to_hint_override[expression] = hints[name]
                self._expressions[name] = expression
                self._symbol_sources[name] = source
                self.symbol_names[expression] = name
            known[source.name] = expression

        def declare_sizes(dims: Dims, parts: tuple[Part, ...], source: Source) -> None:
            for part in parts:
                declare_sizes(part.dims, part.parts, AttrSource(source, part.name))
            for dim, size in enumerate(dims or ()):
                if isinstance(size, str):
                    size_source = TensorPropertySource(source, TensorProperty.SIZE, dim)
                    if size in self._declared:
                        declare(size, size_source, size=True)
                    else:
                        made.append((size, size_source))

        for input, source in zip(self.inputs, self.sources):
            if isinstance(input.dims, str):
                declare(input.dims, source, size=False)
            else:
                declare_sizes(input.dims, input.parts, source)
            for dim, stride in enumerate(input.strides or ()):
                if stride is not None:
                    declare(stride, TensorPropertySource(source, TensorProperty.STRIDE, dim), size=True)
        # What is made of symbols that other tensors have, such as the number of a jagged one's rows.
        for text, source in made:
            known[source.name] = expressions.evaluate(expressions.from_text(text), self._expressions)

    def _hints_to_expect(self) -> dict[str, int]:
        """Sizes to optimise for instead of those of this call, by symbol, from `mark_dynamic`.

        Guards are decided by the sizes of this call all the same, which they have to hold for.
        """
        found = {}
        for input in self.inputs:
            if isinstance(input.dims, tuple):
                for dim, hint in getattr(input.value, "_dynamo_hint_overrides", {}).items():
                    name = input.dims[dim]
                    if isinstance(name, str) and name in self._declared and self._declared[name].hint is not None:
                        found[name] = hint
        return found

    def _symint(self, name: str, source: Source) -> Any:
        return self.environment.create_symintnode(
            self._expressions[name], hint=self._declared[name].hint, source=source
        )

    def _context(self, index: int, input: Input) -> Any:
        value = self.real(index)
        if isinstance(input.dims, str) or not isinstance(value, torch.Tensor):
            return None
        return self._tensor_context(value, self.sources[index], input.dims, input.parts, input.strides)

    def _tensor_context(
        self, tensor: torch.Tensor, source: Source, dims: Any, parts: tuple[Part, ...] = (), own_strides: Any = None
    ) -> Any:
        """The symbolic context of a tensor, its base and its inner tensors: which dimensions are symbols."""
        from torch._dynamo.source import AttrSource, TensorProperty, TensorPropertySource
        from torch.fx.experimental.symbolic_shapes import DimDynamic, StatefulSymbolicContext, SubclassSymbolicContext

        n = tensor.dim()
        sizes = [DimDynamic.STATIC] * n
        for i, size in enumerate(dims or ()):
            if not isinstance(size, int):
                sizes[i] = DimDynamic.DYNAMIC
        strides = [DimDynamic.INFER_STRIDE] * n
        for i, stride in enumerate(own_strides or ()):
            if stride is not None:
                strides[i] = DimDynamic.DYNAMIC
        if DimDynamic.DYNAMIC in sizes or own_strides:
            # Where a tensor begins in its storage stays a number: no placeholder would carry the symbol.
            import sympy

            offset = TensorPropertySource(source, TensorProperty.STORAGE_OFFSET)
            self._cache[id(self._environment)][offset.name] = sympy.Integer(tensor.storage_offset())
        base = tensor._base if tensor._is_view() else None
        settings: dict[str, Any] = dict(
            dynamic_sizes=sizes,
            dynamic_strides=strides,
            constraint_sizes=[None] * n,
            constraint_strides=[None] * n,
            view_base_context=None if base is None else self._base_context(base, source, dims, tensor, parts),
            tensor_source=source,
            shape_env_to_source_to_symbol_cache=self._cache,
        )
        if parts:
            inner_contexts = {
                part.name: self._tensor_context(
                    getattr(tensor, part.name), AttrSource(source, part.name), part.dims, part.parts
                )
                for part in parts
            }
            # The sizes of a jagged tensor are made of its parts' symbols. Releases without this field always make them so.
            if tensor.layout is torch.jagged and "track_outer_size_stride" in SubclassSymbolicContext.__annotations__:
                settings["track_outer_size_stride"] = False
            return SubclassSymbolicContext(**settings, inner_contexts=inner_contexts)
        return StatefulSymbolicContext(**settings)

    def _base_context(
        self, base: torch.Tensor, source: Source, dims: Any, view: torch.Tensor, parts: tuple[Part, ...]
    ) -> Any:
        """The base of a view: a dimension as long as one of the view's symbols is that symbol."""
        from torch._dynamo.source import AttrSource, TensorProperty, TensorPropertySource

        base_source = AttrSource(source, "_base")
        by_size = {size: d for size, d in zip(view.shape, dims or ()) if d in self._declared}
        base_dims = tuple(by_size.get(size, size) for size in base.shape)
        for part in parts:
            # A jagged tensor is a view of what is in it.
            if part.dims and getattr(view, part.name).shape == base.shape:
                base_dims = part.dims
        known = self._cache[id(self._environment)]
        for i, size in enumerate(base_dims):
            if size in self._expressions:
                size_source = TensorPropertySource(base_source, TensorProperty.SIZE, i)
                known[size_source.name] = self._expressions[size]
        return self._tensor_context(base, base_source, base_dims)


class LateSymInt(torch.SymInt):
    """A SymInt whose symbol is made when something asks for its node. From then on it is a plain one."""

    def __init__(self, make: Callable[[], torch.SymInt]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Any:
        if name != "node":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        # Another thread may be about the same.
        if (make := self.__dict__.get("_make")) is not None:
            self.node = make().node
            self.__class__ = torch.SymInt
            self.__dict__.pop("_make", None)
        return self.__dict__["node"]


def _sources(inputs: list[Input]) -> list[Source]:
    """A source for each input; torch tells sources apart by their text, so that is made unique."""
    sources: list[Source] = []
    seen = set()
    for index, input in enumerate(inputs):
        text = input.source if input.source not in seen else f"{input.source}#{index}"
        seen.add(text)
        source: Source = InputSource(text, index)
        if input.number:
            # By this torch knows that the tensor's value is a symbol.
            from torch._dynamo.source import FloatTensorSource

            source = FloatTensorSource(source)
        sources.append(source)
    return sources


class LazyContexts(FilledWhenRead, WeakTensorKeyDictionary):
    """torch's map from a real tensor to its symbolic context, filled when it is first read."""

    def __init__(self, fakes: Fakes) -> None:
        super().__init__()
        self._fakes: Fakes | None = fakes

    def _fill(self) -> None:
        if (fakes := self._fakes) is not None:
            self._fakes = None
            for input, context in zip(fakes.inputs, fakes.contexts):
                if context is not None and isinstance(input.value, torch.Tensor):
                    self[input.value] = context


class LazyTracingContext(TracingContext):
    """torch's tracing context with a fake mode that appears when something asks for it."""

    def __init__(self, fakes: Fakes) -> None:
        self._fakes = fakes
        self.metadata: list[Any] = []
        """What autograd found out of each graph that it was given: which inputs it writes into, among others."""
        super().__init__(None)
        self.tensor_to_context = LazyContexts(fakes)

    @property
    def fw_metadata(self) -> Any:  # type: ignore[override]
        return self.metadata[-1] if self.metadata else None

    @fw_metadata.setter
    def fw_metadata(self, metadata: Any) -> None:
        if metadata is not None:
            self.metadata.append(metadata)

    @property
    def fake_mode(self) -> Any:  # type: ignore[override]
        return self._fakes.backend_mode()

    @fake_mode.setter
    def fake_mode(self, mode: Any) -> None:
        if mode is not None:
            self._fakes._backend_mode = mode


def _fake_mode(environment: Any) -> Any:
    from torch._subclasses.fake_tensor import FakeTensorMode

    return FakeTensorMode(shape_env=environment, allow_non_fake_inputs=False)


def outside_modes() -> Any:
    """Disables dispatch modes while a fake is made, because backends ask for fakes under any mode."""
    from torch.utils._python_dispatch import _disable_current_modes

    return _disable_current_modes()
