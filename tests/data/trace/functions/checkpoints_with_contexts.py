"""What a checkpoint computes again is for its contexts to say: the body's module knows the function that makes them."""

import functools

import torch
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts

asked = []


def policy(context, operator, *arguments, **keywords):
    asked.append(str(operator))
    return CheckpointPolicy.MUST_SAVE if operator is torch.ops.aten.exp.default else CheckpointPolicy.PREFER_RECOMPUTE


def contexts():
    return create_selective_checkpoint_contexts(policy)


contexts_too = functools.partial(create_selective_checkpoint_contexts, policy)


def body(x):
    return x.sin().exp()


def fn(x):
    return checkpoint(body, x, use_reentrant=False, context_fn=contexts)


def by_partial(x):
    return checkpoint(body, x, use_reentrant=False, context_fn=contexts_too)


def made_here(x):
    return checkpoint(body, x, use_reentrant=False, context_fn=lambda: create_selective_checkpoint_contexts(policy))


def passing(x):
    given = {"b": x * 2}
    result = checkpoint(lambda x, given: ({"a": x.sin()}, [given["b"]], x), x, given, use_reentrant=False)
    assert result[1][0] is given["b"] and result[2] is x
    return result[0]["a"] + result[1][0]


def run(fn):
    asked.clear()
    x = torch.arange(3.0, requires_grad=True)
    result = fn(x)
    result.sum().backward()
    return result, x.grad, "aten.exp.default" in asked


def case(t):
    for made in fn, by_partial, passing:
        for backend in t.backend, "aot_eager":
            t.equal(run(t.compile(made, fullgraph=True, backend=backend)), run(made))
    module = t.graphs[0]
    assert module.wrap_body_0.meta["_checkpoint_context_fn"] is contexts
    t.equal(run(t.compile(made_here)), run(made_here))


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
#   ___dict_contains('body', G)
#   ___dict_contains('contexts', G)
#   ___check_obj_id(G['checkpoint'].__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['body'].__code__, …)
#   not ___dict_contains('sin', L['x'].__dict__)
#   ___check_obj_id(G['contexts'].__code__, …)
#   ___check_obj_id(G['contexts'], …), value=<function contexts>
#   check_no_aliasing(G['contexts'], G_alternator_dot_polyfills_dot_higher_order['noop_context_fn'])
#   builtins: enumerate, isinstance, type
#   of libraries: 51
# fn: another entry
# by_partial
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
#   ___dict_contains('body', G)
#   ___dict_contains('contexts_too', G)
#   ___check_obj_id(G['checkpoint'].__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['body'].__code__, …)
#   not ___dict_contains('sin', L['x'].__dict__)
#   ___check_type_id(G['contexts_too'], …), type=<class 'functools.partial'>
#   ___check_obj_id(G['contexts_too'], …), value=<functools.partial object>
#   builtins: enumerate, isinstance, type
#   of libraries: 51
# by_partial: another entry
# passing
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('checkpoint', G)
#   ___check_obj_id(G['checkpoint'].__code__, …)
#   not ___dict_contains('sin', L['x'].__dict__)
#   builtins: enumerate, isinstance, type
#   of libraries: 39
# passing: another entry
# made_here
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
#   ___dict_contains('body', G)
# resume_in_made_here
#   ___check_global_state()
