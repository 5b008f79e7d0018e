"""Statements: assignments, branches, loops, handlers, patterns, functions within functions."""

from __future__ import annotations

from collections.abc import Callable

from fuzz.programs import classes, tensors
from fuzz.programs.avoid import AVOIDED
from fuzz.programs.maker import ANY, STATEMENTS, Maker, No, Tensor, Type, statements

CACHED = "" if "cached effects" in AVOIDED else "@functools.lru_cache(None)"
ERRORS = ("ValueError", "KeyError", "TypeError", "RuntimeError", "Wrong", "IndexError", "StopIteration")
# What raises by itself, with the class of the error.
RAISING = (
    ("[][<int>]", "IndexError"), ("{}[<str>]", "KeyError"), ("1 // 0", "ZeroDivisionError"), ("int('x' + <str>)", "ValueError"),
    ("<str> + 1", "TypeError"), ("None.missing", "AttributeError"), ("next(iter([]))", "StopIteration"), ("<int>()", "TypeError"),
    ("[].pop()", "IndexError"), ("len(<int>)", "TypeError"), ("<strs>.index('nowhere')", "ValueError"), ("getattr(<ints>, 'nothing')", "AttributeError"),
    ("float('q')", "ValueError"), ("(lambda q: q)()", "TypeError"), ("<int>.real.nothing", "AttributeError"), ("{<ints>: 1}", "TypeError"),
    ("[*<int>]", "TypeError"), ("max([])", "ValueError"), ("<tuple>[99]", "IndexError"), ("sorted([1, 'a', <int>])", "TypeError"),
)  # fmt: skip

statements("""
    <ints.var>.append(<int>)
    <ints.var>.extend(<ints>[:3])
    <ints.var>.insert(0, <int>)
    <ints.var>[:] = <ints>
    <ints.var>.sort()
    <ints.var>.sort(key=lambda $q: <int;$q=int>, reverse=<bool>)
    <ints.var>.reverse()
    <ints.var>.clear()
    <ints.var>[1:2] = <ints>[:2]
    del <ints.var>[:1]
    <ints.path>.append(<int>)
    <ints.path>.extend(<tuple>)
    <ints.var>.append(<int>); <ints.var>[-1] += <int>
    <strs.var>.append(<str>)
    <strs.path>.insert(1, <str>)
    <strs.var>.sort(key=len)
    del <strs.var>[-1:]
    <dict.var>[<str>] = <int>
    <dict.path>[<str>] = <int>
    <dict.var>.update(<dict>)
    <dict.var>.setdefault(<str>, <int>)
    <dict.var>.pop(<str>, None)
    <dict.var>.update(a=<int>)
    <dict.own> |= <dict>
    <dict.var>[<str>] = <dict.var>.get(<str>, 0) + 1
    <set.var>.add(<int>)
    <set.path>.discard(<int>)
    <set.var>.update(<ints>)
    <set.own> |= {<int>}
    LOG.append(<str>)
    LOG.append(<int>)
    TABLE[<str>] = <int>
    TABLE[<str>] = <any>
    TABLE.pop(<str>, None)
    print(<int>, <str>)
    print(<any>, <any>, sep='|')
    print(f'{<int.atom>!r}', end=' ')
    assert <bool> or True, <str>
    STATE.value = <int>
    STATE.items.append(<int>)
    STATE.value += 1
    STATE.flag = not getattr(STATE, 'flag', False)
    setattr(STATE, 'f' + str(<int> % 3), <any>)
    torch._dynamo.graph_break()
    disabled(<any>)
    breaks(<int>)
    torch.manual_seed(<int> % 100)
    random.random()
    <ints.var>[0] = <int> if <ints.var> else 0
""")


def some_statements(maker: Maker, count: int, depth: int = 0) -> None:
    for _ in range(count):
        statement(maker, depth)


def statement(maker: Maker, depth: int = 0) -> None:
    """One statement, with all that is in it; what cannot stand here is tried again as another."""
    for _ in range(8):
        before, indentation = len(maker.lines), maker.indentation
        makers = SIMPLE if depth >= 3 or len(maker.lines) > 260 or maker.chance(0.55) else NESTED
        try:
            maker.random.choice(makers)(maker, depth)
            return
        except No:
            del maker.lines[before:]
            maker.indentation = indentation
    maker.line("pass")


