"""`compile`, `optimize`, `disable` and their kin."""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, overload

import torch

if "t" in getattr(sys, "abiflags", ""):
    raise ImportError(
        "alternator needs the GIL, and this CPython is a free-threaded one: use an ordinary build of the same version"
    )
try:
    from alternator import _engine
except ImportError as error:
    raise ImportError(
        "Alternator's engine is not built for this interpreter; `tools/python` of the repository "
        "builds it, and `pip install .` does"
    ) from error
else:
    _engine.choose_torch(torch.__version__)

from alternator import configuration, context as contexts, coroutines, errors, guard_filters

F = TypeVar("F", bound=Callable[..., Any])


@overload
def compile(model: F, **settings: Any) -> F: ...
@overload
def compile(model: None = None, **settings: Any) -> Callable[[F], F]: ...


def compile(
    model: Callable[..., Any] | None = None,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] | None = None,
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    name: str | None = None,
    disable: bool = False,
    recompile_limit: int | None = None,
    isolate_recompiles: bool = False,
    dynamic_shapes: Any = None,
) -> Any:
    """Compiles a function, a module, or a class's calls; usable as a decorator.

    Arguments mean what they mean to `torch.compile`:

    - fullgraph: raise `Unsupported` where the code cannot be one graph, instead of splitting it;
    - dynamic: True makes sizes symbolic from the start, False never, None once they change;
    - backend: a callable `fn(graph_module, example_inputs)` that gives a callable back, or the
      name of one in torch's registry; `"inductor"` by default;
    - mode, options: for the backend; `options["guard_filter_fn"]` is Alternator's own;
    - disable: give `model` back as it is;
    - dynamic_shapes: torch's `ShapesSpec`, `ParamsSpec` or a dict of these: which sizes and ints are variables.
    """
    if model is None:
        return functools.partial(
            compile, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options,
            name=name, disable=disable, recompile_limit=recompile_limit, isolate_recompiles=isolate_recompiles,
            dynamic_shapes=dynamic_shapes,
        )
    _check_callable(model)
    _check_dynamic(dynamic)
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options is a dict, not {type(options).__name__}")
    options = dict(options or {})
    guard_filter = options.pop("guard_filter_fn", None)
    if disable:
        return model
    if torch.compiler.is_exporting() or torch._C._len_torch_dispatch_stack():
        if configuration.is_for_operator():
            # The dispatch mode is most often that of torch's own tracer, which expects the bodies that torch's front end makes.
            from torch._dynamo.eval_frame import optimize as trace_by_torch

            return trace_by_torch(backend, nopython=fullgraph, dynamic=dynamic)(model)
        if torch.compiler.is_exporting():
            warnings.warn("compile does nothing inside of torch.export", stacklevel=2)
            return model
    if isinstance(model, torch.jit.ScriptModule):
        raise RuntimeError(
            "a module that torch.jit has scripted or traced is compiled already: compile the one it was made of"
        )
    shapes = None
    if dynamic_shapes is not None or hasattr(getattr(model, "forward", model), "_dynamic_spec"):
        from alternator import shapes as shape_specs

        shapes = shape_specs.of(model, dynamic_shapes, dynamic)
    context = contexts.share(
        backend=_check_backend(backend),
        fullgraph=bool(fullgraph),
        dynamic=dynamic,
        mode=mode or ("default" if not options else None),
        options=options or None,
        guard_filter=guard_filter,
        recompile_limit=recompile_limit,
        isolate_recompiles=isolate_recompiles,
        name=name,
        shapes=shapes,
        compiled_autograd=bool(getattr(configuration.theirs, "compiled_autograd", False)),
    )
    if context.request == "inductor":
        if options or context.mode != "default":
            context.backend  # noqa: B018  raises for options and modes that there are not
        if isinstance(model, torch.nn.Module):
            _prepare_inductor()
    return wrap(model, context)


def _prepare_inductor() -> None:
    """Imports inductor, and begins what takes it long on a CPU, unless results of it may be found in the store.

    For modules: they are compiled to be called. Functions are also decorated in libraries whose users never call them.
    """
    from alternator.backend import ahead
    from alternator.store import folder, remote

    if torch.accelerator.is_available() or remote.is_on() or folder.is_on() and folder.has_entries():
        return
    with contextlib.suppress(ImportError):  # the first call says what is missing
        ahead.begin()


