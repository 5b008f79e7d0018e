"""Inside of a level of functorch that somebody else opened, compiled functions run as they are written."""

import torch
from torch.func import grad, vmap


def case(t):
    x = torch.randn(3)
    for backend in ({}, {"backend": "aot_eager"}):
        compiled = t.compile(lambda x: (x.sin() * x).sum(), **backend)
        expected = x.sin() + x * x.cos()
        t.equal(grad(compiled)(x), expected)
        t.equal(compiled(x), (x.sin() * x).sum())
        t.equal(grad(compiled)(x), expected)
        rows = torch.randn(4, 3)
        t.equal(vmap(compiled)(rows), (rows.sin() * rows).sum(1))

    # One output of vmap is the same for the whole batch.
    def shared(d):
        return vmap(lambda d: {"sum": d["a"] + d["b"], "b": d["b"]}, in_dims=({"a": 0, "b": None},), out_dims={"sum": 0, "b": None})(d)

    given = {"a": torch.randn(4, 3), "b": torch.randn(3)}
    result = t.compile(shared, fullgraph=True)(given)
    t.equal(result, {"sum": given["a"] + given["b"], "b": given["b"]})
    assert result["b"] is given["b"]
    try:
        t.compile(lambda x: vmap(lambda row: row * 2, out_dims=None)(x))(torch.ones(2, 3))
    except ValueError as error:
        assert "BatchedTensor when out_dim is None" in str(error)
    else:
        raise AssertionError("it did not raise")


# expect breaks
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# : a level of functorch is on
# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sin', L['x'].__dict__)
#   of libraries: 3
# case.<locals>.<lambda>: another entry
# case.<locals>.shared
#   ___check_global_state()
#   ___dict_contains('vmap', G)
#   ___check_obj_id(G['vmap'].__code__, …)
#   len(G['vmap'].__defaults__ or ()) == 3
#   list(G['vmap'].__kwdefaults__ or ()) == ['chunk_size']
#   G['vmap'].__defaults__[2] == 'error'
#   ___check_obj_id(G['vmap'].__kwdefaults__['chunk_size'], …), value=None
#   ___check_type_id(L['d'], …), type=<class 'dict'>
#   list(L['d'].keys()) == ['a', 'b']
#   check_tensor(L['d']['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 3], stride=[3, 1])
#   check_marks(L['d']['a'], {})
#   check_tensor(L['d']['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['d']['b'], {})
#   not ___dict_contains('dim', L['d']['a'].__dict__)
#   not ___dict_contains('size', L['d']['a'].__dict__)
#   check_no_aliasing(L['d']['a'], L['d']['b'])
#   builtins: NotImplemented, StopIteration, __import__, any, bool, dict, enumerate, frozenset, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, set, tuple, type, zip
#   of libraries: 279
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('vmap', G)
#   ___check_obj_id(G['vmap'].__code__, …)
#   len(G['vmap'].__defaults__ or ()) == 3
#   list(G['vmap'].__kwdefaults__ or ()) == ['chunk_size']
#   G['vmap'].__defaults__[2] == 'error'
#   ___check_obj_id(G['vmap'].__kwdefaults__['chunk_size'], …), value=None
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   G['vmap'].__defaults__[0] == 0
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   builtins: StopIteration, __import__, any, bool, dict, enumerate, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, object, range, tuple, type, zip
#   of libraries: 221
