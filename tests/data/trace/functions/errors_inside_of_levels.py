"""An error that leaves a graph leaves no level of functorch and no mode of autograd behind."""

import torch
from torch.func import grad, vmap


def fails(fn, *arguments):
    try:
        fn(*arguments)
    except (RuntimeError, IndexError) as error:
        return str(error).splitlines()[0]
    raise AssertionError("it did not raise")


def case(t):
    level = torch._C._functorch.maybe_current_level
    x = torch.ones(3)
    t.compile(lambda x: grad(lambda y: y.sum())(x))(x)
    assert fails(t.compile(lambda x: grad(lambda y: y.sum())(x)), torch.ones(3, dtype=torch.int64))
    assert level() is None and torch._C._autograd._saved_tensors_hooks_get_disabled_error_message() is None
    picked = t.compile(lambda x, i: vmap(lambda row: torch.take(row, i))(x))
    assert "out of range" in fails(picked, torch.ones(2, 3), torch.tensor([7]))
    assert level() is None
    t.equal(picked(torch.ones(2, 3), torch.tensor([1])), torch.ones(2, 1))

    def without_gradients(x, i):
        with torch.no_grad():
            y = torch.take(x, i)
        return y * 2

    assert fails(t.compile(without_gradients), x, torch.tensor([7]))
    assert torch.is_grad_enabled()


# expect breaks
# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('grad', G)
#   ___check_obj_id(G['grad'].__code__, …)
#   len(G['grad'].__defaults__ or ()) == 2
#   sys.modules['torch._functorch.eager_transforms'].grad_and_value_impl.__closure__[1].cell_contents == "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   G['grad'].__defaults__[0] == 0
#   ___check_obj_id(G['grad'].__defaults__[1], …), value=False
#   builtins: StopIteration, __import__, dict, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, range, super, tuple, type, zip
#   of libraries: 251
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('grad', G)
#   ___check_obj_id(G['grad'].__code__, …)
#   len(G['grad'].__defaults__ or ()) == 2
#   sys.modules['torch._functorch.eager_transforms'].grad_and_value_impl.__closure__[1].cell_contents == "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   G['grad'].__defaults__[0] == 0
#   ___check_obj_id(G['grad'].__defaults__[1], …), value=False
#   builtins: StopIteration, __import__, dict, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, range, super, tuple, type, zip
#   of libraries: 251
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('vmap', G)
#   ___check_obj_id(G['vmap'].__code__, …)
#   len(G['vmap'].__defaults__ or ()) == 3
#   list(G['vmap'].__kwdefaults__ or ()) == ['chunk_size']
#   G['vmap'].__defaults__[2] == 'error'
#   ___check_obj_id(G['vmap'].__kwdefaults__['chunk_size'], …), value=None
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   G['vmap'].__defaults__[0] == 0
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['i'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[1], stride=[1])
#   check_marks(L['i'], {})
#   G['vmap'].__defaults__[1] == 0
#   G_torch_dot__functorch_dot_vmap['torch'] is G['torch']
#   G_alternator_dot_polyfills_dot_tensors['torch'] is G['torch']
#   check_no_aliasing(L['x'], L['i'])
#   builtins: StopIteration, __import__, any, bool, enumerate, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, tuple, type, zip
#   of libraries: 211
# case.<locals>.without_gradients
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   check_tensor(L['i'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[1], stride=[1])
#   check_marks(L['i'], {})
#   G_torch_dot_autograd_dot_grad_mode['torch'] is G['torch']
#   check_no_aliasing(L['x'], L['i'])
#   builtins: super
#   of libraries: 56
