"""Models with random weights and small settings: nothing is downloaded.

`build(name)` gives a module, positional and keyword arguments. A name is one of `NAMES`, or
`hf:<class of transformers>`, `timm:<name>`, `torchvision:<name>`.
"""

from __future__ import annotations

import inspect
import re

import torch

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

VOCABULARY = 1000
# Stands where the features of an image go, and is no other token's.
IMAGE_TOKEN = 990
# What a configuration's sizes are set to, where it has a field of that name.
SMALL = dict(
    vocab_size=VOCABULARY, hidden_size=64, d_model=64, n_embd=64, dim=64, embed_dim=64, d_inner=128,
    num_hidden_layers=2, n_layer=2, n_layers=2, num_layers=2, num_decoder_layers=2, encoder_layers=2, decoder_layers=2,
    num_attention_heads=4, n_head=4, n_heads=4, num_heads=4, encoder_attention_heads=4, decoder_attention_heads=4,
    num_key_value_heads=2, head_dim=16, d_kv=16, intermediate_size=128, hidden_dim=128, d_ff=128,
    encoder_ffn_dim=128, decoder_ffn_dim=128, num_local_experts=4, num_experts=4, num_experts_per_tok=2,
    moe_intermediate_size=64, max_position_embeddings=128, n_positions=128, max_source_positions=50,
    max_target_positions=50, state_size=8, time_step_rank=4, sliding_window=8, image_size=32, patch_size=8,
    num_mel_bins=16, projection_dim=64, bos_token_id=0, eos_token_id=1, pad_token_id=2, decoder_start_token_id=0,
    query_pre_attn_scalar=16, layer_types=None, image_token_id=IMAGE_TOKEN, image_token_index=IMAGE_TOKEN,
)  # fmt: skip
# Of these, those that nothing else in a configuration must agree with.
PLAIN = ("vocab_size", "num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers")


def build(name: str):
    """The module in evaluation mode, its positional and its keyword arguments."""
    if name in TRANSFORMERS:
        return transformers_model(TRANSFORMERS[name])
    library, _, model = name.partition(":")
    builders = {"hf": transformers_model, "timm": timm_model, "torchvision": torchvision_model}
    if library not in builders or not model:
        raise SystemExit(f"no model is called {name!r}; there are {', '.join(NAMES)}, and hf:, timm: and torchvision:")
    return builders[library](model)


def transformers_model(class_name: str):
    import transformers

    model_class = getattr(transformers, class_name)
    failure = None
    # Sizes that do not fit together show in the first call, if not before: then only the plainest are made small.
    for names in (tuple(SMALL), PLAIN):
        torch.manual_seed(0)
        try:
            config = small_config(model_class.config_class, names)
            model = model_class(config).eval()
            return model, (), accepted(model, transformers_inputs(model, config))
        except Exception as error:  # noqa: BLE001 - whatever a model's checks raise
            failure = failure or error
    raise failure


def accepted(model, inputs):
    """Inputs that the model takes: with as many image tokens as it says that there are features."""
    with torch.no_grad():
        try:
            model(**inputs)
        except ValueError as error:
            missing = re.search(r"tokens: 0, features:? (\d+)", str(error))
            if not missing:
                raise
            ids = inputs["input_ids"]
            count = int(missing.group(1)) // ids.shape[0]
            inputs["input_ids"] = torch.cat([ids[:, :1], torch.full((ids.shape[0], count), IMAGE_TOKEN), ids[:, 1:]], 1)
            if "attention_mask" in inputs:
                inputs["attention_mask"] = torch.ones_like(inputs["input_ids"])
            model(**inputs)
    return inputs


def small_config(config_class, names=tuple(SMALL)):
    default = config_class()
    fields = {k: v for k, v in SMALL.items() if k in names and v is not None and fits(default, k, v)}
    # What a nested configuration is like, a default tells where its class is open.
    nested = {k: type(getattr(default, k, None)) for k in getattr(config_class, "sub_configs", {})}
    nested = {k: c for k, c in nested.items() if hasattr(c, "model_type")}
    if nested:
        fields = {k: v for k, v in fields.items() if k not in ("vocab_size", "hidden_size")}
    fields.update({name: small_config(inner, names).to_dict() for name, inner in nested.items()})
    # A configuration may refuse sizes that do not fit together: then only the plainest are set, or none.
    for wanted in (fields, {k: v for k, v in fields.items() if k in PLAIN or k in nested}, {}):
        try:
            return config_class(**wanted)
        except Exception:  # noqa: BLE001 - whatever a configuration's checks raise
            continue
    return default


def fits(default, name: str, value) -> bool:
    """Whether a configuration has a field of this name that takes such a value."""
    attribute = inspect.getattr_static(type(default), name, None)
    if isinstance(attribute, property) and attribute.fset is None:
        return False
    found = getattr(default, name, None)
    if found is None:
        return hasattr(default, name)
    return isinstance(found, type(value)) and not isinstance(found, bool)


def transformers_inputs(model, config):
    inputs = {}
    wanted = inspect.signature(model.forward).parameters
    main = model.main_input_name
    text = getattr(config, "text_config", config)
    vocabulary = min(VOCABULARY, getattr(text, "vocab_size", None) or VOCABULARY)
    ids = torch.randint(3, min(vocabulary, IMAGE_TOKEN), (2, 16))
    if main == "input_features":
        inputs[main] = torch.randn(2, config.num_mel_bins, 2 * config.max_source_positions)
    elif "image_grid_thw" in wanted:
        pass  # images in patches of many sizes: text will do
    elif main == "pixel_values" or "pixel_values" in wanted:
        vision = getattr(config, "vision_config", config)
        size = getattr(vision, "image_size", 64)
        height, width = size if isinstance(size, (list, tuple)) else (size, size)
        inputs["pixel_values"] = torch.randn(2, getattr(vision, "num_channels", 3), height, width)
    elif main == "input_values":
        inputs[main] = torch.randn(2, 6400)
    if main == "input_ids" or "input_ids" in wanted:
        inputs["input_ids"] = ids
        if "attention_mask" in wanted and "pixel_values" in wanted:
            inputs["attention_mask"] = torch.ones_like(ids)
    if config.is_encoder_decoder:
        inputs["decoder_input_ids"] = torch.randint(3, vocabulary, (2, 8))
    if "use_cache" in wanted:
        inputs["use_cache"] = False
    return inputs


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
