"""What `special_methods.py` puts together: base classes, bodies of special methods, and operations that use them."""

from __future__ import annotations

# Expressions of a base class, and of the arguments that an instance of a subclass is made with.
BASES = {
    "object": "",
    "int": "5",
    "float": "2.5",
    "complex": "1 + 2j",
    "str": "'ab'",
    "bytes": "b'ab'",
    "bytearray": "b'ab'",
    "list": "[3, 1, 2]",
    "tuple": "(3, 1, 2)",
    "dict": "{'a': 1, 'b': 2}",
    "set": "{1, 2}",
    "frozenset": "{1, 2}",
    "collections.deque": "[3, 1]",
    "collections.OrderedDict": "{'a': 1, 'b': 2}",
    "collections.defaultdict": "int, {'a': 1}",
    "collections.Counter": "'aab'",
    "collections.ChainMap": "{'a': 1}, {'b': 2}",
    "collections.UserDict": "{'a': 1}",
    "collections.UserList": "[3, 1]",
    "collections.UserString": "'ab'",
    "Pair": "3, 1",
    "torch.Size": "[2, 3]",
    "fractions.Fraction": "1, 2",
    "decimal.Decimal": "'1.5'",
    "datetime.timedelta": "3",
    "pathlib.PurePosixPath": "'a/b'",
    "Exception": "'oops'",
    "KeyError": "'k'",
    "StopIteration": "3",
    "type": "'K', (), {}",
    "property": "lambda self: 7",
    "staticmethod": "len",
    "classmethod": "len",
    "functools.partial": "max, 3",
    "types.ModuleType": "'m'",
    "types.SimpleNamespace": "a=1",
    "enumerate": "[3, 1]",
    "map": "str, [3, 1]",
    "zip": "[3, 1]",
    "filter": "None, [3, 0, 1]",
    "reversed": "[3, 1]",
    "itertools.repeat": "3, 2",
    "itertools.chain": "[3], [1]",
    "collections.abc.Sequence": "",
    "collections.abc.Mapping": "",
    "collections.abc.Iterator": "",
    "enum.Enum": "3",
    "enum.IntEnum": "3",
    "torch.nn.Module": "",
}

# What a method of a subclass does; `super` calls the base's.
SUPER = "super"
NONE = "= None"  # the name is None in the class
RAISE = "raise"


def kinds(parameters, *bodies):
    return parameters, bodies


NUMBERS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "and", "or", "xor")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")

