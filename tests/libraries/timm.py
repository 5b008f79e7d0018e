"""Image models of many families, feature pyramids, and what timm keeps beside a model that it trains."""

import timm
import timm.data
import timm.loss
import timm.optim
import timm.scheduler
import timm.utils
import torch

NEEDS = ["timm"]


def _step(name, size=32, **settings):
    """The output and the gradients of a compiled training step."""
    model = timm.create_model(name, num_classes=5, **settings).train()
    compiled = torch.compile(model, backend="eager")
    out = compiled(torch.randn(2, 3, size, size))
    timm.loss.LabelSmoothingCrossEntropy()(out, torch.tensor([1, 4])).backward()
    return out, [parameter.grad.norm() for parameter in model.parameters() if parameter.grad is not None], dict(model.named_buffers())


def resnet(folder):
    return _step("resnet18")


def resnet_with_blurred_pools_and_attention(folder):
    return _step("seresnext26d_32x4d", 64)


def vision_transformer(folder):
    return _step("vit_tiny_patch16_224", img_size=32, patch_size=8, depth=2, embed_dim=32, num_heads=4)


def vision_transformer_of_any_size(folder):
    model = timm.create_model(
        "vit_tiny_patch16_224", img_size=32, patch_size=8, depth=2, embed_dim=32, num_heads=4, num_classes=5, dynamic_img_size=True
    ).eval()
    compiled = torch.compile(model, backend="eager")
    with torch.no_grad():
        return [compiled(torch.randn(1, 3, size, size)) for size in (32, 48, 64)]


def shifted_windows(folder):
    return _step("swin_tiny_patch4_window7_224", 32, img_size=32, window_size=4, depths=(1, 1), num_heads=(2, 2), embed_dim=16)


def shifted_windows_of_continuous_positions(folder):
    return _step("swinv2_cr_tiny_224", 64, img_size=64, window_size=4, depths=(1, 1), num_heads=(2, 2), embed_dim=16)


def convnext(folder):
    return _step("convnext_atto", 32, depths=(1, 1, 1, 1), dims=(8, 16, 24, 32))


def efficientnet(folder):
    return _step("efficientnet_b0")


def mobilenet(folder):
    return _step("mobilenetv3_small_050")


def mixer(folder):
    return _step("mixer_s32_224", 64, img_size=64)


def regnet(folder):
    return _step("regnetx_002")


def densenet(folder):
    return _step("densenet121", 32, growth_rate=4, block_config=(2, 2))


def coat_of_convolutions_and_attention(folder):
    return _step("maxvit_rmlp_pico_rw_256", 64, img_size=64)


def eva(folder):
    return _step("eva02_tiny_patch14_224", 28, img_size=28, embed_dim=32, depth=2, num_heads=4)


def drop_paths_and_blocks(folder):
    return _step("resnet26t", 64, drop_path_rate=0.3, drop_rate=0.2, drop_block_rate=0.2)


def features(folder):
    model = timm.create_model("resnet18", features_only=True, out_indices=(1, 3)).eval()
    compiled = torch.compile(model, backend="eager")
    with torch.no_grad():
        return compiled(torch.randn(1, 3, 32, 32)), model.feature_info.channels()


def intermediate_layers(folder):
    model = timm.create_model("vit_tiny_patch16_224", img_size=32, patch_size=8, depth=3, embed_dim=32, num_heads=4).eval()
    run = torch.compile(lambda x: model.forward_intermediates(x, indices=[0, 2], return_prefix_tokens=True), backend="eager")
    with torch.no_grad():
        return run(torch.randn(1, 3, 32, 32))


def training_with_averages_and_mixing(folder):
    model = timm.create_model("resnet10t", num_classes=4)
    average = timm.utils.ModelEmaV3(model, decay=0.9)
    optimizer = timm.optim.create_optimizer_v2(model, opt="lamb", lr=0.01)
    scheduler = timm.scheduler.CosineLRScheduler(optimizer, t_initial=4, warmup_t=1)
    mixup = timm.data.Mixup(mixup_alpha=0.3, cutmix_alpha=1.0, num_classes=4)
    compiled = torch.compile(model, backend="eager")
    losses = []
    for step in range(3):
        images, targets = mixup(torch.randn(4, 3, 32, 32), torch.randint(0, 4, (4,)))
        loss = timm.loss.SoftTargetCrossEntropy()(compiled(images), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step(step)
        average.update(model, step=step)
        losses.append(loss)
    return losses, average.module.state_dict()


def optimizers(folder):
    """Each takes three compiled steps."""
    seen = {}
    for name in ("adamp", "adafactor", "lion", "madgrad", "nadamw", "adan", "muon"):
        torch.manual_seed(3)
        layers = torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.Linear(8, 2))
        optimizer = timm.optim.create_optimizer_v2(layers, opt=name, lr=0.01)
        step = torch.compile(optimizer.step, backend="eager")
        for _ in range(3):
            layers(torch.randn(4, 6)).square().mean().backward()
            step()
            optimizer.zero_grad()
        seen[name] = layers.state_dict()
    return seen
