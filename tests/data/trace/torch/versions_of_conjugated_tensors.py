"""A tensor that is yet to be conjugated or negated tells its own version, not that of a copy made for an operator.

Found with torch's operator database: `torch.svd(x)[2]._version` of a complex matrix.
"""

import torch


def fn(x, y):
    _, _, v = torch.svd(x)
    y.add_(1)
    w = y.conj()
    return v, v._version, w._version, w.imag._version, y._version


calls = [
    (torch.eye(3, dtype=torch.complex64), torch.ones(2, dtype=torch.complex64)),
    (torch.eye(2, dtype=torch.complex64), torch.ones(2, dtype=torch.complex64)),
]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   svd = svd(l_x_)
#   v = getitem(svd, 2)
#   add_ = l_y_.add_(1)
#   w = l_y_.conj()
#   return (v, w)
# graph 1
#   l_w_: input
#   imag = imag(l_w_)
#   return (imag,)
# graph 2
#   l_y_: input
#   _tensor_version_default = _tensor_version.default(l_y_)
#   return (_tensor_version_default,)
# graph 3
#   s77: input
#   l_x_: input
#   l_y_: input
#   svd = svd(l_x_)
#   v = getitem(svd, 2)
#   add_ = l_y_.add_(1)
#   w = l_y_.conj()
#   return (v, w)
# expect breaks
# line 13: the version of a tensor that is yet to be conjugated or negated
# line 13: the version of a tensor that is yet to be conjugated or negated
# line 13: the version of a tensor that is yet to be conjugated or negated
# line 13: the version of a tensor that is yet to be conjugated or negated
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[3, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
#   not ___dict_contains('add_', L['y'].__dict__)
#   not ___dict_contains('conj', L['y'].__dict__)
#   check_no_aliasing(L['x'], L['y'])
#   of libraries: 5
# resume_in_fn
#   ___check_global_state()
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['w'], Tensor, DispatchKeySet(CPU, Conjugate, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['w'], {})
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
#   check_nothing_shows_when_let_go(L['___stack0'], L['___stack1'], L['___stack2'], L['___stack3'])
#   of libraries: 2
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[3, 3], stride=[3, 1])
#   - check_marks(L['x'], {})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.complex64, device=None, requires_grad=False, size=[None, None], stride=[None, 1])
#   + check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic})
#   + L['x'].size()[0] == L['x'].size()[1]
#   + 2 <= L['x'].size()[0]