# By method: its parameters, what it may do, and the groups of operations that may call it.
METHODS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "__bool__": ("self", ("True", "False", "1", "None", RAISE, NONE), "truth"),
    "__len__": ("self", ("0", "3", "-1", "True", "'a'", "2 ** 70", SUPER, RAISE, NONE), "truth length sequence"),
    "__index__": ("self", ("1", "-1", "True", "1.5", RAISE, NONE), "index number arithmetic"),
    "__int__": ("self", ("7", "True", "1.5", RAISE, NONE), "number index"),
    "__float__": ("self", ("7.5", "1", RAISE, NONE), "number mathematics"),
    "__complex__": ("self", ("1j", "2"), "number"),
    "__trunc__": ("self", ("7", "'t'"), "number mathematics"),
    "__floor__": ("self", ("7", "'f'"), "number mathematics"),
    "__ceil__": ("self", ("7", "'c'"), "number mathematics"),
    "__round__": ("self, *digits", ("('r', digits)", NONE, SUPER), "number"),
    "__str__": ("self", ("'text'", "1", "Text('t')", RAISE, SUPER), "text"),
    "__repr__": ("self", ("'shown'", "1", RAISE, SUPER), "text"),
    "__bytes__": ("self", ("b'bb'", "'x'"), "bytes"),
    "__format__": ("self, specification", ("'f' + specification", "1", SUPER, RAISE), "text"),
    "__hash__": ("self", ("7", "-1", "True", "'a'", "2 ** 70", RAISE, SUPER, NONE), "hash"),
    "__divmod__": ("self, other", ("'divmod'", "NotImplemented", SUPER), "number arithmetic"),
    "__rdivmod__": ("self, other", ("'rdivmod'", "NotImplemented", SUPER), "number arithmetic"),
    "__neg__": ("self", ("'neg'", SUPER, NONE), "unary"),
    "__pos__": ("self", ("'pos'", SUPER), "unary"),
    "__abs__": ("self", ("'abs'", SUPER), "unary"),
    "__invert__": ("self", ("'invert'", SUPER), "unary"),
    "__getitem__": ("self, key", ("('got', key) if type(key) is not int or key < 4 else no(IndexError)", "7 if key == 0 else no(IndexError)", SUPER, RAISE, NONE), "item iteration dict container text"),
    "__setitem__": ("self, key, value", ("None", SUPER, RAISE, NONE), "item dict"),
    "__delitem__": ("self, key", ("None", SUPER, RAISE, NONE), "item dict"),
    "__contains__": ("self, item", ("True", "0", "'yes'", SUPER, RAISE, NONE), "container"),
    "__iter__": ("self", ("iter([7, 8])", "iter('ab')", "pairs()", "5", "self", RAISE, SUPER, NONE), "iteration container dict truth"),
    "__next__": ("self", ("7", "no(StopIteration)", SUPER), "iterator"),
    "__reversed__": ("self", ("iter([8, 7])", "5", SUPER, NONE), "reversed iteration"),
    "__length_hint__": ("self", ("3", "-1", "'a'", "NotImplemented"), "length iteration"),
    "__missing__": ("self, key", ("('missing', key)", RAISE), "dict item text"),
    "__call__": ("self, *a, **k", ("('called', a, k)", SUPER, RAISE), "call"),
    "__enter__": ("self", ("'entered'",), "with"),
    "__exit__": ("self, *a", ("True", "False", RAISE), "with"),
    "__getattr__": ("self, name", ("('attribute', name)", "no(AttributeError)", RAISE), "attribute"),
    "__getattribute__": ("self, name", ("('any', name)", "no(AttributeError)", SUPER), "attribute text truth copy"),
    "__setattr__": ("self, name, value", ("None", SUPER, RAISE), "attribute"),
    "__delattr__": ("self, name", ("None", SUPER, RAISE), "attribute"),
    "__dir__": ("self", ("['z', 'a']", "5"), "attribute"),
    "__get__": ("self, instance, owner=None", ("('get', instance is None)", SUPER), "descriptor"),
    "__set__": ("self, instance, value", ("None", RAISE), "descriptor"),
    "__delete__": ("self, instance", ("None",), "descriptor"),
    "__set_name__": ("self, owner, name", ("None",), "descriptor"),
    "__new__": ("cls, *a, **k", ("5", SUPER), "make"),
    "__init__": ("self, *a, **k", ("None", "5", SUPER, RAISE), "make"),
    "__init_subclass__": ("cls, **k", ("None",), "make"),
    "__class_getitem__": ("cls, key", ("('class', key)",), "make item"),
    "__subclasshook__": ("cls, other", ("True", "NotImplemented"), "class"),
    "__instancecheck__": ("self, other", ("True", "0", SUPER, RAISE), "class"),
    "__subclasscheck__": ("self, other", ("True", "0", SUPER, RAISE), "class"),
    "__mro_entries__": ("self, bases", ("(int,)", "()"), "class"),
    "__prepare__": ("self, *a", ("{'z': 1}",), "class"),
    "__copy__": ("self", ("'copied'", SUPER), "copy"),
    "__deepcopy__": ("self, memo", ("'deep'", SUPER), "copy"),
    "__reduce__": ("self", ("(int, ('5',))", "'reduced'"), "copy"),
    "__reduce_ex__": ("self, protocol", ("(int, ('5',))", SUPER), "copy"),
    "__getstate__": ("self", ("{'s': 1}",), "copy"),
    "__setstate__": ("self, state", ("None",), "copy"),
    "__getnewargs__": ("self", ("()",), "copy"),
    "__fspath__": ("self", ("'p/q'", "5"), "path"),
    "__sizeof__": ("self", ("10",), "truth"),
    # Names without underlines that C code asks for.
    "keys": ("self", ("['a']", "iter(['a', 'z'])", "5", SUPER), "dict iteration"),
    "items": ("self", ("[('q', 1)]", SUPER), "dict"),
    "values": ("self", ("[9]",), "dict"),
    "get": ("self, *a", ("9",), "dict"),
    "update": ("self, *a, **k", ("None", SUPER), "dict make"),
    "append": ("self, item", ("None", SUPER), "sequence"),
    "extend": ("self, items", ("None",), "sequence"),
    "add": ("self, item", ("None", SUPER), "set"),
    "copy": ("self", ("'copy'",), "copy dict set sequence"),
    "pop": ("self, *a", ("9",), "sequence dict set"),
    "sort": ("self, **k", ("None",), "sequence"),
    "write": ("self, text", ("None",), "text"),
    "send": ("self, value", ("9",), "iterator"),
    "throw": ("self, *a", ("9",), "iterator"),
    "close": ("self", ("None",), "iterator with"),
}
for name in COMPARISONS:
    bodies = ("True", "False", "NotImplemented", "'maybe'", "[]", SUPER, RAISE, NONE)
    METHODS[f"__{name}__"] = ("self, other", bodies, "comparison container sequence hash" if name in ("eq", "ne") else "comparison sequence")
for name in NUMBERS:
    more = ", modulo=None" if name == "pow" else ""
    METHODS[f"__{name}__"] = (f"self, other{more}", (f"'{name}'", "NotImplemented", SUPER, RAISE, NONE), "arithmetic")
    METHODS[f"__r{name}__"] = (f"self, other{more}", (f"'r{name}'", "NotImplemented", SUPER, NONE), "arithmetic")
    METHODS[f"__i{name}__"] = ("self, other", (f"'i{name}'", "NotImplemented", SUPER, NONE), "in_place")

SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip

# The other operand. `x` is the tensor of the call, `o` the instance, `twin` another one, `child` one of a subclass.
OTHERS = (
    "2", "2.5", "True", "1j", "'ab'", "b'ab'", "bytearray(b'c')", "[1, 2]", "(1, 2)", "{'a': 5}", "{1, 9}",
    "frozenset({1})", "None", "x", "torch.float32", "object()", "range(3)", "iter([1])", "collections.deque([1])", "{}.keys()",
    "collections.OrderedDict(a=5)", "collections.Counter('a')", "fractions.Fraction(1, 2)", "torch.Size([1])", "types.SimpleNamespace()",
    "o", "twin()", "child()", "Plain()",
)  # fmt: skip

