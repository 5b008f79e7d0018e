"""Records what a release of torch has, for its rule pack.

    python tools/record_torch.py

Run it with an interpreter that has the release in question. It writes `names.record` in `rules/torch/<version>`: the
members of torch's public modules and classes, and of whatever else the rules name, with what each is (a Python function,
a C function, a getter …); the schemas of the operators that these functions call, with what they write into (`!`) and
view; the values of DispatchKey. The rule compiler holds every name in the rules against it.
"""

from __future__ import annotations

import pathlib
import sys
import warnings

import torch

import recording

# Beside what the rules name.
PUBLIC = (
    "torch torch.Tensor torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.linalg torch.fft torch.special "
    "torch.autograd torch.autograd.forward_ad torch.func torch.optim torch.amp torch.random torch.sparse torch.nested "
    "torch.masked torch.backends.cuda torch.backends.cudnn torch.cuda torch.distributions torch.compiler torch.overrides "
    "torch._C torch._C._nn torch._C._linalg torch._C._fft torch._C._special torch._C._functorch torch._C._autograd "
    "torch.utils.checkpoint torch.utils._pytree torch._functorch.predispatch"
).split()
# Where functions are that an operator stands behind, and what its name begins with.
OPERATORS = (
    (torch, ""),
    (torch.Tensor, ""),
    (torch._C._nn, ""),
    (torch.linalg, "linalg_"),
    (torch.fft, "fft_"),
    (torch.special, "special_"),
)


def schemas() -> dict[str, str]:
    """The signatures of operators, by name and overload."""
    wanted = {prefix + name.removeprefix(prefix) for space, prefix in OPERATORS for name in dir(space)}
    found = {}
    for schema in torch._C._jit_get_all_schemas():
        namespace, _, name = schema.name.partition("::")
        # What is given as `out` is written into, whatever the operator.
        if namespace == "aten" and name in wanted and not schema.overload_name.endswith("out"):
            overload = f"{name}.{schema.overload_name}" if schema.overload_name else name
            found[overload] = str(schema).partition("::")[2].partition("(")[2]
            operator, there = recording.find(f"torch.ops.aten.{name}.{schema.overload_name or 'default'}")
            if there and torch.Tag.nondeterministic_seeded in operator.tags:
                found[overload] += " draws"
    return {name: "(" + signature for name, signature in found.items()}


def main() -> None:
    warnings.simplefilter("ignore")
    paths = [path for path in recording.named() if path.split(".")[0] == "torch"]
    found = recording.sections(paths, PUBLIC)
    operators = schemas()
    found["torch.ops"]["aten"] = "object"
    found["torch.ops.aten"].update({name.partition(".")[0]: "object" for name in operators})
    found["operators"] = operators
    found["DispatchKey"] = {name: str(int(key)) for name, key in torch._C.DispatchKey.__members__.items()}
    version = ".".join(torch.__version__.split(".")[:2])
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else recording.ROOT / "rules/torch" / version
    recording.write(folder, f"Written by tools/record_torch.py with torch {torch.__version__.partition('+')[0]}.", found)


if __name__ == "__main__":
    main()
