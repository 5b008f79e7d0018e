"""A cached function that gives an object gives the very object that its cache keeps, compiled or not."""

import dataclasses
import functools

import torch

from alternator.errors import Unsupported
from scenarios import check, outcome

x = torch.ones(2)


class Recipe:
    def __init__(self, text, count):
        self.words, self.count = text.split(), count


def objects(compile):
    @functools.lru_cache(16)
    def prepare(text, *, count):
        return Recipe(text, count)

    @functools.cache
    def sizes(recipe, shape):
        return [len(word) * shape[0] for word in recipe.words], (recipe.count, shape)

    def run(x, text):
        recipe = prepare(text, count=2)
        found, rest = sizes(recipe, tuple(x.shape))
        return x * found[0] + rest[0], recipe, found, rest

    run, seen = compile(run), []
    for text in ("a bc", "abc d", "a bc"):
        result, recipe, found, rest = run(x, text)
        again = sizes(prepare(text, count=2), (2,))
        seen += [result, recipe is prepare(text, count=2), found is again[0], rest is again[1]]
    # What the program does to a result, later calls see.
    prepare("a bc", count=2).count = 7
    sizes(prepare("a bc", count=2), (2,))[0][0] = 9
    result, recipe, found, rest = run(x, "a bc")
    return [*seen, result, recipe.count, found, rest]


def counts(compile):
    @functools.lru_cache(None)
    def pair(n):
        return (n, [n])

    run = compile(lambda x, n: x * pair(n)[0])
    seen = [run(x, 2), run(x, 2), run(x, 3), run(x, 2)]
    kept = pair(2)
    pair.cache_clear()
    seen += [run(x, 2), kept is pair(2), pair.cache_info().currsize]
    return seen


def filled_before(compile):
    setting = [1]

    @functools.cache
    def reads():
        return [setting[0]]

    first = reads()
    setting[0] = 5
    run = compile(lambda x: (x + reads()[0], reads()))
    result, kept = run(x)
    reads.cache_clear()
    return [result, kept is first, run(x)[0]]


def constants_that_were_kept(compile):
    setting = [1]

    @functools.cache
    def reads(n):
        return n + setting[0]

    run = compile(lambda x: x + reads(3))
    seen = [run(x)]
    setting[0] = 5
    seen.append(run(x))
    reads.cache_clear()
    return [*seen, run(x)]


def raised_only_now(compile):
    setting = [1]

    @functools.cache
    def reads(n):
        if setting[0] > 1:
            raise ValueError("too late")
        return n

    run = compile(lambda x: x + reads(3))
    seen = [reads(3)]
    setting[0] = 5
    seen.append(outcome(run, x))
    reads.cache_clear()
    return [*seen, outcome(run, x)]


def changed_by_the_program(compile):
    class Holder:
        value = 1

    holder = Holder()

    @functools.cache
    def reads():
        return [holder.value]

    def run(x, value):
        holder.value = value
        return x + reads()[0], reads()

    run = compile(run)
    return [run(x, 4), run(x, 6), reads()]


def effects(compile):
    seen = []

    @functools.cache
    def notes(n):
        seen.append(n)
        return [n]

    run = compile(lambda x, n: x + notes(n)[0])
    return [run(x, 1), run(x, 1), run(x, 2), list(seen)]


def of_no_size(compile):
    @functools.lru_cache(0)
    def makes(n):
        return [n]

    run = compile(lambda x, n: (x + makes(n)[0], makes(n) is makes(n), makes(n)))
    first, second = run(x, 3), run(x, 3)
    return [first, second, first[2] is second[2]]


def evicted(compile):
    @functools.lru_cache(1)
    def makes(n):
        return [n]

    run = compile(lambda x: (x + makes(1)[0], makes(1) is makes(1), makes(2) is makes(1), makes(1)))
    seen = [run(x) for _ in range(12)]
    return [*seen, len({id(part[3]) for part in seen})]


def methods(compile):
    class Model:
        def __init__(self, scale):
            self.scale = scale

        @functools.lru_cache
        def table(self, n):
            return [self.scale * i for i in range(n)]

        def __call__(self, x):
            return x * self.table(3)[2], self.table(3)

    first, second = Model(2), Model(5)
    run = compile(lambda x, model: model(x))
    seen = [run(x, first), run(x, second), run(x, first)]
    same = seen[0][1] is seen[2][1] is first.table(3)
    first.scale = 100
    return [*seen, same, run(x, first)]


def keys_of_the_program(compile):
    class Key:
        def __init__(self, number):
            self.number = number

        def __hash__(self):
            return hash(self.number)

        def __eq__(self, other):
            return self.number == other.number

    @functools.cache
    def kept(key):
        return [key.number]

    run = compile(lambda x, key: (x + kept(key)[0], kept((key, 1)[0])))
    first, second = run(x, Key(3)), run(x, Key(3))
    return [first, second, first[1] is second[1]]


def unhashable(compile):
    @functools.cache
    def kept(key):
        return [key]

    def run(x, n):
        try:
            return x + kept(([n],))[0]
        except TypeError as error:
            return x - n, str(error)

    run = compile(run)
    return [run(x, 1), run(x, 2)]


