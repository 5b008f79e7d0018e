"""What a class written in C says of itself stays so; a class that a program wrote can be renamed."""

import torch


class Written:
    pass


def fn(x, *classes):
    lengths = sum(len(one.__name__) + len(one.__qualname__) + len(one.__mro__) + len(one.__doc__ or "") for one in classes)
    return x + lengths, [one.__module__ for one in classes]


def case(t):
    x = torch.ones(2)
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(3):
        t.equal(compiled(x, int, Written, type(None)), fn(x, int, Written, type(None)))
    assert len(t.graphs) == 1
    Written.__name__ = "Renamed"
    t.equal(compiled(x, int, Written, type(None)), fn(x, int, Written, type(None)))
    t.equal(compiled(x, str, Written, type(None)), fn(x, str, Written, type(None)))
    assert len(t.graphs) == 3


# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['classes'], …), type=<class 'tuple'>
#   len(L['classes']) == 3
#   ___check_obj_id(L['classes'][1], …), value=<class 'case_names_of_classes_py.Written'>
#   L['classes'][1].__name__ == 'Written'
#   L['classes'][1].__qualname__ == 'Written'
#   ___check_type_id(L['classes'][1].__mro__, …), type=<class 'tuple'>
#   len(L['classes'][1].__mro__) == 2
#   ___check_obj_id(L['classes'][1].__doc__, …), value=None
#   ___check_obj_id(L['classes'][2], …), value=<class 'NoneType'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['classes'][0] is <class 'int'>
#   builtins: bytearray, bytes, int, iter, len, str, sum, type
#   of libraries: 11
# fn: another entry
#   - L['classes'][1].__name__ == 'Written'
#   + ___check_type_id(L['classes'][1].__name__, …), type=<class 'str'>
#   + len(L['classes'][1].__name__) == 7
# fn: another entry
#   - L['classes'][0] is <class 'int'>
#   + L['classes'][0] is G_builtins['str']
