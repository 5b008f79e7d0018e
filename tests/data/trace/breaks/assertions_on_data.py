"""An assertion about data is left to the running graph, but where the program would catch its failure. One that fails
there raises what the program does."""

import torch


def plain(x):
    assert (x > 0).all()
    with torch.no_grad():
        assert x.sum() < 100, "too large"
    return x + 1


def formatted(x):
    assert x.sum() < 100, f"too large: {x.shape}"
    return x + 1


def caught(x):
    try:
        assert x.sum() < 100, "too large"
    except AssertionError:
        return x - 1
    return x + 1


def several(x):
    assert x
    return x + 1


def case(t):
    compiled = t.compile(plain, fullgraph=True)
    t.equal(compiled(torch.ones(2)), plain(torch.ones(2)))
    assert t.ops().count("_assert_async") == 2, t.ops()
    for wrong, message in (-torch.ones(2), ""), (torch.full((2,), 70.0), "too large"):
        assert outcome(compiled, wrong) == outcome(plain, wrong) == (AssertionError, message)
    assert len(t.graphs) == 1
    for fn in formatted, caught:
        compiled = t.compile(fn)
        for x in torch.ones(2), torch.full((2,), 70.0):
            t.equal(outcome(compiled, x), outcome(fn, x))
    t.equal(outcome(t.compile(several), torch.ones(2)), outcome(several, torch.ones(2)))


def outcome(function, x):
    try:
        return function(x)
    except (AssertionError, RuntimeError) as error:
        return type(error), str(error)


# expect breaks
# line 15: data-dependent branch: the truth of a tensor is known only when it is computed
# line 15: the traced program raises a AssertionError object: too large: torch.Size([2])
# line 21: data-dependent branch: the truth of a tensor is known only when it is computed
# line 28: data-dependent branch: the truth of a tensor is known only when it is computed
# expect guards
# plain
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   not ___dict_contains('sum', L['x'].__dict__)
#   G_torch_dot_autograd_dot_grad_mode['torch'] is G['torch']
#   builtins: super
#   of libraries: 57
# formatted
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sum', L['x'].__dict__)
#   of libraries: 2
# resume_in_formatted
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
# resume_in_formatted
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 2
# caught
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sum', L['x'].__dict__)
#   of libraries: 2
# resume_in_caught
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
# resume_in_caught
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: AssertionError
# several
#   ___check_global_state()
