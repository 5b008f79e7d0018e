"""What `import` finds is guarded: modules that are replaced, removed or renamed, their attributes, and `__import__`."""

import builtins
import importlib
import sys
import types

import torch

from scenarios import check, outcome

x = torch.ones(2)


def put(name, **names):
    """A module of this name, among those that are loaded."""
    sys.modules[name] = module = types.ModuleType(name)
    vars(module).update(names)
    return module


def replaced(compile):
    put("zz_module", a=1)

    def by_name(x):
        import zz_module

        return x + zz_module.a

    def an_attribute(x):
        from zz_module import a

        return x + a

    def by_function(x):
        return x + importlib.import_module("zz_module").a

    def by_item(x):
        return x + sys.modules["zz_module"].a

    functions = [compile(function) for function in (by_name, an_attribute, by_function, by_item)]
    seen = [function(x) for function in functions]
    put("zz_module", a=2)
    seen += [function(x) for function in functions]
    sys.modules["zz_module"] = None
    seen += [outcome(function, x) for function in functions[:2]]
    del sys.modules["zz_module"]
    return [*seen, *(outcome(function, x) for function in functions)]


def missing(compile):
    put("zz_module", a=1)

    @compile
    def run(x):
        try:
            from zz_module import b
        except ImportError as error:
            return x + 1, str(error), error.name, error.path
        return x + b

    seen = [run(x)]
    sys.modules["zz_module"].b = 4
    return [*seen, run(x)]


def dotted(compile):
    package, module = put("zz_package", a=1), put("zz_package.module", b=2)
    package.module = module

    @compile
    def by_name(x):
        import zz_package.module

        return x + zz_package.module.b

    @compile
    def under_another(x):
        import zz_package.module as other

        return x + other.b

    def both():
        return [outcome(by_name, x), outcome(under_another, x)]

    seen = both()
    package.module = types.SimpleNamespace(b=3)
    seen += both()
    put("zz_package", module=types.SimpleNamespace(b=7))
    seen += both()
    sys.modules["zz_package"] = package
    del package.module
    seen += [under_another(x)]
    put("zz_package.module", b=9)
    seen += [under_another(x)]
    del sys.modules["zz_package.module"]
    return [*seen, *both()]


def out_of_a_package(compile):
    package = put("zz_package", __path__=[])
    put("zz_package.module", b=2)

    @compile
    def run(x):
        from zz_package import module

        return x + module.b

    seen = [run(x), run(x)]
    put("zz_package.module", b=3)
    seen.append(run(x))
    package.module = types.SimpleNamespace(b=5)
    seen.append(run(x))
    del package.module
    package.__name__ = "zz_other"
    put("zz_other.module", b=11)
    return [*seen, outcome(run, x), package.__dict__.pop("module", None)]


def relative(compile):
    package, module = put("zz_package", __path__=[]), put("zz_package.module", b=2)
    package.module = module

    def run(x):
        from . import module
        from .module import b

        return x + module.b * 10 + b

    names = {"__package__": "zz_package", "__name__": "zz_package.here", "__builtins__": builtins}
    run = compile(types.FunctionType(run.__code__, names))
    seen = [run(x)]
    put("zz_package.module", b=3)
    seen.append(run(x))
    package.module = types.SimpleNamespace(b=5)
    seen.append(run(x))
    put("zz_other", __path__=[], module=types.SimpleNamespace(b=20))
    put("zz_other.module", b=30)
    names["__package__"] = "zz_other"
    return [*seen, run(x)]


def by_a_function_of_the_programs(compile):
    put("zz_module", a=1)
    usual = builtins.__import__

    def own(name, *arguments):
        return types.SimpleNamespace(a=8) if name == "zz_module" else usual(name, *arguments)

    @compile
    def run(x):
        import zz_module

        return x + zz_module.a

    seen = []
    for function in (usual, own, usual):
        builtins.__import__ = function
        try:
            seen.append(run(x))
        finally:
            builtins.__import__ = usual
    return seen


def of_no_module(compile):
    class Lazy:
        a = 3

    sys.modules["zz_module"] = Lazy()

    @compile
    def run(x):
        import zz_module
        from zz_module import a

        return x + a, zz_module.a

    seen = [run(x)]
    sys.modules["zz_module"].a = 6
    return [*seen, run(x)]


def case(t):
    check(t, replaced, missing, dotted, out_of_a_package, relative, by_a_function_of_the_programs, of_no_module)
