"""What is equal is the same key, whichever object stands for it: devices, dtypes, ranges and tuples of them."""

import torch

known = {torch.device("cpu"): 2, range(2): 3}


def fn(x):
    table = {x.device: 1, (x.device, x.dtype): 2, range(3): 3}
    found = [table[torch.device("cpu")], table[torch.device("cpu"), torch.float32], table[range(3)]]
    found += [known[x.device], known.get(range(2)), torch.device("cpu") in table, torch.device("meta") in table]
    table[torch.device("cpu")] = 5
    return x + 1, found, len(table), {torch.device("cpu"), x.device} == {x.device}


calls = [(torch.ones(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
