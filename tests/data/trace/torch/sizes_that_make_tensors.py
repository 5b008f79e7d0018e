"""`Tensor.new` and `torch.Tensor` take a torch.Size for how large the tensor is, and a tuple for what is in it."""

import torch


def fn(x):
    made = x.new(x.shape), torch.Tensor(x.size()), x.new(x.shape[:1]), x.new(2, 3)
    return *(part.zero_() for part in made), x.new((2, 3)), x.new([1.0, 2.0]), torch.Tensor((2, 3)), x.new_tensor(x.shape)


def case(t):
    x = torch.ones(3, 2, dtype=torch.float64)
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    drawn = t.compile(lambda x: x.new(x.shape).exponential_() / x)
    torch.manual_seed(0)
    expected = x.new(x.shape).exponential_() / x
    torch.manual_seed(0)
    t.equal(drawn(x), expected)
