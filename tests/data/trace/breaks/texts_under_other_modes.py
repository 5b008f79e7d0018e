"""The text of a tensor that is asked for under other modes than those at the end of the frame."""

import torch

x = torch.ones(2)


class Handled(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, kinds, arguments=(), named=None):
        return super().__torch_function__(function, kinds, arguments, named or {})


class Worded(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, kinds, arguments=(), named=None):
        if function is torch.Tensor.__repr__:
            return "worded"
        return super().__torch_function__(function, kinds, arguments, named or {})


class Wording(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, kinds, arguments=(), named=None):
        return "by the mode" if function is torch.Tensor.__repr__ else function(*arguments, **named or {})


def with_a_mode(h):
    with Wording():
        text = str(h)
    return text, str(h)


def without_functions(h):
    with torch._C.DisableTorchFunctionSubclass():
        text = repr(h)
    return text, repr(h)


def with_another_dtype(h):
    torch.set_default_dtype(torch.float64)
    text = str(h)
    torch.set_default_dtype(torch.float32)
    return text, str(h)


def leaving_another_dtype(h):
    text = str(h)
    torch.set_default_dtype(torch.float64)
    return text


TEXTS = [str, repr, "{}".format, lambda h: f"{h}", lambda h: h.__repr__(), with_a_mode, without_functions, with_another_dtype, leaving_another_dtype]


def outcome(function, held):
    try:
        return function(x, held)[1:]
    finally:
        torch.set_default_dtype(torch.float32)


def case(t):
    held = torch.ones(3, dtype=torch.float64)
    for tensor in (torch.ones(3), held, *(held.as_subclass(cls) for cls in (Handled, Worded))):
        for text in TEXTS:

            def asked(x, tensor):
                return x + 1, text(tensor)

            def computed(x, tensor):
                return x + 1, text(tensor + 1)

            for function in asked, computed:
                compiled = t.compile(function)
                for _ in range(2):
                    t.equal(outcome(compiled, tensor), outcome(function, tensor))
