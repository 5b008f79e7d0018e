"""What fakes answer of themselves is not what tensors answer: the class of the storage, members of enums."""

import torch


def fn(x):
    results = [x.storage_type(), x.__dlpack_device__()]
    results += [x.__iadd__("a"), x.__ior__(0.5), x.__ipow__(2)]
    try:
        x += "a"
    except TypeError as error:
        results.append(str(error))
    return x, [type(result).__name__ for result in results], results[0]


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(2),)
    yield (torch.arange(3),)