def optimize(
    backend: str | Callable[..., Any] = "inductor",
    *,
    nopython: bool = False,
    dynamic: bool | None = None,
    disable: bool = False,
    guard_filter_fn: Callable[..., Any] | None = None,
    guard_fail_fn: Callable[..., Any] | None = None,
    guard_export_fn: Callable[..., Any] | None = None,
    recompile_limit: int | None = None,
    isolate_recompiles: bool = False,
) -> Optimizer:
    """The older spelling: a decorator, and a context manager for all calls made inside it.

    `guard_fail_fn` is told, before a function is compiled again, why each entry refused the call; `guard_export_fn` gets
    the guards of each compilation.
    """
    if disable:
        return Optimizer(None)
    _check_dynamic(dynamic)
    if guard_export_fn is not None:
        guard_filter_fn = guard_filters.exporting(guard_filter_fn, guard_export_fn)
    return Optimizer(
        contexts.share(
            backend=_check_backend(backend), fullgraph=bool(nopython), dynamic=dynamic, mode="default",
            options=None, guard_filter=guard_filter_fn, guard_fail=guard_fail_fn, recompile_limit=recompile_limit,
            isolate_recompiles=isolate_recompiles,
        )
    )


class Optimizer:
    """The decorator and context manager that `optimize` returns."""

    def __init__(self, context: contexts.Context | None) -> None:
        self._context = context
        self._tokens: list[object] = []

    def __call__(self, fn: F) -> F:
        if self._context is None:
            return fn
        _check_callable(fn)
        return wrap(fn, self._context)

    def __enter__(self) -> None:
        if self._context is not None:
            self._tokens.append(_engine.enter(self._context.id))

    def __exit__(self, *_: object) -> None:
        if self._context is not None:
            _engine.leave(self._tokens.pop())


_engine.skip_code(Optimizer.__exit__.__code__)


def wrap(target: Any, context: contexts.Context, of: type | None = None) -> Any:
    """`target` with its calls compiled under a context; `of` is the class that it was found on, if any."""
    if isinstance(target, torch.nn.Module):
        from alternator.optimized_module import OptimizedModule

        if isinstance(target, OptimizedModule):
            target = target._orig_mod
        return OptimizedModule(target, context)
    if inspect.isclass(target):
        return _wrap_class(target, context)
    # The outermost decorator counts, as in torch: what is disabled below it is compiled.
    while isinstance(target, _engine.CompiledFunction) or _is_disabled(target):
        target = target._torchdynamo_orig_callable
    if inspect.iscoroutinefunction(target):
        return coroutines.wrap(target, lambda begin: wrap(begin, context, of))
    if not isinstance(target, (types.FunctionType, types.MethodType)):
        # A C function, a partial or an instance with `__call__` has no frame to begin with.
        target = functools.wraps(target)(inlined(target))
    compiled = _engine.CompiledFunction(target, context.id, context, of)
    functools.update_wrapper(compiled, target)
    # The attributes by which torch's front end, and some programs, find the original function.
    compiled._torchdynamo_orig_callable = target  # type: ignore[attr-defined]
    compiled._torchdynamo_wrapper_id = id(compiled)  # type: ignore[attr-defined]
    compiled.get_compiler_config = context.compiler_config  # type: ignore[attr-defined]
    compiled.aot_compile = functools.partial(context.aot_compile, target)  # type: ignore[attr-defined]
    compiled._torchdynamo_inline = target  # type: ignore[attr-defined]
    return context.around(compiled)


def _is_disabled(target: Any) -> bool:
    """Whether `disable`, ours or torch's, has made this function around another."""
    marks = vars(target) if isinstance(target, types.FunctionType) else {}
    return bool(marks.get("_torchdynamo_disable")) and "_torchdynamo_orig_callable" in marks


