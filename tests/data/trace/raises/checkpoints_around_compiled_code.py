"""A hook for saved tensors that raises while the graph runs: the error goes to whoever called, and the program's own code does
not call the hook once more. A checkpoint around compiled code ends its second forward pass so."""

import torch
from torch.utils.checkpoint import checkpoint


class Enough(Exception):
    pass


def layers(x, w):
    return ((x @ w).sin() @ w).cos().sum()


def case(t):
    w = torch.linspace(0, 1, 9).view(3, 3)
    for backend in t.backend, "aot_eager":
        compiled = t.compile(layers, backend=backend)
        found = []
        for function in compiled, layers:
            function(torch.ones(2, 3, requires_grad=True), w)  # compiled code from a call without hooks
            x = torch.ones(2, 3, requires_grad=True)
            checkpoint(function, x, w, use_reentrant=False).backward()
            found.append(x.grad)
        t.equal(*found)

        packed = []

        def pack(tensor):
            packed.append(tensor.shape)
            raise Enough

        try:
            with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
                compiled(torch.ones(2, 3, requires_grad=True), w)
        except Enough:
            t.equal(len(packed), 1)
        else:
            raise AssertionError("the hook was not called")
