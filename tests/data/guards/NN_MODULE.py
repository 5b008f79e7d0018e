"""The module of a call, by its exact class, and everything below it by version tags."""

import torch

from alternator import _engine


def case(t):
    module = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    own = ("x", ("dict",), ("item", "_modules"))
    linear = (*own, ("item", "0"))
    parameters = (*linear, ("dict",), ("item", "_parameters"))
    probe = _engine.GuardProbe({"x": module}, [
        (("x",), "NN_MODULE", None),
        (("x", ("dict",), ("item", "training")), "EQUALS_MATCH", None),
        (own, "TYPE_MATCH", None),
        (own, "DICT_KEYS", None),
        (linear, "NN_MODULE", None),
        ((*linear, ("dict",), ("item", "_forward_hooks")), "DICT_LENGTH", None),
        ((*own, ("item", "1")), "NN_MODULE", None),
        (parameters, "DICT_KEYS", None),
        ((*parameters, ("item", "weight")), "TENSOR_MATCH", None),
    ])

    def fails(change, undo, says):
        assert probe.failure({"x": module}) is None, probe.failure({"x": module})
        change()
        why = probe.failure({"x": module})
        assert why and says in why, why
        undo()
        assert probe.failure({"x": module}) is None, probe.failure({"x": module})
        assert probe.check({"x": module})

    fails(module.eval, module.train, "training")
    first, second, weight = module[0], module[1], module[0].weight
    fails(lambda: module.__setitem__(1, torch.nn.Tanh()), lambda: module.__setitem__(1, second), "_modules['1']")
    fails(lambda: module.append(first), lambda: module._modules.pop("2"), "keys()")
    fails(lambda: setattr(first, "weight", torch.nn.Parameter(torch.ones(4, 5))),
          lambda: setattr(first, "weight", weight), "size mismatch at index 1. expected 4, actual 5")
    fails(lambda: weight.requires_grad_(False), lambda: weight.requires_grad_(True), "requires_grad mismatch")
    fails(lambda: setattr(first, "bias", None) or first.register_parameter("more", None),
          lambda: first._parameters.pop("more"), "keys()")
    handle = []
    fails(lambda: handle.append(first.register_forward_hook(print)), lambda: handle[0].remove(), "_forward_hooks")
    other = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())
    assert probe.check({"x": other}) and probe.check({"x": module})
    assert not probe.check({"x": torch.nn.ModuleList(module)}) and probe.check({"x": other})
