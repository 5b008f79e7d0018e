"""Marks lie where torch's own lie: either front end reads the other's."""

import re

import torch

import alternator


def case(t):
    x = torch.ones(4, 3, 2)
    alternator.maybe_mark_dynamic(x, 0, min=3)
    assert x._dynamo_weak_dynamic_indices == {0}
    alternator.mark_dynamic(x, 0, min=2, max=64)
    assert x._dynamo_weak_dynamic_indices == set() and x._dynamo_dynamic_indices == {0}
    (bounds,) = x._dynamo_dynamic_range
    assert (bounds.dim, bounds.min, bounds.max) == (0, 2, 64)
    alternator.maybe_mark_dynamic(x, 0)
    assert x._dynamo_weak_dynamic_indices == set()
    alternator.mark_dynamic(x, [1, 2])
    assert x._dynamo_dynamic_indices == {0, 1, 2} and len(x._dynamo_dynamic_range) == 1
    alternator.mark_static(x)
    assert x._dynamo_static_indices == {0, 1, 2}
    alternator.mark_unbacked(x, 1, min=2, shape_id="rows")
    assert x._dynamo_unbacked_indices == {1} and x._dynamo_unbacked_bounds == {1: (2, None)}
    assert x._dynamo_shape_ids == {1: "rows"} and x._has_dynamo_dim_marking
    # An unbacked size is a symbol, too; one that may not be fixed is an error where it is.
    del t.graphs[:]
    compiled = t.compile(lambda x: x * x.shape[0])
    for size in (3, 4, 5):
        x = torch.ones(size, 2)
        alternator.mark_unbacked(x, 0)
        compiled(x)
    assert len(t.graphs) == 1
    x = torch.ones(3, 2)
    alternator.mark_unbacked(x, 0, strict=True)
    try:
        t.compile(lambda x: x + torch.ones(3, 2))(x)
    except RuntimeError as error:
        assert "Constraints violated (L['x'].size()[0])" in str(error)
        assert re.search(r"but line [1-9]\d* specialized it", str(error)), error
    else:
        raise AssertionError("a size that may not be fixed was fixed")
    assert alternator.mark_static(torch.nn.Linear) is torch.nn.Linear and torch.nn.Linear._dynamo_marked_static
    del torch.nn.Linear._dynamo_marked_static
