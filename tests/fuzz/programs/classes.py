"""Classes of the program: plain ones with fields and methods, and the kinds that Python and torch have."""

from __future__ import annotations

from dataclasses import dataclass, field

from fuzz.programs.maker import Maker, No, Tensor, Type, makes

FIELD_TYPES: list[Type] = ["int", "int", "float", "str", "ints", "dict", "bool", "strs", "tuple", "set",
                           "tensors", "named", "nested", "maybe", "function"]  # fmt: skip


@dataclass
class Class:
    name: str
    fields: dict[str, Type] = field(default_factory=dict)
    methods: dict[str, tuple[list[Type], Type]] = field(default_factory=dict)
    """Arguments and result."""
    base: str | None = None
    arguments: list[str] = field(default_factory=list)
    """The fields that the constructor takes, in order."""
    results: dict[str, Type] = field(default_factory=dict)
    """Templates with `self` for an instance, and what they give."""
    statements: list[str] = field(default_factory=list)
    assigned: bool = True
    """Whether fields can be assigned to."""


def write_classes(maker: Maker) -> None:
    random = maker.random
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        kind = random.choice([plain, plain, plain, derived, module, a_dataclass, sequence, an_enum, of_list, of_dict, attributes, a_metaclass])
        made = kind(maker)
        if made is not None:
            maker.classes[made.name] = made
            maker.line("")


def fields_of(maker: Maker, least: int = 1) -> dict[str, Type]:
    return {f"f{i}": maker.random.choice(FIELD_TYPES) for i in range(maker.random.randint(least, 3))}


def plain(maker: Maker, base: Class | None = None) -> Class:
    random = maker.random
    cls = Class(maker.name("C"), fields_of(maker), base=base and base.name)
    cls.arguments = list(cls.fields)
    if base:
        cls.fields = {**base.fields, **{f"g{n}": t for n, t in cls.fields.items()}}
        cls.arguments = list(cls.fields)
        cls.methods, cls.results, cls.statements = dict(base.methods), dict(base.results), list(base.statements)
    with maker.body(f"class {cls.name}({cls.base})" + ":" if cls.base else f"class {cls.name}:"):
        if not base and maker.chance(0.25):
            maker.line(f"__slots__ = {tuple([*cls.fields, 'extra'])!r}")
        elif maker.chance(0.5):
            maker.line(f"shared = {maker.literal('int')}")
            cls.results["self.shared"] = "int"
            cls.statements.append("self.shared = <int>" if maker.chance(0.5) else "type(self).shared = <int>")
        parameters = [f"{n}={maker.literal(t)}" if maker.chance(0.2) else n for n, t in cls.fields.items()]
        seen = False
        for place, text in enumerate(parameters):
            seen |= "=" in text
            if seen and "=" not in text:
                parameters[place] = f"{text}={maker.literal(cls.fields[text])}"
        with maker.body(f"def __init__(self, {', '.join(parameters)}):"):
            if base:
                maker.line(f"super().__init__({', '.join(base.arguments)})")
            for name in cls.fields:
                if not base or name not in base.fields:
                    maker.line(f"self.{name} = {name}")
        for _ in range(random.randint(0, 2)):
            method(maker, cls)
        for special in random.sample(SPECIALS, random.randint(0, 4)):
            special(maker, cls)
    return cls


def derived(maker: Maker) -> Class | None:
    bases = [c for c in maker.classes.values() if c.assigned and c.arguments and c.base is None]
    return plain(maker, maker.random.choice(bases)) if bases else None


def method(maker: Maker, cls: Class) -> None:
    name = maker.random.choice(list(cls.methods)) if cls.methods and maker.chance(0.5) else maker.name("m")
    arguments, result = cls.methods.get(name) or ([maker.random.choice(FIELD_TYPES) for _ in range(maker.random.randint(0, 2))], maker.random.choice(FIELD_TYPES))
    overrides = cls.base and name in maker.classes[cls.base].methods
    cls.methods[name] = (arguments, result)
    names = {f"a{i}": t for i, t in enumerate(arguments)}
    with maker.body(f"def {name}({', '.join(['self', *names])}):", **own(cls), **names):
        from fuzz.programs.control import some_statements

        some_statements(maker, maker.random.randint(0, 2))
        if overrides and maker.chance(0.5):
            maker.line(f"{maker.name()} = super().{name}({', '.join(names)})")
        maker.line(f"return {maker.bare(result, 2)}")


