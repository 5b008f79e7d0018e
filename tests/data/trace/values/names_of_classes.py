"""What a class of C's says of itself does not change, and is made anew whenever it is asked: no graph is for one call."""

import types


def fn(x):
    try:
        raise ValueError("here")
    except ValueError as error:
        namespace = types.SimpleNamespace(a=1)
        shown = repr(error), type(error).__qualname__, type(1).__name__, str(namespace), type(x.shape).__name__
        return x * 2, shown, dict.__doc__ == type({}).__doc__, int.__flags__ & 1, type(namespace).__name__


def case(t):
    import torch

    compiled = t.compile(fn, fullgraph=True)
    for number in range(3):
        x = torch.full((2,), float(number))
        t.equal(compiled(x), fn(x))
    assert len(t.graphs) == 1, len(t.graphs)


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('types', G)
#   ___check_obj_id(G['types'], …), value=<module types>
#   ___check_type_id(G['types'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   G_alternator_dot_polyfills_dot_objects['types'] is G['types']
#   builtins: ValueError, dict, int, len, object, repr, str, type
#   of libraries: 21