def tensors(compile):
    @functools.cache
    def table(n):
        return torch.arange(n) * 2

    run = compile(lambda x, n: (x + table(n), table(n)))
    first, second = run(x, 2), run(x, 2)
    return [first, second, first[1] is second[1] is table(2)]


def tables_of_a_module(compile):
    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("frequencies", torch.arange(2.0) + 1)
            self.weight = torch.nn.Parameter(torch.ones(2))

        @functools.lru_cache(None)
        def table(self, n):
            return torch.outer(torch.arange(n), self.frequencies)

        @functools.lru_cache(None)
        def scaled(self):
            return self.weight * 3

        def forward(self, x):
            return x * self.table(3) + self.scaled(), self.table(3)

    model = Model()
    run = compile(model)
    first, second = run(x), run(x)
    first[0].sum().backward()
    seen = [first, second, first[1] is second[1] is model.table(3), model.weight.grad]
    # What the program writes into a result, later calls see.
    model.table(3).mul_(10)
    return [*seen, run(x)]


def tensors_under_other_modes(compile):
    weight = torch.ones(2, requires_grad=True)

    @functools.cache
    def scaled(n):
        return weight * n

    def run(x):
        with torch.no_grad():
            result = scaled(3)
        return x * result, result.requires_grad

    run = compile(run)
    return [run(x), run(x), scaled(3).requires_grad]


def tensors_without_gradients(compile):
    weight = torch.ones(2, requires_grad=True)

    @functools.cache
    @torch.no_grad()
    def scaled(n):
        return weight * n

    run = compile(lambda x: (x * scaled(3), scaled(3), x * weight))
    first, second = run(x), run(x)
    return [first, second, first[1] is second[1] is scaled(3), first[2].requires_grad]


def tensors_of_what_is_written(compile):
    weight = torch.ones(2)

    @functools.cache
    def scaled(n):
        return weight * n

    def run(x):
        weight.add_(1)
        return x * scaled(3)

    run = compile(run)
    return [run(x), run(x), scaled(3), weight]


def tensors_that_are_drawn(compile):
    @functools.cache
    def noise(n):
        return torch.rand(n)

    def run(x):
        first = torch.rand(2)
        return x * noise(2) + first, noise(2)

    torch.manual_seed(3)
    run = compile(run)
    return [run(x), run(x)]


def sizes_that_change(compile):
    @functools.cache
    def kept(shape):
        return [size * 2 for size in shape]

    run = compile(lambda x: (x.reshape(-1) * kept(x.shape)[0], kept(x.shape) is kept(tuple(x.shape))))
    return [run(torch.ones(size, 2)) for size in (3, 4, 5)]


@dataclasses.dataclass(frozen=True)
class Setting:
    width: int
    name: str = dataclasses.field(default="", compare=False)


class Token:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        return self.number == other.number


def keys_that_are_objects(compile):
    @functools.cache
    def label(key):
        return [getattr(key, "name", None) or vars(key)]

    run = compile(lambda x, key: (x * label(key).__len__(), label(key), label(key) is label(key=key)))
    keys = Setting(3, "a"), Setting(3, "b"), Token(1), Token(2)
    seen = [run(x, key) for key in (*keys, *keys)]
    keys[-1].number = 1
    seen += [run(x, keys[-1]), label(keys[-1]) is label(keys[2]), label.cache_info().currsize]
    label.cache_clear()
    return [*seen, *(run(x, key) for key in keys[1:])]


def keys_whose_hash_counts(compile):
    asked = []

    class Counting(Token):
        def __hash__(self):
            asked.append(self.number)
            return self.number

    class Failing(Token):
        def __eq__(self, other):
            raise LookupError(self.number)

        __hash__ = Token.__hash__

    @functools.cache
    def doubled(key):
        return key.number * 2

    run = compile(lambda x, key: x * doubled(key))
    seen = [run(x, key) for key in [Counting(2), Counting(2), Counting(3)] * 2]
    failing = Failing(7)
    again = [outcome(lambda: run(x, failing)) for _ in range(3)]
    return [*seen, *again, *(outcome(lambda: run(x, Failing(7))) for _ in range(3)), asked]


def captured_or_refused(t):
    """Under fullgraph, what the last scenario's keys give: the result, or no capture."""
    for cls in (Token, type("Failing", (Token,), {"__eq__": lambda self, other: 1 // 0, "__hash__": Token.__hash__})):
        kept = functools.cache(lambda key: [key.number])
        run = t.compile(lambda x, key: x * kept(key)[0], fullgraph=True)
        key = cls(3)
        for _ in range(2):
            try:
                t.equal(run(x, key), x * 3)
            except Unsupported:
                assert cls is not Token


def case(t):
    check(t, objects, counts, filled_before, constants_that_were_kept, raised_only_now, changed_by_the_program, effects)
    check(t, of_no_size, evicted, methods, keys_of_the_program, unhashable, tensors, sizes_that_change)
    check(t, keys_that_are_objects, keys_whose_hash_counts)
    captured_or_refused(t)
    check(t, tables_of_a_module, tensors_under_other_modes, tensors_without_gradients, tensors_of_what_is_written, tensors_that_are_drawn)
    for kept in (objects, counts, filled_before, methods, tensors, tables_of_a_module, tensors_without_gradients, sizes_that_change, keys_that_are_objects):
        kept(lambda function: t.compile(function, fullgraph=True))
