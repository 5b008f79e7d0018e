"""The rest of a turn begins the next one; a counter becomes symbolic, and the entries few."""

import torch

config = dict(graph_breaks_in_loops=True)


def fn(x, limit):
    turn = 0
    while turn < limit:
        x = x + turn
        if x.sum() > 40:
            break
        turn += 1
    else:
        x = x - 1
    return x, turn


calls = [(torch.ones(3), 12), (torch.ones(3), 3)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 0)
#   sum_1 = x.sum()
#   gt = gt(sum_1, 40)
#   return (gt, x)
# graph 1
#   l_x_: input
#   x = add(l_x_, 1)
#   sum_1 = x.sum()
#   gt = gt(sum_1, 40)
#   return (gt, x)
# graph 2
#   l_turn_: input
#   l_x_: input
#   add = add(l_turn_, 1)
#   x = add(l_x_, add)
#   sum_1 = x.sum()
#   gt = gt(sum_1, 40)
#   return (gt, x, add)
# graph 3
#   l_x_: input
#   x = add(l_x_, 0)
#   sum_1 = x.sum()
#   gt = gt(sum_1, 40)
#   return (gt, x)
# graph 4
#   l_turn_: input
#   l_x_: input
#   add = add(l_turn_, 1)
#   x = add(l_x_, add)
#   sum_1 = x.sum()
#   gt = gt(sum_1, 40)
#   return (gt, x, add)
# graph 5
#   l_turn_: input
#   l_x_: input
#   x = sub(l_x_, 1)
#   add = add(l_turn_, 1)
#   return (x, add)
# expect breaks
# line 12: data-dependent branch: the truth of a tensor is known only when it is computed
# line 12: data-dependent branch: the truth of a tensor is known only when it is computed
# line 12: data-dependent branch: the truth of a tensor is known only when it is computed
# line 12: data-dependent branch: the truth of a tensor is known only when it is computed
# line 12: data-dependent branch: the truth of a tensor is known only when it is computed
# expect guards
# fn
#   ___check_global_state()
#   L['limit'] == 12
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   L['turn'] == 0
#   L['limit'] == 12
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   check_nothing_shows_when_let_go(L['turn'])
#   of libraries: 2
# resume_in_fn: another entry
#   - L['turn'] == 0
#   + ___is_int(L['turn']) == True
#   + L['turn'] + 1 < 12
# resume_in_fn
#   ___check_global_state()
# fn: another entry
#   - L['limit'] == 12
#   + ___is_int(L['limit']) == True
#   + L['limit'] > 0
# resume_in_fn: another entry
#   - L['limit'] == 12
#   - L['turn'] + 1 < 12
#   + ___is_int(L['limit']) == True
#   + L['turn'] + 1 < L['limit']
# resume_in_fn: another entry
#   - L['turn'] + 1 < L['limit']
#   - of libraries: 2
#   + L['turn'] + 1 >= L['limit']
