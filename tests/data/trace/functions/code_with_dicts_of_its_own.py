"""exec and eval of code that gets its globals, and perhaps locals, is traced; where that is not possible, the graph ends there."""

import torch

CODE = compile("z = x - 1", "<code>", "exec")
kept = {"n": 3}


def runs(x):
    names = {"x": x}
    exec("y = x + 1", names)
    return names["y"], sorted(names)


def two_dicts(x):
    names = {"x": x}
    exec("def f(a):\n    return a * k\ny = x + k", {"k": 3}, names)
    return names["y"], sorted(names)


def evaluates(x):
    return eval("a + b", {"a": x}, {"b": 3}), eval(" x * 2", {"x": x})


def compiled_before(x):
    names = {"x": x}
    exec(CODE, names)
    return names["z"]


def defines(x):
    names = {"depth": 2}
    exec("class A:\n    k = 3\n    def m(self, x): return x + self.k + depth\ndef f(x): return A().m(x) * 2", names)
    return names["f"](x), names["A"]().m(x)


def loops(x):
    names = {}
    exec("v = 2.0\nfor i in range(3): v += i\nw = [v + j for j in range(2)]", names)
    return x * names["v"], names["w"]


def imports(x):
    # Since 3.15 such an import may be lazy, which ends the graph.
    names = {}
    exec("import math\nv = math.sqrt(4.0)", names)
    return x * names["v"]


def changes(x):
    exec("n = n + 1", kept)
    return x * kept["n"]


def returns_function(x):
    return eval("lambda a: a * k", {"k": 3})(x)


def raises(x):
    try:
        eval("missing + 1", {})
    except NameError as error:
        return x + 1, str(error)


def given(x, text):
    return eval(text, {"x": x})


def wrong(x):
    x = x + 1
    try:
        exec("1 +", {})
    except SyntaxError as error:
        return x * 2, str(error)


def breaks(x):
    x = x + 1
    names = {"x": x, "torch": torch}
    exec("y = x * 2\ntorch._dynamo.graph_break()\ny = y + 1", names)
    return names["y"] * 2


def own_builtins(x):
    return x + eval("len([])", {"__builtins__": {"len": lambda items: 7}})


def escapes(x):
    names = {"k": 3}
    exec("def f(x): return x + k", names)
    return x * 2, names["f"]


def case(t):
    x = torch.ones(3)
    for function in (runs, two_dicts, evaluates, compiled_before, defines, loops, returns_function, raises):
        compiled = t.compile(function, fullgraph=True)
        for _ in range(2):
            t.equal(compiled(x), function(x))
    for function in (wrong, breaks, own_builtins, imports):
        compiled = t.compile(function)
        for _ in range(2):
            t.equal(compiled(x), function(x))
    compiled = t.compile(changes, fullgraph=True)
    for _ in range(3):
        kept["n"] = 3
        t.equal((compiled(x), kept["n"]), (x * 4, 4))
    compiled = t.compile(given, fullgraph=True)
    for text in ("x + 1", "x * 3", "x + 1"):
        t.equal(compiled(x, text), eval(text))
    y, function = t.compile(escapes)(x)
    t.equal((y, function(x), function.__globals__["f"] is function), (x * 2, x + 3, True))