def inlined(target: Callable[..., Any]) -> Callable[..., Any]:
    """A Python function that calls `target`, so that there is a frame to capture."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return target(*args, **kwargs)

    return call


def _wrap_class(cls: type, context: contexts.Context) -> type:
    """Compiles the calls of a class's instances, not the construction."""
    if issubclass(cls, torch.nn.Module):
        cls._call_impl = wrap(cls._call_impl, context, cls)
    else:
        cls.__call__ = wrap(cls.__call__, context, cls)
    return cls


def disable(
    fn: Any = None, recursive: bool = True, *, reason: str | None = None, wrapping: bool = True
) -> Any:
    """Keeps a function, and with `recursive` all that it calls, out of every graph.

    A decorator with or without arguments. The marks are those of `torch.compiler.disable`, so that either front end
    honours either decorator. Without `wrapping`, the result does not take over the function's name and documentation,
    because torch's own decorators do that. """
    if fn is None:
        return functools.partial(disable, recursive=recursive, reason=reason, wrapping=wrapping)
    if not callable(fn):
        raise errors.NotCallable(f"a callable was expected to disable, not {type(fn).__name__}")
    if isinstance(fn, torch.nn.Module):
        from alternator.optimized_module import disabled_module

        return disabled_module(fn)
    if inspect.isclass(fn):
        for name in ("__init__", "__call__", *(["_call_impl"] if issubclass(fn, torch.nn.Module) else [])):
            setattr(fn, name, disable(getattr(fn, name), recursive, reason=reason))
        return fn
    if isinstance(fn, _engine.CompiledFunction):
        fn = fn.__wrapped__
    target = fn
    if recursive:
        target = _engine.Disabled(fn)
    elif code := getattr(fn, "__code__", None):
        _engine.skip_code(code)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return target(*args, **kwargs)

    _engine.skip_code(wrapper.__code__)
    if wrapping:
        with contextlib.suppress(AttributeError):  # some callables refuse to be asked
            functools.update_wrapper(wrapper, fn)
    wrapper._torchdynamo_disable = True  # type: ignore[attr-defined]
    wrapper._torchdynamo_disable_msg = reason  # type: ignore[attr-defined]
    wrapper._torchdynamo_disable_recursive = recursive  # type: ignore[attr-defined]
    wrapper._torchdynamo_orig_callable = fn  # type: ignore[attr-defined]
    wrapper._torchdynamo_wrapper_id = id(wrapper)  # type: ignore[attr-defined]
    return wrapper


def reset() -> None:
    """Forgets all compiled code and the history of earlier calls."""
    _engine.reset()
    contexts.forget()
    # Inductor's cudagraphs and other state of torch's own live in torch._dynamo's reset.
    if "torch._inductor.cudagraph_trees" in sys.modules:
        sys.modules["torch._inductor.cudagraph_trees"].reset_cudagraph_trees()


def is_compiling() -> bool:
    """Whether this code is being traced: True inside a graph, False when it runs as written."""
    return torch.compiler.is_compiling()


def counters() -> dict[str, Any]:
    """Counters since the last reset: graphs, ops, graph_breaks, recompiles, break_reasons."""
    return _engine.counters()


def _check_callable(model: Any) -> None:
    if not callable(model):
        raise errors.NotCallable(f"A callable function is expected, but {type(model)} is provided.")


def _check_dynamic(dynamic: Any) -> None:
    if dynamic is not None and not isinstance(dynamic, bool):
        raise TypeError(f"dynamic is True, False or None, not {dynamic!r}")


def _check_backend(backend: str | Callable[..., Any] | None) -> str | Callable[..., Any]:
    if backend is None:
        registry = sys.modules.get("torch._dynamo.backends.registry")
        # Another default can be set in the registry alone, once it is imported (from torch 2.13 on).
        default = getattr(registry, "get_default_backend", None)
        return default() if default is not None else "inductor"
    if isinstance(backend, str):
        if backend not in ("eager", "inductor"):
            from torch._dynamo.backends.registry import lookup_backend

            lookup_backend(backend)  # raises and names the nearest
    elif not callable(backend):
        raise TypeError(f"a backend is a callable or a name, not {type(backend).__name__}")
    return backend
