"""Objects that hold others, and how what they hold is replaced."""

from fuzz.guards.kind import Holder

HOLDERS = (
    Holder(
        "[~, 5]",
        path="@[0]",
        reads="len(@); @[-1]; @[0] is @[1]; [q for q in @]",
        changes="""
            @[0] = ~; @.insert(0, ~); @.append($); @.reverse(); @.reverse() or @.reverse(); @[:] = list(@); del @[0]
        """,
    ),
    Holder(
        "[~]",
        path="@[-1]",
        reads="len(@); not @; [type(q) for q in @]",
        changes="@.append(~); @.pop(); @.clear(); @[:] = [~]",
    ),
    Holder(
        "(1, ~)",
        path="@[1]",
        reads="len(@); @[0]; [q for q in @]",
    ),
    Holder(
        "{'k': ~, 'j': 1}",
        path="@['k']",
        reads="len(@); list(@); 'new' in @; @.get('new', 9); [k for k in @.values()]; @.get('j')",
        changes="""
            @['k'] = ~; @['j'] = $; @['new'] = $; del @['j']; @['k'] = @.pop('k'); @.clear(); @[Text('k')] = ~;
            del @['k']
        """,
    ),
    Holder(
        "{1: ~, (2, 'a'): 2}",
        path="@[1]",
        reads="@.get(True); @[(2, 'a')]; @.get(3); list(@.items())",
        changes="@[1] = ~; @[True] = ~; @[1.0] = ~; @.pop(1); @[(2, 'a')] = $; @.setdefault(3, $)",
    ),
    Holder(
        "{Token: ~}",
        path="@[Token]",
        reads="@.get(Text); len(@)",
        changes="@[Token] = ~; @[Text] = $; @.pop(Token)",
    ),
    Holder(
        "collections.OrderedDict(k=~, j=2)",
        path="@['k']",
        reads="list(@); list(@.values()); len(@); next(iter(@))",
        changes="""
            @['k'] = ~; @.move_to_end('k'); @.move_to_end('j', last=False); @.popitem(); @['j'] = $; del @['k']
        """,
    ),
    Holder(
        "collections.defaultdict(list, k=~)",
        path="@['k']",
        reads="@['z']; len(@); @.default_factory; list(@)",
        changes="@['k'] = ~; @.default_factory = dict; @.default_factory = None; @['z'] = $; @.pop('k')",
    ),
    Holder(
        "collections.deque([~, 3], 4)",
        path="@[0]",
        reads="len(@); @[-1]; list(@); @.maxlen",
        changes="@[0] = ~; @.rotate(1); @.append($); @.appendleft(~); @.pop(); @.clear(); @.extend([1, 2, 3])",
    ),
    Holder(
        "collections.ChainMap({'k': ~}, {'j': 4})",
        path="@['k']",
        reads="@['j']; len(@); 'z' in @",
        changes="@['k'] = ~; @.maps[0].clear(); @.maps[1]['k'] = ~; @.maps.insert(0, {'k': ~}); @['j'] = $",
    ),
    Holder(
        "types.SimpleNamespace(k=~)",
        path="@.k",
        reads="hasattr(@, 'j'); getattr(@, 'j', 3); vars(@)",
        changes="@.k = ~; del @.k; @.j = $; @.__dict__['k'] = ~; @.__dict__.clear(); @.__dict__.update(j=$)",
    ),
    Holder(
        "Attributes#(~)",
        path="@.k",
        reads="getattr(@, 'j', 1); @.j; hasattr(@, 'z'); type(@); vars(@); isinstance(@, Others#)",
        changes="""
            @.k = ~; del @.k; @.__dict__ = {'k': ~}; @.__dict__['k'] = ~; Attributes#.k = ~; Attributes#.j = $;
            @.j = $; @.__class__ = Others#; Attributes#.j = property(lambda self: 8);
            Attributes#.__getattribute__ = lambda self, name: 6; Attributes#.__getattr__ = lambda self, name: 7;
            Attributes#.__setattr__ = lambda self, name, value: None; del Attributes#.j
        """,
        head="""
class Attributes#:
    j = 1
    def __init__(self, k):
        self.k = k
class Others#(Attributes#):
    j = 2
""",
    ),
    Holder(
        "Slots#(~)",
        path="@.k",
        reads="getattr(@, 'j', 1); getattr(@, 'z', 1); hasattr(@, 'j'); type(@)",
        changes="""
            @.k = ~; del @.k; @.j = $; del @.j; @.__class__ = SameSlots#; Slots#.z = $;
            Slots#.k = property(lambda self: 4)
        """,
        head="""
class Slots#:
    __slots__ = ('k', 'j')
    def __init__(self, k):
        self.k = k
class SameSlots#:
    __slots__ = ('k', 'j')
    z = 5
""",
    ),
    Holder(
        "Property#(~)",
        path="@.k",
        reads="@._k; hasattr(@, 'k')",
        changes="""
            @._k = ~; Property#.k = property(lambda self: 5); Property#.k = functools.cached_property(lambda self: 6);
            @.__dict__['k'] = ~; del Property#.k; del @._k; @.k = ~; Property#.k = ~
        """,
        head="""
class Property#:
    def __init__(self, k):
        self._k = k
    @property
    def k(self):
        return self._k
    @k.setter
    def k(self, value):
        self._k = value
""",
    ),
    Holder(
        "OfClass#.holding(~)",
        path="@.k",
        reads="""
            @.j; @.m; @().k; @().j; hasattr(@, 'z'); @.__mro__; @.__bases__; issubclass(@, BaseOf#);
            isinstance(@(), OtherBase#); type(@); @.__name__
        """,
        changes="""
            OfClass#.k = ~; BaseOf#.k = ~; MetaOf#.k = ~; del OfClass#.k; BaseOf#.j = $; MetaOf#.m = $;
            OfClass#.m = $; OfClass#.__bases__ = (OtherBase#,); OfClass#.__class__ = OtherMeta#;
            MetaOf#.__getattribute__ = lambda cls, name: 5; MetaOf#.__getattr__ = lambda cls, name: 6;
            MetaOf#.k = property(lambda cls: 8)
        """,
        head="""
class MetaOf#(type):
    m = 1
class OtherMeta#(MetaOf#):
    m = 2
class BaseOf#(metaclass=MetaOf#):
    j = 3
class OtherBase#(metaclass=MetaOf#):
    j = 4
    k = 5
class OfClass#(BaseOf#):
    @classmethod
    def holding(cls, k):
        cls.k = k
        return cls
""",
    ),
    Holder(
        "Descriptor#.of(~)",
        path="@.d",
        reads="type(@).d; hasattr(@, 'd')",
        changes="""
            type(@).__dict__['d'].k = ~; Get#.__get__ = lambda self, o, c: 5; Get#.__set__ = lambda self, o, v: None;
            @.__dict__['d'] = ~; type(@).d = ~; del Get#.__get__; type(@).__dict__['d'].__class__ = Got#;
            Get#.__delete__ = lambda self, o: None; del type(@).d
        """,
        head="""
class Get#:
    def __init__(self, k):
        self.k = k
    def __get__(self, o, c):
        return self.k
class Got#(Get#):
    def __get__(self, o, c):
        return 7
class Descriptor#:
    @classmethod
    def of(cls, k):
        return type('Described', (), {'d': Get#(k)})()
""",
    ),
    Holder(
        "Methods#(~)",
        path="@.m()",
        reads="@.m; @.n(); @.s(); @.c(); @(); type(@).m; @.m.__self__",
        changes="""
            @._k = ~; Methods#.m = lambda self: ~; @.m = lambda: ~; @.__dict__['m'] = functools.partial(same, ~);
            Methods#.m = staticmethod(lambda: ~); Methods#.m = classmethod(lambda c: ~);
            Methods#.m.__code__ = Methods#.n.__code__; Methods#.m.__defaults__ = (~,);
            BaseMethods#.m = lambda self: 5; del Methods#.m; @.__class__ = BaseMethods#; @.__call__ = same;
            Methods#.__call__ = lambda self: 2
        """,
        head="""
class BaseMethods#:
    def m(self, v=2):
        return v
    n = s = c = m
class Methods#(BaseMethods#):
    def __init__(self, k):
        self._k = k
    def m(self, v=None):
        return self._k
    def n(self, v=3):
        return v
    @staticmethod
    def s():
        return 4
    @classmethod
    def c(cls):
        return cls
    def __call__(self):
        return 1
""",
    ),
    Holder(
        "Specials#(~)",
        path="@[0]",
        reads="len(@); bool(@); @ == 1; [q for q in @]; 1 in @; @ + 1; 1 + @; not @; str(@); @ < 1; list(@)",
        changes="""
            @._k = ~; Specials#.__getitem__ = lambda self, i: [~][i]; Specials#.__len__ = lambda self: 0;
            Specials#.__bool__ = lambda self: False; Specials#.__eq__ = lambda self, o: 5;
            Specials#.__iter__ = lambda self: iter([1]); Specials#.__contains__ = lambda self, o: True;
            Specials#.__hash__ = lambda self: 5; Specials#.__add__ = lambda self, o: 6; del Specials#.__len__;
            del Specials#.__getitem__; Specials#.__str__ = lambda self: 'text';
            Specials#.__lt__ = lambda self, o: True; Specials#.__enter__ = lambda self: 3;
            Specials#.__radd__ = lambda self, o: 9
        """,
        head="""
class Specials#:
    def __init__(self, k):
        self._k = k
    def __getitem__(self, i):
        if i:
            raise IndexError
        return self._k
    def __len__(self):
        return 2
    def __add__(self, o):
        return 4
    def __str__(self):
        return 'some'
""",
    ),
    Holder(
        "cells#(~)",
        path="@[0]()",
        reads="@[0].__closure__[0].cell_contents; @[0].__name__",
        changes="""
            @[1](~); @[0].__closure__[0].cell_contents = ~; del @[0].__closure__[0].cell_contents;
            @[0].__code__ = other#.__code__
        """,
        head="""
def cells#(k):
    def get():
        return k
    def put(v):
        nonlocal k
        k = v
    return get, put
def others#(k):
    def other():
        return k, 1
    return other
other# = others#(3)
""",
    ),
    Holder(
        "defaults#(~)",
        path="@()",
        reads="""
            @.__defaults__; @.__kwdefaults__; getattr(@, 'attribute', 2); @.__name__; @(k=2); @.__dict__;
            @.__code__.co_name; @.__globals__['G#']
        """,
        changes="""
            @.__defaults__ = (~,); @.__kwdefaults__ = {'k': ~}; @.__kwdefaults__['k'] = ~; @.__kwdefaults__ = None;
            @.attribute = $; @.__code__ = renamed#.__code__; @.__dict__.clear(); @.__defaults__ = None;
            @.__dict__ = {'attribute': $}; @.__globals__['G#'] = $
        """,
        head="""
G# = 1
def defaults#(v):
    def held(j=3, *, k=v):
        return k
    return held
def renamed#(j=3, *, k=5):
    return j, k
""",
    ),
    Holder(
        "functools.partial(same, ~)",
        path="@()",
        reads="@.args; @.keywords; @.func; getattr(@, 'attribute', 2); @(other=3)",
        changes="""
            @.__setstate__((same, (~,), {}, {})); @.keywords['other'] = $; @.attribute = $;
            @.__setstate__((pair, (~,), {'other': 2}, {}))
        """,
    ),
    Holder(
        "functools.partial(same, k=~)",
        path="@()",
        reads="@.keywords['k']; list(@.keywords); @.func",
        changes="@.keywords['k'] = ~; @.keywords.clear(); @.__setstate__((same, (), {'k': ~}, {}))",
    ),
    Holder(
        "types.MethodType(same, ~)",
        path="@()",
        reads="@.__self__; @.__func__; getattr(@, 'attribute', 2)",
        changes="same.attribute = $",
    ),
    Holder(
        "module#(~)",
        path="@.k",
        reads="hasattr(@, 'j'); @.j; getattr(@, 'z', 1); @.__name__; type(@); __import__('module#')",
        changes="""
            @.k = ~; del @.k; @.__dict__['k'] = ~; @.j = $; @.__getattr__ = lambda name: 5; @.__class__ = Module#;
            Module#.k = property(lambda self: 6); Module#.z = $; del @.j;
            sys.modules['module#'] = types.ModuleType('module#')
        """,
        head="""
class Module#(types.ModuleType):
    pass
def module#(k):
    made = types.ModuleType('module#')
    made.k = k
    sys.modules['module#'] = made
    return made
""",
    ),
    Holder(
        "Pair(1, ~)",
        path="@.b",
        reads="@.a; @[1]; len(@); getattr(@, 'c', 2); @._replace(a=3); type(@)._fields",
        changes="""
            Pair.c = $; Pair.a = property(lambda self: 5); Pair.b = property(lambda self: self[0]);
            Pair.__len__ = lambda self: 7
        """,
    ),
    Holder(
        "Data(1, ~)",
        path="@.b",
        reads="""
            @.a; @ == Data(1, 2); getattr(@, 'c', 2); [f.name for f in dataclasses.fields(@)];
            dataclasses.is_dataclass(@); dataclasses.replace(@, a=2).a
        """,
        changes="""
            @.b = ~; @.a = $; del @.b; Data.b = ~; @.c = $; Data.__eq__ = object.__eq__; @.__class__ = MoreData;
            object.__setattr__(@, 'a', $)
        """,
    ),
    Holder(
        "Frozen(1, ~)",
        path="@.b",
        reads="@.a; type(@); @ == @; @.b",
        changes="""
            object.__setattr__(@, 'b', ~); object.__setattr__(@, 'a', $); Frozen.b = property(lambda self: 5);
            del Frozen.__hash__; object.__delattr__(@, 'b')
        """,
    ),
    Holder(
        "types.MappingProxyType(kept(dict(k=~)))",
        path="@['k']",
        reads="len(@); list(@); 'j' in @; @.get('j')",
        changes="KEPT[-1]['k'] = ~; KEPT[-1].clear(); KEPT[-1]['j'] = $; KEPT[-1].update(k=~, z=$)",
    ),
    Holder(
        "Dict({'k': ~})",
        path="@['k']",
        reads="@['j']; @.get('j'); len(@); list(@); getattr(@, 'attribute', 2); bool(@); 'j' in @",
        changes="""
            @['k'] = ~; Dict.__getitem__ = lambda self, key: 5; Dict.__missing__ = lambda self, key: 6; dict.clear(@);
            @.attribute = $; Dict.get = lambda *a: 8; @['j'] = $; Dict.__len__ = lambda self: 0
        """,
    ),
    Holder(
        "List([~])",
        path="@[0]",
        reads="len(@); list(@); bool(@); [q for q in @]; getattr(@, 'attribute', 2); type(@); @[-1]",
        changes="""
            @[0] = ~; list.append(@, $); List.__getitem__ = lambda self, key: 5; List.__len__ = lambda self: 0;
            List.__iter__ = lambda self: iter([4]); @.attribute = $; list.clear(@); @.__class__ = OtherList
        """,
    ),
    Holder(
        "Tuple([~, 2])",
        path="@[0]",
        reads="len(@); tuple(@); bool(@); [q for q in @]; getattr(@, 'attribute', 2); type(@); @[-1]",
        changes="""
            Tuple.__getitem__ = lambda self, key: 5; Tuple.__len__ = lambda self: 0;
            Tuple.__iter__ = lambda self: iter([4]); @.attribute = $; Tuple.attribute = $; @.__class__ = OtherTuple
        """,
    ),
    Holder(
        "variable#(~)",
        path="@.get()",
        reads="@.name; @.get(5)",
        changes="@.set(~); @.set($)",
        head="""
def variable#(k):
    made = contextvars.ContextVar('made', default=k)
    return made
""",
    ),
    Holder(
        "local#(~)",
        path="@.k",
        reads="getattr(@, 'j', 2); hasattr(@, 'k')",
        changes="@.k = ~; del @.k; @.j = $; @.__dict__['k'] = ~",
        head="""
def local#(k):
    made = threading.local()
    made.k = k
    return made
""",
    ),
    Holder(
        "iter([~, 1])",
        path="next(@, None)",
        reads="@.__length_hint__()",
        changes="next(@)",
    ),
    Holder(
        "ValueError(~, 2)",
        path="@.args[0]",
        reads="""
            @.args; @.__cause__; getattr(@, 'attribute', 2); str(@); isinstance(@, KeyError); type(@);
            @.__suppress_context__
        """,
        changes="""
            @.args = (~,); @.__cause__ = KeyError($); @.attribute = $; @.__notes__ = ['note'];
            @.__suppress_context__ = True; @.__class__ = OtherError
        """,
    ),
)