def own(cls: Class) -> dict[str, Type]:
    return {f"self.{n}": t for n, t in cls.fields.items()}


def special(head: str, result: str, gives: str, template: str, **names: Type):
    """A special method: its head, the type of what it returns, and how the program uses it."""

    def write(maker: Maker, cls: Class) -> None:
        with maker.body(f"def {head}:", **own(cls), **names):
            if maker.chance(0.3):
                from fuzz.programs.control import some_statements

                some_statements(maker, 1)
            maker.line(f"return {maker.bare(result, 1)}")
        cls.results[template] = gives

    return write


def property_of(maker: Maker, cls: Class) -> None:
    name, kind = maker.name("p"), maker.random.choice(FIELD_TYPES)
    maker.line("@property")
    with maker.body(f"def {name}(self):", **own(cls)):
        maker.line(f"return {maker.bare(kind, 1)}")
    cls.results[f"self.{name}"] = kind
    if maker.chance(0.5):
        target = maker.random.choice(list(cls.fields))
        maker.line(f"@{name}.setter")
        with maker.body(f"def {name}(self, value):"):
            maker.line(f"self.{target} = value")
        cls.statements.append(f"self.{name} = <{cls.fields[target]}>" if isinstance(cls.fields[target], str) else "pass")


def class_method(maker: Maker, cls: Class) -> None:
    name = maker.name("k")
    maker.line("@classmethod")
    with maker.body(f"def {name}(cls, q):", q="int"):
        maker.line(f"return cls.__name__ + {maker.expression('str', 1)}")
    cls.results[f"self.{name}(<int>)"] = "str"
    cls.results[f"{cls.name}.{name}(<int>)"] = "str"


def static_method(maker: Maker, cls: Class) -> None:
    name = maker.name("s")
    maker.line("@staticmethod")
    with maker.body(f"def {name}(q):", q="int"):
        maker.line(f"return {maker.bare('int', 2)}")
    cls.results[f"self.{name}(<int>)"] = "int"


def get_attribute(maker: Maker, cls: Class) -> None:
    with maker.body("def __getattr__(self, name):", name="str"):
        maker.line("if name.startswith('_'): raise AttributeError(name)")
        maker.line(f"return {maker.bare('str', 1)}")
    cls.results["self.whatever"] = "str"
    cls.results["getattr(self, 'another', 'none')"] = "str"


def set_attribute(maker: Maker, cls: Class) -> None:
    with maker.body("def __setattr__(self, name, value):"):
        maker.line("LOG.append(name)")
        maker.line("object.__setattr__(self, name, value)")


def iteration(maker: Maker, cls: Class) -> None:
    with maker.body("def __iter__(self):", **own(cls)):
        maker.line(f"yield {maker.bare('int', 1)}")
        maker.line(f"yield from {maker.bare('ints', 1)}")
    cls.results["list(self)"] = "ints"
    cls.results["[*self]"] = "ints"
    cls.results["sum(self)"] = "int"


def context(maker: Maker, cls: Class) -> None:
    with maker.body("def __enter__(self):", **own(cls)):
        maker.line("LOG.append('enter')")
        maker.line("return self")
    with maker.body("def __exit__(self, kind, error, trace):", **own(cls)):
        maker.line("LOG.append(kind and kind.__name__)")
        maker.line(f"return {maker.bare('bool', 1)}")
    cls.methods["__enter__"] = ([], "none")


def add(maker: Maker, cls: Class) -> None:
    with maker.body("def __add__(self, other):", other="int", **own(cls)):
        maker.line(f"return {maker.bare('int', 2)} if isinstance(other, int) else NotImplemented")
    with maker.body("def __radd__(self, other):", other="int", **own(cls)):
        maker.line(f"return {maker.bare('str', 1)}")
    cls.results["self + <int>"] = "int"
    cls.results["<int> + self"] = "str"


def equal(maker: Maker, cls: Class) -> None:
    name = next(iter(cls.fields))
    with maker.body("def __eq__(self, other):", **own(cls)):
        maker.line(f"return isinstance(other, {cls.name}) and self.{name} == other.{name}")
    if maker.chance(0.5):
        maker.line(f"__hash__ = lambda self: hash(str(self.{name}))")
        cls.results["len({self, self})"] = "int"
    cls.results["self == self"] = "bool"
    cls.results["self in [1, self]"] = "bool"
    cls.results["self != <any>"] = "bool"


