"""`requires_grad` is set of leaves alone, `requires_grad_()` accepts what is already so; `.H` is of matrices, `.mH` of batches too."""

import torch


def fn(x, y):
    texts = []
    try:
        x.requires_grad = True
    except RuntimeError as error:
        texts.append(str(error))
    try:
        texts.append(y.H)
    except RuntimeError as error:
        texts.append(str(error))
    return texts, x.requires_grad_(), y.mH


def calls():
    leaf = torch.ones(3, requires_grad=True)
    for x in (leaf, leaf[1:], leaf * 2, torch.ones(2)):
        yield x, torch.ones(2, 3)
        yield x, torch.ones(2, 3, 1)