def bounded(maker: Maker, kind: Type, text: str) -> str:
    """In a loop, what is assigned from itself must not double at every turn."""
    if kind == "int":
        return f"({text}) % 9973" if maker.loops or maker.chance(0.05) else text
    if not maker.loops:
        return text
    if kind in ("str", "ints", "strs", "bytes", "tuple", "tensors", "nested"):
        return f"({text})[:9]"
    if kind == "float":
        return f"({text}) % 1e6"
    return text if kind in ("bool", "pair", "none", "set", "maybe", "function", "frozenset") or isinstance(kind, Tensor) else f"({text}) if {maker.atom('bool')} else {maker.literal(kind)}"


def assign(maker: Maker, depth: int) -> None:
    kind = a_type(maker)
    own = [n for n in maker.paths_of(kind) if "." not in n and n not in maker.fixed]
    text = bounded(maker, kind, maker.bare(kind, 3))
    if own and maker.chance(0.4):
        maker.line(f"{maker.random.choice(own)} = {text}")
    else:
        name = maker.name()
        maker.line(f"{name} = {text}")
        maker.add(name, kind)


def assign_tensor(maker: Maker, depth: int) -> None:
    dims = known_dims(maker)
    kind = Tensor(dims=maker.random.choice(dims) if dims and maker.chance(0.8) else None)
    own = [n for n, k in maker.names().items() if k == kind and "." not in n and n not in maker.fixed]
    text = maker.bare(kind, 3)
    if own and maker.chance(0.4):
        maker.line(f"{maker.random.choice(own)} = {text}")
    else:
        name = maker.name("t")
        maker.line(f"{name} = {text}")
        maker.add(name, kind)


def known_dims(maker: Maker) -> list[tuple[str | int, ...]]:
    return [k.dims for k in maker.names().values() if isinstance(k, Tensor) and k.dims is not None]


def a_type(maker: Maker) -> Type:
    if maker.classes and maker.chance(0.12):
        return f"object {maker.random.choice(list(maker.classes))}"
    return maker.random.choice(ANY)


def simple(maker: Maker, depth: int) -> None:
    maker.line(maker.fill(maker.random.choice(STATEMENTS), 2))


def change_object(maker: Maker, depth: int) -> None:
    maker.line(classes.statement(maker))


def change_tensor(maker: Maker, depth: int) -> None:
    maker.line(tensors.effect(maker))


def augmented(maker: Maker, depth: int) -> None:
    kind, text = maker.random.choice([("int", "+= <int> % 100"), ("int", "-= <int> % 7"), ("int", "^= <int> % 64"), ("str", "+= <str>[:3]"),
                                      ("ints", "+= <ints>[:2]"), ("float", "*= 0.5"), ("tuple", "+= <tuple>[:2]"), ("int", "//= 2"), ("bool", "&= <bool>"),
                                      ("strs", "+= <str>[:2]"), ("set", "-= {<int>}"), ("set", "&= <set>"), ("bytes", "+= b'q'")])  # fmt: skip
    name = maker.variable(kind)
    if name in maker.fixed:
        raise No
    maker.line(f"{name} {maker.fill(text, 1)}")


def unpack(maker: Maker, depth: int) -> None:
    way = maker.random.choice([("<v>, <w> = <pair>", "int", "str"), ("<v>, *<w> = [<int>, *<ints>]", "int", "ints"), ("*<w>, <v> = (*<ints>, 1)", "int", "ints"),
                               ("<v>, (<w>, _) = <int>, <pair>", "int", "int"), ("<v>, <w> = <int>, <str>", "int", "str"),
                               ("(<v>, _), [<w>] = <pair>, [<ints>]", "int", "ints"), ("<v> = <w> = <ints>", "ints", "ints")])  # fmt: skip
    text, first, second = way
    v, w = maker.name(), maker.name()
    maker.line(maker.fill(text.replace("<v>", v).replace("<w>", w), 2))
    maker.add(v, first)
    maker.add(w, second)


def global_write(maker: Maker, depth: int) -> None:
    maker.line("globals()['COUNT'] += 1" if maker.chance(0.3) else "count_up()")


def delete(maker: Maker, depth: int) -> None:
    name = maker.name()
    maker.line(f"{name} = {maker.any(1)}")
    maker.line(f"del {name}")


