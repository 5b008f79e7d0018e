"""tests/equality tells apart what programs can: each pair here differs in one thing, and each of `SAME` in none."""

import collections
import contextlib
import enum
import functools
import gc
import itertools
import operator
import threading
import types
import weakref

import numpy as np
import torch
from equality import Unequal, check_equal


class Equal:
    """Equal to everything, whatever it holds."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return True

    __hash__ = None


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)


class Kind(enum.Enum):
    A = 1
    B = 2


class Number(int):
    pass


class Text(str):
    pass


class Items(list):
    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0


class Other(list):
    pass


def function(value, default=1, *, keyword=2):
    return value


def twin(**changes):
    """A function like `function` but for one part."""
    made = types.FunctionType(function.__code__, globals(), "function", (1,))
    made.__kwdefaults__ = {"keyword": 2}
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def closure(value):
    return lambda: value


def made_class(name="Made", bases=(), **parts):
    return type(name, bases, {"__module__": "case", **parts})


def raised(error, cause=None, context=None):
    error.__cause__, error.__context__ = cause, context
    return error


def thrown(depth):
    def inner(n):
        if n:
            inner(n - 1)
        raise ValueError

    try:
        inner(depth)
    except ValueError as error:
        return error


def generator(*items):
    yield "first"
    for item in items:
        yield item


def begun(*items):
    made = generator(*items)
    next(made)
    return made


def shared(same):
    one = []
    return [one, one if same else []]


def views(same):
    x = torch.zeros(4)
    return [x[:2], x[2:]] if same else [torch.zeros(4)[:2], torch.zeros(4)[2:]]


def arrays(same):
    x = np.zeros(4)
    return [x, x[:2]] if same else [x, np.zeros(4)[:2]]


def cyclic(length):
    items = [None] * length
    items[0] = items
    return items


def with_attribute(value):
    x = torch.zeros(1)
    x.note = value
    return x


def leaf(gradient):
    x = torch.zeros(2, requires_grad=True)
    x.grad = torch.full((2,), gradient)
    return x


def locked(held):
    lock = threading.Lock()
    if held:
        lock.acquire()
    return lock


x = torch.arange(6.0)
DIFFER = [
    # numbers and texts
    (1, True), (1, 1.0), (0.0, -0.0), (0j, complex(0, -0.0)), (float("nan"), 1.0), (1, 2), ("a", b"a"), (Number(1), 1),
    (Number(1), Number(2)), (Text("a"), Text("b")), (Kind.A, Kind.B), (bytearray(b"a"), bytearray(b"b")), (None, False),
    # containers
    ([1], (1,)), ([1, 2], [2, 1]), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ({1: 0}, {True: 0}), ({1}, {1.0}),
    ({1}, frozenset({1})), ([1], Items([1])), (Items([1]), Items([2])), (Items([1]), Other([1])), ({"a": [1]}, {"a": [2]}),
    (collections.deque([1], 2), collections.deque([1], 3)), (collections.OrderedDict(a=1), dict(a=1)),
    (collections.defaultdict(int), collections.defaultdict(list)), (slice(1, 2), slice(1, 3)), (range(3), range(4)),
    ({"a": 1}.keys(), {"b": 1}.keys()), (types.MappingProxyType({"a": 1}), types.MappingProxyType({"a": 2})),
    ({Slots(a=1)}, {Slots(a=2)}), (shared(True), shared(False)), (shared(False), shared(True)), (cyclic(1), cyclic(2)),
    (int | str, int | bytes), (list[int], list[str]), (memoryview(b"ab"), memoryview(b"ac")),
    # objects
    (Equal(1), Equal(2)), (Slots(a=1), Slots(a=2)), (Slots(a=1), Slots(b=1)), (types.SimpleNamespace(a=1), types.SimpleNamespace(a=2)),
    (object(), Slots()), (functools.partial(int, 1), functools.partial(int, 2)), (functools.partial(int), functools.partial(float)),
    (property(len), property(abs)), (weakref.ref(Kind), weakref.ref(Slots)), (locked(True), locked(False)),
    # functions and classes
    (twin(), twin(__defaults__=(2,))), (twin(), twin(__kwdefaults__={"keyword": 3})), (twin(), twin(__name__="other")),
    (twin(), twin(__qualname__="other")), (twin(), twin(__dict__={"a": 1})), (twin(), twin(__doc__="other")),
    (twin(), twin(__module__="other")), (twin(), twin(__annotations__={"value": int})), (closure(1), closure(2)),
    (len, abs), ([].append, [1].append), ("".join, "a".join), (function, closure), (Equal(1).__eq__, Equal(2).__eq__),
    (made_class(), made_class("Other")), (made_class(), made_class(bases=(Slots,))), (made_class(a=1), made_class(a=2)),
    (made_class()(), made_class(a=1)()), (made_class(f=closure(1)), made_class(f=closure(2))), (Slots.a, Slots.b),
    (made_class(), made_class(bases=(Exception,))), (types.CellType(1), types.CellType(2)), (types.CellType(1), types.CellType()),
    # exceptions
    (ValueError(1), ValueError(2)), (ValueError(1), KeyError(1)), (raised(ValueError()), raised(ValueError(), cause=KeyError())),
    (raised(ValueError(), context=KeyError(1)), raised(ValueError(), context=KeyError(2))), (StopIteration(1), StopIteration(2)),
    (raised(ValueError(), cause=KeyError()), raised(ValueError(), context=KeyError())), (thrown(1), thrown(2)),
    (OSError(1, "a"), OSError(2, "a")), (AttributeError("a", name="b"), AttributeError("a", name="c")),
    # iterators
    (iter([1, 2]), iter([1, 3])), (iter([1]), iter((1,))), (generator(1), generator(2)), (generator(1), begun(1)),
    (map(abs, [1]), map(operator.neg, [1])), (itertools.count(1), itertools.count(2)), (zip([1], [2]), zip([1], [3])),
    (enumerate([1], 1), enumerate([1], 2)), (reversed([1, 2]), reversed([2, 2])), (itertools.islice(itertools.count(), 3), itertools.islice(itertools.count(), 4)),
    # tensors
    (x, x + 1), (x, x.double()), (x, x.view(2, 3)), (x.view(2, 3), x.view(2, 3).clone().t().contiguous().t()), (torch.tensor(0.0), torch.tensor(-0.0)),
    (x, x.clone().requires_grad_()), (x, torch.nn.Parameter(x, False)), (leaf(1.0), leaf(2.0)), (with_attribute(1), with_attribute(2)),
    (views(True), views(False)), (views(False), views(True)), (torch.zeros(4)[:2], torch.zeros(2)), (x[1:].clone(), x[1:]),
    (torch.tensor([True]), torch.tensor([1], dtype=torch.uint8)), (torch.tensor([1j]), torch.tensor([1j]).conj()),
    (x.to_sparse(), (x + 1).to_sparse()), (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1, bias=False)), (torch.Size([1]), (1,)),
    (torch.finfo(torch.float32), torch.finfo(torch.float16)), (x.storage_offset, x[1:].storage_offset), (torch.float32, torch.float64),
    # arrays
    (np.zeros(2), np.zeros(3)), (np.zeros(2), -np.zeros(2)), (np.zeros(2), np.zeros(2, "f4")), (np.float64(0.0), np.float64(-0.0)),
    (np.float64(1), 1.0), (arrays(True), arrays(False)), (arrays(False), arrays(True)), (np.zeros((2, 3)), np.zeros((3, 2)).T),
    (np.array([[1], [2]], object), np.array([[1], [3]], object)), (np.random.default_rng(1), np.random.default_rng(2)),
]  # fmt: skip

SAME = [
    lambda: [float("nan"), float("-inf"), 10**30, "a", None, ..., NotImplemented],
    lambda: shared(True) + shared(False),
    lambda: {Slots(a=1), Slots(a=2), 3},
    lambda: {"a": {1, 2}, (1, 2): collections.Counter("abca"), Kind.A: Number(3)},
    lambda: cyclic(3),
    lambda: [Equal(1), Slots(), twin(), closure([1]), made_class(a=1)(), functools.partial(function, 1)],
    lambda: [made_class("A"), made_class("B", (Exception,), f=closure(1))(1)],
    lambda: [thrown(2), raised(ValueError(1), KeyError(), OSError(2, "a"))],
    lambda: [generator(1, 2), begun(1), map(abs, [1]), itertools.count(1), iter({1: 2}.items()), itertools.chain([1], (2,))],
    lambda: views(True) + views(False) + [torch.nn.Parameter(x), leaf(1.0), x.to_sparse()],
    lambda: arrays(True) + [np.float32(1), np.array(["a"]), np.random.default_rng(1), torch.from_numpy(np.zeros(2))],
    lambda: [locked(True), threading.RLock(), weakref.ref(Slots), contextlib.suppress(ValueError), collections.ChainMap({1: 2})],
]


def differs(found, expected):
    try:
        check_equal(found, expected)
    except Unequal:
        return True
    return False


taken = [f"{found!r}, {expected!r}" for found, expected in DIFFER if not differs(found, expected)]
assert not taken, "taken for equal: " + "; ".join(taken)
for make in SAME:
    check_equal(make(), make())

# What is compared in one go: arguments that are returned are the very arguments.
given, other = [[1]], [[1]]
check_equal((given, given[0]), (other, other[0]))
assert differs((given, [1]), (other, other[0]))
# A kind that is not known is an error, but for the very same object.
unknown = types.CoroutineType, torch._C._get_tracing_state, open(__file__)
check_equal(unknown[2], unknown[2])
assert differs(unknown[2], open(__file__))
# Closeness is asked for.
check_equal(torch.tensor(0.1) + 1e-9 + 1e-8, torch.tensor(0.1), close=True)
assert differs(torch.tensor(0.1) + 1e-9 + 1e-8, torch.tensor(0.1))
gc.collect()
