"""What fakes answer of themselves is not what tensors answer: the class of the storage, members of enums."""

import torch


def fn(x):
    results = [x.storage_type(), x.__dlpack_device__()]
    with torch.no_grad():
        results += [x.__iadd__("a"), x.__ior__(0.5)]
    try:
        x += "a"
    except TypeError as error:
        results.append(str(error))
    address = getattr(x, "const_data_ptr", x.data_ptr)  # from torch 2.13 on
    results.append(address() == x.data_ptr())
    return x, [type(result).__name__ for result in results], results[0]


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(2),)
    yield (torch.arange(3),)
    yield (torch.ones(2, requires_grad=True),)
