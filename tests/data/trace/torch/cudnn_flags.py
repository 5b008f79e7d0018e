"""Regions with flags of cuDNN stand in the graph, which leaves the flags as it found them. What they are inside of such
a region is asked where they are set."""

import abc
import os

import torch

cudnn = torch.backends.cudnn


def fn(x, w):
    outside = cudnn.enabled
    with cudnn.flags(enabled=False, benchmark=True):
        y = torch.nn.functional.conv1d(x, w)
    with cudnn.flags(True, False, deterministic=True), cudnn.flags(enabled=None):
        y = y + torch.nn.functional.conv1d(x, w)
    return y, outside, cudnn.enabled


@cudnn.flags(enabled=False)
def decorated(x):
    return x + 1


def asks(x):
    x = x + 1
    with cudnn.flags(enabled=not cudnn.enabled):
        x = x * 2
        inside = cudnn.enabled
        x = x * 3
    return x, inside, cudnn.enabled


class Abstract(abc.ABC):
    pass


def denies(x, of):
    with cudnn.flags(enabled=False):
        return x + (2 if isinstance(of, Abstract) else 1), os.getpid()


def flags():
    return cudnn.enabled, cudnn.benchmark, cudnn.deterministic


def case(t):
    x, w = torch.randn(1, 2, 5), torch.randn(3, 2, 2)
    before = flags()
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(x, w), fn(x, w))
        assert flags() == before
    t.equal(t.compile(decorated, fullgraph=True)(x), decorated(x))
    # What has nothing to do with torch is asked in such a region as well.
    compiled = t.compile(denies, fullgraph=True)
    t.equal(compiled(x, w), denies(x, w))
    Abstract.register(torch.Tensor)
    t.equal(compiled(x, w), denies(x, w))
    compiled = t.compile(asks)
    for _ in range(2):
        t.equal(compiled(x), asks(x))
        assert flags() == before


# expect graphs
# graph 0
#   l_x_: input
#   l_w_: input
#   choose_cudnn_flags = choose_cudnn_flags((), {'enabled': False, 'benchmark': True})
#   y = conv1d(l_x_, l_w_)
#   restore_cudnn_flags = restore_cudnn_flags(choose_cudnn_flags)
#   choose_cudnn_flags_1 = choose_cudnn_flags((True, False), {'deterministic': True})
#   choose_cudnn_flags_2 = choose_cudnn_flags((), {'enabled': None})
#   conv1d_1 = conv1d(l_x_, l_w_)
#   y_1 = add(y, conv1d_1)
#   restore_cudnn_flags_1 = restore_cudnn_flags(choose_cudnn_flags_2)
#   restore_cudnn_flags_2 = restore_cudnn_flags(choose_cudnn_flags_1)
#   return (y_1,)
# graph 1
#   l_args_0_: input
#   choose_cudnn_flags = choose_cudnn_flags((), {'enabled': False})
#   add = add(l_args_0_, 1)
#   restore_cudnn_flags = restore_cudnn_flags(choose_cudnn_flags)
#   return (add,)
# graph 2
#   l_x_: input
#   choose_cudnn_flags = choose_cudnn_flags((), {'enabled': False})
#   add = add(l_x_, 1)
#   restore_cudnn_flags = restore_cudnn_flags(choose_cudnn_flags)
#   return (add,)
# graph 3
#   l_x_: input
#   choose_cudnn_flags = choose_cudnn_flags((), {'enabled': False})
#   add = add(l_x_, 2)
#   restore_cudnn_flags = restore_cudnn_flags(choose_cudnn_flags)
#   return (add,)
# expect breaks
# line 30: a object object cannot be rebuilt
# line 30: a object object cannot be rebuilt
