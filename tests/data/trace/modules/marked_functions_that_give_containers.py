"""What a function in the graph gives in a dict or an object of the program's is not guessed: the call is left to Python."""

import dataclasses

import torch


@dataclasses.dataclass
class Pair:
    first: torch.Tensor
    second: torch.Tensor


@torch.compiler.allow_in_graph
def in_dict(x):
    return {"twice": x * 2, "nested": [x + 1]}


@torch.compiler.allow_in_graph
def in_object(x):
    return Pair(x * 2, x + 1)


@torch.compiler.allow_in_graph
def in_lists(x):
    return [x * 2, (x + 1, None, 3)]


def case(t):
    x = torch.randn(3)
    for backend in ({}, {"backend": "aot_eager"}):
        t.equal(t.compile(lambda x: in_dict(x + 1), **backend)(x), in_dict(x + 1))
        pair = t.compile(lambda x: in_object(x + 1), **backend)(x)
        t.equal((pair.first, pair.second), ((x + 1) * 2, x + 2))
        t.equal(t.compile(lambda x: in_lists(x + 1), fullgraph=True, **backend)(x), in_lists(x + 1))


# expect breaks
# line 32: an operator that cannot run on fake tensors: a result of type dict
# line 33: an operator that cannot run on fake tensors: a result of type Pair
# line 32: an operator that cannot run on fake tensors: a result of type dict
# line 33: an operator that cannot run on fake tensors: a result of type Pair
# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('in_dict', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# in_dict
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# case.<locals>.resume_in_<lambda>
#   ___check_global_state()
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('in_object', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# in_object
#   ___check_global_state()
#   ___dict_contains('Pair', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['Pair'], …), value=<class 'case_marked_functions_that_give_containers_py.Pair'>
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_marked_functions_that_give_containers_py.Pair'>.__mro__ == [<class 'case_marked_functions_that_give_containers_py.Pair'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, '__init__') is <function Pair.__init__>
#   <class 'case_marked_functions_that_give_containers_py.Pair'>.__dict__.get('__abstractmethods__') is nothing
#   ___check_obj_id(Pair.__init__.__code__, …)
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, '__setattr__') is <wrapper_descriptor __setattr__>
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, 'first') is nothing
#   _PyType_Lookup(<class 'case_marked_functions_that_give_containers_py.Pair'>, 'second') is nothing
# case.<locals>.resume_in_<lambda>
#   ___check_global_state()
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('in_lists', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['in_lists'].__code__, …)
# case.<locals>.<lambda>: another entry
# in_dict: another entry
# case.<locals>.resume_in_<lambda>: another entry
# case.<locals>.<lambda>: another entry
# in_object: another entry
# case.<locals>.resume_in_<lambda>: another entry
# case.<locals>.<lambda>: another entry
