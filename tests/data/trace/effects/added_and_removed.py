"""Items and attributes that a call adds and takes away again."""

import torch


class Holder:
    pass


def fn(x, table, holder):
    table["new"] = x + 1
    holder.passing = x + 2
    result = table.pop("new") + holder.passing
    del holder.passing
    table["kept"] = result
    return result, len(table), hasattr(holder, "passing")


calls = [(torch.ones(2), {"old": 1}, Holder()), (torch.zeros(2), {"old": 1}, Holder())]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 2)
#   result = add(add, add_1)
#   return (result,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['table'], …), type=<class 'dict'>
#   ___check_type_id(L['holder'], …), type=<class 'case_added_and_removed_py.Holder'>
#   <class 'case_added_and_removed_py.Holder'>.__mro__ == [<class 'case_added_and_removed_py.Holder'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, '__setattr__') is <wrapper_descriptor __setattr__>
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, 'passing') is nothing
#   not ___dict_contains('new', L['table'])
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, '__delattr__') is <wrapper_descriptor __delattr__>
#   not ___dict_contains('passing', L['holder'].__dict__)
#   list(L['table'].keys()) == ['old']
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_added_and_removed_py.Holder'>, '__getattr__') is nothing
#   check_no_aliasing(G, L['table'], L['holder'].__dict__, G_builtins)
#   builtins: hasattr, len
