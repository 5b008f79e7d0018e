"""What is no exception of the program's goes through as it is, and a graph that raises where the program does not stops
nobody."""

import traceback
import warnings

import torch

import alternator
from raising import agree

LOG = []


@torch.library.custom_op("raises::interrupted", mutates_args=())
def interrupted(x: torch.Tensor) -> torch.Tensor:
    LOG.append("run")
    if x.sum() > 100:
        raise KeyboardInterrupt("now")
    return x * 2


interrupted.register_fake(torch.empty_like)


def interrupt(x):
    try:
        return interrupted(x) + 1
    except Exception:
        return x


def added(x):
    return x + 1


def caught(x):
    try:
        return x * 2
    except ValueError:
        return x


def refuses(module, inputs):
    def call(*arguments):
        raise ValueError("the backend's own")

    return call


def dynamic(x, i):
    LOG.append(x.shape[0])
    try:
        return x[i] * x.shape[0]
    except IndexError:
        return x * i.shape[0]


def whole(x, i):
    LOG.append("before")
    with torch.no_grad():
        return (x * 2)[i]


def case(t):
    for backend in t.backend, "aot_eager":
        LOG.clear()
        compiled = t.compile(interrupt, backend=backend)
        compiled(torch.ones(2))
        try:
            compiled(torch.full((2,), 100.0))
        except KeyboardInterrupt as error:
            assert str(error) == "now"
            assert [line.name for line in traceback.extract_tb(error.__traceback__) if line.filename == __file__] == ["case", "interrupt", "interrupted"]
        else:
            raise AssertionError("an interrupt was expected")
        assert LOG == ["run", "run"]

    for program, told in (added, 1), (caught, 0):
        compiled = t.compile(program, backend=refuses)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            for _ in range(3):
                t.equal(compiled(torch.ones(2)), program(torch.ones(2)))
        assert len(warned) == told, [str(w.message) for w in warned]
        assert all("ValueError: the backend's own" in str(w.message) and program.__name__ in str(w.message) for w in warned)

    def sizes():
        LOG.clear()
        good, bad = torch.tensor([0, 1]), torch.tensor([1, 99])
        return dynamic, [(torch.randn(n, 3), i) for n in (3, 4, 5, 6) for i in (good, bad)], lambda: LOG

    agree(t, sizes, reruns=4)
    agree(t, sizes, reruns=4, dynamic=True)

    def alone():
        LOG.clear()
        x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
        return whole, [(x, good), (x, bad), (x, good), (x, bad)], lambda: LOG

    agree(t, alone, reruns=2, graphs=1, fullgraph=True)
    # The stance and the region stay as they were.
    assert alternator._engine.state()[1:3] == (0, 0)
