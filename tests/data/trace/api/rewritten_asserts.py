"""An assertion about a tensor is a node of the graph that checks, or it breaks the graph: `rewrite_assert_with_torch_assert`."""

import torch


def fn(x):
    assert x.sum() > 0, "not positive"
    return x * 2


def case(t):
    x = torch.ones(3)
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    with t.config.patch(rewrite_assert_with_torch_assert=False):
        before = len(t.graphs)
        t.equal(t.compile(fn)(x), fn(x))
        assert len(t.graphs) - before == 2
        try:
            t.compile(fn)(-x)
        except AssertionError as error:
            assert str(error) == "not positive"
        else:
            raise AssertionError("the assertion does not hold")
