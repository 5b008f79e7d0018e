"""A function without branches is one graph, and its arguments are the graph's inputs."""

import torch


def fn(x, y):
    z = (x - y) ** 2
    return z.sum()


calls = [(torch.randn(200), torch.randn(200)), (torch.randn(200), torch.randn(200))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   sub = sub(l_x_, l_y_)
#   z = pow(sub, 2)
#   sum_1 = z.sum()
#   return (sum_1,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[200], stride=[1])
#   check_marks(L['x'], {})
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[200], stride=[1])
#   check_marks(L['y'], {})
#   check_no_aliasing(L['x'], L['y'])
#   of libraries: 2
