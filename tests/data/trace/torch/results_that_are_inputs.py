"""What an operator gives back may be its input itself, or what `out=` named."""

import torch


def case(t):
    def same(x):
        silu = torch.nn.functional.silu(x, inplace=True)
        return silu is x, x.contiguous() is x, x.to(torch.float32) is x, x.view(4) is x, x.clone() is x

    t.equal(t.compile(same)(torch.randn(4)), (True, True, True, False, False))

    def sort(x, values, indices):
        result = torch.sort(x, out=(values, indices))
        return result.values is values, result[1] is indices, type(result).__name__

    x = torch.tensor([3.0, 1.0, 2.0])
    values, indices = torch.zeros(3), torch.zeros(3, dtype=torch.int64)
    t.equal(t.compile(sort, fullgraph=True)(x, values, indices), (True, True, "sort_out"))
    t.equal(values, torch.tensor([1.0, 2.0, 3.0]))
    t.equal(indices, torch.tensor([1, 2, 0]))

    def grows(x, out):
        torch.add(x, 1, out=out)
        return out.shape

    # The engine does not follow a tensor that gets another size.
    out = torch.empty(0)
    t.equal(t.compile(grows)(x, out), torch.Size([3]))
    t.equal(out, x + 1)

    def spread(x, y):
        first, second = torch.broadcast_tensors(x, y)
        first.add_(1)
        return first is x, second is y, second.shape

    x, y = torch.ones(2, 3), torch.ones(3)
    t.equal(t.compile(spread, fullgraph=True)(x, y), (True, False, torch.Size([2, 3])))
    t.equal(x, torch.full((2, 3), 2.0))

    def normalised(x, mean, variance, *out):
        made = torch._native_batch_norm_legit(x, None, None, mean, variance, True, 0.1, 1e-5, out=out)
        return made[0] is out[0], made[1] + 1, mean * 2

    def arguments():
        return torch.arange(24.0).reshape(2, 3, 4), torch.zeros(3), torch.ones(3), torch.empty(2, 3, 4), torch.empty(3), torch.empty(3)

    expected, found = arguments(), arguments()
    t.equal(t.compile(normalised, fullgraph=True)(*found), normalised(*expected))
    t.equal(found, expected)


# expect breaks
# line 24: an out= tensor of other sizes or strides than the result
