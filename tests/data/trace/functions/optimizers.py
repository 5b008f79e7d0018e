"""A step of an optimizer is one graph. Where it is compiled, torch steps all parameters together, in another order."""

import torch

OPTIMIZERS = [
    (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    (torch.optim.Adam, {"lr": 0.1}),
    (torch.optim.AdamW, {"lr": 0.1, "amsgrad": True}),
    (torch.optim.RMSprop, {"lr": 0.1}),
    (torch.optim.RAdam, {"lr": 0.1, "foreach": False}),
    (torch.optim.RAdam, {"lr": 0.1, "foreach": True}),
    (torch.optim.ASGD, {"lr": 0.1, "foreach": False}),
    (torch.optim.Adamax, {"lr": 0.1, "foreach": True}),
]


def steps(kind, settings, compiled):
    torch.manual_seed(0)
    module = torch.nn.Linear(2, 2)
    optimizer = kind(module.parameters(), **settings)

    def step():
        optimizer.step()

    step = compiled(step)
    for _ in range(3):
        for parameter in module.parameters():
            parameter.grad = torch.ones_like(parameter)
        step()
    return list(module.parameters()), [dict(state) for state in optimizer.state.values()]


def case(t):
    for kind, settings in OPTIMIZERS:
        expected = steps(kind, settings, lambda step: step)
        t.equal(steps(kind, settings, lambda step: t.compile(step, fullgraph=True)), expected, close=True)
    for settings in {"foreach": True}, {"foreach": False}, {"norm_type": 1.0}:
        t.equal(clipped(settings, lambda clip: t.compile(clip, fullgraph=True)), clipped(settings, lambda clip: clip))


def clipped(settings, compiled):
    parameters = [torch.nn.Parameter(torch.ones(2)) for _ in range(2)]
    for parameter in parameters:
        parameter.grad = torch.ones(2)
    norm = compiled(lambda: torch.nn.utils.clip_grad_norm_(parameters, 0.5, **settings))()
    return norm, [parameter.grad for parameter in parameters]
