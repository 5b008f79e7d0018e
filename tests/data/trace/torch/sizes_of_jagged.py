"""A ragged size that leaves the graph is read from the tensor by compiled code: compilers that take a jagged tensor apart know
none. How many elements there are is not the product of the sizes."""

import torch


def jagged(*lengths):
    rows = [torch.arange(length * 4.0).view(length, 4) for length in lengths]
    return torch.nested.nested_tensor(rows, layout=torch.jagged)


def shape(x):
    return x.shape, x.size(1), x * 2


def alone(x):
    return x.shape


def of_results(x):
    wide = torch.cat([x, x], -1) + 1
    return wide.shape, wide.transpose(1, 2).shape, torch.zeros_like(x).size(1)


def strides(x):
    return x.stride(), x.size(1) * 2, x.transpose(1, 2) * 2


def across_a_break(x):
    rows, y = x.size(1), x * 2
    torch._dynamo.graph_break()
    return y.view(y.size(0), rows, 2, 2), rows


def counted(x):
    return x.numel(), torch.numel(x), x.nbytes, x * 2


def made(values, offsets):
    x = torch.nested.nested_tensor_from_jagged(values, offsets)
    return x.shape[0], x.shape[1] == x.size(1), x.shape[2], x.sum(1)


def plain(result):
    if isinstance(result, (tuple, list)):
        return [plain(item) for item in result]
    if isinstance(result, torch.Tensor) and result.is_nested:
        return ["jagged", result.dim(), result.values().clone(), result.offsets()]
    if isinstance(result, torch.SymInt):
        return f"ragged: {result}"
    return result


def case(t):
    for backend in (t.backend, "aot_eager"):
        for program in (shape, alone, of_results, strides, across_a_break):
            compiled = t.compile(program, backend=backend, fullgraph=program is not across_a_break)
            for lengths in ((2, 3), (4, 1), (1, 2, 5)):
                # Each tensor has a ragged size of its own.
                x = jagged(*lengths)
                t.equal(plain(compiled(x)), plain(program(x)))
        compiled = t.compile(counted, backend=backend, fullgraph=True)
        for lengths in ((2, 3), (4, 1), (1, 2, 5)):
            found, expected = compiled(jagged(*lengths)), counted(jagged(*lengths))
            t.equal(plain(found), plain(expected))
            assert [type(number) for number in found[:3]] == [int] * 3
        compiled = t.compile(made, backend=backend)
        for lengths in ((2, 3), (4, 1), (1, 2, 5)):
            x = jagged(*lengths)
            t.equal(compiled(x.values(), x.offsets()), made(x.values(), x.offsets()))


# expect breaks
# line 31: call of function graph_break: the program asks for a break
# nested_tensor.py: a torch.SymInt object as an argument of a tensor operation
# line 31: call of function graph_break: the program asks for a break
# nested_tensor.py: a torch.SymInt object as an argument of a tensor operation
# line 31: call of function graph_break: the program asks for a break
# nested_tensor.py: a torch.SymInt object as an argument of a tensor operation
# line 31: call of function graph_break: the program asks for a break
# nested_tensor.py: a torch.SymInt object as an argument of a tensor operation
# line 31: call of function graph_break: the program asks for a break
# nested_tensor.py: a torch.SymInt object as an argument of a tensor operation
