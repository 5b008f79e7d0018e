"""Objects that hold others, and how what they hold is replaced."""

from fuzz.guards.kind import Holder

HOLDERS = (
    Holder("[~, 5]", "@[0]", "@[0] = ~; @.insert(0, ~); @.append($); @.reverse(); @.reverse() or @.reverse(); @[:] = list(@); del @[0]", "len(@); @[-1]; @[0] is @[1]; [q for q in @]"),
    Holder("[~]", "@[-1]", "@.append(~); @.pop(); @.clear(); @[:] = [~]", "len(@); not @; [type(q) for q in @]"),
    Holder("(1, ~)", "@[1]", "", "len(@); @[0]; [q for q in @]"),
    Holder("{'k': ~, 'j': 1}", "@['k']", "@['k'] = ~; @['j'] = $; @['new'] = $; del @['j']; @['k'] = @.pop('k'); @.clear(); @[Text('k')] = ~; del @['k']",
           "len(@); list(@); 'new' in @; @.get('new', 9); [k for k in @.values()]; @.get('j')"),
    Holder("{1: ~, (2, 'a'): 2}", "@[1]", "@[1] = ~; @[True] = ~; @[1.0] = ~; @.pop(1); @[(2, 'a')] = $; @.setdefault(3, $)", "@.get(True); @[(2, 'a')]; @.get(3); list(@.items())"),
    Holder("{Token: ~}", "@[Token]", "@[Token] = ~; @[Text] = $; @.pop(Token)", "@.get(Text); len(@)"),
    Holder("collections.OrderedDict(k=~, j=2)", "@['k']", "@['k'] = ~; @.move_to_end('k'); @.move_to_end('j', last=False); @.popitem(); @['j'] = $; del @['k']",
           "list(@); list(@.values()); len(@); next(iter(@))"),
    Holder("collections.defaultdict(list, k=~)", "@['k']", "@['k'] = ~; @.default_factory = dict; @.default_factory = None; @['z'] = $; @.pop('k')",
           "@['z']; len(@); @.default_factory; list(@)"),
    Holder("collections.deque([~, 3], 4)", "@[0]", "@[0] = ~; @.rotate(1); @.append($); @.appendleft(~); @.pop(); @.clear(); @.extend([1, 2, 3])", "len(@); @[-1]; list(@); @.maxlen"),
    Holder("collections.ChainMap({'k': ~}, {'j': 4})", "@['k']", "@['k'] = ~; @.maps[0].clear(); @.maps[1]['k'] = ~; @.maps.insert(0, {'k': ~}); @['j'] = $", "@['j']; len(@); 'z' in @"),
    Holder("types.SimpleNamespace(k=~)", "@.k", "@.k = ~; del @.k; @.j = $; @.__dict__['k'] = ~; @.__dict__.clear(); @.__dict__.update(j=$)", "hasattr(@, 'j'); getattr(@, 'j', 3); vars(@)"),
    Holder("Attributes#(~)", "@.k",
           "@.k = ~; del @.k; @.__dict__ = {'k': ~}; @.__dict__['k'] = ~; Attributes#.k = ~; Attributes#.j = $; @.j = $; @.__class__ = Others#; Attributes#.j = property(lambda self: 8);"
           "Attributes#.__getattribute__ = lambda self, name: 6; Attributes#.__getattr__ = lambda self, name: 7; Attributes#.__setattr__ = lambda self, name, value: None; del Attributes#.j",
           "getattr(@, 'j', 1); @.j; hasattr(@, 'z'); type(@); vars(@); isinstance(@, Others#)",
           "class Attributes#:\n    j = 1\n    def __init__(self, k):\n        self.k = k\nclass Others#(Attributes#):\n    j = 2\n"),
    Holder("Slots#(~)", "@.k",
           "@.k = ~; del @.k; @.j = $; del @.j; @.__class__ = SameSlots#; Slots#.z = $; Slots#.k = property(lambda self: 4)",
           "getattr(@, 'j', 1); getattr(@, 'z', 1); hasattr(@, 'j'); type(@)",
           "class Slots#:\n    __slots__ = ('k', 'j')\n    def __init__(self, k):\n        self.k = k\nclass SameSlots#:\n    __slots__ = ('k', 'j')\n    z = 5\n"),
    Holder("Property#(~)", "@.k",
           "@._k = ~; Property#.k = property(lambda self: 5); Property#.k = functools.cached_property(lambda self: 6); @.__dict__['k'] = ~; del Property#.k; del @._k;"
           "@.k = ~; Property#.k = ~",
           "@._k; hasattr(@, 'k')",
           "class Property#:\n    def __init__(self, k):\n        self._k = k\n    @property\n    def k(self):\n        return self._k\n    @k.setter\n    def k(self, value):\n        self._k = value\n"),
    Holder("OfClass#.holding(~)", "@.k",
           "OfClass#.k = ~; BaseOf#.k = ~; MetaOf#.k = ~; del OfClass#.k; BaseOf#.j = $; MetaOf#.m = $; OfClass#.m = $; OfClass#.__bases__ = (OtherBase#,);"
           "OfClass#.__class__ = OtherMeta#; MetaOf#.__getattribute__ = lambda cls, name: 5; MetaOf#.__getattr__ = lambda cls, name: 6; MetaOf#.k = property(lambda cls: 8)",
           "@.j; @.m; @().k; @().j; hasattr(@, 'z'); @.__mro__; @.__bases__; issubclass(@, BaseOf#); isinstance(@(), OtherBase#); type(@); @.__name__",
           "class MetaOf#(type):\n    m = 1\nclass OtherMeta#(MetaOf#):\n    m = 2\nclass BaseOf#(metaclass=MetaOf#):\n    j = 3\nclass OtherBase#(metaclass=MetaOf#):\n    j = 4\n    k = 5\n"
           "class OfClass#(BaseOf#):\n    @classmethod\n    def holding(cls, k):\n        cls.k = k\n        return cls\n"),
    Holder("Descriptor#.of(~)", "@.d",
           "type(@).__dict__['d'].k = ~; Get#.__get__ = lambda self, o, c: 5; Get#.__set__ = lambda self, o, v: None; @.__dict__['d'] = ~; type(@).d = ~; del Get#.__get__;"
           "type(@).__dict__['d'].__class__ = Got#; Get#.__delete__ = lambda self, o: None; del type(@).d",
           "type(@).d; hasattr(@, 'd')",
           "class Get#:\n    def __init__(self, k):\n        self.k = k\n    def __get__(self, o, c):\n        return self.k\nclass Got#(Get#):\n    def __get__(self, o, c):\n        return 7\n"
           "class Descriptor#:\n    @classmethod\n    def of(cls, k):\n        return type('Described', (), {'d': Get#(k)})()\n"),
    Holder("Methods#(~)", "@.m()",
           "@._k = ~; Methods#.m = lambda self: ~; @.m = lambda: ~; @.__dict__['m'] = functools.partial(same, ~); Methods#.m = staticmethod(lambda: ~); Methods#.m = classmethod(lambda c: ~);"
           "Methods#.m.__code__ = Methods#.n.__code__; Methods#.m.__defaults__ = (~,); BaseMethods#.m = lambda self: 5; del Methods#.m; @.__class__ = BaseMethods#; @.__call__ = same; Methods#.__call__ = lambda self: 2",
           "@.m; @.n(); @.s(); @.c(); @(); type(@).m; @.m.__self__",
           "class BaseMethods#:\n    def m(self, v=2):\n        return v\n    n = s = c = m\nclass Methods#(BaseMethods#):\n    def __init__(self, k):\n        self._k = k\n    def m(self, v=None):\n        return self._k\n"
           "    def n(self, v=3):\n        return v\n    @staticmethod\n    def s():\n        return 4\n    @classmethod\n    def c(cls):\n        return cls\n    def __call__(self):\n        return 1\n"),
    Holder("Specials#(~)", "@[0]",
           "@._k = ~; Specials#.__getitem__ = lambda self, i: [~][i]; Specials#.__len__ = lambda self: 0; Specials#.__bool__ = lambda self: False; Specials#.__eq__ = lambda self, o: 5;"
           "Specials#.__iter__ = lambda self: iter([1]); Specials#.__contains__ = lambda self, o: True; Specials#.__hash__ = lambda self: 5; Specials#.__add__ = lambda self, o: 6; del Specials#.__len__;"
           "del Specials#.__getitem__; Specials#.__str__ = lambda self: 'text'; Specials#.__lt__ = lambda self, o: True; Specials#.__enter__ = lambda self: 3; Specials#.__radd__ = lambda self, o: 9",
           "len(@); bool(@); @ == 1; [q for q in @]; 1 in @; @ + 1; 1 + @; not @; str(@); @ < 1; list(@)",
           "class Specials#:\n    def __init__(self, k):\n        self._k = k\n    def __getitem__(self, i):\n        if i:\n            raise IndexError\n        return self._k\n    def __len__(self):\n        return 2\n"
           "    def __add__(self, o):\n        return 4\n    def __str__(self):\n        return 'some'\n"),
    Holder("cells#(~)", "@[0]()",
           "@[1](~); @[0].__closure__[0].cell_contents = ~; del @[0].__closure__[0].cell_contents; @[0].__code__ = other#.__code__",
           "@[0].__closure__[0].cell_contents; @[0].__name__",
           "def cells#(k):\n    def get():\n        return k\n    def put(v):\n        nonlocal k\n        k = v\n    return get, put\ndef others#(k):\n    def other():\n        return k, 1\n    return other\nother# = others#(3)\n"),
    Holder("defaults#(~)", "@()",
           "@.__defaults__ = (~,); @.__kwdefaults__ = {'k': ~}; @.__kwdefaults__['k'] = ~; @.__kwdefaults__ = None; @.attribute = $; @.__code__ = renamed#.__code__; @.__dict__.clear(); @.__defaults__ = None;"
           "@.__dict__ = {'attribute': $}; @.__globals__['G#'] = $",
           "@.__defaults__; @.__kwdefaults__; getattr(@, 'attribute', 2); @.__name__; @(k=2); @.__dict__; @.__code__.co_name; @.__globals__['G#']",
           "G# = 1\ndef defaults#(v):\n    def held(j=3, *, k=v):\n        return k\n    return held\ndef renamed#(j=3, *, k=5):\n    return j, k\n"),
    Holder("functools.partial(same, ~)", "@()", "@.__setstate__((same, (~,), {}, {})); @.keywords['other'] = $; @.attribute = $; @.__setstate__((pair, (~,), {'other': 2}, {}))",
           "@.args; @.keywords; @.func; getattr(@, 'attribute', 2); @(other=3)"),
    Holder("functools.partial(same, k=~)", "@()", "@.keywords['k'] = ~; @.keywords.clear(); @.__setstate__((same, (), {'k': ~}, {}))", "@.keywords['k']; list(@.keywords); @.func"),
    Holder("types.MethodType(same, ~)", "@()", "same.attribute = $", "@.__self__; @.__func__; getattr(@, 'attribute', 2)"),
    Holder("module#(~)", "@.k",
           "@.k = ~; del @.k; @.__dict__['k'] = ~; @.j = $; @.__getattr__ = lambda name: 5; @.__class__ = Module#; Module#.k = property(lambda self: 6); Module#.z = $; del @.j; sys.modules['module#'] = types.ModuleType('module#')",
           "hasattr(@, 'j'); @.j; getattr(@, 'z', 1); @.__name__; type(@); __import__('module#')",
           "class Module#(types.ModuleType):\n    pass\ndef module#(k):\n    made = types.ModuleType('module#')\n    made.k = k\n    sys.modules['module#'] = made\n    return made\n"),
    Holder("Pair(1, ~)", "@.b", "Pair.c = $; Pair.a = property(lambda self: 5); Pair.b = property(lambda self: self[0]); Pair.__len__ = lambda self: 7", "@.a; @[1]; len(@); getattr(@, 'c', 2); @._replace(a=3); type(@)._fields"),
    Holder("Data(1, ~)", "@.b", "@.b = ~; @.a = $; del @.b; Data.b = ~; @.c = $; Data.__eq__ = object.__eq__; @.__class__ = MoreData; object.__setattr__(@, 'a', $)",
           "@.a; @ == Data(1, 2); getattr(@, 'c', 2); [f.name for f in dataclasses.fields(@)]; dataclasses.is_dataclass(@); dataclasses.replace(@, a=2).a"),
    Holder("Frozen(1, ~)", "@.b", "object.__setattr__(@, 'b', ~); object.__setattr__(@, 'a', $); Frozen.b = property(lambda self: 5); del Frozen.__hash__; object.__delattr__(@, 'b')", "@.a; type(@); @ == @; @.b"),
    Holder("types.MappingProxyType(kept(dict(k=~)))", "@['k']", "KEPT[-1]['k'] = ~; KEPT[-1].clear(); KEPT[-1]['j'] = $; KEPT[-1].update(k=~, z=$)", "len(@); list(@); 'j' in @; @.get('j')"),
    Holder("Dict({'k': ~})", "@['k']", "@['k'] = ~; Dict.__getitem__ = lambda self, key: 5; Dict.__missing__ = lambda self, key: 6; dict.clear(@); @.attribute = $; Dict.get = lambda *a: 8; @['j'] = $; Dict.__len__ = lambda self: 0",
           "@['j']; @.get('j'); len(@); list(@); getattr(@, 'attribute', 2); bool(@); 'j' in @"),
    Holder("List([~])", "@[0]", "@[0] = ~; list.append(@, $); List.__getitem__ = lambda self, key: 5; List.__len__ = lambda self: 0; List.__iter__ = lambda self: iter([4]); @.attribute = $; list.clear(@); @.__class__ = OtherList",
           "len(@); list(@); bool(@); [q for q in @]; getattr(@, 'attribute', 2); type(@); @[-1]"),
    Holder("Tuple([~, 2])", "@[0]", "Tuple.__getitem__ = lambda self, key: 5; Tuple.__len__ = lambda self: 0; Tuple.__iter__ = lambda self: iter([4]); @.attribute = $; Tuple.attribute = $; @.__class__ = OtherTuple",
           "len(@); tuple(@); bool(@); [q for q in @]; getattr(@, 'attribute', 2); type(@); @[-1]"),
    Holder("variable#(~)", "@.get()", "@.set(~); @.set($)", "@.name; @.get(5)", "def variable#(k):\n    made = contextvars.ContextVar('made', default=k)\n    return made\n"),
    Holder("local#(~)", "@.k", "@.k = ~; del @.k; @.j = $; @.__dict__['k'] = ~", "getattr(@, 'j', 2); hasattr(@, 'k')", "def local#(k):\n    made = threading.local()\n    made.k = k\n    return made\n"),
    Holder("iter([~, 1])", "next(@, None)", "next(@)", "@.__length_hint__()"),
    Holder("ValueError(~, 2)", "@.args[0]", "@.args = (~,); @.__cause__ = KeyError($); @.attribute = $; @.__notes__ = ['note']; @.__suppress_context__ = True; @.__class__ = OtherError",
           "@.args; @.__cause__; getattr(@, 'attribute', 2); str(@); isinstance(@, KeyError); type(@); @.__suppress_context__"),
)  # fmt: skip