def representation(maker: Maker, cls: Class) -> None:
    with maker.body("def __repr__(self):", **own(cls)):
        maker.line(f"return {maker.bare('str', 1)} + type(self).__name__")
    cls.results["repr(self)"] = "str"
    cls.results["str(self)"] = "str"
    cls.results["f'{self}'"] = "str"


def length(maker: Maker, cls: Class) -> None:
    with maker.body("def __len__(self):", **own(cls)):
        maker.line(f"return {maker.expression('int', 1)} % 5")
    cls.results |= {"len(self)": "int", "bool(self)": "bool", "self and 1": "int"}


SPECIALS = [
    length,
    special("__call__(self, q)", "int", "int", "self(<int>)", q="int"),
    special("__getitem__(self, q)", "str", "str", "self[<int>]", q="int"),
    special("__contains__(self, q)", "bool", "bool", "<int> in self", q="int"),
    special("__bool__(self)", "bool", "bool", "bool(self)"),
    special("__neg__(self)", "int", "int", "-self"),
    special("__mul__(self, other)", "str", "str", "self * <int>", other="int"),
    special("__lt__(self, other)", "bool", "bool", "self < <int>", other="int"),
    special("__index__(self)", "int", "ints", "[*range(9)][(self.__index__() % 7):]"),
    special("__format__(self, spec)", "str", "str", "f'{self:abc}'", spec="str"),
    property_of, property_of, class_method, static_method, get_attribute, set_attribute, iteration, context, add, equal, representation,
]  # fmt: skip


def module(maker: Maker) -> Class:
    """A torch module on tensors whose last size is 3."""
    cls = Class(maker.name("M"), {"scale": "float", "count": "int"})
    with maker.body(f"class {cls.name}(torch.nn.Module):"):
        with maker.body("def __init__(self):"):
            maker.line("super().__init__()")
            maker.line("self.linear = torch.nn.Linear(3, 3)")
            maker.line("self.weight = torch.nn.Parameter(torch.ones(3))")
            maker.line("self.register_buffer('seen', torch.zeros(3))")
            if maker.chance(0.4):
                maker.line("self.layers = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())")
            if maker.chance(0.3):
                maker.line("self.norm = torch.nn.BatchNorm1d(3)")
            maker.line("self.scale = 0.5")
            maker.line("self.count = 0")
        names = {"x": Tensor(dims=("n", 3)), "self.weight": Tensor(dims=(3,)), "self.scale": "float", "self.count": "int"}
        with maker.body("def forward(self, x):", **names):
            from fuzz.programs.control import some_statements

            maker.line("x = self.linear(x)")
            if maker.chance(0.5):
                maker.line("self.count += 1")
            if maker.chance(0.4):
                maker.line("with torch.no_grad(): self.seen.add_(x.detach().sum(0))")
            if maker.chance(0.3):
                maker.line("if hasattr(self, 'layers'): x = self.layers(x)")
            maker.fixed.add("self.weight")
            some_statements(maker, maker.random.randint(0, 2))
            maker.line(f"return {maker.expression(Tensor(dims=('n', 3)), 2)} * self.weight")
    cls.assigned = False
    return cls


def a_dataclass(maker: Maker) -> Class:
    cls = Class(maker.name("D"), fields_of(maker))
    cls.arguments = list(cls.fields)
    frozen = maker.chance(0.3)
    cls.assigned = not frozen
    options = ", ".join(f"{word}=True" for word in ("order", "eq", "unsafe_hash") if maker.chance(0.3) and word != "unsafe_hash")
    maker.line(f"@dataclasses.dataclass({', '.join(filter(None, [options, 'frozen=True' if frozen else '']))})")
    with maker.body(f"class {cls.name}:"):
        for name in cls.fields:
            maker.line(f"{name}: object")
        if maker.chance(0.4):
            maker.line("extra: list = dataclasses.field(default_factory=list)")
            cls.statements.append("self.extra.append(<int>)")
            cls.results["list(self.extra)"] = "ints"
        if maker.chance(0.4):
            method(maker, cls)
    cls.results["self == self"] = "bool"
    cls.results["repr(self)"] = "str"
    cls.results["len(dataclasses.astuple(self))"] = "int"
    cls.results["sorted(dataclasses.asdict(self))"] = "strs"
    first = next(iter(cls.fields))
    cls.results[f"dataclasses.replace(self).{first}"] = cls.fields[first]
    return cls


