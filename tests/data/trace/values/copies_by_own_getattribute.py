"""Copies of objects whose classes say themselves what an attribute is: everything is asked of them in CPython's order."""

import copy

import torch

asked = []


class Renamed:
    """Reads and writes some attributes under another name."""

    names = {"width": "hidden_size"}

    def __init__(self):
        self.hidden_size = 3
        self.parts = [1, [2]]

    def __setattr__(self, name, value):
        super().__setattr__(type(self).names.get(name, name), value)

    def __getattribute__(self, name):
        asked.append(name)
        return super().__getattribute__(type(self).names.get(name, name))


class Slots:
    __slots__ = ("filled", "empty")

    def __init__(self):
        self.filled = [1]

    def __getattribute__(self, name):
        asked.append(name)
        return object.__getattribute__(self, name)


class WithoutReduce(Renamed):
    def __getattribute__(self, name):
        if name == "__reduce__":
            raise AttributeError(name)
        return super().__getattribute__(name)


class OwnReduce(Renamed):
    """Gives another function than its class has."""

    def __reduce__(self):
        return OwnReduce, ()

    def __getattribute__(self, name):
        if name == "__reduce__":
            return lambda: (Renamed, (), {"parts": [7]})
        return super().__getattribute__(name)


class OwnState(Renamed):
    def __getattribute__(self, name):
        if name == "__getstate__":
            return lambda: {"parts": [5]}
        return super().__getattribute__(name)


class Entries(dict):
    def __getattribute__(self, name):
        asked.append(name)
        return super().__getattribute__(name)

    def items(self):
        return [("entry", 3)]


def fn(x, given):
    asked.clear()
    copied = copy.deepcopy(given)
    copied[0].width += 1
    copied[0].parts[1].append(x)
    shallow = [copy.copy(each) for each in given]
    kinds = [type(each).__name__ for each in copied + shallow]
    parts = [object.__getattribute__(each, "__dict__") for each in copied if not isinstance(each, (Slots, dict))]
    return x * copied[0].width, kinds, parts, copied[1].filled, shallow[5]["entry"], list(asked)


def calls():
    return [(torch.ones(2), [Renamed(), Slots(), WithoutReduce(), OwnReduce(), OwnState(), Entries(a=1)]) for _ in range(2)]


