"""Models with random weights and small settings: nothing is downloaded.

`build(name)` gives a module, positional and keyword arguments. A name is one of `NAMES`, or
`plain:convolutions`, `plain:encoder`, `hf:<class of transformers>`, `timm:<name>`, `torchvision:<name>`.
"""

from __future__ import annotations

import torch
from model_small import transformers_model

TRANSFORMERS = {
    "llama": "LlamaForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
    "mistral": "MistralForCausalLM",
    "gemma2": "Gemma2ForCausalLM",
    "mixtral": "MixtralForCausalLM",
    "gpt2": "GPT2LMHeadModel",
    "bert": "BertForMaskedLM",
    "distilbert": "DistilBertForMaskedLM",
    "t5": "T5ForConditionalGeneration",
    "whisper": "WhisperForConditionalGeneration",
    "vit": "ViTForImageClassification",
    "clip": "CLIPModel",
    "mamba": "MambaForCausalLM",
}
TIMM = (
    "resnet18", "vit_tiny_patch16_224", "convnext_atto", "efficientnet_b0", "mobilenetv3_small_050",
    "swin_tiny_patch4_window7_224", "regnetx_002", "mixer_s32_224",
)  # fmt: skip
TORCHVISION = (
    "resnet18", "mobilenet_v2", "densenet121", "swin_t", "googlenet", "inception_v3", "vit_b_32",
    "shufflenet_v2_x0_5", "fasterrcnn_mobilenet_v3_large_320_fpn", "lraspp_mobilenet_v3_large",
)  # fmt: skip
NAMES = (
    *TRANSFORMERS,
    *(f"timm:{name}" for name in TIMM),
    *(f"torchvision:{name}" for name in TORCHVISION),
)


def build(name: str):
    """The module in evaluation mode, its positional and its keyword arguments."""
    if name in TRANSFORMERS:
        return transformers_model(TRANSFORMERS[name])
    library, _, model = name.partition(":")
    builders = {"plain": plain_model, "hf": transformers_model, "timm": timm_model, "torchvision": torchvision_model}
    if library not in builders or not model:
        raise SystemExit(f"no model is called {name!r}; there are {', '.join(NAMES)}, and plain:, hf:, timm: and torchvision:")
    return builders[library](model)


def plain_model(name: str):
    """Models that need no library but torch: `convolutions` and `encoder`."""
    if name == "encoder":
        layer = torch.nn.TransformerEncoderLayer(64, 4, 128, batch_first=True)
        model = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        return model.eval(), (torch.randn(2, 16, 64),), {}
    if name != "convolutions":
        raise SystemExit(f"no plain model is called {name!r}; there are convolutions and encoder")
    layers = []
    for before, after in ((3, 16), (16, 32)):
        layers += [torch.nn.Conv2d(before, after, 3, 2, 1), torch.nn.BatchNorm2d(after), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(32, 10))
    return model.eval(), (torch.randn(4, 3, 32, 32),), {}


def timm_model(name: str):
    import timm

    model = timm.create_model(name, pretrained=False).eval()
    channels, height, width = model.default_cfg["input_size"]
    if not model.default_cfg.get("fixed_input_size") and height > 96:
        height = width = 96
    return model, (torch.randn(2, channels, height, width),), {}


def torchvision_model(name: str):
    import torchvision

    settings = dict(weights=None)
    if any(word in name for word in ("rcnn", "lraspp", "deeplab", "fcn", "fcos", "ssd", "retina")):
        settings["weights_backbone"] = None
    if name in ("googlenet", "inception_v3"):
        settings["init_weights"] = False
    model = torchvision.models.get_model(name, **settings).eval()
    family = type(model).__module__.removeprefix("torchvision.models.")
    if family.startswith("detection"):
        return model, ([torch.rand(3, 96, 96), torch.rand(3, 80, 96)],), {}
    if family.startswith("video"):
        size = (1, 3, 16, 224, 224) if name.startswith("mvit") else (2, 3, 16 if name == "s3d" else 8, 64, 64)
        return model, (torch.randn(*size),), {}
    if family.startswith("optical_flow"):
        return model, (torch.randn(1, 3, 128, 128), torch.randn(1, 3, 128, 128)), dict(num_flow_updates=2)
    sizes = {"inception_v3": 299, "vit": 224, "maxvit": 224, "swin": 64}
    size = sizes.get(name, sizes.get(name.split("_")[0], 96))
    return model, (torch.randn(2, 3, size, size),), {}
