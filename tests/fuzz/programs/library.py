"""What programs use of the standard library and of torch beside operators."""

from __future__ import annotations

from fuzz.programs.avoid import AVOIDED
from fuzz.programs.maker import statements, templates

templates("int", """
    heapq.nsmallest(1, [*<ints>, <int>])[0]
    bisect.bisect(sorted(<ints>), <int>)
    collections.Counter(<ints>)[<int>]
    collections.Counter(<str>).most_common(1)[0][1] if <str>.strip() and False else <int>
    collections.defaultdict(int, {1: <int>})[1]
    collections.defaultdict(lambda: <int>)['none']
    collections.ChainMap({'a': <int>}, <dict>)['a']
    collections.deque(<ints>, 2).maxlen
    operator.attrgetter('real')(<int>)
    operator.methodcaller('count', 'a')(<str>)
    fractions.Fraction(<int>, 7).denominator
    int(decimal.Decimal(<int> % 1000) + 1)
    sum(1 for $q in itertools.islice(itertools.cycle([1, 2]), <int> % 5))
    sum(itertools.tee(<ints>[:3])[1])
    math.comb(<int> % 9, 2)
    math.isqrt(abs(<int>))
    statistics.median([*<ints>, <int>]) // 1
    sys.maxsize % 7
    memo(<int> % 5)
    recursive(<int> % 5)
    recursive(<int> % 4, <int> % 3)
    len(vars(STATE))
    STATE.__dict__.get('value', 0) if isinstance(STATE.value, int) else <int>
    getattr(STATE, 'n0', <int>) and 1
    TABLE.get('k1', 0) if isinstance(TABLE.get('k1', 0), int) else 0
    len(LOG)
    len(TABLE)
    counter()
    struct.calcsize('if')
    dispatched(<any>)
    Overloaded(<int>).doubled
    (Overloaded(<int>) + Overloaded(<int>)).value
    Overloaded(<int>).lazy
    Diamond().who(<int>)
    eval('1 + 2')
    len(<str>.encode('utf-8'))
    zlib.crc32(<bytes>) % 1000
    json.loads(json.dumps(<ints>)).__len__()
    inspect.signature(helper).parameters.__len__()
    round(decimal.Decimal('2.5') * <int> % 10)
""")
templates("float", """
    statistics.mean([1, <int> % 100])
    float(fractions.Fraction(<int>, 3))
    float(decimal.Decimal('0.5') + 1)
    math.log1p(abs(<float>))
    math.atan2(<float>, 1.0)
    math.dist([1.0, <float> % 10], [0.0, 2.0])
    math.nan
    math.inf * (1 if <bool> else -1)
    math.ldexp(<float> % 10, 3)
    math.frexp(<float> % 100)[0]
    numpy.float64(<float>).item()
    sum([0.1] * (<int> % 9 + 3))
    sum([<int>, 0.1, 0.2, <float>, 1e16, <int>, 0.3, -1e16])
    statistics.fmean([0.1, <float>, 0.3, <int>])
    sorted([math.nan if $q % 9 == 4 else $q * 37 % 53 / 7 for $q in range(<int> % 60 + 40)])[30]
""")
templates("str", """
    textwrap.shorten(<str>, 9)
    string.Template('$a b').substitute(a=<str>)
    string.capwords(<str>)
    json.dumps(<dict>)
    json.dumps(<ints>)
    re.sub('[aeiou]', '_', <str>)
    ''.join(re.findall('[a-z]', <str>))
    str(re.match('a', <str>) is None)
    str(fractions.Fraction(<int>, 4))
    str(decimal.Decimal(<int>) / 4)
    repr(collections.OrderedDict(a=<int>))
    repr(collections.Counter(<str>[:2]))
    repr(collections.deque(<ints>))
    repr(types.SimpleNamespace(a=<int>))
    str(datetime.date(2020, 1, 1 + <int> % 20))
    str(datetime.timedelta(seconds=<int> % 1000))
    Overloaded(<int>).__class__.__qualname__
    type('Made', (), {'a': 1}).__name__
    repr(slice(<int>, None))
    repr(range(<int> % 5))
    <str>.casefold().capitalize()
    operator.itemgetter(1)(<pair>)
    str(torch.Size([1, 2]) + torch.Size([3]))
    str(torch.promote_types(torch.int64, <tensor>.dtype))
    inspect.currentframe().f_code.co_name
    helper.__qualname__ + helper.__module__[:4]
    __name__[:5]
""")
templates("ints", """
    heapq.nlargest(2, <ints>)
    list(collections.OrderedDict.fromkeys(<ints>))
    [*collections.deque(<ints>, maxlen=2)]
    list(itertools.compress(<ints>, [1, 0, 1]))
    list(itertools.dropwhile(lambda $q: <bool;$q=int>, <ints>))
    list(itertools.filterfalse(lambda $q: <bool;$q=int>, <ints>))
    [$a for $a, $b in itertools.zip_longest(<ints>, <strs>, fillvalue=0) if isinstance($a, int)]
    list(struct.unpack('2B', (<bytes> + b'ab')[:2]))
    list(array.array('l', <ints>))
    list(map(operator.neg, <ints>))
    list(map(operator.add, <ints>, <ints>))
    copy.deepcopy(<ints>)
    [*map(lambda $q, $r: $q * $r, <ints>, <tuple>)]
    sent(<ints>)
    list(fibonacci(<int> % 6))
    [$q.value for $q in sorted([Overloaded(1), Overloaded(0)], key=lambda $r: $r.value)]
    [$q.value for $q in sorted([Overloaded(<int>), Overloaded(<int>)])]
    list(vars(Overloaded(<int>)).values())
    sorted(<ints>, key=functools.cmp_to_key(lambda $a, $b: $a - $b))
    sorted([$q * 37 % 67 for $q in range(90)], key=lambda $r: $r % 5, reverse=<bool>)[:20]
    [len($q) for $q in sorted([{$r % 5, $r % 3} for $r in range(80)])][:30]
    [$q.value for $q in sorted([Overloaded($r * 37 % 41) for $r in range(<int> % 40 + 40)])][:20]
    random.sample(<ints>, min(len(<ints>), 0))
""")
templates("strs", """
    sorted(vars(STATE))
    [$q for $q in dir(Overloaded) if $q[0] != '_']
    re.split('[ ,]', <str>)
    list(inspect.signature(helper).parameters)
    [$p.name for $p in inspect.signature(memo.__wrapped__).parameters.values()]
    textwrap.wrap(<str> + 'x', 4)
    [$q.__name__ for $q in Diamond.__mro__]
    list(torch.nn.Linear(1, 1).state_dict())
    [$n for $n, $p in torch.nn.Sequential(torch.nn.Linear(1, 1)).named_parameters()]
""")
templates("bool", """
    isinstance(<any>, collections.abc.Sequence)
    isinstance(<any>, collections.abc.Hashable)
    isinstance(Overloaded(1), Diamond)
    Overloaded(<int>) == Overloaded(<int>)
    Overloaded(<int>) < Overloaded(<int>)
    bool(Overloaded(<int>))
    <int> in Overloaded(<int>)
    re.search('a', <str>) is not None
    math.isclose(<float>, <float>)
    STATE is STATE
    'value' in vars(STATE)
    torch.is_inference_mode_enabled()
    <tensor>.data_ptr() == 0 or True
    hasattr(STATE, 'extra')
    fractions.Fraction(1, 2) < <int>
    inspect.isfunction(<function>)
    (<any> is <any>) is False
""")
statements("""
    STATE.__dict__['made'] = <int>
    delattr(STATE, 'made') if hasattr(STATE, 'made') else None
    vars(STATE).update(b=<int>)
    heapq.heappush(<ints.var>, <int>)
    bisect.insort(<ints.var>, <int>)
    random.shuffle(<ints.var>)
    <ints.var>.append(random.randrange(9))
    memo.cache_clear()
    counter.calls = <int>
    Overloaded.made = <int>
    Overloaded.made += 1
    setattr(Overloaded, 'note', <str>)
    warnings.warn(<str>)
    locals()
    numpy.random.rand()
    <ints.var>.__setitem__(slice(0, 1), <ints>)
    operator.setitem(<dict.var>, <str>, <int>)
    list.append(<ints.var>, <int>)
    dict.update(<dict.var>, <dict>)
    list(map(<ints.var>.append, <ints>[:2]))
    print(*<ints>, sep=<str>)
    print(<str>, file=sys.stdout)
    sys.stdout.write(<str>) and None
    STATE.items = STATE.items + [<int>]
    STATE.pair, STATE.other = <int>, <str>
    [STATE.value, *STATE.items] = <int>, <int>
    LOG[:] = LOG[-2:]
    LOG.extend(<strs>)
    LOG.insert(0, <any>)
    TABLE.setdefault('list', []).append(<int>)
    TABLE['self'] = TABLE.get('self', 0) + 1 if not isinstance(TABLE.get('self', 0), str) else 0
""")

