"""The calls of a program: arguments that differ, and what the caller changes in between."""

from __future__ import annotations

from fuzz.programs import tensors
from fuzz.programs.maker import ANY, Maker, Tensor, Type

# Arguments that the caller may change between calls: the same object is passed again.
KEPT = ("ints", "strs", "dict", "set", "tensors", "named", "nested")
CHANGES = {
    "ints": ["{}.append({int})", "{}.clear()", "{}.reverse()", "{}[:1] = []", "{}.extend([1, 2])"],
    "strs": ["{}.append({str})", "{}.sort()", "{}[1:] = []"],
    "dict": ["{}[{str}] = {int}", "{}.pop('a', None)", "{}.update(zz=1)", "{0}['a'] = {0}.pop('a', 1)", "{}.clear()"],
    "set": ["{}.add({int})", "{}.discard(1)", "{}.clear()"],
    "tensors": ["{}.append(torch.ones(2))", "{}.reverse()", "{}[:1] = []", "{0} += {0}[:1]"],
    "named": ["{}['a'] = torch.ones(3)", "{}.pop('a', None)", "{}['new'] = torch.zeros(1)"],
    "nested": ["{}.append([{int}])", "{0}[:1] = [[9]]", "[q.append(1) for q in {}]", "{0} += {0}[:1]"],
}


def argument(maker: Maker, kind: Type, sizes: dict[str, int]) -> str:
    """An argument for one call; now and then of another class than the function was written for."""
    random = maker.random
    if isinstance(kind, Tensor):
        if maker.chance(0.02):
            return "None"
        shape = tuple(sizes.get(d, d) for d in kind.dims)
        dtype = f"dtype=torch.{kind.dtype}"
        text = random.choice([f"torch.randn({shape}, {dtype})", f"torch.ones({shape}, {dtype})", f"torch.randn({shape}, {dtype})"])
        if maker.gradients and maker.chance(0.3):
            text += ".requires_grad_()"
        elif len(shape) == 2 and maker.chance(0.1):
            text = f"torch.randn({shape[::-1]}, {dtype}).t()"
        return text
    if maker.chance(0.03):
        return maker.literal(random.choice(ANY))
    return maker.bare(kind, 1)


def write_calls(maker: Maker, parameters: dict[str, Type]) -> None:
    random = maker.random
    with maker.body("def calls():"):
        texts: dict[str, str] = {}
        sizes = {d: random.choice(s) for d, s in tensors.SIZES.items()}
        kept: list[str] = []
        for number in range(random.choice([2, 3, 3, 4, 5])):
            if number and maker.chance(0.7):
                sizes = {d: random.choice(s) for d, s in tensors.SIZES.items()}
            for name, kind in parameters.items():
                if number == 0 or maker.chance(0.5) or isinstance(kind, Tensor):
                    texts[name] = keep(maker, name, kind, argument(maker, kind, sizes), kept)
            if number:
                for _ in range(random.choice([0, 1, 1, 2])):
                    between(maker, kept, parameters)
            values = [texts[n] for n in parameters]
            if len(values) > 1 and isinstance(parameters["x0"], Tensor) and "x1" in parameters:
                alias(maker, values)
            mode = maker.random.choice(["", "", "", "", "", "", "", "", "with torch.no_grad(): "])
            maker.line(f"{mode}result = yield ({', '.join(values)},)")
    maker.line("")
    maker.line("")


def keep(maker: Maker, name: str, kind: Type, text: str, kept: list[str]) -> str:
    """An object that is passed at several calls has a name."""
    changes = isinstance(kind, Tensor) or kind in KEPT or kind.startswith("object ")
    if not changes or maker.chance(0.6 if isinstance(kind, Tensor) else 0.3):
        if name in kept:
            kept.remove(name)
        return text
    maker.line(f"kept_{name} = {text}")
    if name not in kept:
        kept.append(name)
    return f"kept_{name}"


def alias(maker: Maker, values: list[str]) -> None:
    """Two arguments that are one tensor, or share memory."""
    way = maker.random.choice(["", "", "", "", "", "", "", "", "same", "view", "result"])
    if way == "same":
        maker.line(f"both = {values[0]}")
        values[:2] = ["both", "both"]
    elif way == "view":
        maker.line(f"both = {values[0]}")
        values[:2] = ["both", maker.random.choice(["both.view(both.shape)", "both[:]", "both.detach()", "both.T.T"])]
    elif way == "result":
        maker.line("first = next((q for q in result if isinstance(q, torch.Tensor)), None) if isinstance(result, tuple) else None")
        values[1] = f"{values[1]} if first is None else first.detach()"


