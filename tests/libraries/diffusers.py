"""Denoising models, autoencoders and pipelines whose parts are compiled."""

import os

import diffusers
import torch

NEEDS = ["diffusers", "peft"]


def _unet(**settings):
    return diffusers.UNet2DModel(
        sample_size=16, in_channels=3, out_channels=3, layers_per_block=1, block_out_channels=(8, 16), norm_num_groups=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"), attention_head_dim=4, **settings,
    )  # fmt: skip


def _conditional():
    return diffusers.UNet2DConditionModel(
        sample_size=8, in_channels=4, out_channels=4, layers_per_block=1, block_out_channels=(8, 16), norm_num_groups=4, cross_attention_dim=12,
        attention_head_dim=4, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
    )  # fmt: skip


def _vae():
    return diffusers.AutoencoderKL(
        in_channels=3, out_channels=3, latent_channels=4, block_out_channels=(8, 16), norm_num_groups=4, sample_size=16,
        down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
    )  # fmt: skip


def _step(model, *inputs, **keywords):
    compiled = torch.compile(model, backend="eager")
    out = compiled(*inputs, **keywords).sample
    out.square().mean().backward()
    return out, [parameter.grad for parameter in model.parameters()]


def training(folder):
    model, scheduler = _unet(), diffusers.DDPMScheduler(num_train_timesteps=20)
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    losses = []
    for _ in range(2):
        images, noise, steps = torch.randn(2, 3, 16, 16), torch.randn(2, 3, 16, 16), torch.randint(0, 20, (2,))
        loss = torch.nn.functional.mse_loss(compiled(scheduler.add_noise(images, noise, steps), steps).sample, noise)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss)
    return losses


def pipeline(folder):
    pipeline = diffusers.DDPMPipeline(unet=_unet(), scheduler=diffusers.DDPMScheduler(num_train_timesteps=20))
    pipeline.set_progress_bar_config(disable=True)
    pipeline.unet = torch.compile(pipeline.unet, backend="eager")
    images = pipeline(batch_size=1, num_inference_steps=4, generator=torch.manual_seed(0), output_type="np").images
    pipeline.save_pretrained(folder)
    return torch.from_numpy(images), sorted(os.listdir(folder))


def schedulers(folder):
    """A denoising loop of each, with the model compiled."""
    model = torch.compile(_unet().eval(), backend="eager")
    seen = []
    for kind in ("DDIMScheduler", "EulerDiscreteScheduler", "DPMSolverMultistepScheduler", "UniPCMultistepScheduler", "LMSDiscreteScheduler"):
        scheduler = getattr(diffusers, kind)(num_train_timesteps=20)
        scheduler.set_timesteps(3)
        x = torch.randn(1, 3, 16, 16) * scheduler.init_noise_sigma
        with torch.no_grad():
            for step in scheduler.timesteps:
                x = scheduler.step(model(scheduler.scale_model_input(x, step), step).sample, step, x).prev_sample
        seen.append(x)
    return seen


def scheduler_in_the_graph(folder):
    scheduler = diffusers.DDPMScheduler(num_train_timesteps=20)
    run = torch.compile(lambda x, noise, steps: scheduler.add_noise(x, noise, steps), backend="eager")
    return run(torch.randn(2, 3, 4, 4), torch.randn(2, 3, 4, 4), torch.tensor([3, 9]))


def conditional(folder):
    return _step(_conditional(), torch.randn(2, 4, 8, 8), torch.tensor([3, 9]), encoder_hidden_states=torch.randn(2, 5, 12))


def conditional_with_adapters(folder):
    from peft import LoraConfig

    model = _conditional()
    model.requires_grad_(False)
    model.add_adapter(LoraConfig(r=2, init_lora_weights="gaussian", target_modules=["to_q", "to_v"]))
    compiled = torch.compile(model, backend="eager")
    inputs = torch.randn(1, 4, 8, 8), torch.tensor([3]), torch.randn(1, 5, 12)
    out = compiled(*inputs).sample
    out.square().mean().backward()
    return out, {name: parameter.grad for name, parameter in model.named_parameters() if parameter.requires_grad}


