"""Each kind of thing that a hit relies on, changed between hits: the next call is right, and so are those after it."""

import builtins
import gc
import types
from collections import OrderedDict

import torch

config = {"recompile_limit": 1000}

GAIN = 2.0
TABLE = {"shift": 0.5, "unused": 0}
LAYERS = []


def scaled(x, by=1.0, *, plus=0.0):
    return x * by + plus


def replacement(x, by=1.0, *, plus=0.0):
    return x * by * 3 + plus


class Marked(torch.nn.Parameter):
    pass


def tuned(x, pair=(1.0, 0.0)):
    return x * pair[0] + pair[1]


class Options:
    def __init__(self):
        self.offset = 1.0
        self.ratios = (1.0, 2.0)

    def apply(self, x):
        return x * self.ratios[1] + self.offset


class Slotted:
    __slots__ = ("offset",)

    def __init__(self):
        self.offset = 2.0


class Block(torch.nn.Module):
    factor = 1.0

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.register_buffer("mean", torch.zeros(2))
        self.scale = 1.0
        self.names = ["a", "b"]
        self.weights = [1.0, 2.0]
        self.table = {"x": 1.0}
        self.ordered = OrderedDict(p=1.0, q=2.0)
        self.options = Options()
        self.function = scaled
        self.slotted = Slotted()

    def forward(self, x):
        x = self.linear(x) - self.mean
        x = x * self.scale * self.factor + len(self.names) + self.weights[1]
        x = x + self.table.get("x", -1.0) + sum(n * v for n, v in enumerate(self.ordered.values()))
        x = self.options.apply(self.function(x)) + tuned(x) + self.slotted.offset
        if hasattr(self, "extra"):
            x = x + self.extra
        return x * GAIN + TABLE["shift"] + abs(-1.5)


class Doubled(Block):
    def forward(self, x):
        return super().forward(x) * 2


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block() for _ in range(3)])
        self.last = torch.nn.Sequential(OrderedDict(a=Block(), b=torch.nn.Linear(2, 2)))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.last(x)


def absolute(x):
    return abs_(x) * 5


abs_ = builtins.abs


# Each changes something about the model, in one direction or back.
def attribute(m, on):
    m.blocks[1].scale = 3.0 if on else 1.0


def attribute_by_its_dict(m, on):
    vars(m.blocks[1])["scale"] = 3.0 if on else 1.0


def attribute_past_its_class(m, on):
    object.__setattr__(m.blocks[1], "scale", 3.0 if on else 1.0)


def attribute_added(m, on):
    if on:
        m.blocks[2].extra = 7.0
    else:
        del m.blocks[2].extra


def attribute_deleted_and_others_added(m, on):
    block = m.blocks[2]
    if on:
        block.extra = 7.0
    else:
        del block.extra
        block.other = 1


def attribute_of_many(m, on):
    for number in range(60):
        setattr(m.blocks[0], f"many{number}", number)
    m.blocks[0].scale = 4.0 if on else 1.0


def class_attribute(m, on):
    Block.factor = 3.0 if on else 1.0


def attribute_before_its_class(m, on):
    if on:
        m.blocks[0].factor = 5.0
    else:
        del m.blocks[0].factor


def method(m, on):
    if on:
        m.blocks[0].options.apply = types.MethodType(lambda self, x: x - 1, m.blocks[0].options)
    else:
        del m.blocks[0].options.apply


def buffer(m, on):
    m.blocks[0].mean = torch.ones(2) if on else torch.zeros(2)


def buffer_of_another_size(m, on):
    m.blocks[0].mean = torch.ones(1) if on else torch.zeros(2)


def parameter(m, on):
    m.blocks[0].linear.bias = torch.nn.Parameter(torch.full((2,), 9.0 if on else 1.0))


def parameter_in_its_dict(m, on):
    m.blocks[0].linear._parameters["bias"] = torch.nn.Parameter(torch.full((2,), 9.0)) if on else None


def parameter_frozen(m, on):
    m.blocks[0].linear.weight.requires_grad_(not on)


def parameter_transposed(m, on):
    m.blocks[0].linear.weight.data = m.blocks[0].linear.weight.data.t()


def parameter_narrowed(m, on):
    m.blocks[1].linear = torch.nn.Linear(2, 2) if on else m.blocks[1].linear
    m.blocks[1].linear.bias.data = torch.ones(2 if on else 1)


def parameter_of_another_class(m, on):
    m.last.b.bias.__class__ = Marked if on else torch.nn.Parameter


def parameter_swapped(m, on):
    torch._C._swap_tensor_impl(m.last.b.bias, torch.nn.Parameter(torch.full((1 if on else 2,), 3.0)))


def parameter_converted(m, on):
    m.last.b.to(torch.float64 if on else torch.float32).to(torch.float32)


def parameter_with_a_gradient(m, on):
    m.last.b.bias.grad = torch.ones_like(m.last.b.bias) if on else None


def buffer_resized(m, on):
    if on:
        m.blocks[0].mean = torch.zeros(2)
    else:
        m.blocks[0].mean.resize_(1).fill_(3.0)


