"""Regions of autocast in one graph: nested, switched off inside, of another dtype, as a decorator, by hand, around a
break, left open, in training. After each call the thread's own state is what it was."""

import copy

import torch

x = torch.arange(16.0).reshape(4, 4) / 16


def state():
    nesting = torch.autocast_increment_nesting() - 1
    torch.autocast_decrement_nesting()
    return (
        torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_autocast_cache_enabled(), nesting,
    )  # fmt: skip


def nested(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
        with torch.autocast("cpu", enabled=False):
            z = y.float() @ x
        with torch.amp.autocast("cpu", dtype=torch.float16, cache_enabled=False):
            w = x @ x, torch.get_autocast_dtype("cpu"), torch.is_autocast_cache_enabled()
        v = x @ x
    return y, z, w, v, x @ x, torch.softmax(y, -1).dtype


@torch.autocast("cpu", dtype=torch.bfloat16)
def decorated(x):
    return x @ x


def calls_decorated(x):
    return decorated(x), x @ x


def by_hand(x):
    region = torch.autocast("cpu", dtype=torch.bfloat16)
    region.__enter__()
    inside = x @ x, torch.is_autocast_enabled("cpu"), torch.is_autocast_enabled(), torch.is_autocast_cpu_enabled()
    region.__exit__(None, None, None)
    return inside, x @ x, torch.is_autocast_enabled("cpu")


def settings(x):
    before = torch.get_autocast_dtype("cpu")
    torch.set_autocast_enabled("cpu", True)
    torch.set_autocast_dtype("cpu", torch.float16)
    y = x @ x
    torch.set_autocast_cpu_dtype(torch.bfloat16)
    z = x @ x, torch.get_autocast_cpu_dtype()
    torch.set_autocast_cpu_enabled(False)
    torch.set_autocast_dtype("cpu", before)
    gpu = torch.get_autocast_gpu_dtype()
    torch.set_autocast_gpu_dtype(gpu)
    cache = torch.is_autocast_cache_enabled()
    torch.set_autocast_cache_enabled(cache)
    torch.clear_autocast_cache()
    return y, z, x @ x, gpu, torch._C._is_any_autocast_enabled()


def around_a_break(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
        with torch.autocast("cpu", enabled=False):
            torch._dynamo.graph_break()
            z = x @ x
        w = x @ y
    return y, z, w, x @ x


def left_open(x):
    region = torch.autocast("cpu", dtype=torch.bfloat16)
    region.__enter__()
    return x @ x, region


def unknown_device(x):
    try:
        return torch.is_autocast_enabled("nothing")
    except RuntimeError as error:
        return type(error), x + 1


class Trained(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = torch.nn.Linear(4, 8), torch.nn.LayerNorm(8), torch.nn.Linear(8, 4)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self.second(torch.nn.functional.gelu(self.norm(self.first(x))))


def case(t):
    for fn, graphs in ((nested, 1), (calls_decorated, 1), (by_hand, 1), (settings, 1), (around_a_break, 2)):
        before, made = state(), len(t.graphs)
        compiled = t.compile(fn)
        for _ in range(2):
            t.equal(compiled(x), fn(x))
            t.equal(state(), before)
        t.equal(len(t.graphs) - made, graphs)
    for _ in range(2):
        before = state()
        result, region = t.compile(left_open)(x)
        t.equal(state(), (True, torch.bfloat16, True, 1))
        t.equal(result.dtype, torch.bfloat16)
        region.__exit__(None, None, None)
        t.equal(state(), before)
    t.equal(t.compile(unknown_device)(x), unknown_device(x))
    # The state from outside is guarded.
    fn = t.compile(lambda x: x @ x)
    for enabled in (False, True, False):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=enabled):
            t.equal(fn(x).dtype, torch.bfloat16 if enabled else torch.float32)
    module = Trained()
    other = copy.deepcopy(module)
    compiled = t.compile(module)
    for _ in range(2):
        compiled(x).float().sum().backward()
        other(x).float().sum().backward()
        for mine, theirs in zip(module.parameters(), other.parameters()):
            t.equal(mine.grad, theirs.grad)
