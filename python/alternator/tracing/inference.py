"""Metadata of an operator's result by torch's fake tensors, where no meta rule has an answer.

The engine describes tensors by `Tensor` and symbolic numbers by `Scalar`; `Inference` makes
fakes of them, runs the operator on the fakes, and describes what comes out.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import threading
import types
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.utils._pytree import tree_leaves
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from alternator.runtime import autocast as autocasts
from alternator.backend import expressions, nonstrict
from alternator.runtime import function_modes
from alternator.tracing import wrappers
from alternator.errors import OPERATOR_RAISED
from alternator.backend.expressions import Expression
from alternator.backend.fakes import outside_modes
from alternator.backend.turns import in_turn


class Tensor:
    """A tensor, described. Sizes, strides and offset are expressions (see `alternator.backend.expressions`)."""

    __slots__ = ("dtype", "sizes", "strides", "device", "requires_grad", "leaf", "cls", "offset", "layout", "constant", "wrapper", "bits")

    def __init__(
        self,
        dtype: torch.dtype,
        sizes: tuple[Expression, ...],
        strides: tuple[Expression, ...],
        device: torch.device,
        requires_grad: bool = False,
        leaf: bool = False,
        cls: type = torch.Tensor,
        offset: Expression = 0,
        layout: torch.layout = torch.strided,
        constant: torch.Tensor | None = None,
    ) -> None:
        self.dtype = dtype
        self.sizes = sizes
        self.strides = strides
        self.device = device
        self.requires_grad = requires_grad
        self.leaf = leaf
        self.cls = cls
        self.offset = offset
        self.layout = layout
        self.constant = constant
        """The tensor itself, where the trace knows its one element: fakes compute with it."""
        self.wrapper: torch.Tensor | None = None
        """The fake itself, of a tensor around other tensors: no description of it would do."""
        self.bits = (False, False)
        """Whether who reads the elements is to conjugate and to negate them."""

    def __repr__(self) -> str:
        grad = ", requires_grad=True" if self.requires_grad else ""
        return f"Tensor({self.dtype}, {self.sizes}, {self.strides}, {self.device}{grad})"


@functools.cache
def _tags(name: str) -> frozenset[Any]:
    """torch's tags of its operators of this name."""
    packet = getattr(torch.ops.aten, name, None)
    return frozenset(tag for overload in (packet.overloads() if packet else ()) for tag in getattr(packet, overload).tags)


def draws(target: Callable[..., Any]) -> bool:
    """Whether a call may draw numbers from torch's generators; true for unknown functions."""
    if isinstance(target, torch._ops.OpOverload):
        return torch.Tag.nondeterministic_seeded in target.tags
    if isinstance(target, torch._ops.OpOverloadPacket):
        return any(draws(getattr(target, overload)) for overload in target.overloads())
    if not isinstance(target, types.FunctionType):
        return torch.Tag.nondeterministic_seeded in _tags(getattr(target, "__name__", ""))
    # Those of torch's Python functions that draw are listed (rules/torch/operators.yaml).
    return target.__module__.partition(".")[0] != "torch"


class Scalar:
    """A symbolic number: its expression, and its hint if there is one."""

    __slots__ = ("expression", "kind", "hint")

    def __init__(self, expression: Expression, kind: type = int, hint: Any = None) -> None:
        self.expression = expression
        self.kind = kind
        self.hint = hint

    def __repr__(self) -> str:
        return f"Scalar({expressions.text(self.expression)})"


