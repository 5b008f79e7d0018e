"""Views of an OrderedDict that the trace made are made again of the real one."""

from collections import OrderedDict

import torch


def case(t):
    def fn(x):
        made = OrderedDict(a=x, b=x + 1)
        return made.items(), made.keys(), made.values()

    x = torch.ones(2)
    items, keys, values = t.compile(fn, fullgraph=True)(x)
    made = OrderedDict(a=x)
    assert [type(view) for view in (items, keys, values)] == [type(made.items()), type(made.keys()), type(made.values())]
    assert list(keys) == ["a", "b"]
    t.equal(dict(items), {"a": x, "b": x + 1})
    t.equal(list(values), [x, x + 1])
    assert items.mapping == keys.mapping, "they show one dict"


# expect guards
# case.<locals>.fn
#   ___check_global_state()
#   ___dict_contains('OrderedDict', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['OrderedDict'], …), value=<class 'collections.OrderedDict'>
#   builtins: hasattr
#   of libraries: 3
