"""Instances of a class of tensors that are made in compiled code, by a `__new__` of the class."""

import torch


class Tagged(torch.Tensor):
    @staticmethod
    def __new__(cls, data, tag):
        made = torch.Tensor._make_subclass(cls, data)
        made.tag = tag
        return made

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(result, cls):
            result.tag = next(arg.tag for arg in args if isinstance(arg, cls))
        return result


class Plain(torch.Tensor):
    def half(self):
        return self / 2


def fn(x):
    made = Tagged(x, "left") + 1
    plain = torch.Tensor._make_subclass(Plain, x, False)
    return made, made.tag, plain.half(), type(made) is Tagged, isinstance(plain, Plain), made.requires_grad


def leaf(x):
    return torch.Tensor._make_subclass(Plain, x, True) * 2


def case(t):
    for x in torch.arange(3.0), torch.ones(2, requires_grad=True):
        found, expected = t.compile(fn, fullgraph=True)(x), fn(x)
        t.equal(found, expected)
        assert type(found[0]) is Tagged and type(found[2]) is Plain and found[0].tag == "left"
    t.equal(t.compile(leaf)(torch.ones(2)), leaf(torch.ones(2)))


# expect breaks
# line 33: a tensor that the graph makes to require gradients leaves it
