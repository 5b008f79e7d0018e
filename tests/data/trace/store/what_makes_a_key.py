"""Whatever changes what inductor makes of a graph changes the key; what inductor cannot know does not."""

import os
import tempfile
from unittest import mock

import torch
import torch._inductor.config

import alternator
from alternator import store
from alternator.store import folder, keys


class Stop(Exception):
    pass


def key_of(function, *inputs, **settings):
    """The key that a call asks for. Nothing is compiled."""
    seen = []

    def read(key):
        seen.append(key)
        raise Stop

    def refuse(context, module, fakes, written):
        try:
            return keys.of_graph(context, module, fakes, written)
        except keys.NotKept as reason:
            seen.append(f"not kept: {reason}")

    alternator.reset()
    compiled = alternator.compile(function, **settings)
    backend = mock.patch.object(alternator.context.Context, "backend", staticmethod(alternator.context.eager))
    with mock.patch.object(store.folder, "read", read), mock.patch.object(store, "key_of", refuse), backend:
        with mock.patch.object(store, "keep"):
            compiled(*inputs)
    return seen[0]


def scaled(x):
    return x * 2


def case(t):
    x = torch.ones(4, 4)
    with torch.no_grad():
        key = key_of(scaled, x)
        t.equal(key, key_of(lambda y: y * 2, torch.zeros(4, 4)))  # names and contents do not matter
        t.equal(len(key), 64)
        others = {
            "constant": key_of(lambda x: x * 3, x),
            "kind of constant": key_of(lambda x: x * 2.0, x),
            "operator": key_of(lambda x: x + 2, x),
            "shape": key_of(scaled, torch.ones(4, 5)),
            "dtype": key_of(scaled, x.double()),
            "layout": key_of(scaled, x.t()),
            "offset": key_of(scaled, torch.ones(17)[1:].view(4, 4)),
            "parameter": key_of(scaled, torch.nn.Parameter(x)),
            "dynamic": key_of(scaled, x, dynamic=True),
            "mode": key_of(scaled, x, mode="max-autotune-no-cudagraphs"),
            "options": key_of(scaled, x, options={"max_autotune": True}),
            "one twice": key_of(lambda x, y: x * y, x, x),
            "two": key_of(lambda x, y: x * y, x, x.clone()),
        }
        with torch.autocast("cpu", torch.bfloat16):
            others["autocast"] = key_of(scaled, x)
        threads = torch.get_num_threads()
        torch.set_num_threads(threads + 1)
        others["threads"] = key_of(scaled, x)
        torch.set_num_threads(threads)
        with mock.patch.dict(os.environ, TORCHINDUCTOR_MAX_AUTOTUNE="1"):
            others["variable"] = key_of(scaled, x)
        with mock.patch.object(torch, "__version__", "2.99"):
            keys._version.cache_clear()
            others["version"] = key_of(scaled, x)
        keys._version.cache_clear()
        with torch._inductor.config.patch(max_fusion_size=3):
            others["setting"] = key_of(scaled, x)
        t.equal(key, key_of(scaled, x))  # all is as it was
        refused = {
            "state": key_of(torch.inference_mode()(lambda x: x * 2), x),
            "function": key_of(lambda x: torch.cond(x.sum() > 0, torch.sin, torch.cos, (x,)), x),
        }
        with torch._inductor.config.patch(post_grad_custom_pre_pass=print):
            refused["pass"] = key_of(scaled, x)
        with torch._inductor.config.patch(fx_graph_cache=False):
            refused["no caches"] = key_of(scaled, x)
    others["gradients"] = key_of(scaled, x.clone().requires_grad_())
    others["gradients of no leaf"] = key_of(scaled, x.clone().requires_grad_() * 1)
    others["grad mode"] = key_of(scaled, x)
    assert len({key, *others.values()}) == len(others) + 1, others
    assert all(reason.startswith("not kept: ") for reason in refused.values()), refused
    with tempfile.TemporaryDirectory() as place, mock.patch.dict(os.environ, ALTERNATOR_CACHE_DIR=place):
        t.equal(str(folder.root()), place)
        t.equal(folder.is_on(), True)
        with mock.patch.dict(os.environ, TORCHINDUCTOR_FORCE_DISABLE_CACHES="1"):
            t.equal(folder.is_on(), False)