def leave(maker: Maker, depth: int) -> None:
    """A return, a break or a continue, under a condition."""
    words = []
    if maker.returns is not None:
        words.append(f"return {maker.bare(maker.returns, 2)}")
    if maker.loops:
        words += ["break", "continue"]
    if not words or not depth and maker.chance(0.6):
        raise No
    maker.line(f"if {maker.bare('bool', 2)}:")
    maker.line(f"    {maker.random.choice(words)}")


def branch(maker: Maker, depth: int) -> None:
    condition = maker.bare("bool", 3)
    if maker.chance(0.2):
        condition = data_condition(maker)
    with maker.body(f"if {condition}:"):
        some_statements(maker, maker.random.randint(1, 2), depth + 1)
    if maker.chance(0.3):
        with maker.body(f"elif {maker.bare('bool', 2)}:"):
            some_statements(maker, 1, depth + 1)
    if maker.chance(0.5):
        with maker.body("else:"):
            some_statements(maker, maker.random.randint(1, 2), depth + 1)


def data_condition(maker: Maker) -> str:
    """A condition that only the data decide."""
    found = [n for n, k in maker.names().items() if isinstance(k, Tensor)]
    if not found:
        raise No
    way = maker.random.choice(["{}.sum() > 0", "({} > 0).all()", "{}.mean().item() < 0.5", "bool(({} != 0).any())", "not {}.sum()"])
    return way.format(maker.random.choice(found))


HEADS = [
    ("for $q in range(<int> % 4):", {"q": "int"}), ("for $q in <ints>[:4]:", {"q": "int"}), ("for $q, $r in enumerate(<strs>[:3]):", {"q": "int", "r": "str"}),
    ("for $q, $r in <dict>.items():", {"q": "str", "r": "int"}), ("for $q in sorted(<set>)[:4]:", {"q": "int"}), ("for $q in <tuple>[:3]:", {"q": "int"}),
    ("for $q, $r in zip(<ints>, <strs>):", {"q": "int", "r": "str"}), ("for $q in list(<dict>):", {"q": "str"}), ("for $q in reversed(<ints>[:3]):", {"q": "int"}),
    ("for $q, ($r, _) in enumerate([<pair>, <pair>]):", {"q": "int", "r": "int"}), ("for $q in (<int;$z=int> for $z in <ints>[:3]):", {"q": "int"}),
    ("for $q in itertools.count(<int>):", {"q": "int"}), ("for $q in map(abs, <ints>[:3]):", {"q": "int"}), ("for $q in counting(<int> % 4):", {"q": "int"}),
    ("for $q in <str>[:3]:", {"q": "str"}), ("for $q in <tensor>:", {"q": "tensor"}), ("for $q in <dict>.values():", {"q": "int"}),
    ("for $q in iter(lambda: random.randrange(3), 0):", {"q": "int"}), ("for $q, *$r in [(1, 2, 3), (<int>,)]:", {"q": "int", "r": "ints"}),
]  # fmt: skip


def loop(maker: Maker, depth: int) -> None:
    head, names = maker.random.choice(HEADS)
    own = {letter: maker.name(letter) for letter in names}
    for letter, name in own.items():
        head = head.replace(f"${letter}", name)
    head = maker.fill(head, 2)
    maker.loops += 1
    kinds: dict[str, Type] = {own[name]: Tensor() if kind == "tensor" else kind for name, kind in names.items()}
    with maker.body(head, **kinds):
        if "itertools.count" in head or "iter(lambda" in head:
            maker.line(f"if {own['q']} % 3 == 0: break" if "count" in head else "LOG.append('turn')")
        some_statements(maker, maker.random.randint(1, 3), depth + 1)
    maker.loops -= 1
    if maker.chance(0.2):
        with maker.body("else:"):
            statement(maker, depth + 1)


def while_loop(maker: Maker, depth: int) -> None:
    name = maker.name("i")
    maker.line(f"{name} = 0")
    maker.loops += 1
    condition = "" if maker.chance(0.6) else f" and {maker.expression('bool', 2)}"
    with maker.body(f"while {name} < {maker.random.randint(1, 4)}{condition}:", **{name: "int"}):
        maker.fixed.add(name)
        maker.line(f"{name} += 1")
        some_statements(maker, maker.random.randint(1, 2), depth + 1)
    maker.loops -= 1