options = dict(fullgraph=True)


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 4)
#   return (mul,)
# graph 1
#   l_x_: input
#   mul = mul(l_x_, 4)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('asked', G)
#   ___check_type_id(G['asked'], …), type=<class 'list'>
#   len(G['asked']) == 44
#   ___dict_contains('copy', G)
#   ___check_obj_id(G['copy'], …), value=<module copy>
#   ___check_type_id(G['copy'], …), type=<class 'module'>
#   ___check_type_id(L['given'], …), type=<class 'list'>
#   len(L['given']) == 6
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__torch_function__') is nothing
#   ___check_type_id(L['given'][0], …), type=<class 'case_copies_by_own_getattribute_py.Renamed'>
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__mro__ == [<class 'case_copies_by_own_getattribute_py.Renamed'>, <class 'object'>]
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Renamed'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__getattribute__') is <function Renamed.__getattribute__>
#   ___check_obj_id(Renamed.__getattribute__.__code__, …)
#   ___cell_is_empty(Renamed.__getattribute__.__closure__[0]) == False
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, 'names') is <dict object>
#   ___check_type_id(Renamed.names, …), type=<class 'dict'>
#   not ___dict_contains('__deepcopy__', Renamed.names)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__deepcopy__') is nothing
#   not ___dict_contains('__deepcopy__', L['given'][0].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Renamed'>, G['copy'].dispatch_table)
#   not ___dict_contains('__reduce_ex__', Renamed.names)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   not ___dict_contains('__reduce_ex__', L['given'][0].__dict__)
#   not ___dict_contains('__reduce__', Renamed.names)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__reduce__') is <method_descriptor __reduce__>
#   not ___dict_contains('__reduce__', L['given'][0].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__getnewargs__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__getstate__') is <method_descriptor __getstate__>
#   ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__)
#   ___check_type_id(<class 'case_copies_by_own_getattribute_py.Renamed'>.__slotnames__, …), type=<class 'list'>
#   len(<class 'case_copies_by_own_getattribute_py.Renamed'>.__slotnames__) == 0
#   not ___dict_contains('__getstate__', Renamed.names)
#   not ___dict_contains('__getstate__', L['given'][0].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__dict__') is <getset_descriptor __dict__>
#   list(L['given'][0].__dict__.keys()) == ['hidden_size', 'parts']
#   ___check_obj_id(L['given'], …), value=<list object>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__new__') is <builtin_function_or_method __new__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__del__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__abstractmethods__') is nothing
#   L['given'][0].hidden_size == 3
#   ___check_type_id(L['given'][0].parts, …), type=<class 'list'>
#   len(L['given'][0].parts) == 2
#   L['given'][0].parts[0] == 1
#   ___check_type_id(L['given'][0].parts[1], …), type=<class 'list'>
#   len(L['given'][0].parts[1]) == 1
#   L['given'][0].parts[1][0] == 2
#   not ___dict_contains('__setstate__', Renamed.names)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__setstate__') is nothing
#   not ___dict_contains('__dict__', Renamed.names)
#   ___check_type_id(L['given'][1], …), type=<class 'case_copies_by_own_getattribute_py.Slots'>
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__mro__ == [<class 'case_copies_by_own_getattribute_py.Slots'>, <class 'object'>]
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Slots'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__getattribute__') is <function Slots.__getattribute__>
#   ___check_obj_id(Slots.__getattribute__.__code__, …)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__deepcopy__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Slots'>, G['copy'].dispatch_table)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__reduce__') is <method_descriptor __reduce__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__getnewargs__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__getstate__') is <method_descriptor __getstate__>
#   ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__)
#   ___check_type_id(<class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__, …), type=<class 'list'>
#   len(<class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__) == 2
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__dict__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__[0] == 'filled'
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, 'filled') is <member_descriptor filled>
#   ___check_type_id(L['given'][1].filled, …), type=<class 'list'>
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__[1] == 'empty'
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, 'empty') is <member_descriptor empty>
#   ___slot_is_empty(L['given'][1], <member_descriptor empty>) == True
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__module__ == 'case_copies_by_own_getattribute_py'
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__qualname__ == 'Slots'
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__name__ == 'Slots'
#   ___check_obj_id(L['given'][0], …), value=<case_copies_by_own_getattribute_py.Renamed object>
#   ___check_obj_id(L['given'][0].__dict__, …), value=<dict object>
#   ___check_obj_id(L['given'][0].parts, …), value=<list object>
#   ___check_obj_id(L['given'][0].parts[1], …), value=<list object>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__new__') is <builtin_function_or_method __new__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__del__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__abstractmethods__') is nothing
#   len(L['given'][1].filled) == 1
#   L['given'][1].filled[0] == 1
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__setstate__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__setattr__') is <wrapper_descriptor __setattr__>
#   ___check_type_id(L['given'][2], …), type=<class 'case_copies_by_own_getattribute_py.WithoutReduce'>
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__mro__ == [<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, <class 'case_copies_by_own_getattribute_py.Renamed'>, <class 'object'>]
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__getattribute__') is <function WithoutReduce.__getattribute__>
#   ___check_obj_id(WithoutReduce.__getattribute__.__code__, …)
#   ___cell_is_empty(WithoutReduce.__getattribute__.__closure__[0]) == False
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__getattribute__') is <function Renamed.__getattribute__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, 'names') is <dict object>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__deepcopy__') is nothing
#   not ___dict_contains('__deepcopy__', L['given'][2].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, G['copy'].dispatch_table)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   not ___dict_contains('__reduce_ex__', L['given'][2].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__getnewargs__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__getstate__') is <method_descriptor __getstate__>
#   ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__)
#   ___check_type_id(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__slotnames__, …), type=<class 'list'>
#   len(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__slotnames__) == 0
#   not ___dict_contains('__getstate__', L['given'][2].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__dict__') is <getset_descriptor __dict__>
#   list(L['given'][2].__dict__.keys()) == ['hidden_size', 'parts']
#   ___check_obj_id(L['given'][1], …), value=<case_copies_by_own_getattribute_py.Slots object>
#   ___check_obj_id(L['given'][1].filled, …), value=<list object>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__new__') is <builtin_function_or_method __new__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__del__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__abstractmethods__') is nothing
#   L['given'][2].hidden_size == 3
#   ___check_type_id(L['given'][2].parts, …), type=<class 'list'>
#   len(L['given'][2].parts) == 2
#   L['given'][2].parts[0] == 1
#   ___check_type_id(L['given'][2].parts[1], …), type=<class 'list'>
#   len(L['given'][2].parts[1]) == 1
#   L['given'][2].parts[1][0] == 2
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__setstate__') is nothing
#   ___check_type_id(L['given'][3], …), type=<class 'case_copies_by_own_getattribute_py.Renamed'>
#   not ___dict_contains('__deepcopy__', L['given'][3].__dict__)
#   not ___dict_contains('__reduce_ex__', L['given'][3].__dict__)
#   not ___dict_contains('__reduce__', L['given'][3].__dict__)
#   not ___dict_contains('__getstate__', L['given'][3].__dict__)
#   list(L['given'][3].__dict__.keys()) == ['hidden_size', 'parts']
#   ___check_obj_id(L['given'][2], …), value=<case_copies_by_own_getattribute_py.WithoutReduce object>
#   ___check_obj_id(L['given'][2].__dict__, …), value=<dict object>
#   ___check_obj_id(L['given'][2].parts, …), value=<list object>
#   ___check_obj_id(L['given'][2].parts[1], …), value=<list object>
#   L['given'][3].hidden_size == 3
#   ___check_type_id(L['given'][3].parts, …), type=<class 'list'>
#   len(L['given'][3].parts) == 1
#   L['given'][3].parts[0] == 7
#   ___check_type_id(L['given'][4], …), type=<class 'case_copies_by_own_getattribute_py.OwnState'>
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__mro__ == [<class 'case_copies_by_own_getattribute_py.OwnState'>, <class 'case_copies_by_own_getattribute_py.Renamed'>, <class 'object'>]
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.OwnState'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__getattribute__') is <function OwnState.__getattribute__>
#   ___check_obj_id(OwnState.__getattribute__.__code__, …)
#   ___cell_is_empty(OwnState.__getattribute__.__closure__[0]) == False
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, 'names') is <dict object>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__deepcopy__') is nothing
#   not ___dict_contains('__deepcopy__', L['given'][4].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.OwnState'>, G['copy'].dispatch_table)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   not ___dict_contains('__reduce_ex__', L['given'][4].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__reduce__') is <method_descriptor __reduce__>
#   not ___dict_contains('__reduce__', L['given'][4].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__getnewargs__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__getstate__') is <method_descriptor __getstate__>
#   not ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__slots__') is nothing
#   not ___binds(_PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__slotnames__'))
#   ___check_obj_id(L['given'][3], …), value=<case_copies_by_own_getattribute_py.Renamed object>
#   ___check_obj_id(L['given'][3].__dict__, …), value=<dict object>
#   ___check_obj_id(L['given'][3].parts, …), value=<list object>
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__new__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__new__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__del__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__abstractmethods__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('names') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('names') is <dict object>
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__setstate__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__setstate__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__dict__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__dict__') is <getset_descriptor __dict__>
#   ___check_type_id(L['given'][5], …), type=<class 'case_copies_by_own_getattribute_py.Entries'>
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__mro__ == [<class 'case_copies_by_own_getattribute_py.Entries'>, <class 'dict'>, <class 'object'>]
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Entries'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getattribute__') is <function Entries.__getattribute__>
#   ___check_obj_id(Entries.__getattribute__.__code__, …)
#   ___cell_is_empty(Entries.__getattribute__.__closure__[0]) == False
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__deepcopy__') is nothing
#   not ___dict_contains('__deepcopy__', L['given'][5].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Entries'>, G['copy'].dispatch_table)
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__reduce_ex__') is nothing
#   not ___dict_contains('__reduce_ex__', L['given'][5].__dict__)
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__reduce__') is nothing
#   not ___dict_contains('__reduce__', L['given'][5].__dict__)
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getnewargs__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__getstate__') is nothing
#   not ___dict_contains('__getstate__', L['given'][5].__dict__)
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__dict__') is <getset_descriptor __dict__>
#   list(L['given'][5].__dict__.keys()) == []
#   ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__)
#   ___check_type_id(<class 'case_copies_by_own_getattribute_py.Entries'>.__slotnames__, …), type=<class 'list'>
#   len(<class 'case_copies_by_own_getattribute_py.Entries'>.__slotnames__) == 0
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('items') is <function Entries.items>
#   ___check_obj_id(Entries.items.__code__, …)
#   ___check_obj_id(L['given'][4], …), value=<case_copies_by_own_getattribute_py.OwnState object>
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__new__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__setitem__') is <wrapper_descriptor __setitem__>
#   ___dict_contains('width', Renamed.names)
#   Renamed.names['width'] == 'hidden_size'
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('hidden_size') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__setattr__') is <function Renamed.__setattr__>
#   ___check_obj_id(Renamed.__setattr__.__code__, …)
#   not ___dict_contains('parts', Renamed.names)
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('parts') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Renamed'>, G['copy']._copy_dispatch)
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__copy__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__reduce_ex__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__reduce__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__getstate__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Slots'>, G['copy']._copy_dispatch)
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__copy__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__reduce_ex__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__reduce__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__getstate__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__dict__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('filled') is <member_descriptor filled>
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('empty') is <member_descriptor empty>
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__new__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__setstate__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, G['copy']._copy_dispatch)
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__copy__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('names') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__reduce_ex__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__getstate__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__dict__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__new__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__setstate__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.OwnState'>, G['copy']._copy_dispatch)
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__copy__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__reduce_ex__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__reduce__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__getstate__') is nothing
#   not ___dict_contains(<class 'case_copies_by_own_getattribute_py.Entries'>, G['copy']._copy_dispatch)
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__copy__') is nothing
#   ___dict_contains('Slots', G)
#   not ___dict_contains('__class__', Renamed.names)
#   <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__class__') is nothing
#   <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__class__') is nothing
#   <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__class__') is nothing
#   <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__class__') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getitem__') is <method_descriptor __getitem__>
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, 'hidden_size') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, 'parts') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, 'hidden_size') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, 'parts') is nothing
#   _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, 'parts') is nothing
#   Renamed.__getattribute__.__closure__[0].cell_contents is <class 'case_copies_by_own_getattribute_py.Renamed'>
#   WithoutReduce.__getattribute__.__closure__[0].cell_contents is <class 'case_copies_by_own_getattribute_py.WithoutReduce'>
#   OwnState.__getattribute__.__closure__[0].cell_contents is <class 'case_copies_by_own_getattribute_py.OwnState'>
#   Entries.__getattribute__.__closure__[0].cell_contents is <class 'case_copies_by_own_getattribute_py.Entries'>
#   Renamed.__setattr__.__closure__[0] is Renamed.__getattribute__.__closure__[0]
#   G['Slots'] is <class 'case_copies_by_own_getattribute_py.Slots'>
#   check_no_aliasing(L['given'], L['given'][0], L['given'][0].__dict__, L['given'][0].parts, L['given'][0].parts[1], L['given'][1], L['given'][1].filled, L['given'][2], L['given'][2].__dict__, L['given'][2].parts, L['given'][2].parts[1], L['given'][3], L['given'][3].__dict__, L['given'][3].parts, L['given'][4], L['given'][5])
#   check_no_aliasing(L['given'], G['asked'], G['copy'].deepcopy.__defaults__[1], <class 'case_copies_by_own_getattribute_py.Renamed'>.__slotnames__, L['given'][0].parts, L['given'][0].parts[1], <class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__, L['given'][1].filled, <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__slotnames__, L['given'][2].parts, L['given'][2].parts[1], L['given'][3].parts, <class 'case_copies_by_own_getattribute_py.Entries'>.__slotnames__)
#   check_nothing_shows_when_let_go(G['asked'][15], G['asked'][21], G['asked'][27], G['asked'][42])
#   builtins: AttributeError, KeyError, dict, getattr, hasattr, id, isinstance, issubclass, iter, len, list, object, setattr, str, super, tuple, type, zip
#   of libraries: 109
# fn: another entry
#   - len(G['asked']) == 44
#   - not ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__)
#   - _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__slots__') is nothing
#   - not ___binds(_PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__slotnames__'))
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__new__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__new__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('names') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('names') is <dict object>
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__setstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__setstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__dict__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__dict__') is <getset_descriptor __dict__>
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__deepcopy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__reduce_ex__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__reduce__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__getstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__dict__') is <getset_descriptor __dict__>
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('items') is <function Entries.items>
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__new__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('hidden_size') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('parts') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__copy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__reduce_ex__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__reduce__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__getstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__copy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__reduce_ex__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__reduce__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__getstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__dict__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('filled') is <member_descriptor filled>
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('empty') is <member_descriptor empty>
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__new__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Slots'>.__dict__.get('__setstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__copy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('names') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__reduce_ex__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__getstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__dict__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__new__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__setstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__copy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__reduce_ex__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__reduce__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__getstate__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__copy__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Renamed'>.__dict__.get('__class__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__dict__.get('__class__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__.get('__class__') is nothing
#   - <class 'case_copies_by_own_getattribute_py.Entries'>.__dict__.get('__class__') is nothing
#   - check_no_aliasing(L['given'], G['asked'], G['copy'].deepcopy.__defaults__[1], <class 'case_copies_by_own_getattribute_py.Renamed'>.__slotnames__, L['given'][0].parts, L['given'][0].parts[1], <class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__, L['given'][1].filled, <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__slotnames__, L['given'][2].parts, L['given'][2].parts[1], L['given'][3].parts, <class 'case_copies_by_own_getattribute_py.Entries'>.__slotnames__)
#   - check_nothing_shows_when_let_go(G['asked'][15], G['asked'][21], G['asked'][27], G['asked'][42])
#   - of libraries: 109
#   + len(G['asked']) == 119
#   + ___dict_contains('__slotnames__', <class 'case_copies_by_own_getattribute_py.OwnState'>.__dict__)
#   + ___check_type_id(<class 'case_copies_by_own_getattribute_py.OwnState'>.__slotnames__, …), type=<class 'list'>
#   + len(<class 'case_copies_by_own_getattribute_py.OwnState'>.__slotnames__) == 0
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__new__') is <builtin_function_or_method __new__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__setstate__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__dict__') is <getset_descriptor __dict__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__deepcopy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__reduce__') is <method_descriptor __reduce__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__getstate__') is <method_descriptor __getstate__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__dict__') is <getset_descriptor __dict__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, 'items') is <function Entries.items>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__new__') is <builtin_function_or_method __new__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__copy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Slots'>, '__copy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__copy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__copy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__copy__') is nothing
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Renamed'>, '__class__') is <getset_descriptor __class__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.WithoutReduce'>, '__class__') is <getset_descriptor __class__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.OwnState'>, '__class__') is <getset_descriptor __class__>
#   + _PyType_Lookup(<class 'case_copies_by_own_getattribute_py.Entries'>, '__class__') is <getset_descriptor __class__>
#   + check_no_aliasing(L['given'], G['asked'], G['copy'].deepcopy.__defaults__[1], <class 'case_copies_by_own_getattribute_py.Renamed'>.__slotnames__, L['given'][0].parts, L['given'][0].parts[1], <class 'case_copies_by_own_getattribute_py.Slots'>.__slotnames__, L['given'][1].filled, <class 'case_copies_by_own_getattribute_py.WithoutReduce'>.__slotnames__, L['given'][2].parts, L['given'][2].parts[1], L['given'][3].parts, <class 'case_copies_by_own_getattribute_py.OwnState'>.__slotnames__, <class 'case_copies_by_own_getattribute_py.Entries'>.__slotnames__)
#   + check_nothing_shows_when_let_go(G['asked'][90], G['asked'][96], G['asked'][102], G['asked'][117])
#   + of libraries: 107
