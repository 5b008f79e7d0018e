"""Records what a release of torch has, for its rule pack.

    python tools/record_torch.py

Run it with an interpreter that has the release in question. It writes `names.record` in `rules/torch/<version>`: the
members of torch's public modules and classes, and of whatever else the rules name, with what each is (a Python function,
a C function, a getter …); the schemas of the operators that these functions call, with what they write into (`!`) and
view; the values of DispatchKey; what the engine takes from torch's libraries. The rule compiler holds every name in the
rules against it.
"""

from __future__ import annotations

import difflib
import inspect
import pathlib
import subprocess
import types
import warnings

import torch

import recording

# Beside what the rules name.
PUBLIC = (
    "torch torch.Tensor torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.linalg torch.fft torch.special "
    "torch.autograd torch.autograd.forward_ad torch.func torch.optim torch.amp torch.random torch.sparse torch.nested "
    "torch.masked torch.backends.cuda torch.backends.cudnn torch.cuda torch.distributions torch.compiler torch.overrides "
    "torch._C torch._C._nn torch._C._linalg torch._C._fft torch._C._special torch._C._sparse torch._C._nested "
    "torch._C._functorch torch._C._autograd torch.utils.checkpoint torch.utils._pytree torch._functorch.predispatch"
).split()
# Where a function calls the operator of the same name.
CALL_OPERATORS = (
    "torch torch.Tensor torch._C._nn torch._C._linalg torch._C._fft torch._C._special torch._C._sparse torch._C._nested "
    "torch.ops.aten"
).split()
# Where Python functions are that may become nodes of a graph.
WRITTEN_IN_PYTHON = "torch torch.Tensor torch.functional torch.nn.functional".split()
AUTOCAST_KEYS = tuple(name for name in torch._C.DispatchKey.__members__ if name.startswith("Autocast"))
MADE_OF_OTHERS = ("CompositeImplicitAutograd", "CompositeExplicitAutograd")


def remarks(schema: torch.FunctionSchema) -> str:
    """What torch knows of an operator beside its schema, as words."""
    space, _, name = schema.name.partition("::")
    operator, there = recording.find(f"torch.ops.{space}.{name}.{schema.overload_name or 'default'}")
    tags = operator.tags if there else ()
    results = [result.alias_info for result in schema.returns]
    is_view = bool(results) and all(alias and not alias.is_write for alias in results)
    words = {
        "draws": torch.Tag.nondeterministic_seeded in tags,
        # What calls no other operators that compute.
        "uncast": not has_kernel(schema, AUTOCAST_KEYS) and (is_view or torch.Tag.pointwise in tags and not has_kernel(schema, MADE_OF_OTHERS)),
    }
    return "".join(f" {word}" for word, holds in words.items() if holds)


def has_kernel(schema: torch.FunctionSchema, keys: tuple[str, ...]) -> bool:
    name = f"{schema.name}.{schema.overload_name}" if schema.overload_name else schema.name
    return any(torch._C._dispatch_has_kernel_for_dispatch_key(name, key) for key in keys)


def schemas(paths: list[str]) -> dict[str, str]:
    """The signatures of operators, by name and overload, and what torch remarks of them."""
    wanted = {name for space in CALL_OPERATORS for name in dir(recording.find(space)[0])}
    wanted |= {path.split(".")[3] for path in paths if path.startswith("torch.ops.aten.")}
    found = {}
    for schema in torch._C._jit_get_all_schemas():
        namespace, _, name = schema.name.partition("::")
        overload = f"{name}.{schema.overload_name}" if schema.overload_name else name
        # TorchScript has schemas of its own.
        dispatched = namespace == "aten" and torch._C._dispatch_has_kernel(f"aten::{overload}")
        # What is given as `out` is written into, whatever the operator.
        if dispatched and name in wanted and not schema.overload_name.endswith("out"):
            signature = str(schema).partition("::")[2].partition("(")[2]
            found[overload] = f"({signature}" + remarks(schema)
    return found


def signatures() -> dict[str, str]:
    """The parameters of torch's Python functions, with what is plain among their defaults."""
    found = {}
    for space in WRITTEN_IN_PYTHON:
        for name, value in vars(recording.find(space)[0]).items():
            if not isinstance(value, types.FunctionType):
                continue
            try:
                parameters = inspect.signature(value).parameters.values()
            except ValueError:
                # It wraps a C function.
                continue
            bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
            plain = (bool, int, float, str, type(None), type(inspect.Parameter.empty))
            bare = [p if isinstance(p.default, plain) else p.replace(default=...) for p in bare]
            found[f"{space}.{name}"] = str(inspect.Signature(bare))
    return found


def symbols() -> recording.Sections:
    """What the engine takes from torch's libraries and, where a library does not have it, what has a similar name."""
    wanted: dict[str, list[str]] = {}
    for line in recording.named("symbols"):
        library, symbol = line.split()
        wanted.setdefault(library, []).append(symbol)
    found = {}
    for library, names in wanted.items():
        path = pathlib.Path(torch.__file__).parent / "lib" / library
        listed = subprocess.run(["nm", "--dynamic", "--defined-only", path], stdout=subprocess.PIPE, text=True, check=True)
        there = {line.split()[-1].partition("@")[0] for line in listed.stdout.splitlines()}
        has = [name for name in names if name in there]
        for name in names:
            if name not in there:
                has += difflib.get_close_matches(name, there, 5, 0.8)
        found[f"symbols of {library}"] = dict.fromkeys(has, "symbol")
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    folder = recording.folder("torch", ".".join(torch.__version__.split(".")[:2]))
    paths = [path for path in recording.named() if path.split(".")[0] == "torch"]
    found = recording.sections(paths, PUBLIC)
    operators = schemas(paths)
    found["torch.ops"]["aten"] = "object"
    found["torch.ops.aten"].update({name.partition(".")[0]: "object" for name in operators})
    found["operators"] = operators
    found["operator namespaces"] = dict.fromkeys(CALL_OPERATORS, "namespace")
    found["signatures"] = signatures()
    found |= symbols()
    found["DispatchKey"] = {name: str(int(key)) for name, key in torch._C.DispatchKey.__members__.items()}
    recording.write(folder, f"Written by tools/record_torch.py with torch {torch.__version__.partition('+')[0]}.", found)


if __name__ == "__main__":
    main()
