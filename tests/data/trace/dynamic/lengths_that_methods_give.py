"""A `__len__` of Python code gives a number that is not negative, or `len` and truth raise; also where the number is a symbol."""

import torch


class Length:
    def __init__(self, number):
        self.number = number

    def __len__(self):
        return self.number


def fn(x, held):
    try:
        x = x + len(held)
    except ValueError as error:
        return x, str(error)
    return (x if held else -x), bool(held)


def calls():
    return [(torch.ones(2), Length(number)) for number in (0, 3, -1, 5, -2, 7)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 0)
#   neg = neg(x)
#   return (neg,)
# graph 1
#   l_held_number: input
#   l_x_: input
#   x = add(l_x_, l_held_number)
#   return (x,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, '__torch_function__') is nothing
#   ___check_type_id(L['held'], …), type=<class 'case_lengths_that_methods_give_py.Length'>
#   <class 'case_lengths_that_methods_give_py.Length'>.__mro__ == [<class 'case_lengths_that_methods_give_py.Length'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, '__len__') is <function Length.__len__>
#   ___check_obj_id(Length.__len__.__code__, …)
#   _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, 'number') is nothing
#   ___dict_contains('number', L['held'].__dict__)
#   L['held'].number == 0
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, '__bool__') is nothing
#   builtins: bool, len
# fn: another entry
#   - L['held'].number == 0
#   + ___is_int(L['held'].number) == True
#   + L['held'].number >= 0
#   + L['held'].number != 0
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   - check_marks(L['x'], {})
#   - _PyType_Lookup(<class 'case_lengths_that_methods_give_py.Length'>, '__bool__') is nothing
#   - L['held'].number >= 0
#   - L['held'].number != 0
#   - builtins: bool, len
#   + L['held'].number < 0
#   + builtins: ValueError, len, str
