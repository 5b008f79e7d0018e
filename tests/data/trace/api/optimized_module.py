"""A compiled module stands for the original in everything but its calls."""

import copy
import io
import pickle

import torch

import alternator


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.register_buffer("calls", torch.zeros(()))
        self.scale = 1

    def forward(self, x):
        return self.linear(x) * self.scale

    def twice(self):
        return 2 * self.scale


def case(t):
    module = Counter()
    compiled = alternator.compile(module, backend="eager")
    x = torch.randn(2, 3)
    assert isinstance(compiled, torch.nn.Module) and isinstance(compiled, alternator.OptimizedModule)
    assert compiled._orig_mod is module and compiled.linear is module.linear and compiled.twice() == 2
    compiled.scale = 5
    assert module.scale == 5
    compiled.extra = 1
    del compiled.extra
    assert not hasattr(module, "extra")
    compiled.eval()
    assert not module.training and not compiled.training and not module.linear.training
    module.train()
    assert compiled.training
    assert sorted(compiled.state_dict()) == ["_orig_mod.calls", "_orig_mod.linear.bias", "_orig_mod.linear.weight"]
    assert [id(p) for p in compiled.parameters()] == [id(p) for p in module.parameters()]
    t.equal(compiled(x), module(x))
    compiled.to(torch.float64)
    assert module.linear.weight.dtype is torch.float64
    compiled.float()

    seen = []
    for owner in (compiled, module):
        handle = owner.register_forward_hook(lambda m, args, out: seen.append(type(m).__name__))
        compiled(x)
        handle.remove()
    compiled(x)
    assert seen == ["OptimizedModule", "Counter"], seen

    other = copy.deepcopy(compiled)
    assert type(other) is alternator.OptimizedModule and other._orig_mod is not module and other.scale == 5
    t.equal(other(x), module(x))

    sequence = alternator.compile(torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.ReLU()), backend="eager")
    assert len(sequence) == 2 and isinstance(sequence[0], torch.nn.Linear) and len(list(sequence)) == 2
    again = pickle.loads(pickle.dumps(sequence))
    t.equal(again(x), sequence(x))
    file = io.BytesIO()
    torch.save(sequence, file)
    file.seek(0)
    t.equal(torch.load(file, weights_only=False)(x), sequence(x))

    module.forward = lambda x: x - 1
    t.equal(compiled(x), x - 1)

    # A `forward` that the class is given later is the one that runs.
    sequence = alternator.compile(Counter(), backend="eager")
    before = sequence(x)
    original, Counter.forward = Counter.forward, lambda self, x: x * 9
    try:
        t.equal(sequence(x), x * 9)
    finally:
        Counter.forward = original
    assert before.shape == x.shape
