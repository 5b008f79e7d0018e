"""A model that many calls found unchanged is still looked at: whatever changes about it is seen at the next call."""

import gc

import torch

config = {"recompile_limit": 1000}


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.scale = 1.0
        self.options = {"shift": 0.0, "names": ["a"]}
        self.sizes = (2, 3)

    def forward(self, x):
        return self.linear(x) * self.scale + self.options["shift"] + len(self.options["names"]) * self.sizes[1]


class Other(Scaled):
    def forward(self, x):
        return super().forward(x) - 7


def make():
    return torch.nn.Sequential(*[Scaled() for _ in range(4)])


def new_forward(self, x):
    return self.linear(x) - 3


def hook(module, inputs, output):
    return output + 10



def changes():
    def scale(m):
        m[3].scale = 2.0

    def replaced_module(m):
        m[2] = Scaled()

    def replaced_linear(m):
        m[1].linear = torch.nn.Linear(2, 2)

    def replaced_parameter(m):
        m[1].linear.weight = torch.nn.Parameter(torch.ones(2, 2))

    def data_of_a_parameter(m):
        m[1].linear.weight.data = torch.full((2, 2), 0.5)

    def deleted_bias(m):
        m[1].linear.bias = None

    def options(m):
        m[0].options["shift"] = 4.0

    def names(m):
        m[0].options["names"].append("b")

    def sizes(m):
        m[0].sizes = (5, 6)

    def forward_hook(m):
        m[3].register_forward_hook(hook)

    def other_class(m):
        m[2].__class__ = Other

    def forward_of_an_instance(m):
        m[2].forward = new_forward.__get__(m[2])

    def whole_dict(m):
        fresh = dict(m[2].__dict__)
        fresh["scale"] = 5.0
        m[2].__dict__ = fresh

    def requires_grad(m):
        m[0].linear.weight.requires_grad_(False)

    def dtype(m):
        m.double()
        m.float()

    def one_more(m):
        m.append(Scaled())

    def removed(m):
        del m[3]

    def evaluated(m):
        m.eval()

    def freed(m):
        m[0] = Scaled()
        gc.collect()
        m[0].scale = 3.0

    return [v for k, v in list(locals().items()) if callable(v)]


def case(t):
    x = torch.randn(3, 2)
    for change in changes():
        torch.manual_seed(0)
        model = make()
        compiled = t.compile(model)
        for _ in range(5):
            t.equal(compiled(x), model(x))
        torch.manual_seed(1)
        change(model)
        for _ in range(3):
            found, expected = compiled(x), model(x)
            assert torch.equal(found, expected) and found.requires_grad == expected.requires_grad, change.__name__


    model = make()
    compiled = t.compile(model)
    for _ in range(5):
        t.equal(compiled(x), model(x))
    Scaled.forward, forward = new_forward, Scaled.forward
    t.equal(compiled(x), model(x))
    Scaled.forward = forward
    t.equal(compiled(x), model(x))
    # What changes at every call is found as before, if not by words.
    for number in range(40):
        model[0].scale = float(number % 2)
        t.equal(compiled(x), model(x))
    # Two models in turn, which the same code serves or not.
    twin = make()
    both = t.compile(lambda model, x: model(x))
    for _ in range(4):
        for one in (model, twin):
            t.equal(both(one, x), one(x))
