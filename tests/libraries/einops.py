"""Axes by name: functions, layers and packed tensors."""

import einops
import einops.layers.torch as layers
import torch

NEEDS = ["einops"]
MAY = {
    "of_any_size": "a cached function of sizes that change is called by CPython, since its cache keeps lists that anybody may change",
    "refused": "a cached function that raises is called by CPython",
}


def attention(folder):
    def run(x, weights, heads):
        q, k, v = einops.rearrange(x @ weights, "b n (parts h d) -> parts b h n d", parts=3, h=heads)
        scores = einops.einsum(q, k, "b h i d, b h j d -> b h i j").softmax(dim=-1)
        return einops.rearrange(scores @ v, "b h n d -> b n (h d)")

    compiled = torch.compile(run, backend="eager", fullgraph=True)
    return [compiled(torch.randn(2, length, 8), torch.randn(8, 24), 2) for length in (5, 7, 9)]


def patches(folder):
    def run(images):
        small = einops.reduce(images, "b c (h 2) (w 2) -> b c h w", "max")
        rows = einops.rearrange(small, "b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2)
        return einops.repeat(rows.mean(1), "b c -> copies b c", copies=3), einops.parse_shape(images, "b c _ _")

    return torch.compile(run, backend="eager", fullgraph=True)(torch.randn(2, 3, 8, 8))


def in_layers(folder):
    model = torch.nn.Sequential(
        layers.Rearrange("b (h p) (w q) c -> b (h w) (p q c)", p=4, q=4),
        layers.EinMix("b t c -> b t d", weight_shape="c d", bias_shape="d", c=48, d=8),
        layers.Reduce("b t d -> b d", "mean"),
    )
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    compiled(torch.randn(2, 8, 8, 3)).sum().backward()
    return compiled(torch.randn(2, 8, 8, 3)), [parameter.grad for parameter in model.parameters()]


def packed(folder):
    def run(image, text):
        together, shapes = einops.pack([image, text], "b * d")
        image, text = einops.unpack(together * 2, shapes, "b * d")
        return together, image, text

    return torch.compile(run, backend="eager", fullgraph=True)(torch.randn(2, 3, 3, 4), torch.randn(2, 5, 4))


def of_any_size(folder):
    run = torch.compile(lambda x: einops.rearrange(x, "... (h w) c -> ... h w c", h=2).sum(-1), backend="eager", dynamic=True)
    return [run(torch.randn(*shape)) for shape in ((2, 6, 3), (4, 8, 5), (2, 3, 10, 3))]


def refused(folder):
    def run(x):
        try:
            return einops.rearrange(x, "b (h w) -> b h w", h=4)
        except einops.EinopsError as error:
            return x + 1, str(error)

    return torch.compile(run, backend="eager")(torch.randn(2, 6))
