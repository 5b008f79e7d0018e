"""What appends to a list and does not read it holds for every length."""

import torch


class Recorder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x, out, more):
        y = x * 2
        self.seen.append(y.shape[0])
        out.append(y)
        out.extend(more)
        out += (x,)
        return y + 1


model = Recorder()
calls = [(torch.ones(3), [None] * n, [n]) for n in range(10)]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   add = add(y, 1)
#   return (add, y)
# expect breaks
# expect guards
# Recorder.forward
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['self'], …), type=<class 'case_a_list_that_only_grows_py.Recorder'>
#   <class 'case_a_list_that_only_grows_py.Recorder'>.__mro__ == [<class 'case_a_list_that_only_grows_py.Recorder'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_a_list_that_only_grows_py.Recorder'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_a_list_that_only_grows_py.Recorder'>, 'seen') is nothing
#   ___dict_contains('seen', L['self'].__dict__)
#   ___check_type_id(L['self'].seen, …), type=<class 'list'>
#   ___check_type_id(L['out'], …), type=<class 'list'>
#   ___check_type_id(L['more'], …), type=<class 'list'>
#   len(L['more']) == 1
#   check_no_aliasing(L['out'], L['more'], L['self'].seen)
#   check_nothing_shows_when_let_go(L['out'])
#   of libraries: 2
