"""A compiled nn.Module: a proxy of the original whose calls are compiled."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import torch
from torch.nn.modules import module as torch_module

from alternator import _engine
from alternator import context as contexts

# Hooks that `nn.Module.__call__` runs around `forward`, by attribute of the module.
_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
_GLOBAL_HOOKS = tuple(
    hooks
    for hooks in (getattr(torch_module, "_global" + name, None) for name in _HOOKS)
    if hooks is not None
)


class OptimizedModule(torch.nn.Module):
    """Calls run compiled; attributes, parameters, hooks and state are those of `_orig_mod`.

    Without hooks a call goes straight to the compiled `forward`. Hooks of the original are traced with it; hooks
    registered on this object itself run around the compiled call. Once torch._dynamo is imported, torch's class of this
    name becomes a base, for `isinstance` alone (`dynamo.state`). """

    _orig_mod: torch.nn.Module

    # Names kept here; every other attribute is read from, and written to, the original.
    _OWN = frozenset({"_orig_mod", "_context", "_compiled_forward", "_forward", "forward", "_hooks", "__dict__"})

    def __init__(self, module: torch.nn.Module, context: contexts.Context | None) -> None:
        # First of all, and past `__setattr__`: nn.Module.__init__ reads and writes attributes,
        # which would otherwise look for the original before it is there.
        object.__setattr__(self, "_orig_mod", module)
        torch.nn.Module.__init__(self)
        del self.__dict__["_orig_mod"]
        self.__dict__.pop("training", None)
        self._modules["_orig_mod"] = module
        self._prepare(context)

    def _prepare(self, context: contexts.Context | None) -> None:
        module, own = self._modules["_orig_mod"], self.__dict__
        own["_context"] = context
        if context is None:
            own["forward"] = own["_compiled_forward"] = _engine.Disabled(module.__call__)
        else:
            own["forward"] = _engine.CompiledFunction(module.__call__, context.id, context)
            own["_compiled_forward"] = _engine.CompiledFunction(module.forward, context.id, context)
            own["forward"].aot_compile = functools.partial(context.aot_compile, module.__call__)
            own["forward"], own["_compiled_forward"] = map(context.around, (own["forward"], own["_compiled_forward"]))
        # What sends a call the long way when it is not empty: hooks, and a `forward` set on the
        # original after this. A module with a `__call__` of its own always goes that way.
        own["_forward"] = type(module).forward
        ordinary = type(module).__call__ is torch.nn.Module.__call__ and type(module)._call_impl is _CALL_IMPL
        if ordinary and "forward" not in module.__dict__ and not _is_lazy(module):
            hooks = [m.__dict__[name] for m in (module, self) for name in _HOOKS if name in m.__dict__]
            own["_hooks"] = (*hooks, *_GLOBAL_HOOKS)
        else:
            own["_hooks"] = (True,)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        own = self.__dict__
        module = own["_modules"]["_orig_mod"]
        # A `forward` that the class, or the module, was given since then is found by the long way.
        if any(own["_hooks"]) or type(module).forward is not own["_forward"] or "forward" in module.__dict__:
            if _is_lazy(module):
                # Its parameters get their shapes from the arguments, as written, before anything is traced.
                module._infer_parameters(module, args, kwargs)
                self._prepare(own["_context"])
                return self(*args, **kwargs)
            return torch.nn.Module.__call__(self, *args, **kwargs)
        return own["_compiled_forward"](*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        module = self.__dict__["_modules"].get("_orig_mod")
        if module is None or name == "_orig_mod":
            if module is None:
                raise AttributeError(name)
            return module
        return getattr(module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_orig_mod" and "_modules" in self.__dict__:
            self._modules["_orig_mod"] = value
            self._prepare(self._context)
        elif name == "forward":
            self.__dict__["forward"] = value
            self.__dict__["_hooks"] = (True,)
        elif name in self._OWN or hasattr(type(self), name):
            torch.nn.Module.__setattr__(self, name, value)
        elif "_modules" in self.__dict__ and "_orig_mod" in self.__dict__["_modules"]:
            setattr(self._modules["_orig_mod"], name, value)
        else:  # nn.Module.__init__ at work
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._OWN or hasattr(type(self), name):
            torch.nn.Module.__delattr__(self, name)
        else:
            delattr(self._modules["_orig_mod"], name)

    def get_compiler_config(self) -> dict[str, Any] | None:
        """The settings that the backend compiles with, where it tells them."""
        return self._context.compiler_config() if self._context is not None else None

    @property
    def dynamo_ctx(self) -> Any:
        """A decorator that compiles another function with this module's settings."""
        from alternator.api import Optimizer

        return Optimizer(self.__dict__["_context"])

    def _aot_compile(self, inputs: list[Any]) -> None:
        self.forward = self.__dict__["_context"].aot_compile_module(self._orig_mod, inputs)

    @property
    def _torchdynamo_orig_callable(self) -> Callable[..., Any]:
        return self._modules["_orig_mod"].forward

    @property
    def _torchdynamo_wrapper_id(self) -> int:
        return id(self)

    @property
    def training(self) -> bool:
        return self._modules["_orig_mod"].training

    @training.setter
    def training(self, value: bool) -> None:
        # nn.Module.__init__ sets a default before there is an original to take it from.
        if module := self.__dict__.get("_modules", {}).get("_orig_mod"):
            module.training = value

    def __len__(self) -> int:
        module = self._modules["_orig_mod"]
        if not hasattr(type(module), "__len__"):
            raise TypeError(f"object of type {type(module).__name__!r} has no len()")
        return len(module)

    def __bool__(self) -> bool:
        module = self._modules["_orig_mod"]
        return bool(module) if hasattr(type(module), "__len__") or hasattr(type(module), "__bool__") else True

    def __getitem__(self, key: Any) -> Any:
        return self._modules["_orig_mod"][key]

    def __iter__(self) -> Any:
        return iter(self._modules["_orig_mod"])

    def __contains__(self, item: Any) -> bool:
        return item in self._modules["_orig_mod"]

    def __dir__(self) -> list[str]:
        return sorted({*torch.nn.Module.__dir__(self), *dir(self._modules["_orig_mod"])})

    def __reduce__(self) -> Any:
        context = self.__dict__["_context"]
        return _rebuild, (self._modules["_orig_mod"], context.settings() if context else None)

    def __deepcopy__(self, memo: dict[int, Any]) -> OptimizedModule:
        # The backend is shared, not copied: it may be any object, and is not part of the model.
        made = OptimizedModule(copy.deepcopy(self._modules["_orig_mod"], memo), self.__dict__["_context"])
        memo[id(self)] = made
        return made


def disabled_module(module: torch.nn.Module) -> OptimizedModule:
    """A module whose calls are never captured."""
    return OptimizedModule(module, None)


def _rebuild(module: torch.nn.Module, settings: dict[str, Any] | None) -> OptimizedModule:
    return OptimizedModule(module, contexts.share(**settings) if settings else None)


def _is_lazy(module: torch.nn.Module) -> bool:
    """Whether calls must first find out the shapes of parameters (torch.nn.LazyLinear and kin)."""
    return hasattr(module, "_initialize_hook") and hasattr(module, "_infer_parameters")


_CALL_IMPL = torch.nn.Module._call_impl
_engine.skip_code(OptimizedModule.__call__.__code__)