def attempt(maker: Maker, depth: int) -> None:
    raised = maker.random.choice([None, None, *ERRORS])
    expected = raised
    with maker.body("try:"):
        some_statements(maker, maker.random.randint(0, 2), depth + 1)
        if raised is None and maker.chance(0.5):
            text, expected = maker.random.choice(RAISING)
            maker.line(f"{maker.name()} = {maker.fill(text, 1)}")
        elif raised is not None:
            raise_error(maker, raised)
    handlers = maker.chance(0.85)
    if handlers:
        caught = expected if expected and maker.chance(0.92) else maker.random.choice(ERRORS)
        caught = maker.random.choice([caught, caught, f"({caught}, KeyError)", "Exception", "LookupError"])
        name = maker.name("e")
        with maker.body(f"except {caught} as {name}:"):
            maker.line(maker.random.choice([f"LOG.append(str({name}))", f"LOG.append(repr({name}))", f"LOG.append(type({name}).__name__)", "pass",
                                            f"LOG.append({name}.args)", f"print(type({name}), {name})", f"TABLE['e'] = {name}"]))  # fmt: skip
            some_statements(maker, maker.random.randint(0, 2), depth + 1)
            if maker.chance(0.08):
                maker.line(maker.random.choice(["raise", f"raise Wrong('again') from {name}", "raise RuntimeError('other')", "raise Wrong(3) from None"]))
        if maker.chance(0.3):
            with maker.body("else:"):
                statement(maker, depth + 1)
    if not handlers or maker.chance(0.3):
        with maker.body("finally:"):
            returns, maker.returns, loops, maker.loops = maker.returns, None, maker.loops, 0
            statement(maker, depth + 1)
            maker.returns, maker.loops = returns, loops


def raise_error(maker: Maker, name: str) -> None:
    condition = maker.chance(0.4)
    text = f"raise {name}({maker.bare(maker.random.choice(['str', 'int', 'pair']), 1)})"
    if condition:
        maker.line(f"if {maker.bare('bool', 2)}:")
        text = "    " + text
    maker.line(text)


def fail(maker: Maker, depth: int) -> None:
    """An exception that nobody may be there to catch."""
    if not maker.chance(0.05):
        raise No
    if maker.chance(0.5):
        raise_error(maker, maker.random.choice(ERRORS))
    else:
        maker.line(f"if {maker.bare('bool', 1)}: {maker.fill(maker.random.choice(RAISING)[0], 1)}")


def with_block(maker: Maker, depth: int) -> None:
    heads = ["with torch.no_grad():", "with torch.enable_grad():", "with managed(<int>) as $q:", "with contextlib.suppress(ValueError, Wrong):",
             "with torch.set_grad_enabled(<bool>):", "with managed(<int>) as $q, torch.no_grad():", "with contextlib.nullcontext(<int>) as $q:",
             "with contextlib.ExitStack() as $s:", "with torch.autocast('cpu', enabled=False):"]  # fmt: skip
    objects = [n for n, k in maker.names().items() if isinstance(k, str) and k.startswith("object ") and "__enter__" in maker.classes[k[7:]].methods]
    heads += [f"with {n}:" for n in objects] * 3
    head = maker.random.choice(heads)
    name = maker.name("q")
    with maker.body(maker.fill(head.replace("$q", name), 2), **({name: "int"} if "$q" in head else {})):
        some_statements(maker, maker.random.randint(1, 3), depth + 1)
        if maker.chance(0.25 if "suppress" in head else 0.04):
            raise_error(maker, maker.random.choice(ERRORS))


def match_statement(maker: Maker, depth: int) -> None:
    subject = maker.any(2)
    with maker.body(f"match {subject}:"):
        patterns = [("case int($q) if $q > 2:", {"q": "int"}), ("case [int($q), *$r]:", {"q": "int"}), ("case str() as $q:", {"q": "str"}), ("case {'a': $q}:", {}),
                    ("case ($q, str()):", {}), ("case None | True:", {}), ("case 0 | 1 | 2:", {}), ("case {'k1': int(), **$r}:", {}), ("case [$q]:", {}), ("case float():", {})]
        for cls in maker.classes.values():
            if cls.fields:
                first, kind = next(iter(cls.fields.items()))
                patterns.append((f"case {cls.name}({first}=$q):", {"q": kind}))
        for head, names in maker.random.sample(patterns, maker.random.randint(1, 3)):
            own = {letter: maker.name(letter) for letter in "qr" if f"${letter}" in head}
            for letter, name in own.items():
                head = head.replace(f"${letter}", name)
            with maker.body(head, **{own[name]: kind for name, kind in names.items()}):
                statement(maker, depth + 1)
        if maker.chance(0.6):
            with maker.body("case _:"):
                statement(maker, depth + 1)


