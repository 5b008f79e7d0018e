"""Dropout that is switched off gives its input and draws nothing: nothing of it is left in the graph."""

import torch
import torch.nn.functional as F

LAYERS = [kind().eval() for kind in (torch.nn.Dropout, torch.nn.Dropout3d, torch.nn.AlphaDropout, torch.nn.FeatureAlphaDropout)]


def fn(x):
    for layer in LAYERS:
        x = layer(x)
    F.dropout3d(x, training=False)
    torch.dropout(x, 0.5, False)
    torch.alpha_dropout(x, 0.5, train=False)
    y = torch.feature_dropout(x, 0.5, False)
    return y + 1, torch.feature_alpha_dropout(x, p=0.5, train=False) is x


calls = [(torch.randn(2, 3, 4, 2, 2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
