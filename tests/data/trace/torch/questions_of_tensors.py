"""Questions that metadata answers, by attribute, method and function."""

import torch
import torch.nn.attention


def told(x):
    return (
        x.nbytes, x.is_cpu, x.is_cuda, x.is_meta, x.is_mps, x.is_xpu, x.is_xla, x.is_quantized, x.is_mkldnn, x.is_sparse,
        x.is_sparse_csr, x.is_nested, x._backward_hooks, x.grad_fn, x.ndimension(), x.nelement(), x.is_complex(), x.is_signed(),
        x.is_conj() if not x.is_complex() else None, x.get_device(), torch.is_floating_point(x),
        torch.is_complex(x), torch.is_signed(x), torch.numel(x), torch.is_tensor(x), hash(x) == hash(x),
    )  # fmt: skip


def fn(x):
    return told(x), x + 1


def turned(x):
    return x.H, x.mH, x.mT, x.T, x.imag, x.real, x.data * 2


def sizes(x):
    shape = x.shape
    added = shape + (1,), (1,) + shape, shape + shape
    times = shape * 2, 2 * shape, shape * 0
    types = [type(s).__name__ for s in (*added, *times, shape[1:], torch.Size(), torch.Size([2, 3]))]
    return added, times, types, repr(shape), str(shape), f"{shape}", shape[-1], shape.numel(), torch.Size([2]) == (2,), x + 1


def autograd(x):
    y = x * 2
    return y.is_leaf, x.is_leaf, x.requires_grad_(x.requires_grad) is x, y


def graph_of_gradients(x):
    return (x * 2).grad_fn is None, x + 1


def is_view(x):
    y = x + 1
    return y[0]._is_view(), y


def of_inference(x):
    with torch.inference_mode():
        y = x * 2
        made = y.is_inference(), torch.is_inference(x)
    return made, y.is_inference(), x + 1


def conjugated(x):
    y = x * 2
    return y.conj().is_conj(), y


def numbers(x):
    return int(x), float(x), x.__int__(), x.__float__(), x.__hash__() == hash(x), [10, 20, 30][x], x + 1


def starts_requiring(x):
    y = x + 1
    y.requires_grad_()
    return y.requires_grad, y


def shared(x):
    try:
        parts = divmod(x, 2)
    except TypeError as error:
        parts = str(error)
    return x.is_set_to(x), x.is_set_to(x.clone()), parts


def by_priority(x):
    with torch.nn.attention.sdpa_kernel([torch.nn.attention.SDPBackend.MATH], set_priority=True):
        return torch.nn.functional.scaled_dot_product_attention(x, x, x)


def case(t):
    x = torch.randn(1, 1, 2, 4)
    t.equal(t.compile(by_priority)(x), by_priority(x))
    for x in (torch.randn(2, 3), torch.ones(3, dtype=torch.int32), torch.tensor(2.0), torch.ones(2, 2, dtype=torch.complex64),
              torch.ones(0, 3, dtype=torch.bool)):
        t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    x = torch.randn(2, 3, dtype=torch.complex64)
    t.equal(t.compile(turned, fullgraph=True)(x), turned(x))
    for x in (torch.randn(2, 3), torch.randn(2, 3, requires_grad=True)):
        t.equal(t.compile(sizes, fullgraph=True)(x), sizes(x))
        t.equal(t.compile(sizes, fullgraph=True, dynamic=True)(x), sizes(x))
        t.equal(t.compile(autograd, fullgraph=True)(x), autograd(x))
        t.equal(t.compile(graph_of_gradients)(x), graph_of_gradients(x))
        t.equal(t.compile(is_view)(x), is_view(x))
        t.equal(t.compile(shared)(x), shared(x))
        t.equal(t.compile(of_inference)(x), of_inference(x))
    t.equal(t.compile(starts_requiring)(torch.ones(2)), starts_requiring(torch.ones(2)))
    x = torch.randn(2, dtype=torch.complex64)
    t.equal(t.compile(conjugated)(x), conjugated(x))
    x = torch.tensor(1)
    t.equal(t.compile(numbers)(x), numbers(x))
    t.config.capture_scalar_outputs = True
    t.equal(t.compile(numbers)(x), numbers(x))
    t.config.capture_scalar_outputs = False