def sequence(maker: Maker) -> Class:
    """A named tuple."""
    cls = Class(maker.name("T"), {"f0": "int", "f1": "str"}, arguments=["f0", "f1"], assigned=False)
    maker.line(f"{cls.name} = collections.namedtuple('{cls.name}', ['f0', 'f1'])")
    cls.results |= {"self[0]": "int", "self._replace(f0=<int>).f0": "int", "repr(self)": "str", "len(self)": "int",
                    "list(self._asdict())": "strs", "(self + (1,))[0]": "int", "[*self][1]": "str", "self == self": "bool"}
    return cls


def an_enum(maker: Maker) -> Class:
    cls = Class(maker.name("E"), assigned=False)
    base = maker.random.choice(["enum.Enum", "enum.IntEnum", "enum.Flag"])
    with maker.body(f"class {cls.name}({base}):"):
        for place, name in enumerate(("RED", "GREEN", "BLUE")):
            maker.line(f"{name} = {1 << place}")
        if maker.chance(0.4) and base != "enum.Flag":
            with maker.body("def other(self, q):", q="int"):
                maker.line(f"return {maker.bare('int', 1)}")
            cls.results["self.other(<int>)"] = "int"
    cls.results |= {"self.name": "str", "self.value": "int", f"self is {cls.name}.RED": "bool", "str(self)": "str", "repr(self)": "str",
                    f"[q.name for q in {cls.name}]": "strs", f"{cls.name}(self.value) is self": "bool", f"{cls.name}['RED'] == self": "bool"}
    return cls


def of_list(maker: Maker) -> Class:
    cls = Class(maker.name("L"), assigned=False)
    with maker.body(f"class {cls.name}(list):"):
        with maker.body("def total(self):"):
            maker.line("return sum(self)")
        if maker.chance(0.4):
            with maker.body("def append(self, item):", item="int"):
                maker.line(f"super().append({maker.bare('int', 1)})")
        if maker.chance(0.4):
            with maker.body("def __getitem__(self, q):", q="int"):
                maker.line("return super().__getitem__(q)")
    cls.results |= {"self.total()": "int", "sorted(self)": "ints", "list(self)": "ints", "[q + 1 for q in self]": "ints", "self[:1] == [1]": "bool",
                    "self + [1]": "ints", "type(self).__name__": "str", "isinstance(self, list)": "bool"}
    cls.statements += ["self.append(<int>)", "self.extend(<ints>)", "self[:] = <ints>", "self.insert(0, <int>)"]
    return cls


def of_dict(maker: Maker) -> Class:
    cls = Class(maker.name("K"), assigned=False)
    with maker.body(f"class {cls.name}(dict):"):
        if maker.chance(0.6):
            with maker.body("def __missing__(self, key):", key="str"):
                maker.line(f"return {maker.bare('int', 1)}")
            cls.results["self[<str>]"] = "int"
        else:
            maker.line("tag = 'tag'")
        if maker.chance(0.3):
            with maker.body("def __setitem__(self, key, value):", key="str", value="int"):
                maker.line(f"super().__setitem__(key, {maker.bare('int', 1)})")
    cls.results |= {"sorted(self)": "strs", "list(self.values())": "ints", "self.get(<str>, 3)": "int", "<str> in self": "bool", "dict(self)": "dict",
                    "{**self}": "dict"}
    cls.statements += ["self[<str>] = <int>", "self.update(<dict>)", "self.setdefault(<str>, <int>)", "self.pop(<str>, None)"]
    return cls


