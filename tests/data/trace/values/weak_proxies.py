"""A weak proxy is what it refers to, for as long as that is there."""

import weakref

import torch


class Trainer:
    def __init__(self, scale):
        self.scale = scale
        self.steps = []

    def __getitem__(self, key):
        return key + self.scale

    def __setitem__(self, key, value):
        setattr(self, key, value)

    def __len__(self):
        return 3

    def __contains__(self, item):
        return item == self.scale

    def __iter__(self):
        return iter([1, self.scale])

    def __str__(self):
        return f"scale {self.scale}"

    def double(self, x):
        return x * 2


class Model(torch.nn.Module):
    def __init__(self, trainer):
        super().__init__()
        self.trainer = weakref.proxy(trainer)

    def forward(self, x):
        self.trainer.steps.append(1)
        return x * self.trainer.scale + len(self.trainer.steps)


def asked(x, proxy):
    proxy.steps = [proxy.scale]
    proxy["last"] = 5
    del proxy.last
    return (
        proxy.double(x) + proxy[1],
        len(proxy),
        2 in proxy,
        list(proxy),
        str(proxy),
        bool(proxy),
        isinstance(proxy, Trainer),
        type(proxy) is weakref.ProxyType,
        hasattr(proxy, "last"),
    )


def called(x, proxy):
    proxy.seen = True
    return proxy(x) + proxy.bias


def made(x, trainer, proxy):
    return x + weakref.proxy(trainer).scale, proxy is weakref.proxy(trainer), proxy


def gone(x, proxy):
    try:
        return x + proxy.scale
    except ReferenceError as error:
        return x, str(error)


def case(t):
    x = torch.arange(3.0)

    first, second = Trainer(2), Trainer(3)
    compiled = t.compile(asked, fullgraph=True)
    for trainer in (first, first, second):
        t.equal(compiled(x, weakref.proxy(trainer)), asked(x, weakref.proxy(trainer)))
    assert first.steps == [2] and second.steps == [3]

    layer = torch.nn.Linear(3, 3)
    t.equal(t.compile(called, fullgraph=True)(x, weakref.proxy(layer)), called(x, weakref.proxy(layer)))
    assert layer.seen

    trainer = Trainer(4)
    model, plain = Model(trainer), Model(Trainer(4))
    other = Trainer(4)
    plain.trainer = weakref.proxy(other)
    compiled = t.compile(model, fullgraph=True)
    for _ in range(3):
        t.equal(compiled(x), plain(x))
    assert len(trainer.steps) == 3

    proxy = weakref.proxy(first)
    result = t.compile(made)(x, first, proxy)
    t.equal(result[:2], (x + 2, True))
    assert result[2] is proxy

    compiled = t.compile(gone, fullgraph=True)
    proxy = weakref.proxy(trainer)
    t.equal(compiled(x, proxy), gone(x, proxy))
    del trainer, model
    t.equal(compiled(x, proxy), gone(x, proxy))
