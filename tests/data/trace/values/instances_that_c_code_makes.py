"""An instance of a class derived from a text, a number or bytes is another at each call, with attributes of its own."""

import torch


class Text(str):
    pass


class Fraction(float):
    pass


class Whole(int):
    pass


class Data(bytes):
    pass


class Shown:
    def __str__(self):
        return Text("shown")


def made(x, shown):
    twice = Whole(3)
    return Text("kind"), Fraction(2.5), [twice, twice], Data(b"a"), str(shown), x + 1


def marked(x):
    text = Text("kind")
    text.marks = [1]
    return text, x + 1


def case(t):
    x, shown = torch.ones(2), Shown()
    compiled = t.compile(made, fullgraph=True)
    first, second = compiled(x, shown), compiled(x, shown)
    for found in first, second:
        t.equal(found, made(x, shown))
    assert not any(one is other for one, other in zip(first, second))
    compiled = t.compile(marked, fullgraph=True)
    (first, _), (second, _) = compiled(x), compiled(x)
    assert first is not second and first.marks is not second.marks
    first.marks.append(2)
    t.equal(compiled(x), marked(x))
    assert len(t.graphs) == 2


# expect guards
# made
#   ___check_global_state()
#   ___dict_contains('Whole', G)
#   ___check_obj_id(G['Whole'], …), value=<class 'case_instances_that_c_code_makes_py.Whole'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Whole'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_that_c_code_makes_py.Whole'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Whole'>, <class 'int'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Whole'>, '__del__') is nothing
#   ___check_type_id(<case_instances_that_c_code_makes_py.Whole object>, …), type=<class 'case_instances_that_c_code_makes_py.Whole'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Whole'>, '__init__') is <wrapper_descriptor __init__>
#   ___dict_contains('Text', G)
#   ___check_obj_id(G['Text'], …), value=<class 'case_instances_that_c_code_makes_py.Text'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_that_c_code_makes_py.Text'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Text'>, <class 'str'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__del__') is nothing
#   ___check_type_id(<case_instances_that_c_code_makes_py.Text object>, …), type=<class 'case_instances_that_c_code_makes_py.Text'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__init__') is <wrapper_descriptor __init__>
#   ___dict_contains('Fraction', G)
#   ___check_obj_id(G['Fraction'], …), value=<class 'case_instances_that_c_code_makes_py.Fraction'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Fraction'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_that_c_code_makes_py.Fraction'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Fraction'>, <class 'float'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Fraction'>, '__del__') is nothing
#   ___check_type_id(<case_instances_that_c_code_makes_py.Fraction object>, …), type=<class 'case_instances_that_c_code_makes_py.Fraction'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Fraction'>, '__init__') is <wrapper_descriptor __init__>
#   ___dict_contains('Data', G)
#   ___check_obj_id(G['Data'], …), value=<class 'case_instances_that_c_code_makes_py.Data'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Data'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_that_c_code_makes_py.Data'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Data'>, <class 'bytes'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Data'>, '__del__') is nothing
#   ___check_type_id(<case_instances_that_c_code_makes_py.Data object>, …), type=<class 'case_instances_that_c_code_makes_py.Data'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Data'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Shown'>, '__torch_function__') is nothing
#   ___check_type_id(L['shown'], …), type=<class 'case_instances_that_c_code_makes_py.Shown'>
#   <class 'case_instances_that_c_code_makes_py.Shown'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Shown'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Shown'>, '__str__') is <function Shown.__str__>
#   ___check_obj_id(Shown.__str__.__code__, …)
#   ___check_type_id(<case_instances_that_c_code_makes_py.Text object>, …), type=<class 'case_instances_that_c_code_makes_py.Text'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: str
# marked
#   ___check_global_state()
#   ___dict_contains('Text', G)
#   ___check_obj_id(G['Text'], …), value=<class 'case_instances_that_c_code_makes_py.Text'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_that_c_code_makes_py.Text'>.__mro__ == [<class 'case_instances_that_c_code_makes_py.Text'>, <class 'str'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__del__') is nothing
#   ___check_type_id(<case_instances_that_c_code_makes_py.Text object>, …), type=<class 'case_instances_that_c_code_makes_py.Text'>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, '__setattr__') is <wrapper_descriptor __setattr__>
#   _PyType_Lookup(<class 'case_instances_that_c_code_makes_py.Text'>, 'marks') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
