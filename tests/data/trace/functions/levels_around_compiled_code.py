"""Inside of a level of functorch that somebody else opened, compiled functions run as they are written."""

import torch
from torch.func import grad, vmap


def case(t):
    x = torch.randn(3)
    for backend in ({}, {"backend": "aot_eager"}):
        compiled = t.compile(lambda x: (x.sin() * x).sum(), **backend)
        expected = x.sin() + x * x.cos()
        t.equal(grad(compiled)(x), expected)
        t.equal(compiled(x), (x.sin() * x).sum())
        t.equal(grad(compiled)(x), expected)
        rows = torch.randn(4, 3)
        t.equal(vmap(compiled)(rows), (rows.sin() * rows).sum(1))

    # One output of vmap is the same for the whole batch.
    def shared(d):
        return vmap(lambda d: {"sum": d["a"] + d["b"], "b": d["b"]}, in_dims=({"a": 0, "b": None},), out_dims={"sum": 0, "b": None})(d)

    given = {"a": torch.randn(4, 3), "b": torch.randn(3)}
    result = t.compile(shared, fullgraph=True)(given)
    t.equal(result, {"sum": given["a"] + given["b"], "b": given["b"]})
    assert result["b"] is given["b"]
    try:
        t.compile(lambda x: vmap(lambda row: row * 2, out_dims=None)(x))(torch.ones(2, 3))
    except ValueError as error:
        assert "BatchedTensor when out_dim is None" in str(error)
    else:
        raise AssertionError("it did not raise")


# expect breaks
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
