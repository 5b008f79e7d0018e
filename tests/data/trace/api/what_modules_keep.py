"""Copies, states, devices and dtypes, pickles and optimisers see the module behind the compiled one."""

import copy
import io

import torch


def make():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU(inplace=True))


def case(t):
    x = torch.randn(2, 3, 6, 6)

    model = make()
    compiled = t.compile(model, fullgraph=True)
    compiled(x)
    clone = copy.deepcopy(compiled)
    with torch.no_grad():
        clone._orig_mod[0].weight.add_(1)
    model.eval()
    clone.eval()
    assert clone._orig_mod is not model
    t.equal(compiled(x), model(x))
    t.equal(clone(x), clone._orig_mod(x))

    compiled.load_state_dict(clone.state_dict())
    t.equal(compiled(x), clone(x))
    compiled.to(torch.float64)
    t.equal(compiled(x.double()), model(x.double()))

    plain = t.compile(make(), backend="eager")
    file = io.BytesIO()
    torch.save(plain, file)
    file.seek(0)
    t.equal(torch.load(file, weights_only=False)(x), make()(x))

    model, expected = make(), make()
    compiled = t.compile(model, fullgraph=True)
    before = len(t.graphs)
    for module, parameters in ((compiled, compiled.parameters()), (expected, expected.parameters())):
        optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=0.9)
        for _ in range(3):
            optimizer.zero_grad()
            module(x).square().mean().backward()
            optimizer.step()
    # One module is like another of the same shape: what was compiled for the first one serves.
    assert len(t.graphs) == before
    t.equal(dict(model.state_dict()), dict(expected.state_dict()))

    handle = model[0].register_forward_hook(lambda module, inputs, output: output * 2)
    reference = copy.deepcopy(model)
    t.equal(compiled(x), reference(x))
    handle.remove()