def buffer_of_many_dimensions(m, on):
    m.blocks[0].mean = torch.ones(1, 1, 1, 1, 3, 2) if on else torch.zeros(2)


def buffer_that_gains_a_gradient(m, on):
    m.requires_grad_(False)
    if on:
        m.blocks[0].mean = torch.zeros(2)
    else:
        m.blocks[0].mean.requires_grad_()


def buffer_that_becomes_a_result(m, on):
    m.requires_grad_(False)
    if on:
        m.blocks[0].mean = torch.zeros(2)
    else:
        m.blocks[0].mean.add_(torch.ones(2, requires_grad=True))


def buffer_whose_base_gains_a_gradient(m, on):
    m.requires_grad_(False)
    if on:
        m.base = torch.zeros(4)
        m.blocks[0].mean = m.base[:2]
    else:
        m.base.mul_(torch.ones(4, requires_grad=True))


def submodule(m, on):
    m.blocks[1].linear = torch.nn.Identity() if on else torch.nn.Linear(2, 2)


def submodule_in_its_dict(m, on):
    m.blocks[1]._modules["linear"] = torch.nn.Identity() if on else torch.nn.Linear(2, 2)


def submodules(m, on):
    m.blocks = torch.nn.ModuleList([Block() for _ in range(2 if on else 3)])


def whole_dict(m, on):
    block = m.blocks[1]
    fresh = dict(vars(block))
    fresh["scale"] = 5.0 if on else 1.0
    block.__dict__ = fresh


def dict_of_another(m, on):
    m.blocks[1].options.__dict__ = {"offset": 3.0 if on else 1.0, "ratios": (1.0, 2.0)}


def class_(m, on):
    m.blocks[1].__class__ = Doubled if on else Block


def class_of_options(m, on):
    class Other(Options):
        def apply(self, x):
            return x * 11

    m.blocks[1].options.__class__ = Other if on else Options


def list_appended(m, on):
    m.blocks[0].names.append("c") if on else m.blocks[0].names.pop()


def list_item(m, on):
    m.blocks[0].weights[1] = 5.0 if on else 2.0


def list_replaced(m, on):
    m.blocks[0].weights = [1.0, 5.0 if on else 2.0]


def dict_item(m, on):
    m.blocks[0].table["x"] = 6.0 if on else 1.0


def dict_cleared(m, on):
    m.blocks[0].table.clear() if on else m.blocks[0].table.update(x=1.0)


def dict_updated(m, on):
    m.blocks[0].table.update({"y": 1.0, "x": 4.0 if on else 1.0})


def dict_merged(m, on):
    m.blocks[0].table |= {"x": 4.0 if on else 1.0}


def dict_popped(m, on):
    m.blocks[0].table.pop("x") if on else m.blocks[0].table.setdefault("x", 1.0)


def dict_popped_last(m, on):
    m.blocks[0].table.popitem() if on else m.blocks[0].table.__setitem__("x", 1.0)


def dict_grown(m, on):
    table = m.blocks[0].table
    for number in range(100):
        table[f"n{number}"] = number
    table["x"] = 8.0 if on else 1.0


def ordered_moved(m, on):
    m.blocks[0].ordered.move_to_end("p" if on else "q")


def ordered_item(m, on):
    m.blocks[0].ordered["q"] = 8.0 if on else 2.0


def tuple_(m, on):
    m.blocks[0].options.ratios = (1.0, 4.0 if on else 2.0)


def slot(m, on):
    m.blocks[0].slotted.offset = 9.0 if on else 2.0


def function(m, on):
    m.blocks[0].function = replacement if on else scaled


def code(m, on):
    scaled.__code__, replacement.__code__ = replacement.__code__, scaled.__code__


def defaults(m, on):
    scaled.__defaults__ = (4.0 if on else 1.0,)


def keyword_defaults(m, on):
    scaled.__kwdefaults__ = {"plus": 4.0 if on else 0.0}


def keyword_default(m, on):
    scaled.__kwdefaults__["plus"] = 5.0 if on else 0.0


def default_in_a_tuple(m, on):
    tuned.__defaults__ = ((4.0 if on else 1.0, 0.0),)


def global_(m, on):
    global GAIN
    GAIN = 4.0 if on else 2.0


def item_of_a_global(m, on):
    TABLE["shift"] = 3.0 if on else 0.5


def builtin_shadowed(m, on):
    if on:
        globals()["abs"] = absolute
    else:
        del globals()["abs"]


def builtin_replaced(m, on):
    builtins.abs = absolute if on else abs_


def hook(m, on):
    if on:
        m.handle = m.blocks[1].register_forward_hook(lambda module, inputs, output: output + 10)
    else:
        m.handle.remove()


def mode(m, on):
    m.train(not on)


