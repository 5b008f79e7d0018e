"""vmap in a graph: levels begin and end there."""

import torch


def fn(x, y):
    return torch.vmap(lambda a, b: (a * b).sum() + a, in_dims=(0, None))(x, y), x.shape


calls = [(torch.randn(4, 3), torch.randn(3)), (torch.randn(4, 3), torch.randn(3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   lazy_load_decompositions = lazy_load_decompositions()
#   _vmap_increment_nesting = _vmap_increment_nesting(4, 'error')
#   _add_batch_dim = _add_batch_dim(l_x_, 0, 1)
#   mul = mul(_add_batch_dim, l_y_)
#   sum_1 = mul.sum()
#   batched_outputs = add(sum_1, _add_batch_dim)
#   _remove_batch_dim = _remove_batch_dim(batched_outputs, 1, 4, 0)
#   _vmap_decrement_nesting = _vmap_decrement_nesting()
#   return (_remove_batch_dim,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['y'], {})
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   G_torch_dot__functorch_dot_vmap['torch'] is G['torch']
#   G_alternator_dot_polyfills_dot_tensors['torch'] is G['torch']
#   check_no_aliasing(L['x'], L['y'])
#   builtins: StopIteration, __import__, any, bool, enumerate, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, tuple, type, zip
#   of libraries: 233
