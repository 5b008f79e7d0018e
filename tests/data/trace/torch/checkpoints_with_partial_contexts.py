"""What a checkpoint keeps may be said by a partial that the compiled function makes itself, of functions from outside."""

import functools

import torch
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts


def keeps_products(context, operator, *arguments, **keywords):
    return CheckpointPolicy.MUST_SAVE if operator == torch.ops.aten.mm.default else CheckpointPolicy.PREFER_RECOMPUTE


def body(x):
    return (x @ x).sin() * 2


def by_policy(x):
    contexts = functools.partial(create_selective_checkpoint_contexts, keeps_products)
    return checkpoint(body, x, use_reentrant=False, context_fn=contexts)


def by_list(x):
    kept = [torch.ops.aten.mm.default]
    return checkpoint(body, x, use_reentrant=False, context_fn=functools.partial(create_selective_checkpoint_contexts, kept))


def case(t):
    for function in by_policy, by_list:
        for backend in t.backend, "aot_eager":
            outcomes = []
            for run in function, t.compile(function, fullgraph=True, backend=backend):
                x = torch.full((3, 3), 0.5, requires_grad=True)
                y = run(x)
                y.sum().backward()
                outcomes.append((y, x.grad))
            t.equal(*outcomes)


# expect graphs
# graph 0
#   l_x_: input
#   wrap_body_0 = wrap_body_0()
#   tag_activation_checkpoint = tag_activation_checkpoint(wrap_body_0, l_x_, use_reentrant=False)
#   getitem = getitem(tag_activation_checkpoint, 0)
#   return (getitem,)
# graph 1
#   l_x_: input
#   wrap_body_0 = wrap_body_0()
#   tag_activation_checkpoint = tag_activation_checkpoint(wrap_body_0, l_x_, use_reentrant=False)
#   getitem = getitem(tag_activation_checkpoint, 0)
#   return (getitem,)
