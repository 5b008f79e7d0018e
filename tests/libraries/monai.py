"""Networks, losses and sliding windows for medical images, whose tensors carry their own metadata."""

import monai.data
import monai.inferers
import monai.losses
import monai.metrics
import monai.networks.nets as nets
import monai.transforms as transforms
import torch

NEEDS = ["monai"]


def _step(model, *shape):
    compiled = torch.compile(model, backend="eager")
    out = compiled(torch.randn(*shape))
    out.square().mean().backward()
    return out, [parameter.grad.norm() for parameter in model.parameters() if parameter.grad is not None]


def unet(folder):
    return _step(nets.UNet(spatial_dims=3, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1), 1, 1, 16, 16, 16)


def attention_unet(folder):
    return _step(nets.AttentionUnet(spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2)), 1, 1, 16, 16)


def windows_of_attention(folder):
    return _step(nets.SwinUNETR(in_channels=1, out_channels=2, feature_size=12, depths=(1, 1, 1, 1), spatial_dims=2), 1, 1, 64, 64)


def transformer_and_convolutions(folder):
    return _step(
        nets.UNETR(in_channels=1, out_channels=2, img_size=16, feature_size=8, hidden_size=24, mlp_dim=32, num_heads=4, spatial_dims=2), 1, 1, 16, 16
    )


def segresnet(folder):
    return _step(nets.SegResNet(spatial_dims=2, init_filters=8, in_channels=1, out_channels=2, blocks_down=(1, 1), blocks_up=(1,)), 1, 1, 16, 16)


def densenet(folder):
    return _step(nets.DenseNet(spatial_dims=2, in_channels=1, out_channels=2, init_features=8, growth_rate=4, block_config=(2, 2)), 2, 1, 32, 32)


def autoencoder(folder):
    return _step(nets.AutoEncoder(spatial_dims=2, in_channels=1, out_channels=1, channels=(4, 8), strides=(2, 2)), 1, 1, 16, 16)


def losses(folder):
    scores, wanted = torch.randn(2, 3, 8, 8, requires_grad=True), torch.randint(0, 3, (2, 1, 8, 8))
    made = [
        monai.losses.DiceLoss(to_onehot_y=True, softmax=True), monai.losses.DiceCELoss(to_onehot_y=True, softmax=True),
        monai.losses.FocalLoss(to_onehot_y=True), monai.losses.TverskyLoss(to_onehot_y=True, softmax=True),
    ]  # fmt: skip
    run = torch.compile(lambda scores, wanted: sum(loss(scores, wanted) for loss in made), backend="eager")
    run(scores, wanted).backward()
    return scores.grad


def sliding_windows(folder):
    model = nets.BasicUNet(spatial_dims=2, in_channels=1, out_channels=2, features=(4, 4, 8, 8, 8, 4)).eval()
    compiled = torch.compile(model, backend="eager")
    with torch.no_grad():
        return monai.inferers.sliding_window_inference(torch.randn(1, 1, 48, 40), (32, 32), 2, compiled, overlap=0.25, mode="gaussian")


def tensors_with_metadata(folder):
    image = monai.data.MetaTensor(torch.randn(1, 8, 8), affine=torch.eye(4) * 2, meta=dict(name="scan"))
    compiled = torch.compile(lambda x: (x * 2 + 1).relu(), backend="eager")
    out = compiled(image)
    return out.as_tensor(), type(out).__name__, getattr(out, "affine", None), dict(getattr(out, "meta", {}))


def transformed(folder):
    pipeline = transforms.Compose([transforms.ScaleIntensity(), transforms.RandFlip(prob=0.5), transforms.RandRotate90(prob=0.5)])
    pipeline.set_random_state(3)
    compiled = torch.compile(torch.nn.Conv2d(1, 2, 3), backend="eager")
    return [compiled(pipeline(torch.randn(1, 8, 8))[None].as_tensor()) for _ in range(2)]


def metrics(folder):
    metric = monai.metrics.DiceMetric(include_background=False)
    run = torch.compile(lambda found, wanted: metric(found, wanted), backend="eager")
    found, wanted = (torch.rand(2, 3, 8, 8) > 0.5).float(), (torch.rand(2, 3, 8, 8) > 0.5).float()
    return run(found, wanted), metric.aggregate()
