"""Whether a tensor's conjugate or negative bit is set is asked by functions as well as by methods."""

import torch


def fn(x, z):
    if torch.is_neg(x) or torch.is_conj(z):
        return x
    return x + 1, torch.is_neg(z.conj().imag), torch.is_conj(z.conj())


z = torch.tensor([1 + 2j, 3 - 1j])
calls = [(torch.ones(2), z), (torch.zeros(2), z)]


# expect graphs
# graph 0
#   l_x_: input
#   l_z_: input
#   add = add(l_x_, 1)
#   conj = l_z_.conj()
#   imag = imag(conj)
#   conj_1 = l_z_.conj()
#   return (add, imag, conj_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   check_tensor(L['z'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['z'], {})
#   not ___dict_contains('conj', L['z'].__dict__)
#   check_no_aliasing(L['x'], L['z'])
#   of libraries: 7
