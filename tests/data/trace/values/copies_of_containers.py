"""Copies, shallow and deep, of containers that C code takes apart."""

import copy
from collections import Counter, OrderedDict, defaultdict, deque

import torch


class Settings(dict):
    def __init__(self, **entries):
        super().__init__(**entries)
        self.name = "settings"


class Tags(set):
    def __reduce__(self):
        return Tags, (["reduced"],)


def fn(x, containers):
    shallow = [copy.copy(container) for container in containers]
    deep = copy.deepcopy(containers)
    for container, copied, inner in zip(containers, shallow, deep):
        assert type(container) is type(copied) is type(inner)
        assert container is not copied and container is not inner
    shallow[0]["new"].append(x)
    deep[0]["a"].append(x + 1)
    shallow[1]["b"] = x
    shallow[1].move_to_end("a")
    shallow[2]["z"] += 2
    shallow[3].add(5)
    deep[4].append(x)
    deep[4][0].append(3)
    shallow[5]["k"] = x
    return shallow, deep, shallow[0]["a"] is containers[0]["a"], deep[5].name, x + 1


def containers():
    factory = defaultdict(list)
    factory["a"].append(1)
    return [
        factory,
        OrderedDict(a=1, b=[2]),
        Counter("abca"),
        {1, (2, 3)},
        deque([[1], 2], maxlen=3),
        Settings(k=[frozenset([4])]),
        Tags([1]),
    ]


options = dict(fullgraph=True)
calls = [(torch.arange(2.0), containers()), (torch.arange(2.0), containers())]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 1)
#   return (add, add_1)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 1)
#   return (add, add_1)
# expect graphs 3.14
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 1)
#   return (add, add_1)
# expect breaks
