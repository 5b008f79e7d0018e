"""What is equal is the same key, whichever object stands for it: devices, dtypes, ranges and tuples of them."""

import torch

known = {torch.device("cpu"): 2, range(2): 3}


def fn(x):
    table = {x.device: 1, (x.device, x.dtype): 2, range(3): 3}
    found = [table[torch.device("cpu")], table[torch.device("cpu"), torch.float32], table[range(3)]]
    found += [known[x.device], known.get(range(2)), torch.device("cpu") in table, torch.device("meta") in table]
    table[torch.device("cpu")] = 5
    return x + 1, found, len(table), {torch.device("cpu"), x.device} == {x.device}


calls = [(torch.ones(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___dict_contains('known', G)
#   ___check_type_id(G['known'], …), type=<class 'dict'>
#   ___dict_contains(<torch.device object>, G['known'])
#   ___dict_contains(<range object>, G['known'])
#   builtins: frozenset, len, list, range, set
#   of libraries: 24
