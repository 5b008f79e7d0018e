"""What a guard filter sees of a guard, and that those which it refuses are not checked; torch's own filters work."""

import torch

import alternator

scale = 3


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.factor = 2

    def forward(self, x, n):
        return self.linear(x) * n + self.factor + scale


def changes():
    """A model, and calls between which one thing after the other changes."""
    global scale
    scale = 3
    model = Model()
    yield model, torch.ones(2, 2), 2
    yield model, torch.ones(2, 2), 5
    scale = 4
    yield model, torch.ones(2, 2), 5
    model.factor = 7
    yield model, torch.ones(2, 2), 5
    model.linear.weight = torch.nn.Parameter(torch.ones(2, 2), requires_grad=False)
    yield model, torch.ones(2, 2), 5
    yield model, torch.zeros(2, 2), 5
    scale = 3


def compiled_at(t, keep):
    """The numbers of the calls that compile."""
    alternator.reset()
    compiled, found, before = None, [], len(t.graphs)
    for number, (model, *arguments) in enumerate(changes()):
        compiled = compiled or t.compile(model, options={"guard_filter_fn": keep})
        compiled(*arguments)
        if len(t.graphs) > before:
            found.append(number)
        before = len(t.graphs)
    return found


def case(t):
    seen = {}

    def look(entries):
        seen.update({(entry.name, entry.guard_type): entry for entry in entries})
        return [True] * len(entries)

    assert compiled_at(t, look) == [0, 1, 2, 3, 4]
    assert isinstance(seen["self", "TYPE_MATCH"].value, Model)
    assert seen["n", "CONSTANT_MATCH"].value == 2 and seen["n", "CONSTANT_MATCH"].has_value
    assert isinstance(seen["x", "TENSOR_MATCH"].value, torch.Tensor)
    weight = seen["self._modules['linear']._parameters['weight']", "TENSOR_MATCH"]
    assert isinstance(weight.value, torch.nn.Parameter) and weight.orig_guard.source.is_unspecialized_builtin_nn_module()
    assert seen["G['scale']", "CONSTANT_MATCH"].is_global
    assert ("", "GLOBAL_STATE") in seen
    for keep, found in (
        (torch.compiler.keep_tensor_guards_unsafe, [0]),
        (lambda entries: torch.compiler.keep_tensor_guards_unsafe(entries, keep_parameters=True), [0, 4]),
        (torch.compiler.skip_guard_on_inbuilt_nn_modules_unsafe, [0, 1, 2, 3]),
        (torch.compiler.skip_guard_on_all_nn_modules_unsafe, [0, 1, 2]),
        (torch.compiler.skip_guard_on_globals_unsafe, [0, 1, 3, 4]),
        (torch.compiler.skip_all_guards_unsafe, [0]),
        (lambda entries: [entry.name != "n" for entry in entries], [0, 2, 3, 4]),
        (lambda entries: [not isinstance(entry.value, torch.nn.Parameter) for entry in entries], [0, 1, 2, 3]),
    ):
        assert compiled_at(t, keep) == found, (found, compiled_at(t, keep))
