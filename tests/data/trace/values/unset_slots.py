"""Slots of an object from outside that nothing is stored in; an object that has them set is another entry."""

import torch


class Slotted:
    __slots__ = ("first", "second")

    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, name, value)


def fn(x, slotted):
    try:
        second = slotted.second
    except AttributeError as error:
        second = len(str(error))
    return x + slotted.first, second, hasattr(slotted, "second"), getattr(slotted, "second", None)


calls = [
    (torch.ones(2), Slotted(first=1)),
    (torch.ones(2), Slotted(first=1)),
    (torch.ones(2), Slotted(first=1, second=3)),
]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['slotted'], …), type=<class 'case_unset_slots_py.Slotted'>
#   <class 'case_unset_slots_py.Slotted'>.__mro__ == [<class 'case_unset_slots_py.Slotted'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, 'second') is <member_descriptor second>
#   ___slot_is_empty(L['slotted'], <member_descriptor second>) == True
#   <class 'case_unset_slots_py.Slotted'>.__module__ == 'case_unset_slots_py'
#   <class 'case_unset_slots_py.Slotted'>.__qualname__ == 'Slotted'
#   <class 'case_unset_slots_py.Slotted'>.__name__ == 'Slotted'
#   _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, '__getattr__') is nothing
#   _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, 'first') is <member_descriptor first>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['slotted'].first == 1
#   _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, '__torch_function__') is nothing
#   builtins: AttributeError, getattr, hasattr, len, str
#   of libraries: 15
# fn: another entry
#   - ___slot_is_empty(L['slotted'], <member_descriptor second>) == True
#   - <class 'case_unset_slots_py.Slotted'>.__module__ == 'case_unset_slots_py'
#   - <class 'case_unset_slots_py.Slotted'>.__qualname__ == 'Slotted'
#   - <class 'case_unset_slots_py.Slotted'>.__name__ == 'Slotted'
#   - _PyType_Lookup(<class 'case_unset_slots_py.Slotted'>, '__getattr__') is nothing
#   - builtins: AttributeError, getattr, hasattr, len, str
#   - of libraries: 15
#   + ___check_type_id(L['slotted'].second, …), type=<class 'int'>
#   + builtins: getattr, hasattr
