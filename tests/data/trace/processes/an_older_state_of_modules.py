"""A program puts an older state of `sys.modules` back: what the engine has imported since then is not imported twice."""

import programs

SCRIPT = """
import collections, copy, dataclasses, functools, heapq, itertools, operator, sys

import torch

import alternator

@dataclasses.dataclass
class Pair:
    first: int
    second: list = dataclasses.field(default_factory=list)

def copied(x):
    return copy.deepcopy([1, [2]]), dataclasses.asdict(Pair(1)), dataclasses.replace(Pair(2), first=3).first, x + 1

def ordered(x):
    numbers = collections.OrderedDict(a=1, b=2)
    numbers.move_to_end("a")
    queue = collections.deque([1, 2], maxlen=2)
    queue.append(3)
    heap = [3, 1, 2]
    heapq.heapify(heap)
    return list(numbers), list(queue), heapq.heappop(heap), sorted([3, 1], reverse=True), x + 2

def of_sets(x):
    numbers = {1, 2, 3}
    numbers -= {1}
    return numbers.issubset({2, 3}), functools.reduce(operator.add, [x, x]), list(itertools.accumulate([1, 2, 3]))

def gradients(x):
    return torch.einsum("i,j->ij", x, x), torch.func.grad(lambda t: (t * t).sum())(x)

def raising(x):
    try:
        return [1, 2][5]
    except IndexError as error:
        return str(error), x + 1

x = torch.ones(3)
functions = copied, ordered, of_sets, gradients, raising
older = dict(sys.modules)
for start in range(len(functions)):
    for function in functions[start:] + functions[:start]:
        alternator.reset()
        found = alternator.compile(function, backend="eager", fullgraph=True)(x)
        assert repr(found) == repr(function(x)), (function.__name__, found)
        sys.modules.clear()
        sys.modules.update(older)
"""


def case(t):
    programs.run(SCRIPT)


# expect captured
# nothing
