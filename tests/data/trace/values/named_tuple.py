"""Named tuples: of the program's own, and torch's return types."""

from collections import namedtuple

import torch

Pair = namedtuple("Pair", "left right")


def fn(x, pair):
    values, indices = torch.max(x, dim=0)
    top = x.topk(1)
    made = Pair(left=values, right=pair.right + 1)
    return made, made._replace(left=top.values), indices, pair._fields


calls = [(torch.randn(3, 2), Pair(1, 2))]


# expect graphs
# graph 0
#   l_x_: input
#   max_1 = max(l_x_, dim=0)
#   values = getitem(max_1, 0)
#   indices = getitem(max_1, 1)
#   topk = l_x_.topk(1)
#   getitem_2 = getitem(topk, 0)
#   return (values, getitem_2, indices)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 2], stride=[2, 1])
#   check_marks(L['x'], {})
#   not ___dict_contains('topk', L['x'].__dict__)
#   ___dict_contains('Pair', G)
#   ___check_type_id(L['pair'], …), type=<class 'case_named_tuple_py.Pair'>
#   len(L['pair']) == 2
#   <class 'case_named_tuple_py.Pair'>.__mro__ == [<class 'case_named_tuple_py.Pair'>, <class 'tuple'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, 'right') is <collections._tuplegetter object>
#   ___check_type_id(L['pair'][1], …), type=<class 'int'>
#   ___check_obj_id(G['Pair'], …), value=<class 'case_named_tuple_py.Pair'>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__new__') is <staticmethod object>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '_replace') is <function Pair._replace>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '_make') is <classmethod object>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__iter__') is <wrapper_descriptor __iter__>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '__len__') is <wrapper_descriptor __len__>
#   _PyType_Lookup(<class 'case_named_tuple_py.Pair'>, '_fields') is ('left', 'right')
#   <class 'case_named_tuple_py.Pair'> is G['Pair']
#   of libraries: 21
