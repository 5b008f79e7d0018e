"""Tensors: the answers are those of torch's own checker, over a table of changed tensors."""

import torch
from torch._C._dynamo.guards import TensorGuards

from guarding import check, guard


class Marked(torch.Tensor):
    pass


def variants():
    yield from (torch.ones(2, 3), torch.zeros(2, 3), torch.ones(2, 3, dtype=torch.float64), torch.ones(3, 2))
    yield from (torch.ones(2, 3, 1), torch.ones(6), torch.ones(()), torch.ones(0, 3), torch.ones(3, 2).t())
    yield from (torch.ones(2, 6)[:, ::2], torch.ones(1, 3).expand(2, 3), torch.ones(2, 3, device="meta"))
    yield from (torch.ones(2, 3, requires_grad=True), torch.ones(2, 3, requires_grad=True) * 2)
    yield from (torch.ones(2, 3, requires_grad=True)[:], torch.nn.Parameter(torch.ones(2, 3)))
    yield from (torch.nn.Parameter(torch.ones(2, 3), requires_grad=False), torch.ones(2, 3).as_subclass(Marked))
    yield from (torch.ones(2, 3).to_sparse(), torch.ones(2, 3).to_sparse_csr(), torch.ones(2, 3, dtype=torch.bool))
    yield from (torch.ones(2, 3).to(torch.bfloat16), torch.ones(2, 3, dtype=torch.complex64))
    yield from (torch.ones(1, 2, 3, 1, 2, 3), torch.ones(1, 2, 3, 1, 2, 4), torch.ones(2, 3, dtype=torch.complex64).conj())
    yield torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)
    with torch.inference_mode():
        yield torch.ones(2, 3)


def case(t):
    tensors = list(variants())
    for seen in tensors:
        try:
            reference = TensorGuards(seen, dynamic_dims_sizes=[list(seen.size())], dynamic_dims_strides=[list(seen.stride())])
        except (RuntimeError, TypeError):  # no plain sizes or strides: torch makes no such guard
            reference = None
        probe = guard("TENSOR_MATCH", seen)
        assert probe.check({"x": seen}), probe.failure({"x": seen})
        for other in tensors:
            agreed = reference.check(other) if reference else other is seen
            assert probe.check({"x": other}) == agreed, (seen, other, agreed, probe.failure({"x": other}))

    check("TENSOR_MATCH", torch.ones(8), other=[None, 8, [8]],
          text="check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ")
    probe = guard("TENSOR_MATCH", torch.ones(4, 8))
    assert probe.text().strip().endswith("torch.float32, device=None, requires_grad=False, size=[4, 8], stride=[8, 1])")
    assert "| +- TENSOR_MATCH: check_tensor(L['x'], " in probe.tree() and probe.tree().startswith("TREE_GUARD_MANAGER")
    for other, says in (
        (torch.ones(8, 8), "tensor 'x' size mismatch at index 0. expected 4, actual 8"),
        (torch.ones(8, 4).t(), "tensor 'x' stride mismatch at index 0. expected 8, actual 1"),
        (torch.ones(4), "tensor 'x' rank mismatch. expected 2, actual 1"),
        (torch.ones(4, 8, dtype=torch.int64), "tensor 'x' dtype mismatch. expected Float, actual Long"),
        (torch.ones(4, 8, requires_grad=True), "tensor 'x' requires_grad mismatch. expected requires_grad=0"),
        (torch.ones(4, 8, device="meta"), "tensor 'x' dispatch key set mismatch. expected DispatchKeySet(CPU, "),
        (torch.nn.Parameter(torch.ones(4, 8)), "expected type of tensor 'x' to be torch.Tensor"),
        (3, "expected 'x' to be a tensor but found int"),
    ):
        why = probe.failure({"x": other})
        assert why.startswith(says), why
