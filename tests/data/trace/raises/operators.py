"""Operators of many kinds that refuse their arguments for what is in them: caught by the program, and by nobody."""

import torch
import torch.nn.functional as F

from raising import BACKENDS, agree

LONG = torch.tensor([[0, 1], [2, 1]])
FAR = torch.tensor([[0, 1], [9, 1]])
FLOATS = torch.arange(12.0).reshape(4, 3)
SQUARE = torch.tensor([[2.0, 1.0], [1.0, 2.0]])
SINGULAR = torch.tensor([[1.0, 1.0], [1.0, 1.0]])

# What is called, and the arguments that it takes and refuses.
OPERATORS = {
    "index": (lambda x, i: x[i], (FLOATS, LONG), (FLOATS, FAR)),
    "index of several": (lambda x, i: x[i[0], i[1]], (FLOATS, LONG), (FLOATS, FAR)),
    "index from the end": (lambda x, i: x[i], (FLOATS, LONG), (FLOATS, FAR - 7)),
    "index_select": (lambda x, i: x.index_select(0, i[1]), (FLOATS, LONG), (FLOATS, FAR)),
    "embedding": (lambda x, i: F.embedding(i, x), (FLOATS, LONG), (FLOATS, FAR)),
    "embedding_bag": (lambda x, i: F.embedding_bag(i, x), (FLOATS, LONG), (FLOATS, FAR)),
    "gather": (lambda x, i: x.gather(0, i), (FLOATS, LONG), (FLOATS, FAR)),
    "take": (lambda x, i: x.take(i), (FLOATS, LONG), (FLOATS, FAR * 2)),
    "scatter": (lambda x, i: x.scatter(0, i, 1.0), (FLOATS, LONG), (FLOATS, FAR)),
    "scatter_add": (lambda x, i: x.scatter_add(0, i, x), (FLOATS, LONG), (FLOATS, FAR)),
    "index_add": (lambda x, i: x.index_add(0, i[1], x[:2]), (FLOATS, LONG), (FLOATS, FAR)),
    "index_copy": (lambda x, i: x.index_copy(0, i[1], x[:2]), (FLOATS, LONG), (FLOATS, FAR)),
    "index_fill": (lambda x, i: x.index_fill(0, i[1], 2.0), (FLOATS, LONG), (FLOATS, FAR)),
    "index_put": (lambda x, i: x.index_put((i[1],), x[:2]), (FLOATS, LONG), (FLOATS, FAR)),
    "integer division": (lambda x, y: x // y, (LONG, LONG + 1), (LONG, LONG)),
    "remainder": (lambda x, y: x % y, (LONG, LONG + 1), (LONG, LONG)),
    "fmod": (torch.fmod, (LONG, LONG + 1), (LONG, LONG)),
    "cholesky": (torch.linalg.cholesky, (SQUARE,), (-SQUARE,)),
    "inv": (torch.linalg.inv, (SQUARE,), (SINGULAR,)),
    "solve": (torch.linalg.solve, (SQUARE, SQUARE), (SINGULAR, SQUARE)),
    "eigvalsh": (torch.linalg.eigvalsh, (SQUARE,), (SQUARE * float("nan"),)),
    "cross_entropy": (F.cross_entropy, (FLOATS[:2], LONG[1]), (FLOATS[:2], FAR[1])),
    "nll_loss": (F.nll_loss, (FLOATS[:2], LONG[1]), (FLOATS[:2], FAR[1])),
    "binary_cross_entropy": (F.binary_cross_entropy, (SQUARE / 4, SQUARE / 4), (SQUARE, SQUARE)),
    "one_hot": (lambda i: F.one_hot(i, 5), (LONG,), (FAR,)),
    "multinomial": (lambda p: p.multinomial(2), (FLOATS[1:],), (-FLOATS[1:],)),
    "bernoulli": (torch.bernoulli, (SQUARE / 4,), (SQUARE,)),
    "repeat_interleave": (lambda x, n: x.repeat_interleave(n, 0, output_size=3), (SQUARE, LONG[1]), (SQUARE, -LONG[1])),
    "masked_scatter": (lambda x, y: x.masked_scatter(x > 0, y), (SQUARE, FLOATS), (SQUARE, FLOATS[0])),
    "quantile": (torch.quantile, (FLOATS, SQUARE[0] / 4), (FLOATS, SQUARE[0])),
    "assert": (lambda x: (torch._assert((x < 3).all(), "too large"), x)[1], (SQUARE,), (SQUARE * 2,)),
}  # fmt: skip

# Sizes of what these give depend on the data.
SIZED = {
    "bincount": (lambda i: i.flatten().bincount(), (LONG,), (-LONG,)),
    "number": (lambda i: torch.zeros(3)[i[1, 0].item()], (LONG,), (FAR,)),
    "checked number": (lambda i: (torch._check(i[1, 0].item() < 5), i + 1)[1], (LONG,), (FAR,)),
    "repeats": (lambda x, n: x.repeat_interleave(n, 0), (SQUARE, LONG[1]), (SQUARE, -LONG[1])),
}


def caught(operator):
    def program(log, *arguments):
        log.append("before")
        try:
            result = operator(*arguments)
            log.append("after")
        except (IndexError, RuntimeError, AssertionError) as error:
            log.append(type(error).__name__)
            return arguments[0] * 2
        return result

    return program


def bare(operator):
    def program(log, *arguments):
        log.append("before")
        result = operator(*[argument * 1 for argument in arguments])
        log.append("after")
        return result

    return program


def case(t):
    operators = dict(OPERATORS)
    if t.release < (2, 12):
        # Then aot_eager lets one_hot have classes that it has no room for, with torch.compile too, and leaves quantile to Python.
        compare(t, {"one_hot": operators.pop("one_hot"), "quantile": operators.pop("quantile")}, ("graph",))
    compare(t, operators, BACKENDS)
    with t.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        compare(t, SIZED, ("graph",))


def compare(t, operators, backends):
    for operator, good, bad in operators.values():
        for wrap in caught, bare:

            def make(operator=operator, good=good, bad=bad, wrap=wrap):
                calls = [([], *[a.clone() for a in arguments]) for arguments in (good, bad, good, bad)]
                return wrap(operator), calls

            agree(t, make, backends)
