"""`compile(…, dynamic_shapes=…)`: which sizes and ints are variables, told by torch's `ShapesSpec`.

A variable is an unbacked symbol as a size, and a symbol as an int; what is not named is static. What relates variables (sizes
that are computed of them, assumptions, ranges of ints) is checked at each call, before it.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any

import torch

from alternator.configuration import Said

_STEP = re.compile(r"\.(?P<name>\w+)|\[(?P<key>'[^']*'|\"[^\"]*\"|-?\d+)\]")


def of(model: Any, given: Any, dynamic: bool | None) -> Shapes | None:
    """What `dynamic_shapes=` and the decorator `dynamic_spec` of torch say for a function or module."""
    function = model.forward if isinstance(model, torch.nn.Module) else model
    attached = getattr(function, "_dynamic_spec", None)
    if given is None and attached is None:
        return None
    try:
        from torch.fx.experimental.dynamic_spec import _coerce_to_shapes_spec
    except ImportError:
        raise RuntimeError(f"torch {torch.__version__} has no dynamic_shapes of compile") from None
    if given is not None and attached is not None:
        raise ValueError(
            "dynamic_shapes is given, and dynamic_spec says the same of the function: one of them is enough"
        )
    if dynamic is not None:
        raise ValueError("dynamic and dynamic_shapes cannot both be given: the latter says what is dynamic")
    spec = attached if given is None else _coerce_to_shapes_spec(given)
    return Shapes(spec, function, isinstance(model, torch.nn.Module)) if spec is not None else None


class Shapes:
    """A `ShapesSpec` for one function."""

    def __init__(self, spec: Any, function: Callable[..., Any], is_module: bool) -> None:
        self._spec = spec
        self._signature = inspect.signature(function)
        parameters = self._signature.parameters.values()
        self._rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)
        self._keywords = next((p.name for p in parameters if p.kind is p.VAR_KEYWORD), None)
        self._names = [p.name for p in parameters]
        self._is_module = is_module
        self._found: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        mine, theirs = (
            ((s._spec, s._names, s._is_module) for s in (self, other)) if isinstance(other, Shapes) else (0, 1)
        )
        return mine == theirs

    def __hash__(self) -> int:
        return hash((id(self._spec), *self._names))

    def said(self, name: str, dimension: int | None, now: int, rank: int) -> Said:
        """What is said of a dimension of a source, or of an int."""
        from torch.fx.experimental.dynamic_spec import IntVar, TensorSpec

        if name not in self._found:
            self._found[name] = self._find(name)
        said = self._found[name]
        if isinstance(said, TensorSpec) and dimension is not None:
            if len(said) != rank:
                raise WrongShapes(f"TensorSpec has {len(said)} dims but tensor {name} has {rank} dims")
            said = said[dimension]
        elif said is not None and (isinstance(said, TensorSpec) or dimension is not None):
            raise WrongShapes(f"dynamic_shapes says of {name} what cannot be said of it: {said!r}")
        if isinstance(said, IntVar):
            return Said(
                True, dimension is not None, least=said.min, greatest=said.max, shape=f"{said.name}#{said._uid}"
            )
        if isinstance(said, torch.SymInt):
            return Said(True, dimension is not None)
        if said is not None and said != now:
            what = name if dimension is None else f"dim {dimension} of {name}"
            raise WrongShapes(f"dynamic_shapes declares {what} as static with value {said}, but got {now}")
        return Said(False)

    def _find(self, name: str) -> Any:
        """What is said of a source, by the name that guards have for it."""
        if not name.startswith("L["):
            return None
        steps = list(_STEP.finditer(name, 1))
        if "".join(step[0] for step in steps) != name[1:]:
            return None
        path = [step["name"] or _key(step["key"]) for step in steps]
        params = self._spec._params
        if params is None:
            return None
        first, *rest = path
        if self._is_module and first in ("args", "kwargs") and first not in self._names and rest:
            # The module's own arguments, where its call is compiled with its hooks.
            within = [n for n in self._names if n not in (self._rest, self._keywords)]
            first, rest = (within[rest[0]] if first == "args" and rest[0] < len(within) else rest[0]), rest[1:]
        if first == self._rest and rest:
            said, rest = dict(enumerate(params._varargs or ())).get(rest[0]), rest[1:]
        elif first == self._keywords and rest:
            said, rest = (params._varkw or {}).get(rest[0]), rest[1:]
        else:
            said = params._named_args.get(first)
        for step in rest:
            said = _part(said, step)
            if said is None:
                return None
        return said

    @functools.cached_property
    def _relations(self) -> list[Any]:
        """Conditions on variables, as sympy's."""
        return [assumption.node.expr for assumption in self._spec.assumptions]

    @functools.cached_property
    def checks(self) -> bool:
        """Whether calls are checked: variables appear more than once, in expressions, or have a range as ints."""
        from torch.fx.experimental.dynamic_spec import IntVar

        leaves = [leaf for leaf, _, _ in self._leaves(None) if isinstance(leaf, torch.SymInt)]
        variables = {id(leaf): leaf for leaf in leaves if isinstance(leaf, IntVar)}
        ranges = any(v.min or v.max is not None for v in variables.values())
        return bool(self._spec.assumptions) or ranges or len(variables) < len(leaves)

    def _leaves(self, arguments: dict[str, Any] | None) -> list[tuple[Any, Any, str]]:
        """Each int, variable or expression that is said, with the size or int that it is said of, and what that is."""
        found: list[tuple[Any, Any, str]] = []
        params = self._spec._params
        if params is None:
            return found
        roots = [
            (said, None if arguments is None else arguments.get(name), name)
            for name, said in params._named_args.items()
        ]
        given = (arguments or {}).get(self._rest, ())
        roots += [(said, dict(enumerate(given)).get(n), f"*args[{n}]") for n, said in enumerate(params._varargs or ())]
        given = (arguments or {}).get(self._keywords, {})
        roots += [(said, given.get(name), name) for name, said in (params._varkw or {}).items()]
        for said, value, name in roots:
            _collect(said, value, name, found)
        return found

    def check(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raises where the variables of a call are not as the spec relates them."""
        from torch.fx.experimental.dynamic_spec import IntVar

        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        values: dict[Any, int] = {}
        computed: list[tuple[Any, int, str]] = []
        for said, now, what in self._leaves(bound.arguments):
            if now is None:
                continue
            if not isinstance(said, IntVar):
                computed.append((said, now, what))
                continue
            if values.setdefault(said.sympy_sym, now) != now:
                _fail(f"{said.name} is {values[said.sympy_sym]} and, as {what}, {now}")
            if said.min is not None and now < said.min or said.max is not None and now > said.max:
                _fail(f"{said.name} is {now}, which is not in the range [{said.min}, {said.max}]")
        conditions = [(said.node.expr, now, what) for said, now, what in computed if isinstance(said, torch.SymInt)]
        conditions += [(relation, True, "an assumption") for relation in self._relations]
        if unknown := {
            str(s).split("#")[0] for relation, *_ in conditions for s in relation.free_symbols - set(values)
        }:
            raise WrongShapes(
                f"dynamic_shapes computes with {', '.join(sorted(unknown))}, which is no size or int of its own"
            )
        for relation, now, what in conditions:
            if (wanted := relation.subs(values)) != now:
                text = re.sub(r"#\d+", "", str(relation))
                _fail(f"{text}, {what}" if now is True else f"{what} is {now}, and {text} is {wanted}")

    def checking(self, compiled: Callable[..., Any]) -> Callable[..., Any]:
        """A compiled function whose calls are checked first."""
        if not self.checks:
            return compiled

        def checked(*args: Any, **kwargs: Any) -> Any:
            self.check(args, kwargs)
            return compiled(*args, **kwargs)

        return functools.wraps(compiled)(checked)


class WrongShapes(RuntimeError, ValueError, AssertionError):
    """Sizes or ints of a call are not as `dynamic_shapes` says."""


def _fail(text: str) -> None:
    raise WrongShapes(f"Runtime assertion failed for dynamic_shapes: {text}")


def _key(text: str) -> str | int:
    return text[1:-1] if text[0] in "'\"" else int(text)


def _part(said: Any, step: str | int) -> Any:
    """What a spec says of a part of its object."""
    from torch.fx.experimental.dynamic_spec import DictSpec, ObjectSpec, SeqSpec

    if isinstance(said, ObjectSpec) and isinstance(step, str):
        return said._fields.get(step)
    if isinstance(said, DictSpec):
        return said._entries.get(step)
    if isinstance(said, SeqSpec) and isinstance(step, int):
        return said._entries[step] if step < len(said) else None
    if said is None:
        return None
    raise WrongShapes(f"dynamic_shapes says {type(said).__name__} of an object of which {step!r} is read")


def _collect(said: Any, value: Any, what: str, found: list[tuple[Any, Any, str]]) -> None:
    from torch.fx.experimental.dynamic_spec import DictSpec, ObjectSpec, SeqSpec, TensorSpec

    if said is None:
        return
    if isinstance(said, TensorSpec):
        is_tensor = isinstance(value, torch.Tensor) and value.dim() == len(said)
        parts = [(dim, value.shape[n] if is_tensor else None, f"dim {n} of {what}") for n, dim in enumerate(said)]
        found.extend(part for part in parts if part[0] is not None)
    elif isinstance(said, ObjectSpec):
        for name, part in said.items():
            _collect(part, getattr(value, name, None), f"{what}.{name}", found)
    elif isinstance(said, DictSpec):
        for key, part in said.items():
            _collect(part, value.get(key) if isinstance(value, dict) else None, f"{what}[{key!r}]", found)
    elif isinstance(said, SeqSpec):
        items = value if isinstance(value, (list, tuple)) else ()
        for n, part in enumerate(said._entries):
            _collect(part, items[n] if n < len(items) else None, f"{what}[{n}]", found)
    else:
        found.append((said, value if isinstance(value, int) else None, what))
