"""Below a call that is not captured, frames that hold no tensor are left alone; those that hold one are captured."""

import collections

import torch

Point = collections.namedtuple("Point", "x y")


class Settings:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def field(self, name):
        return getattr(self, name, None) or getattr(self, "missing_" + name)


class Holder:
    def __init__(self, x):
        self.x = x

    def doubled(self):
        return self.x * 2


def makes_one(n):
    return torch.full((2,), n)


def of_a_pair(point):
    return point.x + point.y["y"]


def case(t):
    def fn(x, settings, holder):
        for _ in range(2):
            if x.sum() > 0:  # in a loop: the frame stays plain Python
                x = x + settings.field("step")
        try:
            settings.field("size")
        except AttributeError:
            x = holder.doubled() + of_a_pair(Point(x, {"y": x})) + makes_one(3.0)
        return x

    x = torch.ones(2)
    compiled = t.compile(fn)
    t.equal(compiled(x, Settings(step=1.0), Holder(x)), fn(x, Settings(step=1.0), Holder(x)))
    assert [t.ops(graph) for graph in range(len(t.graphs))] == [["mul"], ["add"], ["full"]], t.graphs


# expect breaks
# line 40: a graph break in a loop, whose calls are captured on their own: data-dependent branch: the truth of a tensor is known only when it is computed
# expect guards
# Holder.doubled
#   ___check_global_state()
#   ___check_type_id(L['self'], …), type=<class 'case_frames_without_tensors_py.Holder'>
#   <class 'case_frames_without_tensors_py.Holder'>.__mro__ == [<class 'case_frames_without_tensors_py.Holder'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Holder'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Holder'>, 'x') is nothing
#   ___dict_contains('x', L['self'].__dict__)
#   check_tensor(L['self'].x, Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['self'].x, {})
# <lambda>
#   ___check_global_state()
#   ___dict_contains('_tuple_new', G)
#   ___check_obj_id(G['_tuple_new'], …), value=<builtin_function_or_method __new__>
#   ___check_obj_id(L['_cls'], …), value=<class 'case_frames_without_tensors_py.Point'>
#   <class 'case_frames_without_tensors_py.Point'>.__mro__ == [<class 'case_frames_without_tensors_py.Point'>, <class 'tuple'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Point'>, '__del__') is nothing
# of_a_pair
#   ___check_global_state()
#   ___check_type_id(L['point'], …), type=<class 'case_frames_without_tensors_py.Point'>
#   len(L['point']) == 2
#   <class 'case_frames_without_tensors_py.Point'>.__mro__ == [<class 'case_frames_without_tensors_py.Point'>, <class 'tuple'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Point'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Point'>, 'x') is <collections._tuplegetter object>
#   _PyType_Lookup(<class 'case_frames_without_tensors_py.Point'>, 'y') is <collections._tuplegetter object>
#   ___check_type_id(L['point'][1], …), type=<class 'dict'>
#   ___dict_contains('y', L['point'][1])
#   check_tensor(L['point'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['point'][0], {})
#   L['point'][1]['y'] is L['point'][0]
# makes_one
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   L['n'] == 3.0
#   of libraries: 2