def attributes(maker: Maker) -> Class:
    """A class with a descriptor of its own."""
    descriptor = maker.name("A")
    with maker.body(f"class {descriptor}:"):
        with maker.body("def __set_name__(self, owner, name):"):
            maker.line("self.name = '_' + name")
        with maker.body("def __get__(self, instance, owner):"):
            maker.line("if instance is None: return self")
            maker.line("return instance.__dict__.get(self.name, 0)")
        if maker.chance(0.7):
            with maker.body("def __set__(self, instance, value):", value="int"):
                maker.line(f"instance.__dict__[self.name] = {maker.bare('int', 1)}")
    cls = Class(maker.name("C"), {"f0": "int", "f1": "int"}, arguments=["f0"])
    with maker.body(f"class {cls.name}:"):
        maker.line(f"f1 = {descriptor}()")
        with maker.body("def __init__(self, f0):"):
            maker.line("self.f0 = f0")
            maker.line("self.f1 = f0 + 1")
        method(maker, cls)
    return cls


def a_metaclass(maker: Maker) -> Class:
    meta = maker.name("X")
    with maker.body(f"class {meta}(type):"):
        with maker.body("def __new__(mcs, name, bases, names):"):
            maker.line("names['made'] = name.lower()")
            maker.line("return super().__new__(mcs, name, bases, names)")
        if maker.chance(0.5):
            with maker.body("def __call__(cls, *arguments):"):
                maker.line("LOG.append('made')")
                maker.line("return super().__call__(*arguments)")
        with maker.body("def __contains__(cls, q):", q="int"):
            maker.line(f"return {maker.bare('bool', 1)}")
    cls = Class(maker.name("C"), {"f0": "int"}, arguments=["f0"])
    with maker.body(f"class {cls.name}(metaclass={meta}):"):
        with maker.body("def __init__(self, f0):"):
            maker.line("self.f0 = f0")
        method(maker, cls)
    cls.results |= {"self.made": "str", f"<int> in {cls.name}": "bool", f"type({cls.name}).__name__": "str"}
    return cls


@makes("object", times=1)
def instance(maker: Maker, kind: Type, depth: int) -> str:
    cls = maker.classes[kind.split(" ")[1]]
    subclasses = [c for c in maker.classes.values() if c.base == cls.name]
    if subclasses and maker.chance(0.3):
        cls = maker.random.choice(subclasses)
    if cls.name.startswith("E"):
        return f"{cls.name}.{maker.random.choice(['RED', 'GREEN', 'BLUE'])}"
    if cls.name.startswith("L"):
        return f"{cls.name}({maker.expression('ints', depth)})"
    if cls.name.startswith("K"):
        return f"{cls.name}({maker.expression('dict', depth)})"
    if cls.name.startswith("M"):
        return f"{cls.name}()"
    return f"{cls.name}({', '.join(maker.bare(cls.fields[n], depth) for n in cls.arguments)})"


def uses(maker: Maker, kind: Type, depth: int) -> str:
    """An expression of a type by way of an object at hand."""
    found = []
    for name, its in maker.names().items():
        if isinstance(its, str) and its.startswith("object "):
            cls = maker.classes[its.split(" ")[1]]
            found += [(name, cls, template) for template, gives in cls.results.items() if gives == kind]
            found += [(name, cls, f"self.{f}") for f, gives in cls.fields.items() if gives == kind]
            found += [(name, cls, method) for method, (_, gives) in cls.methods.items() if gives == kind]
    if not found:
        raise No
    name, cls, what = maker.random.choice(found)
    if what in cls.methods:
        arguments, _ = cls.methods[what]
        return f"{name}.{what}({', '.join(maker.bare(t, depth) for t in arguments)})"
    return maker.fill(replace_self(what, name), depth)


def replace_self(template: str, name: str) -> str:
    import re

    return re.sub(r"\bself\b", name, template)


for _kind in ("int", "str", "float", "bool", "ints", "strs", "dict", "tuple", "set", "tensors", "named", "nested", "maybe", "function"):
    makes(_kind, times=3)(uses)


def statement(maker: Maker) -> str:
    """A statement that changes an object at hand."""
    found = []
    for name, its in maker.names().items():
        if isinstance(its, str) and its.startswith("object "):
            cls = maker.classes[its.split(" ")[1]]
            found += [replace_self(text, name) for text in cls.statements]
            if cls.assigned:
                found += [f"{name}.{f} = <{t}>" for f, t in cls.fields.items() if isinstance(t, str)]
                found += [f"{name}.{f} += 1" for f, t in cls.fields.items() if t in ("int", "float")]
    if not found:
        raise No
    return maker.fill(maker.random.choice(found), 2)
