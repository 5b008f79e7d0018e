"""A key or attribute that is written before anything has read it is no assumption: whether it was there already shows
only in the order of the whole."""

import torch


def dict_of(d, x):
    d["k"] = x + 1
    d[1.0] = 5
    return x * 2, list(d)


def deleted(d, x):
    d["k"] = x + 1
    del d["k"]
    return x * 2


class Keeps(torch.nn.Module):
    def forward(self, x):
        self.last = x + 1
        return x * 2


def case(t):
    x = torch.ones(2)
    for fn in (dict_of, deleted):
        compiled = t.compile(fn)
        for start in ({}, {"k": 1}, {True: 2, "k": 1}, {"z": 1}, {}):
            mine, theirs = dict(start), dict(start)
            t.equal(compiled(mine, x), fn(theirs, x))
            t.equal(mine, theirs)
            t.equal([repr(key) for key in mine], [repr(key) for key in theirs])
    made = len(t.graphs)
    module = Keeps()
    compiled = t.compile(module)
    for _ in range(3):
        compiled(x)
    t.equal(module.last, x + 1)
    t.equal(len(t.graphs) - made, 1)


# expect guards
# dict_of
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['d'], …), type=<class 'dict'>
#   list(L['d'].keys()) == []
#   check_no_aliasing(G, L['d'], G_builtins)
#   builtins: list
#   of libraries: 1
# dict_of: another entry
#   - list(L['d'].keys()) == []
#   + list(L['d'].keys()) == ['k']
#   + check_nothing_shows_when_let_go(L['d']['k'])
# dict_of: another entry
#   - list(L['d'].keys()) == ['k']
#   - check_nothing_shows_when_let_go(L['d']['k'])
#   + list(L['d'].keys()) == [True, 'k']
#   + check_nothing_shows_when_let_go(L['d'][True], L['d']['k'])
# dict_of: another entry
#   - list(L['d'].keys()) == [True, 'k']
#   - check_nothing_shows_when_let_go(L['d'][True], L['d']['k'])
#   + list(L['d'].keys()) == ['z']
# deleted
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['d'], …), type=<class 'dict'>
#   not ___dict_contains('k', L['d'])
# deleted: another entry
#   - not ___dict_contains('k', L['d'])
#   + ___dict_contains('k', L['d'])
#   + check_nothing_shows_when_let_go(L['d']['k'])
# Keeps.forward
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['self'], …), type=<class 'case_keys_written_unread_py.Keeps'>
#   <class 'case_keys_written_unread_py.Keeps'>.__mro__ == [<class 'case_keys_written_unread_py.Keeps'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_keys_written_unread_py.Keeps'>, '__setattr__') is <function Module.__setattr__>
#   ___check_obj_id(Keeps.__setattr__.__code__, …)
#   _PyType_Lookup(<class 'case_keys_written_unread_py.Keeps'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_keys_written_unread_py.Keeps'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self'].__dict__)
#   ___check_type_id(L['self']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('last', L['self']._parameters)
#   ___dict_contains('_modules', L['self'].__dict__)
#   ___check_type_id(L['self']._modules, …), type=<class 'dict'>
#   not ___dict_contains('last', L['self']._modules)
#   ___dict_contains('_buffers', L['self'].__dict__)
#   ___check_type_id(L['self']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('last', L['self']._buffers)
#   ___cell_is_empty(Keeps.__setattr__.__closure__[0]) == False
#   _PyType_Lookup(<class 'case_keys_written_unread_py.Keeps'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_keys_written_unread_py.Keeps'>, 'last') is nothing
#   Keeps.__setattr__.__closure__[0].cell_contents is G_torch_dot_nn_dot_modules_dot_module['Module']
#   check_no_aliasing(L['self'].__dict__, L['self']._parameters, L['self']._modules, L['self']._buffers)
#   builtins: getattr, isinstance, len, range, super
#   of libraries: 51
