"""Calls of functions that go into the graph as they are, with any trees of tensors as arguments and results.

A node takes and gives a list of leaves. The parameters and buffers of a module are leaves too, so that compilers see them
and gradients reach them."""

from __future__ import annotations

import contextlib

import torch
from torch.nn.utils._named_member_accessor import NamedMemberAccessor
from torch.nn.utils.stateless import _reparametrize_module
from torch.utils import _pytree

from alternator.backend import nonstrict
from alternator.marks import assume_constant_result
from alternator.polyfills.bodies import node


def call(function, *arguments, **keywords):
    leaves, spec = _pytree.tree_flatten((arguments, keywords), is_leaf=is_module)
    given, modules, kinds = [], [], []
    for leaf in leaves:
        if is_module(leaf):
            tensors = {**dict(leaf.named_parameters()), **dict(leaf.named_buffers())}
            modules.append(leaf)
            kinds.append(tuple(tensors))
            given.extend(tensors.values())
        else:
            kinds.append(None)
            given.append(leaf)
    flat = flattened(function, described(spec), tuple(kinds), *modules)
    results = node(flat, given)
    form = form_of_results(flat)
    return results if form[0] is None else built(form, iter(results))


def is_module(value):
    return isinstance(value, torch.nn.Module)


def described(spec):
    """A tree as nested tuples, which are constants: kind of node, context, children. A leaf has no kind."""
    return spec.type, frozen(spec.context), tuple([described(child) for child in spec.children()])


def frozen(context):
    return tuple([frozen(item) for item in context]) if type(context) in (list, tuple) else context


def built(form, leaves):
    kind, context, children = form
    if kind is None:
        return next(leaves)
    return _pytree.SUPPORTED_NODES[kind].unflatten_fn([built(child, leaves) for child in children], context)


@assume_constant_result
def flattened(function, form, kinds, *modules):
    """The function of the node, made anew for each call: the leaves of this call in, those of the result out. `kinds`: of
    each leaf of `form` the names of the tensors, if it is a module."""
    forms = []

    def flat(*given):
        given, rest, leaves = iter(given), iter(modules), []
        with contextlib.ExitStack() as stack:
            for names in kinds:
                if names is None:
                    leaves.append(next(given))
                    continue
                module, tensors = next(rest), {name: next(given) for name in names}
                own = NamedMemberAccessor(module).get_tensors(names)
                if any(one is not other for one, other in zip(own, tensors.values())):
                    stack.enter_context(_reparametrize_module(module, tensors, tie_weights=True))
                leaves.append(module)
            arguments, keywords = built(form, iter(leaves))
            results, spec = _pytree.tree_flatten(nonstrict.with_own_tensors(function)(*arguments, **keywords))
        form_now = described(spec)
        if not forms:
            forms.append(form_now)
        elif forms != [form_now]:
            raise RuntimeError(f"{function.__name__} gives another form of results than when it was traced")
        return results[0] if spec.is_leaf() else results

    flat.__name__ = flat.__qualname__ = function.__name__
    flat.forms = forms
    return flat


@assume_constant_result
def form_of_results(flat):
    return flat.forms[0]
