"""Writes to arguments happen once, in order, and to the same objects."""

import torch


def fn(x, items, d, seen):
    items.append(x + 1)
    items.insert(0, "first")
    items.extend([1, 2])
    items.pop()
    d.update(a=x)
    d.setdefault("b", []).append(3)
    d.pop("gone")
    seen.add(len(items))
    items.reverse()
    return items, d


calls = [(torch.randn(2), [5], {"gone": 1}, {0}), (torch.randn(2), [5], {"gone": 1}, {0})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['items'], …), type=<class 'list'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   len(L['items']) == 1
#   ___check_type_id(L['d'], …), type=<class 'dict'>
#   not ___dict_contains('b', L['d'])
#   ___dict_contains('gone', L['d'])
#   ___check_type_id(L['seen'], …), type=<class 'set'>
#   list(L['seen']) == [0]
#   check_no_aliasing(G, L['d'], G_alternator_dot_polyfills_dot_containers, G_builtins)
#   check_nothing_shows_when_let_go(L['d']['gone'])
#   builtins: dict, len, type
#   of libraries: 6
