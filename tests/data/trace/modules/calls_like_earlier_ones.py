"""Modules that are called like an earlier one: the layers behind the first or second are not traced by the instruction. What they
do must not depend on that: layers that differ in what they read are traced for themselves."""

import torch

import alternator


class Mixed(torch.nn.Module):
    def __init__(self, size, scale=1.0):
        super().__init__()
        self.first, self.second = torch.nn.Linear(size, size), torch.nn.Linear(size, size)
        self.norm = torch.nn.LayerNorm(size)
        self.scale = scale
        self.kind = "tanh"
        self.calls = 0

    def forward(self, x, mask=None, more=()):
        y = self.first(x)
        y = y.relu() if self.kind == "relu" else y.tanh()
        for other in more:
            y = y + other
        if mask is not None:
            y = y * mask
        y = self.second(y).mul_(self.scale)
        return self.norm(x + y)


class Stack(torch.nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = torch.nn.ModuleList(layers)

    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x, mask)
        return x


def stack(count=6, change=lambda layers: None, kind=Mixed):
    torch.manual_seed(0)
    layers = [kind(4) for _ in range(count)]
    change(layers)
    return Stack(layers).eval()


class Settings:
    def __init__(self):
        self.kind, self.factors, self.weight = "tanh", [0.5, 2.0], torch.full((4,), 0.25)


class Configured(torch.nn.Module):
    """What it does is chosen by an object that all layers share."""

    def __init__(self, settings):
        super().__init__()
        self.settings = self.given = settings
        self.inner = Mixed(4)

    def forward(self, x):
        y = x.relu() if self.settings.kind == "relu" else x.tanh()
        for factor in self.given.factors:
            y = y * factor + self.settings.weight
        return self.inner(y) + x


class ConfiguredStack(Stack):
    def __init__(self, change=lambda layers: None):
        torch.manual_seed(0)
        settings = Settings()
        layers = [Configured(settings) for _ in range(6)]
        change(layers)
        super().__init__(layers)
        self.embedding = torch.nn.Linear(4, 4)

    def forward(self, x):
        x = self.embedding(x)
        for layer in self.layers:
            x = layer(x)
        return x


def settings_of_their_own(layers):
    for layer in layers[3:]:
        layer.settings = Settings()


def settings_of_another_kind(layers):
    layers[2].settings = layers[2].given = Settings()
    layers[2].settings.kind = "relu"


class Changing(ConfiguredStack):
    """Changes what the layers share while it is called."""

    def forward(self, x):
        x = self.embedding(x)
        for index, layer in enumerate(self.layers):
            if index == 3:
                layer.settings.kind = "relu"
            x = layer(x)
        layer.settings.kind = "tanh"
        return x


class Unmasked(Stack):
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Around(torch.nn.Module):
    """Writes, which is not repeated; what it calls does not."""

    def __init__(self):
        super().__init__()
        self.inner = Configured(Settings())
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return self.inner(x * self.calls)


def relu_in_fourth(layers):
    layers[4].kind = "relu"


def scales(layers):
    for index, layer in enumerate(layers):
        layer.scale = 0.5 + index


def one_parameter_of_all(layers):
    for layer in layers:
        layer.second.weight = layers[0].first.weight


def one_module_of_two(layers):
    layers[4].first = layers[3].first


def same_parameter_twice(layers):
    layers[5].second = layers[5].first


def another_dtype(layers):
    layers[3].double()
    layers[3].register_forward_pre_hook(lambda module, inputs: (inputs[0].double(), *inputs[1:]))
    layers[3].register_forward_hook(lambda module, inputs, output: output.float())


def hook_on_fourth(layers):
    layers[4].register_forward_hook(lambda module, inputs, output: output * 2)


def frozen(layers):
    layers[4].first.weight.requires_grad_(False)


def own_forward(layers):
    layers[4].forward = lambda x, mask=None: x - 1


def without_attribute(layers):
    del layers[4].norm
    layers[4].norm = torch.nn.Identity()


class Shifted(Mixed):
    def forward(self, x, mask=None):
        return super().forward(x, mask) + 1


def other_class(layers):
    layers[4].__class__ = Shifted


class Counting(Mixed):
    """Writes to itself."""

    def forward(self, x, mask=None):
        self.calls += 1
        return super().forward(x, mask) * self.calls


class Remembering(Mixed):
    """Keeps what it was given, in a list that all of them share."""

    seen = []

    def forward(self, x, mask=None):
        self.seen.append(x.shape[0])
        return super().forward(x, mask) + len(self.seen)


class Reading(Mixed):
    """Reads what the trace writes between the calls."""

    def forward(self, x, mask=None):
        return super().forward(x, mask) + state["now"]


state = {"now": 0}


class Written(Stack):
    """Writes before some of the calls."""

    def __init__(self, layers, before):
        super().__init__(layers)
        self.before = before

    def forward(self, x):
        for index, layer in enumerate(self.layers):
            if index in self.before:
                state["now"] = index
            x = layer(x)
        return x


class Late(Mixed):
    """Reads it in a layer that is not the first."""

    def forward(self, x, mask=None):
        x = super().forward(x, mask)
        return x if self.scale == 0.5 else x + state["now"]


def late():
    layers = [Late(4) for _ in range(8)]
    layers[0].scale = 0.5
    return Written(layers, (5,))


class Kept(Stack):
    """Writes into what it has passed, once the call has ended."""

    def forward(self, x):
        for index, layer in enumerate(self.layers):
            given = x * 2
            x = layer(given) + given
            if index != 3:
                given.add_(1)
            x = x + given
        return x


