"""torch's optimisers make their state on the first step: it is there when the step is traced, so that all steps are one
graph. A program that has looked at the state before sees it empty."""

import torch
import torch._dynamo.eval_frame

MAKERS = [
    lambda parameters: torch.optim.Adam(parameters, amsgrad=True),
    lambda parameters: torch.optim.AdamW(parameters, foreach=True),
    lambda parameters: torch.optim.NAdam(parameters),
    lambda parameters: torch.optim.RMSprop(parameters, momentum=0.5, centered=True),
    lambda parameters: torch.optim.Adam([{"params": parameters[:1], "lr": 0.2}, {"params": parameters[1:]}]),
    lambda parameters: torch.optim.Muon(parameters[:1]),
]


def train(make, compile, look=False):
    torch.manual_seed(0)
    module, x, seen = torch.nn.Linear(3, 2), torch.randn(4, 3), []
    optimizer = make(list(module.parameters()))

    def step():
        if look:
            seen.append(len(optimizer.state))
        optimizer.step()

    compiled = compile(step)
    for _ in range(3):
        module(x).square().mean().backward()
        compiled()
        optimizer.zero_grad()
    return list(module.parameters()), [list(state.values()) for state in optimizer.state.values()], seen


def scheduled(compile):
    torch.manual_seed(0)
    module, x = torch.nn.Linear(3, 2), torch.randn(4, 3)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)

    def step():
        optimizer.step()
        scheduler.step()

    compiled = compile(step)
    for _ in range(5):
        module(x).square().mean().backward()
        compiled()
        optimizer.zero_grad()
    return list(module.parameters()), scheduler.get_last_lr()


def case(t):
    def plain(function):
        return function

    def whole(function):
        return t.compile(function, fullgraph=True)

    for make in MAKERS:
        before = len(t.graphs)
        t.equal(train(make, whole), train(make, plain), close=True)
        assert len(t.graphs) - before == 1
    t.equal(train(MAKERS[0], whole, look=True), train(MAKERS[0], plain, look=True), close=True)
    # Torch's front end, once it is used, keeps what makes the state out of its graphs.
    torch._dynamo.eval_frame.TorchPatcher.patch()
    t.equal(train(MAKERS[-1], whole), train(MAKERS[-1], plain), close=True)
    # A scheduler's rate changes with every step; the rate of the next step is a number of the graph.
    before = len(t.graphs)
    t.equal(scheduled(t.compile), scheduled(plain), close=True)
    assert len(t.graphs) - before == 2