def between(maker: Maker, kept: list[str], parameters: dict[str, Type]) -> None:
    """What the caller changes between two calls."""
    random = maker.random
    ways = ["globals()['COUNT'] = 7", "LOG.clear()", f"TABLE[{maker.literal('str')}] = {maker.literal(random.choice(['int', 'str']))}", "STATE.value = 'text'",
            "STATE.items = [1]", "globals()['STATE'] = State()", "STATE.extra = 1", "TABLE.clear()", "globals()['TABLE'] = {'k1': 2, 'k2': 3}",
            "globals()['LOG'] = []", "globals()['count_up'] = lambda: None", "globals()['helper'] = lambda q: [q]", "STATE.__dict__.clear(); STATE.__init__()",
            "State.added = 5", "globals()['disabled'] = lambda q: q", "torch.manual_seed(3)", "torch.set_default_dtype(torch.float64)"]  # fmt: skip
    for name in kept:
        ways += changes_of(maker, name, parameters[name]) * 2
    for function in maker.functions:
        ways.append(f"{function.name}.__defaults__ = {function.name}.__defaults__ and tuple({function.name}.__defaults__)")
        if function.keyword:
            name, kind = random.choice(list(function.keyword.items()))
            ways.append(f"{function.name}.__kwdefaults__[{name!r}] = {maker.literal(kind)}")
        others = [f for f in maker.functions if f is not function and f.result == function.result and f.positional == function.positional]
        ways += [f"globals()[{function.name!r}] = {f.name}" for f in others]
    for name, kind in maker.blocks[0].items():
        if name.startswith("G"):
            ways += [f"globals()[{name!r}] = {maker.literal(kind)}"] * 2
            ways += [change.replace("{int}", maker.literal("int")).replace("{str}", maker.literal("str")).format(name) for change in CHANGES.get(kind, [])]
    for cls in maker.classes.values():
        if "self.shared" in cls.results:
            ways += [f"{cls.name}.shared = {maker.literal('int')}"] * 2
        for method, (_, result) in cls.methods.items():
            if isinstance(result, str) and not method.startswith("__"):
                ways.append(f"{cls.name}.{method} = lambda self, *q: {maker.literal(result)}")
    maker.line(random.choice(ways))


def changes_of(maker: Maker, name: str, kind: Type) -> list[str]:
    kept = f"kept_{name}"
    if isinstance(kind, Tensor):
        found = [f"{kept}.mul_(2)", f"{kept} = {kept}.double()", f"{kept} = {kept}.clone()", f"{kept}.data = torch.ones(2)"]
        return [f"if isinstance({kept}, torch.Tensor) and not {kept}.requires_grad: {text}" for text in found]
    if kind in CHANGES:
        guard = {"dict": "dict", "named": "dict", "set": "set"}.get(kind, "list")
        text = maker.random.choice(CHANGES[kind]).replace("{int}", maker.literal("int")).replace("{str}", maker.literal("str")).format(kept)
        return [f"if isinstance({kept}, {guard}): {text}"]
    cls = maker.classes[kind[7:]]
    if cls.name.startswith("M"):
        return [f"{kept}.{text}" for text in ("eval()", "train()", "requires_grad_(False)", "scale = 2.0", "linear.bias = None", "seen.zero_()", "double()",
                                              "register_buffer('seen', torch.ones(3))", "forward = lambda x: x", "linear = torch.nn.Identity()", "count = 5")]  # fmt: skip
    found = []
    if cls.assigned and cls.fields:
        field, its = maker.random.choice(list(cls.fields.items()))
        found += [f"{kept}.{field} = {maker.literal(its)}", f"{kept}.{field} = {maker.literal(its)}", f"{kept}.extra = 1", f"{kept} = copy.copy({kept})"]
        if maker.chance(0.1):
            found.append(f"del {kept}.{field}")
        methods = [m for m, (_, result) in cls.methods.items() if isinstance(result, str) and not m.startswith("__")]
        if methods:
            method = maker.random.choice(methods)
            found.append(f"{kept}.__dict__[{method!r}] = lambda *q: {maker.literal(cls.methods[method][1])}")
    if cls.name.startswith("L"):
        found += [f"{kept}.append(4)", f"{kept}.clear()", f"{kept}.tag = 1"]
    if cls.name.startswith("K"):
        found += [f"{kept}['a'] = 4", f"{kept}.clear()", f"{kept}.pop('k1', None)"]
    return found
