"""`torch.autograd.grad` and `backward` inside of compiled code, where the user wants them traced."""

import torch

import alternator


def leaf(*numbers):
    return torch.tensor(numbers or (1.0, 2.0, 3.0), requires_grad=True)


def first(x):
    y = (x * x).sum()
    (gradient,) = torch.autograd.grad(y, x)
    return gradient, y.detach()


def second(x):
    (gradient,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    return gradient.detach(), torch.autograd.grad(gradient.sum(), x)[0]


def of_what_is_made(x):
    x = x.detach().requires_grad_()
    h = x * 3
    return torch.autograd.grad((h * h).sum(), [h, x])


def weighted(x, w):
    y, z = x * w, x + 1
    return torch.autograd.grad([y, z], (x, w), [torch.ones(3), torch.full((3,), 2.0)], retain_graph=True)


def unused(x, w):
    y = (x * 2).sum()
    some = torch.autograd.grad(y, [x, w], allow_unused=True, retain_graph=True)
    return *some, *torch.autograd.grad(y, [x, w], materialize_grads=True)


def kept(x):
    y = x * x
    return torch.autograd.grad(y.sum(), x, retain_graph=True)[0], y


def accumulated(x, w):
    y = (x * w).sum()
    y.backward()
    torch.autograd.backward([(w * 2).sum()], inputs=[w])
    return x.grad + 1


def followed(x):
    (x**3).sum().backward(create_graph=True)
    return x.grad.detach()


def of_a_module(linear, x):
    linear(x).sum().backward()
    return linear.weight.grad


def used_up(x):
    y = x * x
    return torch.autograd.grad(y.sum(), x)[0], y


def from_outside(y):
    return torch.autograd.grad((y * y).sum(), y, retain_graph=True)[0]


def beyond(y, x):
    return torch.autograd.grad((y * y).sum(), x)[0]


def of_a_part(y):
    h = y * 3
    return torch.autograd.grad((h * h).sum(), h)[0], h


def refused(x):
    return torch.autograd.grad(x.sum(), x)


def error(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return type(error), str(error).split("\n")[0]
    raise AssertionError("nothing was raised")


def case(t):
    print(*error(t.compile(first, fullgraph=True), leaf()))
    with alternator.config.patch(trace_autograd_ops=True):
        for function, count in ((first, 1), (second, 1), (of_what_is_made, 1), (weighted, 2), (unused, 2), (kept, 1)):
            for backend in (t.backend, "aot_eager"):
                compiled = t.compile(function, backend=backend, fullgraph=True)
                arguments = [leaf() for _ in range(count)]
                t.equal(compiled(*arguments), function(*arguments), close=True)
        assert len(t.graphs) == 6

        # The gradients of leaves are kept where they are looked for; the second time there are some to add to.
        for function, count in ((accumulated, 2), (followed, 1)):
            compiled = t.compile(function, fullgraph=True)
            found, expected = [leaf() for _ in range(count)], [leaf() for _ in range(count)]
            for _ in range(3):
                t.equal(compiled(*found), function(*expected))
                t.equal([x.grad.detach() for x in found], [x.grad.detach() for x in expected])
        linear = torch.nn.Linear(3, 2)
        compiled = t.compile(of_a_module, fullgraph=True)
        t.equal(compiled(linear, torch.ones(3)), torch.ones(2, 3))
        t.equal(compiled(linear, torch.ones(3)), torch.full((2, 3), 2.0))
        t.equal(linear.bias.grad, torch.full((2,), 2.0))

        # What the graph cannot have: gradients through what it gives away, or through what was there before it.
        print(*error(t.compile(used_up, fullgraph=True), leaf()))
        gradient, y = t.compile(used_up)(leaf())
        t.equal(error(y.sum().backward)[0], RuntimeError)
        x = leaf()
        t.equal(t.compile(from_outside, fullgraph=True)(x * 2), 4 * x.detach())
        gradient, h = t.compile(of_a_part, fullgraph=True)(x * 2)
        t.equal(gradient, 2 * h.detach())
        t.equal(torch.autograd.grad(h.sum(), x)[0], torch.full((3,), 6.0))
        print(*error(t.compile(beyond, fullgraph=True), x * 2, x))
        y = x * 2
        t.equal(t.compile(beyond)(y, x), 4 * y.detach())
        # A hook on the gradient of a leaf runs.
        x = leaf()
        hooked = []
        x.register_post_accumulate_grad_hook(hooked.append)
        t.compile(followed)(x)
        assert len(hooked) == 1
        t.equal(error(t.compile(refused), torch.ones(3)), error(refused, torch.ones(3)))
