"""What the cases under tests/data/trace/raises share: programs that fail while their graphs run, as written and compiled."""

import contextlib
import io
import random
import traceback
import warnings
from collections.abc import Iterator

import torch

import alternator
import running
from equality import check_equal

BACKENDS = "graph", "aot_eager"


def agree(t, make, backends=BACKENDS, reruns=None, graphs=None, captured=BACKENDS, **options):
    """Whether a program does the same as written and compiled by each backend.

    `make` gives, of fresh objects, a function, the arguments of each of its calls, and optionally a function for what is
    looked at after all of them. Looked at are, of each call, its result and the gradients that it leads to, or the exception with its
    text (that of the backward pass, too), its lines in the program and whatever it was raised in; what was printed; all arguments; and the random numbers
    that come next; and modes of torch's. `reruns` is how many calls must have run as written, `graphs` how many graphs there must be.
    With each of the backends `captured` something must be captured.
    """
    expected = behaviour(make, lambda function: function)
    for backend in backends:
        alternator.reset()
        chosen = t.backend if backend == "graph" else backend
        found = behaviour(make, lambda function, chosen=chosen: t.compile(function, backend=chosen, **options))
        close = chosen is not t.backend  # It may compute gradients by other formulas.
        check_equal(found, expected, f"with {backend}, what came of it", close=close)
        counters = alternator.counters()
        assert counters["graphs"] > 0 or backend not in captured, f"with {backend}: nothing was captured"
        for name, wanted in ("reruns", reruns), ("graphs", graphs):
            assert wanted in (None, counters[name]), f"with {backend}: {counters[name]} {name}, not {wanted}"


def behaviour(make, wrap):
    """All that can be seen of a program."""
    torch.manual_seed(0)
    random.seed(0)
    function, calls, *look = make()
    function = wrap(function)
    printed, outcomes = io.StringIO(), []
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for arguments in calls:
            outcomes.append(outcome(function, arguments))
    return {
        "calls": outcomes,
        "arguments": [described(arguments) for arguments in calls],
        "watched": [described(watched()) for watched in look],
        "printed": printed.getvalue(),
        "numbers": (torch.rand(2), random.random()),
        "modes": (torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.is_autocast_enabled("cpu")),
    }


def outcome(function, arguments):
    keywords = {}
    if arguments and isinstance(arguments[-1], Keywords):
        *arguments, keywords = arguments
    try:
        result = function(*arguments, **keywords)
    except Exception as error:
        return raised(error)
    leaves = [leaf for leaf in torch.utils._pytree.tree_leaves(result) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
    if leaves:
        try:
            sum(leaf.float().sum() for leaf in leaves).backward()
        except Exception as error:
            return raised(error)
    return described(result)


class Keywords(dict):
    """Arguments of a call that are given by name: its last."""


def raised(error):
    """An exception, as a program can look at it. Torch's own frames and those of this file are nobody's business."""
    if error is None:
        return None
    lines = [(line.name, line.lineno) for line in traceback.extract_tb(error.__traceback__) if is_of_case(line.filename)]
    return {
        "type": type(error),
        "text": str(error).partition("\n")[0],
        "lines": lines,
        "context": raised(error.__context__),
        "cause": raised(error.__cause__),
        "notes": getattr(error, "__notes__", None),
    }


def is_of_case(file):
    return "/tests/" in file and file not in (__file__, running.__file__)


def described(value):
    """A copy with the gradients of tensors, for a comparison later on."""
    if isinstance(value, torch.Tensor):
        gradient = value.grad.clone() if value.is_leaf and value.grad is not None else None
        return {"data": value.detach().clone(), "requires_grad": value.requires_grad, "leaf": value.is_leaf, "gradient": gradient}
    if isinstance(value, torch.nn.Module):
        return {name: described(tensor) for name, tensor in [*value.named_parameters(), *value.named_buffers()]}
    if isinstance(value, dict):
        return {key: described(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [described(item) for item in value]
    if isinstance(value, Iterator):
        return [described(item) for item in value]
    if isinstance(value, BaseException):
        return raised(value)
    if callable(value):
        return value.__name__
    return dict(vars(value)) if type(value).__module__.startswith("case_") else value
