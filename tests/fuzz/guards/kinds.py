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
    *[VALUE] * 4,
    Kind(
        "{1, 'a'}",
        reads="len(@); 1 in @; 5 in @; sorted(@, key=repr); @ | {3}; not @",
        changes="@.add($hashable); @.discard(1); @.clear(); @.update([5, 6]); @.remove('a')",
    ),
    Kind(
        "frozenset([1, 'a', 5])",
        reads="len(@); 1 in @; 7 in @; @ & {1}",
    ),
    Kind(
        "[1, 2, 3]",
        reads="""
            @[0]; @[-1]; @[1:]; len(@); sum(@); @.index(2); 2 in @; @ == [1, 2, 3]; [*@]; tuple(@); @.count(1);
            max(@)
        """,
        changes="""
            @[0] = $; @.append($); @.reverse(); @.pop(); @.sort(reverse=True); @.clear(); @[1:2] = [5, 6];
            @[:] = list(@); @.insert(0, 1); @.extend(@); @[0] = True; @[0] = 1.0; @ *= 2
        """,
    ),
    Kind(
        "{'a': 1, 'b': 2}",
        reads="""
            @['a']; list(@); dict(@); len(@); 'c' in @; @.get('c', 5); {**@}; @ == {'a': 1}; sorted(@.values());
            [*@.items()]; next(iter(@)); @ | {'d': 4}; list(reversed(@))
        """,
        changes="""
            @['a'] = $; @['c'] = $; del @['a']; @['a'] = @.pop('a'); @.clear(); @.update(b=5); @['a'] = True;
            @['a'] = 1.0; @.popitem(); @.setdefault('c', $); @ |= {'e': 1}; @[Text('a')] = 5
        """,
    ),
    Kind(
        "collections.Counter('abca')",
        reads="@['a']; @['z']; @.most_common(1); @.total(); len(@)",
        changes="@['a'] += 1; @.update('z'); @.subtract('aa'); del @['b']; @.clear(); @['z'] = 0",
    ),
    Kind(
        "array.array('i', [1, 2])",
        reads="@[0]; len(@); list(@); @.typecode",
        changes="@[0] = 5; @.append(3); @.pop(); @.reverse()",
    ),
    Kind(
        "bytearray(b'ab')",
        reads="@[0]; len(@); bytes(@); @ == b'ab'",
        changes="@[0] = 5; @.append(3); @.clear(); @.extend(b'xyz')",
    ),
    Kind(
        "types.SimpleNamespace(array=numpy.arange(3.0))",
        reads="@.array.shape; @.array.dtype; len(@.array); @.array + 1; @.array.strides; @.array.ndim",
        changes="""
            @.array[0] = 5; @.array.resize((2,), refcheck=False); @.array.shape = (3, 1); @.array.dtype = 'int64';
            @.array.strides = (16,); @.array.shape = (1, 3); @.array = numpy.ones((3, 1));
            @.array = numpy.ones(6)[::2]
        """,
    ),
    Kind(
        "Color.RED",
        reads="""
            @.name; @.value; @ is Color.RED; @ == Color.BLUE; @.extra; type(@); @.method(); Color.RED.value;
            list(Color); Color(2); Color['BLUE']; @.shown
        """,
        changes="""
            Color.RED._value_ = $; Color.RED.extra = $; Color.method = lambda self: 6; Color.extra = $;
            Color.shown = property(lambda self: 8); Color._member_map_['BLUE'] = Color.RED;
            Color._value2member_map_[2] = Color.RED
        """,
    ),
    Kind(
        "Flag.A | Flag.B",
        reads="@.value; Flag.A in @; @ & Flag.A; bool(@); @ | Flag.B",
        changes="Flag.A._value_ = 2; Flag.extra = $",
    ),
    Kind(
        "Token(3)",
        reads="""
            @.number; @.get(); @.twice; type(@); @ == Token(3); @.kind; hasattr(@, 'late'); getattr(@, 'late', 1);
            isinstance(@, Text); @.__class__; @.__dict__; callable(@); @.gone
        """,
        changes="""
            @.number = $; @.late = $; del @.number; Token.kind = $; Token.get = lambda self: 7; @.get = lambda: 8;
            @.kind = $; Token.late = $; @.__class__ = OtherToken; Token.twice = property(lambda self: 4);
            Token.twice = 9; @.__dict__['twice'] = $; @.__dict__ = {'number': $}; Token.__eq__ = lambda self, o: 3;
            Token.__bool__ = lambda self: False; Token.__call__ = lambda self: 1; TokenBase.kind = $; del Token.kind;
            Token.__bases__ = (OtherBase,); Token.__getattr__ = lambda self, name: 12;
            Token.__getattribute__ = lambda self, name: 13; TokenBase.late = $; TokenBase.__len__ = lambda self: 0;
            @.__dict__.clear(); TokenBase.__getattr__ = lambda self, name: 14
        """,
    ),
    Kind(
        "Lazy()",
        reads="@.once; @.once; hasattr(@, 'once'); @.cached(1); @.count",
        changes="""
            @.__dict__.pop('once'); @.__dict__['once'] = $; Lazy.once = 5; @.count += 1; Lazy.cached.cache_clear();
            del @.once; Lazy.once = property(lambda self: 9)
        """,
    ),
    Kind(
        "Dynamic()",
        reads="@.z; @.y; @.z.real; hasattr(@, 'w'); getattr(@, 'y', 2)",
        changes="""
            @.z = $; @.answers['y'] = $; @.answers.clear(); Dynamic.__getattr__ = lambda self, name: 5; Dynamic.z = $;
            del @.z; Dynamic.__getattribute__ = Dynamic.__getattr__
        """,
    ),
    Kind(
        "fun#",
        reads="""
            @(1); @.__name__; @.__defaults__; @.__doc__; @.__kwdefaults__; getattr(@, 'a', 1); @.__qualname__;
            @.__module__; @.__annotations__; @.__code__; @.__wrapped__; inspect.signature(@); @.__closure__
        """,
        changes="""
            @.__defaults__ = ($,); @.__kwdefaults__ = {'c': $}; @.__kwdefaults__['c'] = $; @.__name__ = 'other';
            @.__doc__ = 'other'; @.a = $; @.__code__ = fan#.__code__; del @.a; @.__qualname__ = 'q';
            @.__module__ = 'm'; @.__annotations__['a'] = $; @.__annotations__ = {}; @.__defaults__ = None;
            @.__wrapped__ = fan#; F# = $; @.__signature__ = inspect.signature(fan#); del F#; len = fan#; del len
        """,
        head="""
F# = 5
def fun#(a, b=2, *, c=3):
    return a, b, c, F#, len('abc')
def fan#(a, b=2, *, c=4):
    return c, a
""",
    ),
    Kind(
        "wrapped#",
        reads="@(2); @.__wrapped__; @.__name__; @.calls",
        changes="""
            @.__wrapped__ = same; @.__closure__[0].cell_contents = fin#; @.calls = $; fin#.__defaults__ = ($,);
            fin#.__code__ = same.__code__
        """,
        head="""
def fin#(a, b=4):
    return a, b
@functools.wraps(fin#)
def wrapped#(*args):
    return wrapping#(*args)
def wrapping#(*args):
    return args
def decorate#(inner):
    @functools.wraps(inner)
    def wrapper(*args):
        return inner(*args), 1
    return wrapper
wrapped# = decorate#(fin#)
""",
    ),
    Kind(
        "functools.partial(pair, 1, other=2)",
        reads="@(); @(other=5); @.keywords['other']; @.args; @.func; len(@.keywords)",
        changes="""
            @.keywords['other'] = $; @.keywords.clear(); @.a = $; @.__setstate__((same, (5,), {}, {}));
            @.keywords['other'] = 3.0; @.keywords.update(other=2)
        """,
    ),
    Kind(
        "functools.partialmethod(pair, 1)",
        reads="@.func; @.args; @.keywords",
        changes="@.args = (3,); @.keywords['other'] = $; @.func = same",
    ),
    Kind(
        "Class#",
        reads="""
            @.a; @.b; @(); @().a; @.__name__; @.__mro__; @.__dict__.get('a'); isinstance(3, @); issubclass(@, Base#);
            @.m(); @.z; type(@); @.__doc__; @.__module__; hasattr(@, 'late'); @.__subclasses__(); vars(@).get('b');
            isinstance(Sub#(), @); Sub#.a; Sub#.b; super(Sub#, Sub#()).a; @.__abstractmethods__; @.__init__;
            @.__bases__; @.__qualname__
        """,
        changes="""
            @.a = $; Base#.b = $; @.b = $; Sub#.a = $; Meta#.z = $; @.z = $; del @.a; Base#.a = $;
            @.__name__ = 'other'; @.__bases__ = (Other#,); @.__new__ = lambda cls: 5;
            @.__init__ = lambda self: setattr(self, 'a', 9); @.m = classmethod(lambda cls: 6);
            Meta#.m = lambda cls: 8; @.__class__ = More#; Meta#.__call__ = lambda cls: 7;
            Meta#.__instancecheck__ = lambda cls, o: True; Meta#.__subclasscheck__ = lambda cls, o: True; @.late = $;
            Base#.late = $; Meta#.late = $; Meta#.a = property(lambda cls: 4); Meta#.__getattr__ = lambda cls, n: 3;
            del Base#.b; @.__doc__ = 'd'; Other#.b = $; type('New', (@,), {}); @.__qualname__ = 'other';
            @.__module__ = 'other'; Meta#.__bool__ = lambda cls: False; Meta#.__eq__ = lambda cls, o: True;
            Sub#.__bases__ = (Other#,); Sub#.b = $; del Sub#.b
        """,
        head="""
class Meta#(type):
    z = 1
class More#(Meta#):
    z = 2
class Base#(metaclass=Meta#):
    b = 3
    @classmethod
    def m(cls):
        return 2
class Other#(metaclass=Meta#):
    b = 4
class Class#(Base#):
    a = 1
class Sub#(Class#):
    pass
""",
    ),
    Kind(
        "Abstract#",
        reads="""
            isinstance(3, @); issubclass(int, @); isinstance('a', @); isinstance(Token(1), @); issubclass(Token, @)
        """,
        changes="""
            @.register(int); @.register(Token); @.__subclasshook__ = classmethod(lambda cls, c: True);
            @.register(str); Token.needed = 1
        """,
        head="""
class Abstract#(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c):
        return True if 'needed' in c.__dict__ else NotImplemented
""",
    ),
    Kind(
        "Proto#",
        reads="isinstance(Token(1), @); isinstance(3, @); issubclass(Token, @)",
        changes="Token.close = lambda self: 1; Token.close = None; TokenBase.close = 5",
        head="""
@typing.runtime_checkable
class Proto#(typing.Protocol):
    def close(self): ...
""",
    ),
    Kind(
        "weakref.ref(held#)",
        reads="@() is None; @().number; @() is held#; @",
        changes="""
            held# = Token(5); held#.number = $; held# = None; held# = None && gc.collect();
            held#.__class__ = OtherToken
        """,
        head="""
held# = Token(4)
""",
    ),
    Kind(
        "weakref.proxy(hold#)",
        reads="@.number; @.get(); @ == 3; bool(@)",
        changes="hold# = Token(5); hold#.number = $; hold# = None",
        head="""
hold# = Token(4)
""",
    ),
    Kind(
        "weakref.WeakKeyDictionary({kept#: 1})",
        reads="len(@); @.get(kept#); kept# in @",
        changes="kept# = Token(5); @[kept#] = $; @.clear(); kept# = None",
        head="""
kept# = Token(4)
""",
    ),
    Kind(
        "weakref.WeakValueDictionary(k=kost#)",
        reads="len(@); @.get('k'); 'k' in @",
        changes="kost# = Token(5); @['k'] = kost#; @.clear(); kost# = None; @['j'] = kost#",
        head="""
kost# = Token(4)
""",
    ),
    Kind(
        "weakref.WeakSet([kist#])",
        reads="len(@); kist# in @; [q.number for q in @]",
        changes="kist# = Token(5); @.add(kist#); @.clear(); kist# = None",
        head="""
kist# = Token(4)
""",
    ),
    Kind(
        "property(lambda self: 3)",
        reads="@.fget(1); @.fset; @.__doc__; @.fget",
        changes="@.__init__(lambda self: 4); @.__doc__ = 'other'; @.fget.__defaults__ = (1,)",
    ),
    Kind(
        "Text('abc')",
        reads="""
            @.upper(); len(@); @ == 'abc'; getattr(@, 'a', 1); type(@); bool(@); @[0]; @ + 'd'; str(@);
            @ in {'abc': 1}
        """,
        changes="""
            @.a = $; @.__class__ = OtherText; Text.__len__ = lambda self: 0; Text.upper = lambda self: 5;
            Text.__eq__ = lambda self, o: False; Text.__str__ = lambda self: 'other';
            Text.__add__ = lambda self, o: 5; Text.__bool__ = lambda self: False; Text.a = $
        """,
    ),
    Kind(
        "Whole(7)",
        reads="""
            @ + 1; int(@); bool(@); @ == 7; getattr(@, 'a', 1); type(@); [0, 1, 2, 3, 4, 5, 6, 7, 8, 9][@]; -@;
            range(@); @ > 3; hash(@)
        """,
        changes="""
            @.a = $; @.__class__ = OtherWhole; Whole.__add__ = lambda self, o: 9; Whole.__index__ = lambda self: 2;
            Whole.__eq__ = lambda self, o: 4; Whole.__bool__ = lambda self: False; Whole.__int__ = lambda self: 5;
            Whole.__gt__ = lambda self, o: 0; Whole.__neg__ = lambda self: 3; Whole.__hash__ = lambda self: 3
        """,
    ),
    Kind(
        "Real(1.5)",
        reads="@ + 1; float(@); bool(@); @ == 1.5; type(@); @ * 2; round(@); @.a",
        changes="""
            @.a = $; @.__class__ = OtherReal; Real.__add__ = lambda self, o: 9; Real.__float__ = lambda self: 2.0;
            Real.__bool__ = lambda self: False; Real.__mul__ = lambda self, o: 5; Real.__round__ = lambda self: 5
        """,
    ),
    Kind(
        "Gen()",
        reads="next(@, None); sum(@); list(@)",
        changes="@.left = 2; @.left = 0; Gen.__next__ = lambda self: next(iter([]))",
    ),
    Kind(
        "range(3)",
        reads="len(@); @[1]; list(@); @.step; @ == range(3)",
    ),
    Kind(
        "itertools.islice(itertools.count(3), 4)",
        reads="next(@, None)",
        changes="next(@)",
    ),
    Kind(
        "random.Random(3)",
        reads="@.random(); @.randint(0, 9)",
        changes="@.seed(5); @.random()",
    ),
    Kind(
        "os.environ",
        reads="@.get('GUARDS#'); 'GUARDS#' in @; os.getenv('GUARDS#', 'z')",
        changes="@['GUARDS#'] = 'a'; @.pop('GUARDS#', None); os.putenv('GUARDS#', 'b')",
        head="""
os.environ.pop('GUARDS#', None)
""",
    ),
    Kind(
        "sys",
        reads="""
            @.getrecursionlimit(); @.flags; len(@.path); @.platform; 'zz' in @.modules; @.intern('a'); @.guards#
        """,
        changes="@.guards# = $; del @.guards#",
        head="""
sys.__dict__.pop('guards#', None)
""",
    ),
    Kind(
        "datetime.timedelta(1)",
        reads="@.days; @ == datetime.timedelta(1); @ * 2",
    ),
    Kind(
        "re.compile('a')",
        reads="@.pattern; @.flags; bool(@.match('ab'))",
    ),
    Kind(
        "types.GenericAlias(list, (int,))",
        reads="@.__args__; @.__origin__; @ == list[int]",
    ),
    Kind(
        "memoryview(bytearray(b'ab'))",
        reads="@[0]; len(@); bytes(@)",
        changes="@[0] = 5; @.release()",
    ),
    Kind(
        "decimal.Decimal('1.50')",
        reads="@ + 1; str(@); @ == 1.5; 1 / @ / 3",
        changes="""
            decimal.getcontext().prec = 5; decimal.getcontext().prec = 28;
            decimal.setcontext(decimal.Context(prec=3))
        """,
        head="""
decimal.setcontext(decimal.Context(prec=28))
""",
    ),
)
