"""Who asks a number or a text for its class alone does not learn which it is: other values take the same entry."""

import torch


class Counted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * 2


module = Counted()


def fn(x, text, number, nothing):
    if isinstance(text, (bytes, str)) and type(number) is not bool and text is not None:
        x = x + 1
    if nothing is None or number is nothing:
        x = x * 3
    return module(x), module.calls, text


x = torch.ones(3)
calls = [(x, "a", 1, None), (x, "b", 2, None), (x, "c", 3, None), (x, "d", 4.0, None), (x, b"e", 1, None), (x, "f", 1, 1.5)]
