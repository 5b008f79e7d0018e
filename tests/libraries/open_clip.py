"""Images and texts in one space, with the losses that compare them."""

import open_clip
import torch
from open_clip.loss import ClipLoss, SigLipLoss

NEEDS = ["open_clip_torch"]


def _model(kind=open_clip.CLIP, **settings):
    vision = dict(image_size=16, layers=2, width=32, head_width=8, patch_size=4)
    text = dict(context_length=8, vocab_size=64, width=32, heads=4, layers=2)
    return kind(embed_dim=16, vision_cfg=vision, text_cfg=text, **settings)


def _step(model, loss_of):
    compiled = torch.compile(model, backend="eager")
    out = compiled(torch.randn(3, 3, 16, 16), torch.randint(1, 64, (3, 8)))
    loss = loss_of(*out)
    loss.backward()
    return out, loss, [parameter.grad for parameter in model.parameters()]


def clip(folder):
    return _step(_model(), ClipLoss())


def sigmoid_loss(folder):
    return _step(_model(init_logit_bias=-10.0), SigLipLoss())


def checkpoints(folder):
    model = _model()
    model.set_grad_checkpointing()
    return _step(model, ClipLoss())


def text_of_its_own(folder):
    return _step(_model(open_clip.CustomTextCLIP), ClipLoss())


def encoders_alone(folder):
    model = _model().eval()
    image = torch.compile(lambda x: model.encode_image(x, normalize=True), backend="eager")
    text = torch.compile(lambda ids: model.encode_text(ids, normalize=True), backend="eager")
    with torch.no_grad():
        return image(torch.randn(2, 3, 16, 16)), text(torch.randint(1, 64, (2, 8)))


def convolutions(folder):
    vision = dict(image_size=32, layers=[1, 1, 1, 1], width=8, head_width=8)
    text = dict(context_length=8, vocab_size=64, width=32, heads=4, layers=1)
    model = open_clip.CLIP(embed_dim=16, vision_cfg=vision, text_cfg=text)
    return torch.compile(model, backend="eager")(torch.randn(2, 3, 32, 32), torch.randint(1, 64, (2, 8)))
