"""What an operator says when it refuses its arguments is said by the operator itself."""

import torch


def fn(x, y):
    try:
        return x @ y
    except RuntimeError as error:
        return str(error)


calls = [(torch.ones(4), torch.ones(3)), (torch.ones(4), torch.ones(4))]


# expect graphs
# expect breaks
# line 8: an operator that raises RuntimeError: inconsistent tensor size, expected tensor [4] and src [3] to have thesame number of elements, but got 4 and 3 elements respectively
# expect guards
# fn
#   ___check_global_state()
# resume_in_fn
#   ___check_global_state()
