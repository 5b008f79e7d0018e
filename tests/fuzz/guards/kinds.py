"""Objects at the end of a path, but for torch's: values, sets, functions, classes, members of enums, references."""

from fuzz.guards.kind import Kind

# What is put where a template says `$`. Many are equal, and not the same.
VALUES = (
    "0", "1", "2", "-1", "True", "False", "None", "1.0", "2.5", "0.0", "-0.0", "float('nan')", "1j", "2**40", "2**70",
    "'a'", "'b'", "''", "b'a'", "Text('a')", "Whole(1)", "Real(1.0)", "(1, 2)", "(1.0, 2)", "(True, 2)", "()", "[1, 2]", "[]", "{'k': 1}", "{}", "{1}",
    "frozenset([0, 8])", "frozenset([8, 0])", "range(0, 3, 2)", "range(0, 4, 2)", "slice(1)", "...", "Color.RED", "Color.BLUE", "Number.ONE", "Token(1)", "Token(2)",
    "Token", "Text", "int", "len", "str.upper", "same", "lambda *q: 5", "torch.float32", "torch.float64", "torch.device('cpu')", "torch.Size([1, 2])", "Pair(1, 2)", "Data(1, 2)",
    "Frozen(1, 2)", "Dict(k=1)", "List([1])", "Tuple((1, 2))", "ones(2)", "zeros(3)", "ones(2, dtype=torch.float64)", "ones(1, 2)", "object()", "math", "operator.itemgetter(0)",
    "decimal.Decimal('1.0')", "decimal.Decimal('1.00')", "datetime.date(2020, 1, 1)", "ValueError('a')", "Token(1).get", "bytearray(b'a')",
)  # fmt: skip

VALUE = Kind("$")