class Writer(Stack):
    """Writes into what it passes next."""

    def forward(self, x):
        shared = torch.ones(4)
        view = shared.view(2, 2)
        for index, layer in enumerate(self.layers):
            x = layer(x * 1) + shared
            if index == 4:
                view.add_(1)
            if index > 2:
                x.add_(1)
        return x


class Chooses(Stack):
    """Passes what differs from call to call."""

    def forward(self, x):
        kept = []
        for index, layer in enumerate(self.layers):
            if index == 4:
                layer.kind = "relu"
            x = layer(x, more=tuple(kept[-2:]))
            kept.append(x)
            if index == 2:
                x = x.t().contiguous().t()
            if index == 3:
                x = x.detach()
        return x, len(kept)


class Pair(torch.nn.Module):
    """Gives several things, some of which it was given."""

    def __init__(self, size):
        super().__init__()
        self.first = torch.nn.Linear(size, size)
        self.shift = torch.nn.Parameter(torch.ones(size))

    def forward(self, x, state):
        a, b = state
        y = self.first(x + a) + self.shift
        y = y.relu_()
        z = y.sum(-1, keepdim=True) + b
        name = f"{type(self).__name__}: {tuple(y.shape)}"
        return y, (y, z), [x, self.shift], name


class Pairs(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Pair(4) for _ in range(5)])

    def forward(self, x):
        state, kept = (x, x), []
        for layer in self.layers:
            x, state, more, name = layer(x, state)
            kept.append((more[0] is x, more[1] is layer.shift, state[0] is x, name))
            more.append(x)
        return x, state, kept


class Drawing(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first, self.drop = torch.nn.Linear(size, size), torch.nn.Dropout(0.5)

    def forward(self, x, mask=None):
        for _ in range(2):
            x = self.drop(self.first(x)).relu()
        return x


x = torch.randn(3, 4, generator=torch.Generator().manual_seed(1))


def fresh(make):
    """A new module: those of a case must not see what the others have left."""
    state["now"] = 0
    Remembering.seen.clear()
    torch.manual_seed(0)
    return make()


def run(make, inputs, repeats, gradients):
    """Two calls of a new module, with the graphs and guards that were made of them; as written where `repeats` is None."""
    graphs = []

    def backend(module, examples):
        modules = [list((node.meta.get("nn_module_stack") or {}).values()) for node in module.graph.nodes]
        graphs.append((module.code, [[(path, str(kind)) for path, kind in stack] for stack in modules]))
        return module.forward

    def kept(entries):
        guards.append(sorted((entry.name, entry.guard_type) for entry in entries))
        return [True] * len(entries)

    alternator.reset()
    function = fresh(make)
    guards, results = [], []
    if repeats is not None:
        alternator.config.repeat_calls = repeats
        function = alternator.compile(function, backend=backend, options={"guard_filter_fn": kept})
    with torch.set_grad_enabled(gradients):
        for _ in range(2):
            torch.manual_seed(3)
            results.append(function(*inputs))
    return results, graphs, guards, alternator.counters()["repeated_calls"]


def case(t):
    chosen = alternator.config.repeat_calls
    changes = [
        lambda layers: None,
        relu_in_fourth,
        scales,
        one_parameter_of_all,
        one_module_of_two,
        same_parameter_twice,
        another_dtype,
        hook_on_fourth,
        frozen,
        own_forward,
        without_attribute,
        other_class,
    ]
    makers = [(lambda change=change: stack(change=change), (x, x.sign())) for change in changes]
    makers += [(lambda kind=kind: stack(kind=kind), (x,)) for kind in (Counting, Remembering)]
    makers.append((lambda: Written([Reading(4) for _ in range(8)], (0, 3, 6)), (x,)))
    makers.append((late, (x,)))
    makers.append((lambda: Kept([Mixed(4) for _ in range(7)]), (x,)))
    makers.append((lambda: Writer([Mixed(4) for _ in range(7)]), (x,)))
    makers.append((lambda: Chooses([Mixed(4) for _ in range(7)]), (x,)))
    makers.append((Pairs, (x,)))
    makers.append((lambda: stack(kind=Drawing).train(), (x,)))
    makers += [(lambda change=change: ConfiguredStack(change), (x,)) for change in (lambda layers: None, settings_of_their_own)]
    makers += [(lambda: ConfiguredStack(settings_of_another_kind), (x,)), (Changing, (x,))]
    makers.append((lambda: Unmasked([Around() for _ in range(6)]), (x,)))
    repeated = []
    try:
        for make, inputs in makers:
            counts = []
            for gradients in (False, True):
                expected, *_ = run(make, inputs, None, gradients)
                *found, count = run(make, inputs, True, gradients)
                *followed, none = run(make, inputs, False, gradients)
                t.equal(found[0], expected)
                t.equal(found[1:], followed[1:])
                t.equal(none, 0)
                counts.append(count)
            repeated.append(tuple(counts))
    finally:
        alternator.config.repeat_calls = chosen
    t.equal(repeated, REPEATED)


# Without gradients and with them; of two traces where the second call finds something else.
REPEATED = [(count, count) for count in (4, 3, 0, 4, 3, 3, 2, 3, 3, 3, 3, 3, 0, 0, 0, 6)]
REPEATED += [(count, count - 1) for count in (6, 6)]
REPEATED += [(count, count) for count in (2, 3, 4, 5, 4, 4, 4, 8)]
