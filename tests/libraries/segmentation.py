"""Models that give a class for each pixel, with their losses and metrics."""

import segmentation_models_pytorch as smp
import torch

NEEDS = ["segmentation-models-pytorch"]


def _step(kind, size=64, encoder="resnet18", **settings):
    model = getattr(smp, kind)(encoder_name=encoder, encoder_weights=None, classes=3, **settings).train()
    compiled = torch.compile(model, backend="eager")
    loss_of = smp.losses.DiceLoss(mode="multiclass")
    out = compiled(torch.randn(2, 3, size, size))
    loss = loss_of(out, torch.randint(0, 3, (2, size, size)))
    loss.backward()
    return out, loss, [parameter.grad.norm() for parameter in model.parameters() if parameter.grad is not None]


def unet(folder):
    return _step("Unet", decoder_attention_type="scse")


def nested_unet(folder):
    return _step("UnetPlusPlus", encoder="mobilenet_v2")


def pyramid(folder):
    return _step("FPN")


def dilated(folder):
    return _step("DeepLabV3Plus")


def attention(folder):
    return _step("MAnet")


def links(folder):
    return _step("Linknet", encoder="timm-regnetx_002")


def segformer(folder):
    return _step("Segformer")


def with_a_class_of_the_image(folder):
    model = smp.Unet("resnet18", encoder_weights=None, classes=1, aux_params=dict(classes=4, dropout=0.0)).eval()
    with torch.no_grad():
        return torch.compile(model, backend="eager")(torch.randn(1, 3, 64, 64))


def sizes_that_do_not_fit(folder):
    compiled = torch.compile(smp.Unet("resnet18", encoder_weights=None, classes=1).eval(), backend="eager")
    try:
        compiled(torch.randn(1, 3, 50, 64))
    except RuntimeError as error:
        return str(error)


def losses(folder):
    scores, wanted = torch.randn(2, 3, 8, 8, requires_grad=True), torch.randint(0, 3, (2, 8, 8))
    kinds = [smp.losses.JaccardLoss, smp.losses.DiceLoss, smp.losses.FocalLoss, smp.losses.LovaszLoss, smp.losses.TverskyLoss]
    made = [kind(mode="multiclass") for kind in kinds]
    run = torch.compile(lambda scores, wanted: sum(loss(scores, wanted) for loss in made), backend="eager")
    run(scores, wanted).backward()
    return scores.grad


def metrics(folder):
    def run(scores, wanted):
        counts = smp.metrics.get_stats(scores.argmax(1), wanted, mode="multiclass", num_classes=3)
        return [smp.metrics.iou_score(*counts, reduction="micro"), smp.metrics.f1_score(*counts, reduction="macro")]

    return torch.compile(run, backend="eager")(torch.randn(2, 3, 8, 8), torch.randint(0, 3, (2, 8, 8)))