CHANGES = [attribute, attribute_by_its_dict, attribute_past_its_class, attribute_added,
           attribute_deleted_and_others_added, attribute_of_many, class_attribute, attribute_before_its_class, method,
           buffer, buffer_of_another_size, parameter, parameter_in_its_dict, parameter_frozen, parameter_transposed,
           parameter_narrowed, parameter_of_another_class, parameter_swapped, parameter_converted,
           parameter_with_a_gradient, buffer_resized, buffer_of_many_dimensions, buffer_that_gains_a_gradient,
           buffer_that_becomes_a_result, buffer_whose_base_gains_a_gradient, submodule, submodule_in_its_dict, submodules, whole_dict, dict_of_another, class_, class_of_options,
           list_appended, list_item, list_replaced, dict_item, dict_cleared, dict_updated, dict_merged, dict_popped,
           dict_popped_last, dict_grown, ordered_moved, ordered_item, tuple_, slot, function, code, defaults,
           keyword_defaults, keyword_default, default_in_a_tuple, global_, item_of_a_global, builtin_shadowed,
           builtin_replaced, hook, mode]


def replaced_again_and_again(m):
    """What was seen is freed and others take its place, the last perhaps at the same address."""
    for value in (3.0, 4.0, 5.0, 6.0):
        m.blocks[1].scale = value * 1.5
        m.blocks[0].weights[1] = value * 2.5
        m.blocks[0].weights = [value, value * 2.5]
        m.blocks[0].options.ratios = (value, value / 3)
        m.blocks[0].options.__dict__ = {"offset": value / 7, "ratios": (value, value / 3)}
        m.blocks[2].options = Options()
        m.blocks[2].options.offset = value * 1.25
        m.blocks[2].table = {"x": value / 3}
        m.blocks[2].slotted = Slotted()
        m.blocks[2].slotted.offset = value / 9
        tuned.__defaults__ = ((value * 3, value),)
        scaled.__kwdefaults__ = {"plus": value * 0.3}
        m.blocks[2].linear = torch.nn.Linear(2, 2, bias=value > 4)
        m.last = torch.nn.Sequential(OrderedDict(a=Block(), b=torch.nn.Linear(2, 2)))
        m.last.a.scale = value / 11
        gc.collect()
        yield


def same(compiled, model, x, what):
    expected = model(x)
    for _ in range(8):
        found = compiled(x)
        assert torch.equal(found, expected) and found.requires_grad == expected.requires_grad, what


def case(t):
    x = torch.randn(3, 2)

    def fresh():
        model = Model()
        compiled = t.compile(model)
        same(compiled, model, x, "unchanged")
        return model, compiled

    for change in CHANGES:
        model, compiled = fresh()
        for on in (True, False, True, False):
            change(model, on)
            same(compiled, model, x, (change.__name__, on))
    # Several changes at once.
    model, compiled = fresh()
    for first, second in zip(CHANGES, CHANGES[7:] + CHANGES[:7]):
        first(model, True)
        second(model, True)
        same(compiled, model, x, (first.__name__, second.__name__))
        second(model, False)
        first(model, False)
        same(compiled, model, x, (first.__name__, second.__name__, "back"))
    for often in (False, True):
        model, compiled = fresh()
        for _ in replaced_again_and_again(model):
            if often:
                same(compiled, model, x, "replaced")
        same(compiled, model, x, "replaced")
    tuned.__defaults__, scaled.__kwdefaults__ = ((1.0, 0.0),), {"plus": 0.0}
    # What changes at each call.
    model, compiled = fresh()
    for number in range(30):
        model.blocks[0].options.offset = number / 3
        model.blocks[1].weights[1] = number / 7
        model.blocks[2].mean = torch.full((2,), float(number))
        assert torch.equal(compiled(x), model(x)), ("at each call", number)

    # Entries of one code, each settled: one that was left behind is looked at again.
    twins = [Model() for _ in range(3)]
    both = t.compile(lambda model, x: model(x))
    for number in range(8):
        for twin in twins:
            same(lambda x: both(twin, x), twin, x, "twins")
        twins[number % 3].blocks[1].scale = float(number)
        same(lambda x: both(twins[number % 3], x), twins[number % 3], x, "twins")

    # A model in a cell, which then holds another; and one that is gone.
    held = Model()

    def through_a_cell(x):
        return held(x)

    through = t.compile(through_a_cell)
    for number in range(6):
        for _ in range(4):
            same(through, through_a_cell, x, "cell")
        held.blocks[0].scale = float(number)
        same(through, through_a_cell, x, "cell")
        held = Model()
        gc.collect()
        held.blocks[0].scale = float(number) / 2
        same(through, through_a_cell, x, "cell")

    # A module in a list of modules, in a global list, as a member of an argument.
    LAYERS[:] = [Block() for _ in range(3)]

    def through_a_list(x, pack):
        for layer in LAYERS:
            x = layer(x)
        return x * pack[0]["by"] + pack[1]

    listed = t.compile(through_a_list)
    for number in range(6):
        for _ in range(3):
            pack = ({"by": 2.0, "other": {"a": [number]}}, torch.full((2,), float(number)))
            same(lambda x: listed(x, pack), lambda x: through_a_list(x, pack), x, "list")
        LAYERS[number % 3].scale = number / 3
        same(lambda x: listed(x, pack), lambda x: through_a_list(x, pack), x, "list")
        LAYERS[number % 3] = Block()
        gc.collect()
        same(lambda x: listed(x, pack), lambda x: through_a_list(x, pack), x, "list")