UNKNOWN = (
    "torch.nn.functional.embedding(torch.tensor([0, 1]), torch.ones(3, 2))", "torch.nn.functional.conv1d(torch.ones(1, 1, 4), torch.ones(1, 1, 2))",
    "torch.autograd.functional.jvp(torch.sin, <tensor>)[1]", "torch.func.grad(lambda $q: ($q * $q).sum())(<tensor>)", "torch.func.vmap(lambda $q: $q * 2)(torch.ones(2, 3))",
    "torch.nn.Linear(2, 2)(torch.ones(1, 2))", "torch.nn.functional.softmax(torch.atleast_1d(<tensor>), 0)", "torch.utils.checkpoint.checkpoint(torch.sin, <tensor>, use_reentrant=False)",
    "Doubled.apply(<tensor>)", "torch.nn.functional.mse_loss(<tensor>, <tensor>) if False else torch.ones(1)", "torch.where(torch.atleast_1d(<tensor>) > 0)[0].float()",
    "torch.stack(torch.meshgrid(torch.ones(2), torch.ones(3), indexing='ij'))", "torch.bincount(torch.tensor([1, 2])).float()", "torch.fft.fft(torch.ones(4)).real",
    "torch.linalg.norm(torch.atleast_1d(<tensor>).flatten())", "torch.logical_and(<tensor> > 0, <tensor> < 1).float()", "torch.bucketize(<tensor>, torch.tensor([0.0, 1.0])).float()",
    "torch.nn.functional.interpolate(torch.ones(1, 1, 2), scale_factor=2)", "torch.special.expit(<tensor>)", "torch.atleast_2d(<tensor>).T.contiguous()", "torch.clamp(<tensor>, 0, 1).round(decimals=1)",
    "<tensor>.to(torch.int64).bitwise_and(3).float()", "(<tensor>.to(torch.complex64) * 1j).imag", "<tensor>.double().to(<tensor>.dtype)", "<tensor>.half().float()", "<tensor>.bool().any().float()",
    "torch.Tensor.add(<tensor>, 1)", "operator.mul(<tensor>, 2)", "operator.iadd(<tensor>.clone(), 1)", "<tensor>.__add__(1)", "getattr(torch, 'sin')(<tensor>)", "getattr(<tensor>, 'cos')()",
    "torch.ops.aten.sin(<tensor>)", "torch.nn.functional.relu(<tensor>, inplace=False)", "torch.nn.Parameter(torch.ones(2)) * 2", "<tensor>.apply_(lambda $q: $q) if False else <tensor>",
)  # fmt: skip