class Inference:
    """The operators of one trace. Symbols are declared before they are used in a description."""

    def __init__(self) -> None:
        self._mode: FakeTensorMode | None = None
        self._environment: Any = None
        self._symbols: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        self._seen_guards = 0
        self._next_unbacked = 0, 0
        self._made_symbols: list[tuple[bool, int | None, int | None]] = []
        self._parts: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
        self.result_class: type | None = None
        """The class of the last answer, if that is a tuple with names."""
        self.written: list[int] = []
        """The places of the arguments into which the last operator writes, the named ones behind the others."""

    @in_turn
    def symbol(self, name: str, hint: int | None, lower: int | None = None, upper: int | None = None) -> None:
        """Declares a symbol with its hint and bounds.

        An unbacked symbol, without a hint, may be declared again with better bounds. """
        if hint is None:
            self._unbacked(name, lower, upper)
            return
        if name in self._symbols:
            return
        from torch._dynamo.source import ConstantSource

        source = ConstantSource(name)
        positive = lower is not None and lower >= 0
        expression = self._fake_mode().shape_env.declare(name, hint, lower, upper, source, positive)
        self._names[expression] = name
        self._symbols[name] = self._environment.create_symintnode(expression, hint=hint, source=source)

    @in_turn
    def float_symbol(self, name: str) -> None:
        """Declares a float that only the running graph knows."""
        if not isinstance(self._symbols.get(name), torch.SymFloat):
            self._fake_mode()
            number = self._environment.create_unbacked_symfloat()
            self._names[number.node.expr] = name
            self._symbols[name] = number

    @in_turn
    def infer(
        self,
        target: Callable[..., Any] | str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        grad: bool = True,
        next_unbacked: tuple[int, int] = (0, 0),
        autocast: tuple[Any, ...] | None = None,
    ) -> Any:
        """What `target` gives for described arguments; a str is a method of the first.

        The answer has the shape of the real one, with `Tensor` and `Scalar` in the place of
        tensors and symbolic numbers. An output that is one of the inputs is that very
        description. Symbols that the data alone knows are called `u0`, `u1`, … from `next_unbacked` on;
        `made` tells what is known of them. Raises what torch raises: for wrong arguments what the program would see,
        and torch's own errors where the answer depends on data. `autocast` is the state under which the
        operator runs (see `alternator.runtime.autocast`), if that is not the thread's.
        """
        mode = self._fake_mode()
        self._next_unbacked = next_unbacked
        self._made_symbols = []
        made: dict[int, tuple[Any, Tensor]] = {}
        casts = contextlib.nullcontext() if autocast is None else autocasts.applied(autocast)
        with function_modes.aside(), mode, enable_python_dispatcher(), _quiet(), _counting(), torch.set_grad_enabled(grad), casts:
            real_args = self._make(args, made)
            real_kwargs = self._make(kwargs, made)
            arguments = [*real_args, *real_kwargs.values()]
            before = [_versions(argument) for argument in arguments]
            function = getattr(type(real_args[0]), target) if isinstance(target, str) else nonstrict.with_own_tensors(target)
            # Whoever has a say in torch's functions had it before the call came to the graph.
            with torch._C.DisableTorchFunctionSubclass():
                result = function(*real_args, **real_kwargs)
            declared = _declared_written(target, len(real_args), list(real_kwargs))
            now = [_versions(argument) for argument in arguments]
            self.written = [place for place, old in enumerate(before) if place in declared or old != now[place]]
        named = isinstance(result, tuple) and type(result) is not tuple
        self.result_class = type(result) if named else None
        return self._describe(result, {id(fake): description for fake, description in made.values()})

    @in_turn
    def wrap(self, wrapper: torch.Tensor, outside: Tensor, parts: dict[str, Tensor], next_unbacked: tuple[int, int]) -> Tensor:
        """The description of an input that is a wrapper, from its own outer description and those of its parts."""
        mode = self._fake_mode()
        self._next_unbacked = next_unbacked
        self._made_symbols = []
        with function_modes.aside(), mode, enable_python_dispatcher(), _counting(), torch._C.DisableTorchFunctionSubclass():
            # Wrappers around the same tensor have the same fake of it: by that a nested size is known again.
            inner = {}
            for name, part in wrappers.parts(wrapper).items():
                inner[name] = self._parts.setdefault(id(part), (part, self._make_tensor(parts[name])))[1]
            fake = wrappers.around(wrapper, inner, *(tuple(map(self._value, d)) for d in (outside.sizes, outside.strides)))
            return self._describe_tensor(fake)

    def attribute(self, wrapper: torch.Tensor, name: str, next_unbacked: tuple[int, int]) -> tuple[str, Any]:
        """What stands under a name in a wrapper (its `__dict__`, or a slot): ("part", None) for a tensor that it is around, ("sizes",
        them) for symbols, ("value", it) for anything else, ("nothing", None)."""
        self._next_unbacked = next_unbacked
        self._made_symbols = []
        kind, value = wrappers.attribute(wrapper, name)
        return kind, self._describe(value, {}) if kind == "sizes" else value

    def made(self) -> list[tuple[bool, int | None, int | None]]:
        """The new symbols of the last answer, in the order of their names: whether a float, and the bounds."""
        return self._made_symbols

    def guards(self) -> list[tuple[Expression | None, str]]:
        """Guards that torch has added on the symbols since the last call."""
        if self._environment is None:
            return []
        found: list[tuple[Expression | None, str]] = []
        for guard in self._environment.guards[self._seen_guards :]:
            try:
                expression = expressions.from_sympy(guard.expr, self._names)
                found.append((expression, expressions.text(expression)))
            except expressions.Untranslatable:
                if guard.expr.free_symbols <= set(self._names):
                    found.append((None, str(guard.expr)))
        self._seen_guards = len(self._environment.guards)
        return found

    def _unbacked(self, name: str, lower: int | None, upper: int | None) -> None:
        from torch.utils._sympy.numbers import int_oo

        if name not in self._symbols:
            self._fake_mode()
            number = self._environment.create_unbacked_symint()
            self._names[number.node.expr] = name
            self._symbols[name] = number
        if wrappers.is_nested(self._symbols[name]):
            return
        self._environment.constrain_symbol_range(
            self._symbols[name].node.expr,
            compiler_min=-int_oo if lower is None else lower,
            compiler_max=int_oo if upper is None else upper,
        )

    def _fake_mode(self) -> FakeTensorMode:
        if self._mode is None:
            from alternator.backend.environment import Environment

            self._environment = Environment()
            self._mode = FakeTensorMode(shape_env=self._environment, allow_non_fake_inputs=False)
        return self._mode

    def _make(self, value: Any, made: dict[int, tuple[Any, Tensor]]) -> Any:
        """A fake for each description, the same one for the same description."""
        if isinstance(value, Tensor):
            if id(value) not in made:
                made[id(value)] = (self._make_tensor(value), value)
            return made[id(value)][0]
        if isinstance(value, Scalar):
            return self._value(value.expression)
        if isinstance(value, torch.Tensor):
            return self._fake_mode().from_tensor(value, static_shapes=True)
        if isinstance(value, dict):
            return {key: self._make(item, made) for key, item in value.items()}
        if isinstance(value, slice):
            return slice(*(self._make(v, made) for v in (value.start, value.stop, value.step)))
        if isinstance(value, list):
            return [self._make(item, made) for item in value]
        if isinstance(value, tuple):
            items = [self._make(item, made) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        return value

    def _make_tensor(self, description: Tensor) -> torch.Tensor:
        if description.wrapper is not None:
            return description.wrapper
        if description.constant is not None:
            mode = self._fake_mode()
            with outside_modes():
                own = description.constant.clone()
            return mode.fake_tensor_converter.from_real_tensor(mode, own, make_constant=True)
        sizes = [self._value(s) for s in description.sizes]
        strides = [self._value(s) for s in description.strides]
        offset = self._value(description.offset)
        tensor = torch.empty_strided(sizes, strides, dtype=description.dtype, device=description.device)
        if not (isinstance(offset, int) and offset == 0):
            tensor = torch.empty_strided(
                (offset + tensor.untyped_storage().nbytes() // tensor.element_size(),), (1,),
                dtype=description.dtype, device=description.device,
            ).as_strided(sizes, strides, offset)  # fmt: skip
        conjugate, negative = description.bits
        if conjugate:
            torch._C._set_conj(tensor, True)
        if negative:
            torch._C._set_neg(tensor, True)
        if issubclass(description.cls, torch.nn.Parameter):
            return torch.nn.Parameter(tensor, requires_grad=description.requires_grad)
        if description.requires_grad and description.leaf:
            tensor.requires_grad_(True)
        elif description.requires_grad:
            # A history, without which in-place operators are refused, and without becoming a view.
            with torch.enable_grad():
                tensor.mul_(torch.ones((), dtype=tensor.dtype, device=tensor.device, requires_grad=True))
        return tensor

    def _value(self, expression: Expression) -> Any:
        return expressions.evaluate(expression, self._symbols)

    def _describe(self, value: Any, inputs: dict[int, Tensor]) -> Any:
        if isinstance(value, torch.Tensor):
            known = inputs.get(id(value))
            if known is not None and self._unchanged(value, known):
                return known
            return self._describe_tensor(value)
        if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return self._describe_scalar(value)
        if isinstance(value, torch.Size):
            return tuple(self._describe(item, inputs) for item in value)
        if isinstance(value, (list, tuple)):
            items = [self._describe(item, inputs) for item in value]
            if type(value) in (list, tuple):
                return type(value)(items)
            # Named tuples take their fields, torch.return_types one sequence.
            return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
        if isinstance(value, (int, float, str)) and type(value) not in (bool, int, float, str):
            raise NotImplementedError(f"a result of type {type(value).__name__}")
        if type(value).__module__.partition(".")[0] not in ("builtins", "torch") or isinstance(value, dict):
            # Tensors may be in there, of which the graph would have to tell.
            raise NotImplementedError(f"a result of type {type(value).__name__}")
        return value

    def _unchanged(self, tensor: torch.Tensor, description: Tensor) -> bool:
        """Whether an in-place operator left dtype, sizes and the need of gradients as they were."""
        now = self._describe_tensor(tensor)
        return all(
            getattr(now, name) == getattr(description, name)
            for name in ("dtype", "sizes", "strides", "requires_grad", "offset", "bits")
        )

    def _describe_tensor(self, tensor: torch.Tensor) -> Tensor:
        strided = tensor.layout in (torch.strided, torch.jagged)
        # What vmap made of a tensor does not say itself whether the tensor requires gradients.
        whole = tensor
        while torch._C._functorch.is_batchedtensor(whole):
            whole = torch._C._functorch.get_unwrapped(whole)
        described = Tensor(
            tensor.dtype,
            tuple(self._expression(s) for s in tensor.shape),
            tuple(self._expression(s) for s in tensor.stride()) if strided else (),
            tensor.device,
            whole.requires_grad,
            tensor.is_leaf if whole is tensor else not whole.requires_grad,
            torch.nn.Parameter if isinstance(tensor, torch.nn.Parameter) else _plain(type(tensor)),
            self._offset(tensor.storage_offset()) if strided else 0,
            tensor.layout,
            tensor.constant if isinstance(tensor, FakeTensor) else None,
        )
        described.bits = tensor.is_conj(), tensor.is_neg()
        if is_traceable_wrapper_subclass(tensor):
            described.cls, described.wrapper = type(tensor), tensor
        return described

    def _describe_scalar(self, value: Any) -> Any:
        expression = self._expression(value)
        if isinstance(expression, (int, float, bool)):
            return expression
        kind = {torch.SymInt: int, torch.SymFloat: float, torch.SymBool: bool}[type(value)]
        return Scalar(expression, kind, value.node._hint if value.node.has_hint() else None)

    def _expression(self, value: Any) -> Expression:
        if isinstance(value, (int, float)):
            return value
        expression = value.node.expr
        for symbol in expression.free_symbols:
            # A symbol of torch's own making, for a size that depends on data.
            if symbol not in self._names:
                self._name_new(symbol, value)
        return expressions.from_sympy(expression, self._names)

    def _offset(self, value: Any) -> Expression | None:
        """A storage offset; none where only the data knows it, which is no result of the operator's."""
        known = isinstance(value, int) or all(symbol in self._names for symbol in value.node.expr.free_symbols)
        return self._expression(value) if known else None

    def _name_new(self, symbol: Any, value: Any) -> None:
        is_float = not symbol.is_integer
        make = self._environment.create_symfloatnode if is_float else self._environment.create_symintnode
        made = sum(is_float == of_floats for of_floats, _, _ in self._made_symbols)
        name = f"{'zuf' if is_float else 'u'}{self._next_unbacked[is_float] + made}"
        if wrappers.is_nested(value):
            # It stands for many numbers, of which nothing is known but that they are the same as others.
            if value.node.expr != symbol:
                raise NotImplementedError("a number that is made of a ragged size")
            self._names[symbol], self._symbols[name] = name, value
            self._made_symbols.append((False, None, None))
            return
        self._names[symbol] = name
        self._symbols[name] = make(symbol, hint=None)
        bounds = None if is_float else self._environment.var_to_range.get(symbol)
        self._made_symbols.append((is_float, _bound(bounds and bounds.lower), _bound(bounds and bounds.upper)))


def _bound(value: Any) -> int | None:
    """A bound as an int, if it is one that 64 bits hold."""
    if value is None or not value.is_Integer or abs(value) >= 2**62:
        return None
    return int(value)


class _quiet:  # noqa: N801 - used like a function
    """Keeps torch from logging an error that the caller handles, and from warning: the running graph warns itself."""

    def __enter__(self) -> None:
        self._before = _log.disabled, torch.is_warn_always_enabled()
        _log.disabled = True
        # What warns once in a process would count this as the one time.
        torch.set_warn_always(True)
        self._ignored = ("ignore", _InThread(), Warning, None, 0)
        # The list is changed without `simplefilter`, which would make CPython forget where it has warned.
        warnings.filters.insert(0, self._ignored)

    def __exit__(self, *_: object) -> None:
        if self._ignored in warnings.filters:
            warnings.filters.remove(self._ignored)
        _log.disabled, always = self._before
        torch.set_warn_always(always)


class _InThread:
    """In the place of a pattern for texts of warnings: matches those of the thread that made it."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def match(self, text: str) -> bool:
        return threading.get_ident() == self._thread


_log = logging.getLogger("torch._subclasses.fake_tensor")


def _plain(cls: type) -> type:
    return torch.Tensor if cls is FakeTensor else cls


def reason(error: BaseException) -> str:
    """Why an operator has no answer, in words."""
    name = type(error).__name__
    if name in _DATA_DEPENDENT or name == "UnsupportedOperatorException":
        what = "an operator whose result depends on data"
    elif name in ("UnsupportedFakeTensorException", "MetadataMismatchError", "NotImplementedError"):
        what = "an operator that cannot run on fake tensors"
    else:
        what = f"{OPERATOR_RAISED} {name}"
    return f"{what}: {error}".splitlines()[0]


def error_of_operator(error: BaseException) -> type | None:
    """The class of the operator's own error, where that of fakes is the same."""
    cls = type(error)
    return cls if cls in _ERRORS and "data is not allocated yet" not in str(error) else None


_ERRORS = frozenset({RuntimeError, IndexError, TypeError, ValueError})
_DATA_DEPENDENT = frozenset({"DataDependentOutputException", "DynamicOutputShapeException", "GuardOnDataDependentSymNode"})


def _counting() -> contextlib.AbstractContextManager:
    """Leaves inference mode, whose tensors do not count how often they are written to."""
    return torch.inference_mode(False) if torch.is_inference_mode_enabled() else contextlib.nullcontext()


def _versions(argument: Any) -> list[int]:
    """How often each tensor in an argument was written to."""
    leaves = [leaf for leaf in tree_leaves(argument) if isinstance(leaf, torch.Tensor)]
    return [tensor._version for leaf in leaves for tensor in wrappers.plain_parts(leaf)]


def _declared_written(target: Any, positional: int, named: list[str]) -> set[int]:
    """The places of the arguments that an operator writes into by its schema, which its fake may not do."""
    if isinstance(target, torch._ops.OpOverloadPacket):
        overloads = [getattr(target, name) for name in target.overloads()]
    else:
        overloads = [target] if isinstance(target, torch._ops.OpOverload) else []
    places = set()
    for overload in overloads:
        for place, argument in enumerate(overload._schema.arguments):
            if argument.alias_info is not None and argument.alias_info.is_write:
                if argument.name in named:
                    places.add(positional + named.index(argument.name))
                elif place < positional and not argument.kwarg_only:
                    places.add(place)
    return places
