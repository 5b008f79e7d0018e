"""What checking guards costs: a tree of modules, with and without its tensors, and single guards.

    tools/python benches/guards.py [depth]

Each line is the number of guards and the time of one check that passes: as measured when nothing
changed since the last one, and when the whole program has to look again (another dict was touched
on every path: the worst case).
"""

import sys

import torch

from alternator import _engine

HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks", "_buffers")


class Nested(torch.nn.Module):
    def __init__(self, depth, width=3, features=2):
        super().__init__()
        self.linear_a = torch.nn.Linear(features, features)
        self.linear_b = torch.nn.Linear(features, features)
        self.sub_mods = torch.nn.Sequential(*[
            Nested(depth - 1, width, features) if depth else torch.nn.Linear(features, features)
            for _ in range(width)])


def module_guards(path, module, tensors, out):
    """The guards that tracing a module's `__call__` leaves behind."""
    attributes = path + (("dict",),)

    def item(name):
        return attributes + (("item", name),)

    out.append((path, "TYPE_MATCH", None))
    out.append((attributes, "DICT_CONTAINS", "forward"))
    out.append((item("training"), "EQUALS_MATCH", None))
    for name in HOOKS:
        out.append((item(name), "TYPE_MATCH", None))
        out.append((item(name), "DICT_LENGTH", None))
    for name in ("_parameters", "_modules"):
        out.append((item(name), "TYPE_MATCH", None))
        out.append((item(name), "DICT_KEYS", None))
    for name in module._parameters:
        if tensors:
            out.append((item("_parameters") + (("item", name),), "TENSOR_MATCH", None))
    for name, child in module._modules.items():
        module_guards(item("_modules") + (("item", name),), child, tensors, out)
    return out


def report(name, variables, guards, count=2000):
    probe = _engine.GuardProbe(variables, guards)
    assert probe.check(variables), probe.failure(variables)
    passed = min(probe.time(variables, count) for _ in range(5))
    print(f"{name:32} {len(guards):6} guards {passed / 1000:9.3f} us   {probe.size()}")


def main():
    depth = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    model, x = Nested(depth), torch.randn(3, 2)
    count = sum(1 for _ in model.modules())
    variables = {"self": model, "x": x}
    report("no guards", variables, [], 1_000_000)
    report("one tensor", variables, [(("x",), "TENSOR_MATCH", None)], 1_000_000)
    report("one type", variables, [(("x",), "TYPE_MATCH", None)], 1_000_000)
    report("global state", variables, [((None,), "GLOBAL_STATE", None)], 1_000_000)
    report("a type lookup", variables, [(([type(model)],), "TYPE_LOOKUP", "forward")], 1_000_000)
    report(f"{count} modules", variables, module_guards(("self",), model, False, []))
    report(f"{count} modules and their tensors", variables, module_guards(("self",), model, True, []))


if __name__ == "__main__":
    main()