def controlled(folder):
    model = _conditional()
    control = diffusers.ControlNetModel.from_unet(model, conditioning_embedding_out_channels=(4, 8))
    inputs = torch.randn(1, 4, 8, 8), torch.tensor([3]), torch.randn(1, 5, 12)

    def run(image):
        down, middle = control(*inputs, controlnet_cond=image, return_dict=False)
        return model(*inputs, down_block_additional_residuals=down, mid_block_additional_residual=middle).sample

    with torch.no_grad():
        return torch.compile(run, backend="eager")(torch.randn(1, 3, 16, 16))


def autoencoder(folder):
    model = _vae()
    model.encode = torch.compile(model.encode, backend="eager")
    model.decode = torch.compile(model.decode, backend="eager")
    latents = model.encode(torch.randn(1, 3, 16, 16)).latent_dist
    sample = latents.sample(torch.manual_seed(3))
    out = model.decode(sample).sample
    (out.square().mean() + latents.kl().mean()).backward()
    return out, latents.mode(), [parameter.grad for parameter in model.parameters()]


def autoencoder_in_tiles(folder):
    model = _vae().eval()
    model.enable_tiling()
    model.tile_sample_min_size, model.tile_latent_min_size = 8, 4
    compiled = torch.compile(model, backend="eager")
    with torch.no_grad():
        return compiled(torch.randn(1, 3, 16, 16)).sample


def transformer_of_classes(folder):
    model = diffusers.DiTTransformer2DModel(
        num_attention_heads=2, attention_head_dim=8, in_channels=4, num_layers=2, sample_size=8, patch_size=2, num_embeds_ada_norm=20, norm_num_groups=4
    )
    return _step(model, torch.randn(2, 4, 8, 8), timestep=torch.tensor([3, 9]), class_labels=torch.tensor([1, 0]))


def transformer_of_images_and_text(folder):
    model = diffusers.FluxTransformer2DModel(
        patch_size=1, in_channels=4, num_layers=1, num_single_layers=2, attention_head_dim=8, num_attention_heads=2, joint_attention_dim=12,
        pooled_projection_dim=6, axes_dims_rope=(2, 2, 4),
    )  # fmt: skip
    model.compile_repeated_blocks(backend="eager", fullgraph=True)
    out = model(
        hidden_states=torch.randn(1, 16, 4), encoder_hidden_states=torch.randn(1, 5, 12), pooled_projections=torch.randn(1, 6),
        timestep=torch.tensor([0.3]), img_ids=torch.randn(16, 3), txt_ids=torch.zeros(5, 3),
    ).sample  # fmt: skip
    out.square().mean().backward()
    return out, [parameter.grad for parameter in model.parameters()]


def transformer_of_three(folder):
    model = diffusers.SD3Transformer2DModel(
        sample_size=8, patch_size=2, in_channels=4, num_layers=2, attention_head_dim=8, num_attention_heads=2, joint_attention_dim=12,
        caption_projection_dim=16, pooled_projection_dim=6, out_channels=4,
    )  # fmt: skip
    return _step(model, torch.randn(1, 4, 8, 8), torch.randn(1, 5, 12), torch.randn(1, 6), torch.tensor([3]))


def film(folder):
    model = diffusers.UNet3DConditionModel(
        sample_size=8, block_out_channels=(8, 16), norm_num_groups=4, cross_attention_dim=8, attention_head_dim=4, layers_per_block=1,
        down_block_types=("CrossAttnDownBlock3D", "DownBlock3D"), up_block_types=("UpBlock3D", "CrossAttnUpBlock3D"),
    )  # fmt: skip
    return _step(model, torch.randn(1, 4, 3, 8, 8), torch.tensor([3]), encoder_hidden_states=torch.randn(1, 5, 8))


def averages(folder):
    model = torch.nn.Linear(4, 4)
    average = diffusers.training_utils.EMAModel(model.parameters(), decay=0.9)
    step = torch.compile(lambda x: model(x).square().mean(), backend="eager")
    for _ in range(3):
        step(torch.randn(2, 4)).backward()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter -= 0.1 * parameter.grad
        average.step(model.parameters())
    return average.shadow_params


def saved_and_loaded(folder):
    model = torch.compile(_unet().eval(), backend="eager")
    model.save_pretrained(folder)
    again = diffusers.UNet2DModel.from_pretrained(folder).eval()
    again.compile(backend="eager")
    x = torch.randn(1, 3, 16, 16)
    with torch.no_grad():
        return model(x, 3).sample, again(x, 3).sample
