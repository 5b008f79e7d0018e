"""What a transform unwraps is the very tensor that it wrapped, where the function gave that back or changed it in place."""

import torch
from torch.func import grad, grad_and_value, vjp, vmap


def case(t):
    def batched(x):
        y = x * 1
        return [
            vmap(torch.sin_)(x) is x, vmap(lambda a: a)(x) is x, vmap(torch.cos_)(y) is y, vmap(lambda a: a, in_dims=1, out_dims=1)(x) is x,
            vmap(lambda a: a, in_dims=1, out_dims=-1)(x) is x, vmap(lambda a: a, in_dims=-1, out_dims=1)(x) is x, vmap(lambda a: a, in_dims=1, out_dims=0)(x) is x,
            vmap(lambda a: (a + 1, a.add_(1)))(x)[1] is x, vmap(vmap(torch.sin_))(x) is x, vmap(lambda a: a.expand_as(a))(x) is x, x, y,
        ]  # fmt: skip

    def differentiated(x):
        aux = grad(lambda a: (a.sum(), a), has_aux=True)(x)[1]
        both = grad_and_value(lambda a: (a.sum(), [a, a.sin()]), has_aux=True)(x)
        return vjp(lambda a: a, x)[0] is x, aux is x, both[1][1][0] is x, both[1][1][1], vmap(grad(lambda a: a.sum() * 2))(x) is x

    for function in (batched, differentiated):
        expected = function(torch.ones(2, 3))
        for backend in (t.backend, "aot_eager"):
            t.equal(t.compile(function, backend=backend)(torch.ones(2, 3)), expected)


# expect guards
# case.<locals>.batched
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   ___dict_contains('vmap', G)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___check_obj_id(G['vmap'].__code__, …)
#   len(G['vmap'].__defaults__ or ()) == 3
#   list(G['vmap'].__kwdefaults__ or ()) == ['chunk_size']
#   G['vmap'].__defaults__[2] == 'error'
#   ___check_obj_id(G['vmap'].__kwdefaults__['chunk_size'], …), value=None
#   G['vmap'].__defaults__[0] == 0
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   G['vmap'].__defaults__[1] == 0
#   G_torch_dot__functorch_dot_vmap['torch'] is G['torch']
#   G_alternator_dot_polyfills_dot_tensors['torch'] is G['torch']
#   builtins: StopIteration, __import__, any, bool, enumerate, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, tuple, type, zip
#   of libraries: 226
# case.<locals>.batched: another entry
# case.<locals>.differentiated
#   ___check_global_state()
#   ___dict_contains('grad', G)
#   ___check_obj_id(G['grad'].__code__, …)
#   len(G['grad'].__defaults__ or ()) == 2
#   sys.modules['torch._functorch.eager_transforms'].grad_and_value_impl.__closure__[1].cell_contents == "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   G['grad'].__defaults__[0] == 0
#   ___dict_contains('grad_and_value', G)
#   ___check_obj_id(G['grad_and_value'].__code__, …)
#   len(G['grad_and_value'].__defaults__ or ()) == 2
#   G['grad_and_value'].__defaults__[0] == 0
#   ___dict_contains('vjp', G)
#   ___check_obj_id(G['vjp'].__code__, …)
#   list(G['vjp'].__kwdefaults__ or ()) == ['has_aux']
#   sys.modules['torch._functorch.eager_transforms']._vjp_with_argnums.__closure__[1].cell_contents == "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."
#   ___check_obj_id(G['vjp'].__kwdefaults__['has_aux'], …), value=False
#   ___dict_contains('vmap', G)
#   ___check_obj_id(G['vmap'].__code__, …)
#   len(G['vmap'].__defaults__ or ()) == 3
#   list(G['vmap'].__kwdefaults__ or ()) == ['chunk_size']
#   G['vmap'].__defaults__[2] == 'error'
#   ___check_obj_id(G['vmap'].__kwdefaults__['chunk_size'], …), value=None
#   G['vmap'].__defaults__[0] == 0
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   ___check_obj_id(G['grad'].__defaults__[1], …), value=False
#   G['vmap'].__defaults__[1] == 0
#   builtins: StopIteration, __import__, any, bool, dict, enumerate, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, super, tuple, type, zip
#   of libraries: 378
# case.<locals>.differentiated: another entry