def closure(maker: Maker, depth: int) -> None:
    """A function within the function that uses, and changes, its variables."""
    own = {n: k for n, k in maker.names().items() if "." not in n and n[0] in "vt"}
    target = maker.random.choice([n for n, k in own.items() if k == "int" and n not in maker.fixed] or [None])
    if target is not None and not any(target in block for block in maker.blocks[maker.function_level :]):
        target = None
    name, kind = maker.name("inner"), maker.random.choice(ANY)
    returns, maker.returns, loops, maker.loops = maker.returns, kind, maker.loops, maker.loops
    decorator = maker.random.choice(["", "", "", "@decorated", "@decorated_with(2)", "@functools.wraps(helper)", CACHED])
    if decorator:
        maker.line(decorator)
    with maker.body(f"def {name}(a, b={maker.literal('str')}):", a="int", b="str"):
        if target is not None:
            maker.line(f"nonlocal {target}")
        fixed = set(maker.fixed)
        maker.fixed |= {n for n in maker.names() if n not in ("a", "b")}
        if target is not None:
            maker.line(f"{target} = ({target} + a) % 997")
        some_statements(maker, maker.random.randint(0, 2), depth + 2)
        maker.line(f"return {maker.bare(kind, 2)}")
        maker.fixed = fixed
    maker.returns, maker.loops = returns, loops
    for _ in range(maker.random.randint(1, 2)):
        result = maker.name()
        maker.line(f"{result} = {name}({maker.bare('int', 1)}{maker.random.choice(['', ', b=' + maker.bare('str', 1)])})")
        maker.add(result, kind)


def generator(maker: Maker, depth: int) -> None:
    name = maker.name("gen")
    returns, maker.returns, loops, maker.loops = maker.returns, None, maker.loops, maker.loops
    fixed = set(maker.fixed)
    with maker.body(f"def {name}(a):", a="int"):
        maker.fixed |= {n for n in maker.names() if n != "a"}
        maker.line(maker.random.choice(["yield a", "got = yield a\n".strip(), "yield from [a, a + 1]"]))
        some_statements(maker, maker.random.randint(0, 1), depth + 2)
        if maker.chance(0.5):
            with maker.body("for k in range(a % 3):", k="int"):
                maker.line(f"yield {maker.bare('int', 2)}")
        if maker.chance(0.3):
            with maker.body("try:"):
                maker.line(f"yield {maker.bare('int', 1)}")
            with maker.body("finally:"):
                maker.line("LOG.append('closed')")
    maker.fixed = fixed
    maker.returns, maker.loops = returns, loops
    result = maker.name()
    use = maker.random.choice(["list({})", "[q % 7 for q in {}]", "sorted({})", "[*{}]", "list(itertools.islice({}, 3))", "list(zip({}, 'abc')) and [1]",
                               "[next({})]", "list(map(str, {})) and [2]"])  # fmt: skip
    made = f"{name}({maker.bare('int', 1)})"
    maker.line(f"{result} = {use.format(made)}")
    maker.add(result, "ints")


def local_class(maker: Maker, depth: int) -> None:
    if not maker.chance(0.2):
        raise No
    name, result = maker.name("Local"), maker.name()
    with maker.body(f"class {name}:"):
        maker.line(f"kept = {maker.bare('int', 1)}")
        with maker.body("def give(self, q):", q="int"):
            maker.line("return q + self.kept")
    maker.line(f"{result} = {name}().give({maker.bare('int', 1)})")
    maker.add(result, "int")


Statement = Callable[[Maker, int], None]
SIMPLE: list[Statement] = [
    assign, assign, assign_tensor, assign_tensor, assign_tensor, simple, simple, simple, change_object, change_tensor, augmented, unpack,
    global_write, delete, leave, fail,
]  # fmt: skip
NESTED: list[Statement] = [branch, branch, loop, loop, while_loop, attempt, attempt, with_block, match_statement, closure, generator, local_class]
