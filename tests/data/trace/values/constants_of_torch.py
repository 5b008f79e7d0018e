"""dtypes, devices, finfo and iinfo say of themselves what they say to CPython; another one is another graph."""

import torch


def of_dtypes(x, dtype):
    other = x.dtype
    return (
        x.to(dtype), dtype.is_signed, dtype.itemsize, dtype.is_floating_point, dtype.is_complex, other.is_signed, other.itemsize, dtype == other,
        str(dtype), repr(other), hash(dtype) == hash(torch.int8), dtype is torch.int8, {dtype: 1}[dtype], dtype in (torch.float32, torch.int8),
    )  # fmt: skip


def of_devices(x, device):
    return x.sum() + torch.ones(2, device=device), device.index, device.type, x.device.index, device == x.device, str(device), repr(device), device == "cpu", {device: 1}.get(device)


def of_ranges(x, info):
    return x.clamp(max=info.max), info.min, info.max, info.bits, info.dtype, getattr(info, "eps", None)


def of_floats(x):
    info = torch.finfo(x.dtype)
    return x * info.eps, info.min, info.max, info.tiny, info.smallest_normal, info.resolution, info.bits, info.dtype


def of_ints(x):
    info = torch.iinfo(x.dtype)
    return x + info.bits, info.min, info.max, info.dtype


def of_complex_numbers(x, number):
    return x * number, number.real, number.imag, number.conjugate(), abs(number), number == number.real


def refused(x, dtype):
    found = []
    for attempt in (lambda: dtype.missing, lambda: torch.finfo(torch.int8), lambda: torch.iinfo(torch.float32), lambda: torch.device("nowhere")):
        try:
            attempt()
        except (AttributeError, TypeError, RuntimeError) as error:
            found.append((type(error).__name__, str(error).splitlines()[0]))
    return x + 1, found


def check(t, fn, calls, graphs, **options):
    before = len(t.graphs)
    compiled = t.compile(fn, **options)
    for arguments in calls:
        t.equal(compiled(*arguments), fn(*arguments))
    assert len(t.graphs) - before == graphs, (fn.__name__, len(t.graphs) - before)


def keeps_sign_of_zero():
    graph = torch.fx.Graph()
    graph.output(complex(-0.0, 2))
    return str(torch.fx.GraphModule({}, graph)().real) == "-0.0"


def case(t):
    x, i = torch.randn(3), torch.arange(3, dtype=torch.int16)
    dtypes = torch.int8, torch.uint8, torch.bfloat16, torch.complex64, torch.bool
    check(t, of_dtypes, [(x, dtype) for dtype in dtypes + dtypes], len(dtypes), fullgraph=True)
    cpu, meta, numbered = torch.device("cpu"), torch.device("meta"), torch.device("cpu", 0)
    check(t, of_devices, [(x, cpu), (x, torch.device("cpu")), (x, numbered), (x, cpu)], 2, fullgraph=True)
    assert t.compile(lambda x, device: (x.to(device), device.index, device.type))(x, meta)[1:] == (None, "meta")
    check(t, of_ranges, [(x, torch.finfo(torch.float16)), (x, torch.iinfo(torch.int8))], 2, fullgraph=True)
    check(t, of_floats, [(x,), (x.double(),), (x.half(),), (x,)], 3, fullgraph=True)
    check(t, of_ints, [(i,), (i.long(),), (i.to(torch.uint8),)], 3, fullgraph=True)
    numbers = [1 + 2j, 1 + 2j, 2j, complex(-0.0, 2), complex(3)]
    # The text of a graph loses the sign of a zero until torch 2.13.
    if not keeps_sign_of_zero():
        del numbers[3]
    check(t, of_complex_numbers, [(x, number) for number in numbers], len(numbers) - 1, fullgraph=True)
    check(t, refused, [(x, torch.int8)], 1)
