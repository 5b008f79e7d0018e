"""A view of what a wrapper wraps, given beside it: a write to the one shows in the other, also where the backend knows
nothing of that; and where they lie apart, at the next call, the same function is compiled."""

import torch


class Scaled(torch.Tensor):
    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype, strides=inner.stride())

    def __init__(self, inner):
        self.held = inner

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __tensor_flatten__(self):
        return ["held"], None

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return Scaled(parts["held"])

    @classmethod
    def __torch_dispatch__(cls, operator, types, arguments, keywords=None):
        result = operator(*[a.held if isinstance(a, Scaled) else a for a in arguments], **(keywords or {}))
        return Scaled(result) if isinstance(result, torch.Tensor) else result


def into_the_view(wrapper, view):
    view.mul_(2)
    return wrapper + 1, view * 3


def into_a_part_of_it(wrapper, view):
    y = wrapper * 2
    view.add_(1)
    return y, wrapper * 1


def apart(inner):
    return Scaled(inner), torch.ones(6)


def beside(inner):
    return Scaled(inner), inner.view(-1)


def case(t):
    for backend in ("eager", "aot_eager"):
        for program in (into_the_view, into_a_part_of_it):
            compiled = t.compile(program, backend=backend)
            for lie in (apart, beside, apart, beside, apart):
                given, expected = (lie(torch.arange(6.0).reshape(3, 2)) for _ in range(2))
                for found, wanted in zip((*compiled(*given), *given), (*program(*expected), *expected)):
                    t.equal(getattr(found, "held", found), getattr(wanted, "held", wanted))