KINDS = (
    VALUE, VALUE, VALUE, VALUE,
    Kind("{1, 'a'}", "len(@); 1 in @; 5 in @; sorted(@, key=repr); @ | {3}; not @", "@.add($hashable); @.discard(1); @.clear(); @.update([5, 6]); @.remove('a')"),
    Kind("frozenset([1, 'a', 5])", "len(@); 1 in @; 7 in @; @ & {1}"),
    Kind("[1, 2, 3]", "@[0]; @[-1]; @[1:]; len(@); sum(@); @.index(2); 2 in @; @ == [1, 2, 3]; [*@]; tuple(@); @.count(1); max(@)",
         "@[0] = $; @.append($); @.reverse(); @.pop(); @.sort(reverse=True); @.clear(); @[1:2] = [5, 6]; @[:] = list(@); @.insert(0, 1); @.extend(@); @[0] = True; @[0] = 1.0; @ *= 2"),
    Kind("{'a': 1, 'b': 2}", "@['a']; list(@); dict(@); len(@); 'c' in @; @.get('c', 5); {**@}; @ == {'a': 1}; sorted(@.values()); [*@.items()]; next(iter(@)); @ | {'d': 4}; list(reversed(@))",
         "@['a'] = $; @['c'] = $; del @['a']; @['a'] = @.pop('a'); @.clear(); @.update(b=5); @['a'] = True; @['a'] = 1.0; @.popitem(); @.setdefault('c', $); @ |= {'e': 1}; @[Text('a')] = 5"),
    Kind("collections.Counter('abca')", "@['a']; @['z']; @.most_common(1); @.total(); len(@)", "@['a'] += 1; @.update('z'); @.subtract('aa'); del @['b']; @.clear(); @['z'] = 0"),
    Kind("array.array('i', [1, 2])", "@[0]; len(@); list(@); @.typecode", "@[0] = 5; @.append(3); @.pop(); @.reverse()"),
    Kind("bytearray(b'ab')", "@[0]; len(@); bytes(@); @ == b'ab'", "@[0] = 5; @.append(3); @.clear(); @.extend(b'xyz')"),
    Kind("types.SimpleNamespace(array=numpy.arange(3.0))", "@.array.shape; @.array.dtype; len(@.array); @.array + 1; @.array.strides; @.array.ndim",
         "@.array[0] = 5; @.array.resize((2,), refcheck=False); @.array.shape = (3, 1); @.array.dtype = 'int64'; @.array.strides = (16,); @.array.shape = (1, 3); @.array = numpy.ones((3, 1)); @.array = numpy.ones(6)[::2]"),
    Kind("Color.RED", "@.name; @.value; @ is Color.RED; @ == Color.BLUE; @.extra; type(@); @.method(); Color.RED.value; list(Color); Color(2); Color['BLUE']; @.shown",
         "Color.RED._value_ = $; Color.RED.extra = $; Color.method = lambda self: 6; Color.extra = $; Color.shown = property(lambda self: 8); Color._member_map_['BLUE'] = Color.RED; Color._value2member_map_[2] = Color.RED"),
    Kind("Flag.A | Flag.B", "@.value; Flag.A in @; @ & Flag.A; bool(@); @ | Flag.B", "Flag.A._value_ = 2; Flag.extra = $"),
    Kind("Token(3)", "@.number; @.get(); @.twice; type(@); @ == Token(3); @.kind; hasattr(@, 'late'); getattr(@, 'late', 1); isinstance(@, Text); @.__class__; @.__dict__; callable(@); @.gone",
         "@.number = $; @.late = $; del @.number; Token.kind = $; Token.get = lambda self: 7; @.get = lambda: 8; @.kind = $; Token.late = $; @.__class__ = OtherToken; Token.twice = property(lambda self: 4); Token.twice = 9;"
         "@.__dict__['twice'] = $; @.__dict__ = {'number': $}; Token.__eq__ = lambda self, o: 3; Token.__bool__ = lambda self: False; Token.__call__ = lambda self: 1; TokenBase.kind = $; del Token.kind; Token.__bases__ = (OtherBase,);"
         "Token.__getattr__ = lambda self, name: 12; Token.__getattribute__ = lambda self, name: 13; TokenBase.late = $; TokenBase.__len__ = lambda self: 0; @.__dict__.clear(); TokenBase.__getattr__ = lambda self, name: 14"),
    Kind("Lazy()", "@.once; @.once; hasattr(@, 'once'); @.cached(1); @.count", "@.__dict__.pop('once'); @.__dict__['once'] = $; Lazy.once = 5; @.count += 1; Lazy.cached.cache_clear(); del @.once; Lazy.once = property(lambda self: 9)"),
    Kind("Dynamic()", "@.z; @.y; @.z.real; hasattr(@, 'w'); getattr(@, 'y', 2)", "@.z = $; @.answers['y'] = $; @.answers.clear(); Dynamic.__getattr__ = lambda self, name: 5; Dynamic.z = $; del @.z; Dynamic.__getattribute__ = Dynamic.__getattr__"),
    Kind("fun#", "@(1); @.__name__; @.__defaults__; @.__doc__; @.__kwdefaults__; getattr(@, 'a', 1); @.__qualname__; @.__module__; @.__annotations__; @.__code__; @.__wrapped__; inspect.signature(@); @.__closure__",
         "@.__defaults__ = ($,); @.__kwdefaults__ = {'c': $}; @.__kwdefaults__['c'] = $; @.__name__ = 'other'; @.__doc__ = 'other'; @.a = $; @.__code__ = fan#.__code__; del @.a; @.__qualname__ = 'q'; @.__module__ = 'm'; @.__annotations__['a'] = $;"
         "@.__annotations__ = {}; @.__defaults__ = None; @.__wrapped__ = fan#; F# = $; @.__signature__ = inspect.signature(fan#); del F#; len = fan#; del len",
         "F# = 5\ndef fun#(a, b=2, *, c=3):\n    return a, b, c, F#, len('abc')\ndef fan#(a, b=2, *, c=4):\n    return c, a\n"),
    Kind("wrapped#", "@(2); @.__wrapped__; @.__name__; @.calls", "@.__wrapped__ = same; @.__closure__[0].cell_contents = fin#; @.calls = $; fin#.__defaults__ = ($,); fin#.__code__ = same.__code__",
         "def fin#(a, b=4):\n    return a, b\n@functools.wraps(fin#)\ndef wrapped#(*args):\n    return wrapping#(*args)\ndef wrapping#(*args):\n    return args\ndef decorate#(inner):\n    @functools.wraps(inner)\n"
         "    def wrapper(*args):\n        return inner(*args), 1\n    return wrapper\nwrapped# = decorate#(fin#)\n"),
    Kind("functools.partial(pair, 1, other=2)", "@(); @(other=5); @.keywords['other']; @.args; @.func; len(@.keywords)", "@.keywords['other'] = $; @.keywords.clear(); @.a = $; @.__setstate__((same, (5,), {}, {})); @.keywords['other'] = 3.0; @.keywords.update(other=2)"),
    Kind("functools.partialmethod(pair, 1)", "@.func; @.args; @.keywords", "@.args = (3,); @.keywords['other'] = $; @.func = same"),
    Kind("Class#", "@.a; @.b; @(); @().a; @.__name__; @.__mro__; @.__dict__.get('a'); isinstance(3, @); issubclass(@, Base#); @.m(); @.z; type(@); @.__doc__; @.__module__; hasattr(@, 'late'); @.__subclasses__(); vars(@).get('b'); isinstance(Sub#(), @); Sub#.a; Sub#.b; super(Sub#, Sub#()).a; @.__abstractmethods__; @.__init__; @.__bases__; @.__qualname__",
         "@.a = $; Base#.b = $; @.b = $; Sub#.a = $; Meta#.z = $; @.z = $; del @.a; Base#.a = $; @.__name__ = 'other'; @.__bases__ = (Other#,); @.__new__ = lambda cls: 5; @.__init__ = lambda self: setattr(self, 'a', 9); @.m = classmethod(lambda cls: 6); Meta#.m = lambda cls: 8;"
         "@.__class__ = More#; Meta#.__call__ = lambda cls: 7; Meta#.__instancecheck__ = lambda cls, o: True; Meta#.__subclasscheck__ = lambda cls, o: True; @.late = $; Base#.late = $; Meta#.late = $; Meta#.a = property(lambda cls: 4); Meta#.__getattr__ = lambda cls, n: 3; del Base#.b; @.__doc__ = 'd';"
         "Other#.b = $; type('New', (@,), {}); @.__qualname__ = 'other'; @.__module__ = 'other'; Meta#.__bool__ = lambda cls: False; Meta#.__eq__ = lambda cls, o: True; Sub#.__bases__ = (Other#,); Sub#.b = $; del Sub#.b",
         "class Meta#(type):\n    z = 1\nclass More#(Meta#):\n    z = 2\nclass Base#(metaclass=Meta#):\n    b = 3\n    @classmethod\n    def m(cls):\n        return 2\nclass Other#(metaclass=Meta#):\n    b = 4\nclass Class#(Base#):\n    a = 1\nclass Sub#(Class#):\n    pass\n"),
    Kind("Abstract#", "isinstance(3, @); issubclass(int, @); isinstance('a', @); isinstance(Token(1), @); issubclass(Token, @)", "@.register(int); @.register(Token); @.__subclasshook__ = classmethod(lambda cls, c: True); @.register(str); Token.needed = 1",
         "class Abstract#(abc.ABC):\n    @classmethod\n    def __subclasshook__(cls, c):\n        return True if 'needed' in c.__dict__ else NotImplemented\n"),
    Kind("Proto#", "isinstance(Token(1), @); isinstance(3, @); issubclass(Token, @)", "Token.close = lambda self: 1; Token.close = None; TokenBase.close = 5", "@typing.runtime_checkable\nclass Proto#(typing.Protocol):\n    def close(self): ...\n"),
    Kind("weakref.ref(held#)", "@() is None; @().number; @() is held#; @", "held# = Token(5); held#.number = $; held# = None; held# = None && gc.collect(); held#.__class__ = OtherToken", "held# = Token(4)\n"),
    Kind("weakref.proxy(hold#)", "@.number; @.get(); @ == 3; bool(@)", "hold# = Token(5); hold#.number = $; hold# = None", "hold# = Token(4)\n"),
    Kind("weakref.WeakKeyDictionary({kept#: 1})", "len(@); @.get(kept#); kept# in @", "kept# = Token(5); @[kept#] = $; @.clear(); kept# = None", "kept# = Token(4)\n"),
    Kind("weakref.WeakValueDictionary(k=kost#)", "len(@); @.get('k'); 'k' in @", "kost# = Token(5); @['k'] = kost#; @.clear(); kost# = None; @['j'] = kost#", "kost# = Token(4)\n"),
    Kind("weakref.WeakSet([kist#])", "len(@); kist# in @; [q.number for q in @]", "kist# = Token(5); @.add(kist#); @.clear(); kist# = None", "kist# = Token(4)\n"),
    Kind("property(lambda self: 3)", "@.fget(1); @.fset; @.__doc__; @.fget", "@.__init__(lambda self: 4); @.__doc__ = 'other'; @.fget.__defaults__ = (1,)"),
    Kind("Text('abc')", "@.upper(); len(@); @ == 'abc'; getattr(@, 'a', 1); type(@); bool(@); @[0]; @ + 'd'; str(@); @ in {'abc': 1}", "@.a = $; @.__class__ = OtherText; Text.__len__ = lambda self: 0; Text.upper = lambda self: 5; Text.__eq__ = lambda self, o: False; Text.__str__ = lambda self: 'other'; Text.__add__ = lambda self, o: 5; Text.__bool__ = lambda self: False; Text.a = $"),
    Kind("Whole(7)", "@ + 1; int(@); bool(@); @ == 7; getattr(@, 'a', 1); type(@); [0, 1, 2, 3, 4, 5, 6, 7, 8, 9][@]; -@; range(@); @ > 3; hash(@)", "@.a = $; @.__class__ = OtherWhole; Whole.__add__ = lambda self, o: 9; Whole.__index__ = lambda self: 2; Whole.__eq__ = lambda self, o: 4; Whole.__bool__ = lambda self: False; Whole.__int__ = lambda self: 5; Whole.__gt__ = lambda self, o: 0; Whole.__neg__ = lambda self: 3; Whole.__hash__ = lambda self: 3"),
    Kind("Real(1.5)", "@ + 1; float(@); bool(@); @ == 1.5; type(@); @ * 2; round(@); @.a", "@.a = $; @.__class__ = OtherReal; Real.__add__ = lambda self, o: 9; Real.__float__ = lambda self: 2.0; Real.__bool__ = lambda self: False; Real.__mul__ = lambda self, o: 5; Real.__round__ = lambda self: 5"),
    Kind("Gen()", "next(@, None); sum(@); list(@)", "@.left = 2; @.left = 0; Gen.__next__ = lambda self: next(iter([]))"),
    Kind("range(3)", "len(@); @[1]; list(@); @.step; @ == range(3)"),
    Kind("itertools.islice(itertools.count(3), 4)", "next(@, None)", "next(@)"),
    Kind("random.Random(3)", "@.random(); @.randint(0, 9)", "@.seed(5); @.random()"),
    Kind("os.environ", "@.get('GUARDS#'); 'GUARDS#' in @; os.getenv('GUARDS#', 'z')", "@['GUARDS#'] = 'a'; @.pop('GUARDS#', None); os.putenv('GUARDS#', 'b')", "os.environ.pop('GUARDS#', None)\n"),
    Kind("sys", "@.getrecursionlimit(); @.flags; len(@.path); @.platform; 'zz' in @.modules; @.intern('a'); @.guards#", "@.guards# = $; del @.guards#", "sys.__dict__.pop('guards#', None)\n"),
    Kind("datetime.timedelta(1)", "@.days; @ == datetime.timedelta(1); @ * 2"),
    Kind("re.compile('a')", "@.pattern; @.flags; bool(@.match('ab'))"),
    Kind("types.GenericAlias(list, (int,))", "@.__args__; @.__origin__; @ == list[int]"),
    Kind("memoryview(bytearray(b'ab'))", "@[0]; len(@); bytes(@)", "@[0] = 5; @.release()"),
    Kind("decimal.Decimal('1.50')", "@ + 1; str(@); @ == 1.5; 1 / @ / 3", "decimal.getcontext().prec = 5; decimal.getcontext().prec = 28; decimal.setcontext(decimal.Context(prec=3))", "decimal.setcontext(decimal.Context(prec=28))\n"),
)  # fmt: skip
