"""Functions of `math` on numbers that only the data knows: the graph computes them, and runs as written where they raise."""

import math
import warnings

import alternator
import torch

FUNCTIONS = {
    math.sqrt: (0.5, 2, -0.5),
    math.log2: (0.5, 8, 0.0),
    math.asin: (0.5, 1, 1.5),
    math.acos: (-0.5, 1, -1.5),
    math.sinh: (0.5, 2, 800.0),
    math.cosh: (-0.5, 2, -800.0),
    math.sin: (0.5, 2, math.inf),
    math.cos: (0.5, 2, -math.inf),
    math.tan: (0.5, 2, math.inf),
}


def case(t):
    for function, numbers in FUNCTIONS.items():
        alternator.reset()
        for dtype in (torch.float32, torch.int64):

            def fn(x, number, function=function):
                y = x * 3
                return y * function(number.item()), y.sum()

            def handled(x, number, fn=fn):
                try:
                    return fn(x, number)
                except (ValueError, OverflowError) as error:
                    return x, type(error)

            for backend in ("eager", "aot_eager"):
                whole = t.compile(fn, backend=backend, fullgraph=True)
                either = t.compile(handled, backend=backend)
                for number in numbers:
                    if isinstance(number, float) and dtype == torch.int64:
                        continue
                    x, number = torch.arange(3.0), torch.tensor(number, dtype=dtype)
                    t.equal(either(x, number), handled(x, number))
                    if handled(x, number)[0] is not x:
                        t.equal(whole(x, number), fn(x, number))
    # A check is no error of the program's.
    compiled = t.compile(lambda x: x * math.sinh(x[0].item()), backend="eager")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        t.equal(compiled(torch.tensor([1.0])), torch.tensor([math.sinh(1.0)]))
        t.equal(compiled(torch.tensor([705.0])), torch.tensor([math.sinh(705.0)]))