# Statements that leave what they found in `r`, by group. `{op}` is each operator of the group, `{p}` each other operand.
OPERATIONS: dict[str, tuple[str, ...]] = {
    "truth": (
        "r = not o", "r = bool(o)", "r = 1 if o else 2", "r = o and 5", "r = o or 5", "assert o; r = 1", "assert o, 'no'; r = 1",
        "if not o:\n    r = 1\nelse:\n    r = 2", "n = 0\nwhile o:\n    n += 1\n    if n > 2: break\nr = n",
        "r = any([0, o])", "r = all([1, o])", "r = list(filter(None, [o, 1]))", "r = list(itertools.filterfalse(None, [o, 1]))",
        "r = list(filter(lambda v: o, [1]))", "r = list(itertools.takewhile(lambda v: o, [1]))",
        "r = list(itertools.dropwhile(lambda v: o, [1]))", "r = list(itertools.compress([1], [o]))",
        "r = operator.truth(o)", "r = operator.not_(o)", "r = [v for v in [o, 1] if v]", "r = sorted([1, 3, 2], reverse=o)",
        "r = [1 for v in [o] if not v]", "r = bool(o) is True", "r = (lambda: o or 3)()", "r = max([o], default=1) is o",
        "r = o if o else None", "r = 1 < 2 and o", "r = isinstance(o, bool) or not o", "r = next(filter(None, [o]), 'none')",
        "r = torch.ones(2) if o else torch.zeros(2)", "r = int(bool(o)) + 1", "r = [1, 2][bool(o)]", "r = any(v for v in [o])",
        "r = functools.reduce(lambda a, b: a and b, [1, o])", "r = 'yes' if o is not None and o else 'no'", "r = (not o) + 0",
        "match 1:\n    case _ if o:\n        r = 1\n    case _:\n        r = 2", "r = bool.__new__(bool, o)",
    ),
    "length": (
        "r = len(o)", "r = operator.length_hint(o)", "r = operator.length_hint(o, 4)", "r = len(o) == 0", "r = range(len(o))",
        "r = bool(len(o))", "r = x[:len(o)]", "r = [0] * len(o)", "r = list(o)", "r = o.__len__()", "r = random_choice(o)",
        "match o:\n    case []:\n        r = 0\n    case [a, *b]:\n        r = a, b\n    case _:\n        r = 2",
    ),
    "index": (
        "r = [5, 6, 7][o]", "r = (5, 6, 7)[o]", "r = 'abc'[o]", "r = range(10)[o]", "r = operator.index(o)", "r = [5, 6, 7][o:]",
        "r = [5, 6, 7][:o]", "r = hex(o)", "r = bin(o)", "r = oct(o)", "r = list(range(o))", "r = chr(o)", "r = [1] * o", "r = o * [1]",
        "r = 'a' * o", "r = (1,) * o", "r = b'a' * o", "r = bytes(o)", "r = round(2.345, o)", "r = list(itertools.islice([1, 2, 3], o))",
        "r = 'abcabc'.find('c', o)", "r = int('11', o)", "r = torch.ones(3)[o]", "r = torch.zeros(o)", "r = x.sum(o)", "r = '%d' % o",
        "r = '%x' % o", "r = '%c' % o", "r = '{:d}'.format(3)", "l = [1, 2, 3]\ndel l[o]\nr = l", "l = [1, 2, 3]\nl[o] = 9\nr = l",
        "l = [1, 2, 3]\nl.insert(o, 9)\nr = l", "r = [1, 2, 3].pop(o)", "r = [1, 2, 3].index(2, o)", "r = list(itertools.repeat(1, o))",
        "r = collections.deque([1, 2], o)", "d = collections.deque([1, 2, 3])\nd.rotate(o)\nr = d", "r = 'ab'.ljust(o)", "r = 'a\\tb'.expandtabs(o)",
        "r = (5).to_bytes(o, 'big')", "r = list(enumerate('ab', o))", "r = slice(o).indices(5)", "r = x.view(o, -1)", "r = x.expand(o, 2)",
        "r = 'a,b,c'.split(',', o)", "r = math.gcd(o, 4)", "r = math.factorial(o)", "r = pow(2, o)", "r = pow(o, 2, 3)", "r = 1 << o",
        "r = list(itertools.combinations([1, 2, 3], o))", "r = collections.deque([1, 2, 3])[o]", "r = sum([o], 1)", "r = torch.arange(o)",
        "r = float(o)", "r = complex(o)", "r = int(o)", "r = x + o", "r = x * o", "r = torch.full((2,), o)", "r = torch.tensor([o, o])",
    ),
    "number": (
        "r = int(o)", "r = float(o)", "r = complex(o)", "r = round(o)", "r = round(o, 1)", "r = round(o, None)", "r = divmod(o, 2)",
        "r = divmod(7, o)", "r = pow(o, 2)", "r = pow(2, o)", "r = pow(o, 2, 3)", "r = abs(o)", "r = math.trunc(o)", "r = math.floor(o)",
        "r = math.ceil(o)", "r = sum([o, o])", "r = sum([1, o])", "r = sum([o], o)", "r = '%d' % o", "r = '%f' % o", "r = '%g' % o",
        "r = '%i' % (o,)", "r = max(o, 1)", "r = min([o, 9])", "r = bool(o)", "r = x + o", "r = x * o", "r = torch.tensor(o)",
        "r = torch.full((2,), o)", "r = int(o) + 1", "r = str(o)", "r = hash(o) == hash(o)", "r = math.sqrt(o)", "r = f'{o:.2f}'",
        "r = isinstance(o, numbers.Number)", "r = complex(1, o)", "r = complex(o, 1)", "r = torch.clamp(x, min=o)",
    ),
    "mathematics": (
        "r = math.sqrt(o)", "r = math.isnan(o)", "r = math.exp(o)", "r = math.pow(o, 2)", "r = math.hypot(o, 1)", "r = math.fsum([o, 1])",
        "r = math.isclose(o, 1.0)", "r = math.copysign(1, o)", "r = math.prod([o, 2])", "r = math.floor(o)", "r = math.ceil(o)",
        "r = math.trunc(o)", "r = math.log(o)", "r = math.atan2(o, 1)", "r = math.degrees(o)", "r = math.ldexp(o, 1)", "r = math.modf(o)",
    ),
    "text": (
        "r = str(o)", "r = repr(o)", "r = ascii(o)", "r = f'{o}'", "r = f'{o!s}'", "r = f'{o!r}'", "r = f'{o!a}'", "r = f'{o:>8}'", "r = f'{o!r:>12}'",
        "r = '%s' % o", "r = '%r' % o", "r = '%a' % o", "r = '%s' % (o,)", "r = '%s %r' % (o, o)", "r = '%(a)s' % {'a': o}", "r = '%(a)s' % o",
        "r = '%5.2s|' % (o,)", "r = '{}'.format(o)", "r = '{!r}'.format(o)", "r = '{:>8}'.format(o)", "r = '{0} {0!s:>5}'.format(o)",
        "r = '{a}'.format(a=o)", "r = '{a}'.format_map({'a': o})", "r = '{a}'.format_map(o)", "r = '{0[0]}'.format(o)", "r = '{0.a}'.format(o)",
        "r = format(o)", "r = format(o, '>8')", "r = ''.join([str(o), 'b'])", "r = ','.join(map(str, [o]))", "r = ','.join(map(repr, [o]))",
        "r = ''.join([o])", "r = ''.join(o)", "r = str([o])", "r = repr((o,))", "r = str({'k': o})", "r = f'{[o]}'", "r = '%s' % [o]", "r = str({o: 1})",
        "r = repr({o})", "print(o)\nr = 1", "print(o, [o], sep='|')\nr = 1", "print('a', sep=o)\nr = 1", "print('a', file=o)\nr = 1", "raise ValueError(o)", "r = str(ValueError(o))",
        "r = repr(ValueError(o))", "r = str(KeyError(o))", "r = str(ValueError(o, 1))", "assert False, o", "r = string.Template('$a').substitute(a=o)",
        "r = 'ab'.replace('a', str(o))", "r = json.dumps(o, default=str)", "r = o + 'b'", "r = 'b' + o", "r = 'a' in o", "r = o in 'abc'",
        "r = {'text': 1}.get(str(o))", "r = getattr(torch, o)", "r = getattr(o, 'upper')()", "r = o.upper()", "r = o.startswith('a')", "r = 'abc'.startswith(o)",
        "r = 'abc'.split(o)", "r = 'abc'.find(o)", "r = o.format(1)", "r = o % 1", "r = o.join(['x', 'y'])", "r = str(o, 'utf-8')", "r = io_text(o)",
        "r = pprint.pformat(o)", "r = textwrap.fill(str(o))", "r = len(str(o))", "r = str(o) == str(o)", "r = str.__str__(o)", "r = object.__repr__(o)[:3]",
        "r = object.__str__(o)[:3]", "r = str.format('{}', o)", "r = 'abc'.translate(o)", "r = str.join(',', [repr(o)])", "r = warn(o)",
    ),
    "bytes": ("r = bytes(o)", "r = b'%b' % o", "r = b'%s' % o", "r = bytearray(o)", "r = b''.join([o])", "r = b'a' + o", "r = o + b'a'", "r = memoryview(o)", "r = int.from_bytes(o, 'big')"),
    "hash": (
        "r = hash(o) == hash(o)", "r = {o: 1}", "r = {o}", "r = frozenset([o])", "r = {o: 1}[o]", "r = {}.get(o, 3)", "r = {7: 1}.get(o)", "r = o in {}",
        "r = o in {1, 2}", "r = hash((o, 1)) == hash((o, 1))", "r = dict.fromkeys([o], 2)", "d = {}\nd[o] = 1\nr = d[o], len(d)", "r = len({o, o})",
        "r = len({o, twin()})", "r = {o: 1, twin(): 2}", "r = {(o, 1): 2}[(o, 1)]", "r = cached(o)", "r = set([o]) | {o}", "r = collections.Counter([o, o])[o]",
        "r = {5: 'five', 'ab': 2}.get(o, 'none')", "r = o in {5: 1, 'ab': 2, (3, 1, 2): 3}", "r = [o].count(o)", "r = {o: 1}.pop(o)", "r = isinstance(o, collections.abc.Hashable)",
        "r = {o: 1} == {o: 1}", "d = {o: 1}\nd[twin()] = 2\nr = list(d.values())", "d = {}\nd.setdefault(o, []).append(1)\nr = d[o]",
    ),
    "unary": ("r = -o", "r = +o", "r = abs(o)", "r = ~o", "r = operator.neg(o)", "r = operator.pos(o)", "r = operator.invert(o)", "r = operator.abs(o)", "r = torch.neg(o)"),
    "item": (
        "r = o[0]", "r = o['a']", "r = o[-1]", "r = o[0:2]", "r = o[::2]", "r = o[1, 2]", "r = o['none']", "r = o[5]", "r = o[x]", "r = operator.getitem(o, 0)", "r = operator.itemgetter(0)(o)",
        "r = operator.itemgetter('a', 'b')(o)", "o[0] = 7\nr = o", "o['a'] = 7\nr = o", "o[0:1] = [8]\nr = o", "o[0] += 1\nr = o", "o['a'] += 1\nr = o", "del o[0]\nr = o", "del o['a']\nr = o", "del o[0:1]\nr = o",
        "r = o.__getitem__(0)", "a, *b = o\nr = a, b", "r = [*map(o.__getitem__, [0, 1])]", "r = type(o)[int]", "r = o[int]", "o[5] = 1\nr = o", "del o[9]\nr = 1", "r = operator.setitem(o, 0, 5)",
        "operator.delitem(o, 0)\nr = o", "r = x[o]", "r = o.index(1)", "r = o.get('a')", "r = o.get('q', 4)", "r = list(map(lambda i: o[i], range(2)))", "for o[0] in [5]: pass\nr = o",
    ),
    "container": (
        "r = 1 in o", "r = 'a' in o", "r = 1 not in o", "r = 9 in o", "r = x in o", "r = o in o", "r = o in [1, o]", "r = o in (1, 2)", "r = o in {1: 2}.values()", "r = operator.contains(o, 1)", "r = None in o",
        "r = [1, o].index(o)", "r = [o, 1].count(1)", "r = [1, o].index(twin())", "l = [1, o]\nl.remove(o)\nr = l", "r = o in [twin()]", "r = twin() in (o,)", "r = [o] == [o]", "r = [o] == [twin()]", "r = (1, o) == (1, twin())",
        "r = {1: o} == {1: twin()}", "r = o.__contains__(1)", "r = 3 in o and 1", "r = operator.indexOf(o, 1)", "r = operator.countOf(o, 1)", "r = collections.deque([o]).count(twin())", "r = any(v == 1 for v in o)", "r = 5 in o, 'x' in o",
        "r = [] in o", "r = o in 'abc'", "r = o in collections.deque([1, o])", "r = o in {1: o}.items()", "r = o in range(9)",
    ),
    "iteration": (
        "r = list(o)", "r = tuple(o)", "r = set(o)", "r = frozenset(o)", "r = dict(o)", "r = sorted(o)", "r = sum(o)", "r = ''.join(o)", "r = [*o]", "r = (*o,)", "r = {*o}", "r = [v for v in o]", "r = {v for v in o}", "r = {v: 1 for v in o}",
        "a, b = o\nr = a, b", "a, b, c = o\nr = a, b, c", "a, *b = o\nr = a, b", "r = show(*o)", "r = show(**o)", "r = show(**{**o})", "r = list(iter(o))", "r = next(iter(o))", "r = max(o)", "r = min(o)", "r = any(o)", "r = all(o)", "r = list(enumerate(o))",
        "r = list(zip(o, [1, 2, 3]))", "r = list(zip([1], o))", "r = list(map(str, o))", "r = list(filter(None, o))", "r = list(reversed(o))", "r = list(itertools.chain(o, [9]))", "r = list(itertools.chain.from_iterable([o]))", "r = list(itertools.islice(o, 2))",
        "r = collections.deque(o)", "r = collections.OrderedDict(o)", "r = collections.Counter(o)", "r = dict.fromkeys(o)", "r = bytes(o)", "r = bytearray(o)", "l = [0]\nl.extend(o)\nr = l", "l = [0]\nl += o\nr = l", "l = [0, 1]\nl[1:] = o\nr = l",
        "s = {0}\ns.update(o)\nr = s", "s = {1, 7}\ns.intersection_update(o)\nr = s", "r = {1, 7}.intersection(o)", "r = {1, 7}.union(o)", "r = {1, 7}.difference(o)", "r = {1, 7}.symmetric_difference(o)", "r = {1, 7}.issubset(o)", "r = {1, 7}.issuperset(o)",
        "r = {1}.isdisjoint(o)", "r = frozenset({1, 7}).union(o)", "d = {'z': 0}\nd.update(o)\nr = d", "d = {'z': 0}\nd |= o\nr = d", "d = collections.deque([1])\nd.extend(o)\nr = d", "d = collections.deque([1])\nd.extendleft(o)\nr = d", "r = list(itertools.product(o, [1]))",
        "r = list(itertools.permutations(o, 2))", "r = list(itertools.accumulate(o))", "r = list(itertools.pairwise(o))", "r = list(itertools.starmap(show, [o]))", "r = functools.reduce(operator.add, o)", "r = torch.tensor(o)", "r = torch.zeros(o)", "r = x.sum(dim=o)", "r = torch.stack(o)",
        "r = torch.zeros(*o)", "r = sorted(o, reverse=True)", "r = sorted(o, key=str)", "def g():\n    yield from o\nr = list(g())", "r = list(v for v in o)", "n = 0\nfor v in o:\n    n += 1\nr = n", "for i, v in enumerate(o): pass\nr = i, v", "r = dict(zip(o, o))",
        "r = ' '.join(map(str, o))", "r = list(itertools.zip_longest(o, [1]))", "r = list(map(show, o, o))", "r = type(iter(o)).__name__", "r = o is iter(o)", "r = dict([o])", "r = list(itertools.cycle(o))[:0] if False else 1", "r = list(itertools.tee(o)[0])", "r = [*o, *o]", "r = show(1, *o)",
        "r = isinstance('a', o)", "try:\n    raise ValueError\nexcept o:\n    r = 1", "r = 'abc'.startswith(o)", "r = math.prod(o)", "r = math.fsum(o)", "r = set().union(o, o)", "r = list.__iter__(o)", "r = type(o)(o)", "r = list(dict.fromkeys(o))", "r = slice(*o)", "r = max(o, key=str)", "r = min(o, default=3)",
        "r = statistics_mean(o)", "r = heap(o)", "r = torch.cat([x, *o])", "r = str(list(o))", "r = list(itertools.compress(o, [1, 0, 1]))", "r = list(itertools.combinations(o, 2))", "r = list(itertools.groupby(o))[0][0]", "r = all(v for v in o)", "r = {**o}", "r = {'k': 1, **o}",
        "match o:\n    case [a, b]:\n        r = a, b\n    case {'a': a}:\n        r = a\n    case _:\n        r = 0", "r = ''.join(sorted(map(str, o)))", "r = tuple.__new__(tuple, o)", "r = Pair(*o)", "r = Pair._make(o)", "r = torch.Size(o)", "r = list.__init__(o)", "r = x.permute(o)", "r = x[o]",
    ),
    "reversed": ("r = list(reversed(o))", "r = next(reversed(o))", "r = [*reversed(o)]", "r = type(reversed(o)).__name__", "o.reverse()\nr = o", "r = list(enumerate(reversed(o)))"),
    "iterator": (
        "r = next(o)", "r = next(o, 'end')", "r = o.__next__()", "r = list(itertools.islice(iter(o), 3))", "a, b = o\nr = a, b", "r = next(iter(o))", "n = []\nfor v in o:\n    n.append(v)\n    if len(n) > 2: break\nr = n", "r = list(zip([1, 2], o))", "r = list(zip(o, [1, 2]))", "def g():\n    yield from o\nr = next(g())",
        "r = isinstance(o, collections.abc.Iterator)", "def g():\n    r = yield from o\n    yield r\nh = g()\nnext(h)\nr = h.send(4)", "def g():\n    yield from o\nh = g()\nnext(h)\nr = h.throw(ValueError)", "def g():\n    yield from o\nh = g()\nnext(h)\nh.close()\nr = 1", "r = 7 in o", "r = list(map(str, itertools.islice(o, 2)))",
        "r = list(itertools.takewhile(lambda v: v != 1, itertools.islice(o, 3)))", "r = list(itertools.islice(itertools.chain(o, [9]), 3))", "r = dict(zip('ab', o))", "r = tuple(itertools.islice(enumerate(o), 2))", "r = next(itertools.chain.from_iterable([o]))", "r = list(itertools.islice(filter(None, o), 2))",
    ),
    "dict": (
        "r = dict(o)", "r = {**o}", "r = show(**o)", "d = {}\nd.update(o)\nr = d", "r = {'z': 1} | o", "r = o | {'z': 1}", "o |= {'z': 1}\nr = o", "d = {'z': 1}\nd |= o\nr = d", "r = list(o.items())", "r = list(o.keys())", "r = list(o.values())", "r = o.get('a')", "r = o.get('none', 5)", "r = o.pop('a')", "r = o.pop('none', 3)",
        "r = o.popitem()", "r = o.setdefault('a', 9)", "r = o.setdefault('n', 9), o", "o.update({'q': 1})\nr = o", "o.update(q=1)\nr = o", "o.update([('q', 1)])\nr = o", "o['n'] = 1\nr = o", "r = o['none']", "r = o['a']", "r = 'a' in o", "r = list(o)", "r = len(o)", "r = o == {'a': 1, 'b': 2}", "r = o.copy()", "r = copy.copy(o)",
        "r = collections.OrderedDict(o)", "r = collections.defaultdict(int, o)", "r = collections.Counter(o)", "r = collections.ChainMap(o)['a']", "r = dict(o, z=1)", "r = type(o).fromkeys(['a'])", "del o['a']\nr = o", "o.clear()\nr = o", "r = o.keys() & {'a'}", "r = o.items() == {'a': 1}.items()", "r = list(reversed(o))", "r = sorted(o)", "r = sorted(o.items())",
        "r = {k: v for k, v in o.items()}", "match o:\n    case {'a': v}:\n        r = v\n    case _:\n        r = 0", "r = types.MappingProxyType(o)['a']", "r = list(o.keys()), list(o.values())", "r = json.dumps(o)", "r = json.loads('{}', object_hook=None)", "r = o.move_to_end('a'), o", "r = o['n'], o", "o['n'] += 1\nr = o", "r = dict(**o)", "r = type(o)(o)",
        "r = o.most_common()", "r = o + collections.Counter('b')", "r = o - collections.Counter('a')", "o.subtract('a')\nr = o", "r = o.total()", "r = list(o.elements())", "r = dict.__getitem__(o, 'a')", "r = dict.get(o, 'a')", "r = dict.copy(o)", "r = dict.items(o)", "r = dict.__contains__(o, 'a')", "r = vars(types.SimpleNamespace(**o))", "r = '%(a)s' % o", "r = '{a}'.format(**o)",
    ),
    "sequence": (
        "r = sorted([o, twin()])", "r = max(o, twin())", "r = min([o, twin()])", "l = [o, twin()]\nl.sort()\nr = l", "r = o + o", "r = o * 2", "r = 2 * o", "r = o == twin()", "r = o < twin()", "o.append(1)\nr = o", "o.extend([1])\nr = o", "o += [1]\nr = o", "r = o.copy()", "r = o.pop()", "r = o.pop(0)", "o.insert(0, 9)\nr = o", "o.sort()\nr = o",
        "o.reverse()\nr = o", "o.clear()\nr = o", "r = o.count(1)", "r = o.index(1)", "o.remove(1)\nr = o", "r = o[:]", "r = o[1:]", "r = len(o)", "r = o.appendleft(1), o", "r = o.popleft()", "o.rotate(1)\nr = o", "r = bisect.bisect([1, 2, 3], o)", "r = (o, 1) < (twin(), 2)", "r = [o, 1] < [twin(), 2]", "r = o._replace(a=1)", "r = o._asdict()", "r = o.numel()",
        "r = sorted([(1, o), (1, twin())])", "r = max([1, 2], key=lambda v: o)", "r = sorted([1, 2], key=lambda v: o)", "r = list.__len__(o)", "r = list.__eq__(o, [3, 1, 2])", "r = list.append(o, 4), o", "r = tuple.__len__(o)", "r = [1] + o", "r = (1,) + o", "r = min(o, o)", "r = heap([o, twin()])", "l = [1]\nl += o\nr = l", "r = x.view(o)", "r = x.reshape(o)",
    ),
    "set": (
        "o.add(5)\nr = o", "o.update([5])\nr = o", "r = o.copy()", "r = o.pop()", "o.discard(1)\nr = o", "o.remove(1)\nr = o", "r = o.union([5])", "r = o | {5}", "r = {5} | o", "r = o & {1}", "r = o - {1}", "r = o ^ {1}", "r = {1} - o", "r = {1, 5} & o", "o |= {5}\nr = o", "o &= {1}\nr = o", "r = o.issubset({1, 2})", "r = o <= {1, 2}", "r = {1} < o", "r = len(o)",
        "r = sorted(o)", "r = set(o)", "r = frozenset(o)", "r = {1}.union(o)", "r = o == {1, 2}", "r = hash(o) == hash(o)", "r = type(o)([1])",
    ),
    "call": ("r = o()", "r = o(1, a=2)", "r = o(*[1, 2], **{'k': 3})", "r = callable(o)", "r = list(map(o, [1]))", "r = sorted([2, 1], key=o)", "r = functools.partial(o, 1)(2)", "r = max([1, 2], key=o)", "r = functools.reduce(o, [1, 2])", "r = list(filter(o, [1]))", "r = operator.call(o, 1)", "r = next(iter(o, 5))", "r = torch.utils._pytree.tree_map(o, [1])", "r = [o(v) for v in (1, 2)]",
        "class C:\n    m = o\nr = C().m(1)", "r = collections.defaultdict(o)['k']", "r = property(o).fget is o", "r = type(o)()", "r = o(x)", "r = functools.wraps(len)(o) is o"),
    "with": ("with o as v:\n    r = v", "with o:\n    raise ValueError('in')\nr = 2", "with o, o:\n    r = 1", "with contextlib.ExitStack() as s:\n    r = s.enter_context(o)", "with contextlib.closing(o) as v:\n    r = 1", "def f():\n    with o:\n        return 1\nr = f()", "for i in range(2):\n    with o:\n        break\nr = i", "with contextlib.suppress(ValueError), o:\n    raise ValueError\nr = 3"),
    "attribute": (
        "r = o.a", "r = o.none", "r = getattr(o, 'none', 4)", "r = hasattr(o, 'none')", "o.q = 1\nr = o.q", "o.q = 1\nr = vars(o)", "o.q = 1\ndel o.q\nr = hasattr(o, 'q')", "setattr(o, 'q', 2)\nr = o.q", "delattr(o, 'none')\nr = 1", "r = o.__class__", "r = type(o).__name__", "r = o.__dict__", "r = vars(o)", "r = dir(o)", "r = sorted(dir(o))[:2]", "r = operator.attrgetter('a')(o)",
        "r = operator.attrgetter('a.b')(o)", "r = operator.methodcaller('none', 1)(o)", "r = o.method()", "r = o.__len__()", "r = len(o)", "r = bool(o)", "r = str(o)[:3]", "r = isinstance(o, int)", "r = isinstance(o, Base)", "r = object.__getattribute__(o, 'a')", "object.__setattr__(o, 'q', 3)\nr = 1", "r = o.real", "r = o.keys", "r = o.append", "r = o.none()", "r = callable(o)", "r = o + 1", "r = o == o", "r = hash(o) == hash(o)",
        "r = inspect.getattr_static(o, 'a', 3)", "match o:\n    case S(a=v):\n        r = v\n    case _:\n        r = 'no'", "o.a = 5\nr = o.a", "o.q += 1\nr = o.q", "r = list(o)", "r = copy.copy(o)", "super(S, o).__setattr__('q', 1)\nr = 1", "r = super(S, o).__init__", "r = o.__doc__", "r = o.__module__", "with o as v: r = v", "r = o.__eq__(o)", "r = o.__bool__()", "r = o.args", "r = o.x, o.y",
    ),
    "descriptor": (
        "class C:\n    m = o\nr = C().m", "class C:\n    m = o\nr = C.m", "class C:\n    m = o\nc = C()\nc.m = 5\nr = c.m", "class C:\n    m = o\nc = C()\ndel c.m\nr = 1", "r = hasattr(o, '__get__')", "class C:\n    m = o\nr = getattr(C(), 'm', 3)", "class C:\n    m = o\nr = C.__dict__['m'] is o", "c = Plain()\nc.m = o\nr = c.m is o", "class C:\n    __len__ = o\nr = len(C())", "class C:\n    __add__ = o\nr = C() + 1",
        "class C:\n    __call__ = o\nr = C()(1)", "class C:\n    __iter__ = o\nr = list(C())", "r = inspect.isdatadescriptor(o)", "r = HOLDER.m", "r = type(HOLDER).m", "HOLDER.m = 5\nr = HOLDER.m", "del HOLDER.m\nr = 1",
    ),
    "make": ("r = type(o)()", "r = S({a})", "r = S(1, 2, 3, 4)", "r = S(b=1)", "r = type(o).__new__(type(o), {a})", "class D(S): pass\nr = D({a})", "class D(S):\n    def __init__(self, *a, **k): super().__init__(*a, **k)\nr = D({a})", "class D(type(o), flag=1): pass\nr = D.__name__", "r = S.__call__", "r = type(o)(1)", "r = type(o)([1])", "r = type(o)('1')", "r = S[int]", "r = copy.copy(o)", "r = super(S, o).__init__({a})", "r = S.__new__(S)", "r = type('D', (S,), {})({a})", "r = isinstance(S({a}), S)", "r = S({a}) == S({a})"),
    "class": (
        "r = isinstance(1, o)", "r = isinstance(o, o)", "r = isinstance(o, (str, o))", "r = issubclass(int, o)", "r = issubclass(o, int)", "r = issubclass(int, (str, o))", "r = isinstance(1, int | o)", "r = isinstance(x, o)", "r = issubclass(S, S)", "r = isinstance(o, S)", "r = isinstance(1, S)", "r = issubclass(int, S)", "class C(o): pass\nr = C.__mro__[1:]", "class C(metaclass=o): pass\nr = C", "class C(S): pass\nr = C.__name__",
        "try:\n    raise ValueError\nexcept o:\n    r = 1", "try:\n    raise KeyError(1)\nexcept S:\n    r = 1", "try:\n    raise o\nexcept S as e:\n    r = e is o", "raise o", "raise ValueError from o", "raise S", "match 1:\n    case S():\n        r = 1\n    case _:\n        r = 2", "match o:\n    case S():\n        r = 1\n    case _:\n        r = 2", "match o:\n    case S(a):\n        r = a\n    case _:\n        r = 2", "r = functools.singledispatch(show)(o)", "r = type(o) is S", "r = isinstance(int, o)", "r = o()", "r = o.__name__",
        "r = isinstance(type(o), type)", "r = typing_origin(o)", "r = o | int", "r = int | o", "r = isinstance([], list[o])", "r = contextlib.suppress(o).__exit__(ValueError, ValueError(), None)", "r = torch.overrides.is_tensor_like(o)", "r = torch.is_tensor(o)", "r = isinstance(o, collections.abc.Iterable)", "r = isinstance(o, collections.abc.Sized)", "r = isinstance(o, collections.abc.Callable)", "r = isinstance(o, collections.abc.Sequence)", "r = isinstance(o, typing.SupportsInt)",
    ),
    "copy": ("r = copy.copy(o)", "r = copy.deepcopy(o)", "r = copy.deepcopy([o])", "r = copy.copy([o])", "r = o.__reduce__()", "r = o.__reduce_ex__(2)", "r = o.copy()", "r = list(copy.copy(o))", "r = type(copy.copy(o)).__name__", "r = copy.deepcopy({'k': o})", "r = o.__copy__()", "r = pickle.loads(pickle.dumps(o))", "r = o.__getstate__()", "r = copy.copy(o) is o", "r = dataclasses.replace(o)", "r = o[:]"),
    "path": ("r = os.fspath(o)", "r = os.path.join('a', o)", "r = os.path.basename(o)", "r = pathlib.PurePosixPath(o)", "r = os.path.exists(o)", "r = open(o)"),
}
for group, names, forms in (
    ("arithmetic", NUMBERS, ("r = o {op} {p}", "r = {p} {op} o")),
    ("in_place", NUMBERS, ("o {op}= {p}\nr = o", "l = {p}\nl {op}= o\nr = l")),
    ("comparison", COMPARISONS, ("r = o {op} {p}", "r = {p} {op} o", "r = bool(o {op} {p})")),
):
    # Which operator it is says the method; the machine puts the symbol in.
    OPERATIONS[group] = tuple(form.replace("{p}", other) for form in forms for other in OTHERS)
OPERATIONS["arithmetic"] += tuple(f"r = operator.{{function}}({a}, {b})" for a, b in (("o", "2"), ("2", "o"), ("o", "x"), ("x", "o")))
OPERATIONS["in_place"] += ("h = Plain()\nh.v = o\nh.v {op}= 2\nr = h.v", "h = [o]\nh[0] {op}= 2\nr = h", "r = operator.i{function}(o, 2)", "r = operator.i{function}(x, o)")
OPERATIONS["comparison"] += ("r = 1 {op} o {op} 3", "r = not o {op} 1", "r = o {op} o and 1", "if o {op} twin():\n    r = 1\nelse:\n    r = 2", "r = operator.{function}(o, 1)", "r = o != 1", "r = o == 1", "r = [o] {op} [twin()]", "r = (o,) {op} (1,)", "r = {{1: o}} == {{1: 1}}")
