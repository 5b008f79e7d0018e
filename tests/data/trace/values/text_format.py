"""`str.format` is Python code of the engine's own, loaded when it is first wanted."""

import torch


def fn(x):
    return x + 1, "{} by {}".format(x.shape[0], len(x.shape)), "{0!r:>5}".format("a")


calls = [(torch.ones(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   builtins: format, int, len, repr, str, type
#   of libraries: 19
