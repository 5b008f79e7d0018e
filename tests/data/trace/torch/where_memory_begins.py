"""Where the elements of a tensor begin in its memory: of an input that is a number of its own, which may change; of a result
the graph tells, or it breaks."""

import torch


def of_inputs(x):
    return x.storage_offset() + x.t().storage_offset(), x.as_strided((2,), (1,), x.storage_offset() + 1)


def of_results(x):
    y = x.to(torch.float64) + 1
    y.mul_(2)
    return y.storage_offset(), y.view(-1).storage_offset(), y.half().storage_offset(), y.contiguous().storage_offset(), y


def of_copies(x):
    return x.to(torch.float32).storage_offset(), x * 2


def of_parts(x):
    return x[1:].storage_offset(), (x + 1)[1].storage_offset(), x * 2


def case(t):
    base = torch.arange(20.0)
    inputs = base[:6].view(2, 3), base[4:10].view(2, 3), base[5:17].view(4, 3), base[8:20].view(4, 3)
    for function in of_inputs, of_results:
        # An input's is a constant at first, and a symbol when another is seen.
        for dynamic, graphs in (None, {of_inputs: 3, of_results: 2}), (True, {of_inputs: 1, of_results: 1}):
            before, compiled = len(t.graphs), t.compile(function, fullgraph=True, dynamic=dynamic)
            for x in inputs:
                t.equal(compiled(x), function(x))
            assert len(t.graphs) - before == graphs[function]
    for function in of_copies, of_parts:
        compiled = t.compile(function)
        for x in inputs:
            t.equal(compiled(x), function(x))


# expect breaks
# line 22: where the elements of a tensor begin in its memory
# line 22: where the elements of a tensor begin in its memory
# line 22: where the elements of a tensor begin in its memory
# line 22: where the elements of a tensor begin in its memory