HEAD = """
class Overloaded:
    made = 0
    def __init__(self, value):
        self.value = value
        Overloaded.made += 1
    def __add__(self, other):
        return type(self)(self.value + other.value)
    def __eq__(self, other):
        return isinstance(other, Overloaded) and self.value == other.value
    def __hash__(self):
        return hash(self.value)
    def __lt__(self, other):
        return self.value < other.value
    def __bool__(self):
        return self.value != 0
    def __contains__(self, item):
        return item == self.value
    @property
    def doubled(self):
        return self.value * 2
    @functools.cached_property
    def lazy(self):
        LOG.append('lazy')
        return self.value + 1


class Diamond:
    class Base:
        def who(self, q):
            return [('base', q)][0][1]
    class Left(Base):
        def who(self, q):
            return super().who(q + 1) * 2
    class Right(Base):
        def who(self, q):
            return super().who(q - 1) + 3
    class Both(Left, Right):
        pass
    def __new__(cls):
        return cls.Both()


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, gradient):
        return gradient * 3


@functools.lru_cache(maxsize=2)
def memo(q):
    LOG.append('memo')
    return q * q


@functools.singledispatch
def dispatched(value):
    return 0

dispatched.register(int)(lambda value: value + 1)
dispatched.register(list)(lambda value: len(value))


def recursive(depth, *rest, **named):
    if depth <= 0:
        return len(rest) + sum(named.values())
    return recursive(depth - 1, depth, *rest, **{**named, f'n{depth}': depth})


def fibonacci(count):
    a, b = 0, 1
    while count:
        yield a
        a, b = b, a + b
        count -= 1


def sent(values):
    def echo():
        total = 0
        while True:
            got = yield total
            if got is None:
                return
            total += got
    running = echo()
    next(running)
    found = [running.send(value) for value in values]
    running.close()
    return found


def make_counter():
    count = 0
    def counter():
        nonlocal count
        count += 1
        return count
    return counter

counter = make_counter()
"""
if "cached effects" in AVOIDED:
    HEAD = HEAD.replace("    LOG.append('memo')\n", "")
