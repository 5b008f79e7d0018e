"""Models of transformers made small, whatever their class: sizes by the names of a configuration's fields, inputs by the
names of `forward`'s parameters. What the first call refuses is tried in another form."""

from __future__ import annotations

import inspect
import itertools
import linecache
import re
import traceback

import torch

VOCABULARY = 1000
BATCH, LENGTH = 2, 16
# Stands where the features of an image go, and is no other token's.
IMAGE_TOKEN = 990
# A model with more parameters is not small.
LARGEST = 60e6
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
    query_pre_attn_scalar=16, layer_types=None, prediction_length=8, image_token_id=IMAGE_TOKEN,
    image_token_index=IMAGE_TOKEN, num_queries=20, context_length=32, task_seq_len=LENGTH,
)  # fmt: skip
# Of these, those that nothing else in a configuration must agree with.
PLAIN = ("vocab_size", "num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers", "prediction_length")
# What configurations call widths, numbers of layers, and what is neither though its name sounds like it.
WIDTHS = re.compile(r"hidden|dim|channel|ffn|inter|d_model|embd|embed|width|rank|d_ff|d_kv|sizes|section|filters")
LAYERS = re.compile(r"layers?$|depths?$|num_blocks|layers_per")
COUNTS = re.compile(r"layer|image_size|patch|kernel|num_|n_head|scale|index|token|vocab|stride|pos|range")
# What a configuration writes of itself and does not take back; the first tells of which class a nested one is.
OWN = ("model_type", "transformers_version", "architectures", "id2label", "label2id")


def transformers_model(class_name: str):
    """The module in evaluation mode, no positional arguments, and keyword arguments that it takes."""
    import transformers

    model_class = getattr(transformers, class_name)
    failures = []
    for config in configurations(model_class.config_class):
        try:
            if parameters_of(model_class, config) > LARGEST:
                raise ValueError("more parameters than a small model has")
            torch.manual_seed(0)
            model = model_class(config).eval()
        except Exception as error:  # noqa: BLE001 - whatever a model's checks raise
            failures.append(error)
            continue
        for inputs in possible_inputs(model, config):
            try:
                return model, (), accepted(model, config, inputs)
            except Exception as error:  # noqa: BLE001
                failures.append(error)
    raise failures[0]


def parameters_of(model_class, config) -> int:
    """How many parameters a model would have; none where it cannot be made without memory."""
    try:
        with torch.device("meta"):
            return sum(p.numel() for p in model_class(config).parameters())
    except Exception:  # noqa: BLE001
        return 0


def configurations(config_class):
    """Small ones first by fixed sizes; where those do not fit together, the default's sizes all divided alike."""
    makers = [lambda: small_config(config_class)]
    ways = [(8, 2, False), (4, 2, False), (16, 2, True), (8, 2, True), (4, 99, False)]
    makers += [lambda way=way: shrunk_config(config_class, *way) for way in ways]
    makers += [lambda: small_config(config_class, PLAIN), lambda: shrunk_config(config_class, 1, 2, False)]
    for make in makers:
        try:
            yield make()
        except Exception:  # noqa: BLE001 - whatever a configuration's checks raise
            continue


def small_config(config_class, names=tuple(SMALL)):
    default = config_class()
    fields = {k: v for k, v in SMALL.items() if k in names and v is not None and fits(default, k, v)}
    # What a nested configuration is like, a default tells where its class is open.
    nested = {k: type(getattr(default, k, None)) for k in getattr(config_class, "sub_configs", {})}
    nested = {k: c for k, c in nested.items() if hasattr(c, "model_type")}
    if nested:
        fields = {k: v for k, v in fields.items() if k not in ("vocab_size", "hidden_size")}
    for name, inner in nested.items():
        # The widths of a backbone's stages belong together.
        whole = "backbone" in name
        fields[name] = shallow(getattr(default, name).to_dict()) if whole else small_config(inner, names).to_dict()
    # A configuration may refuse sizes that do not fit together: then only the plainest are set, or none.
    for wanted in (fields, {k: v for k, v in fields.items() if k in PLAIN or k in nested}, {}):
        try:
            return config_class(**wanted)
        except Exception:  # noqa: BLE001
            continue
    return default


def shallow(fields: dict) -> dict:
    """The same configuration with few layers in each stage."""
    return {name: [min(depth, 2) for depth in value] if "depths" in name else value for name, value in fields.items()}


def fits(default, name: str, value) -> bool:
    """Whether a configuration has a field of this name that takes such a value."""
    attribute = inspect.getattr_static(type(default), name, None)
    if isinstance(attribute, property) and attribute.fset is None:
        return False
    try:
        found = getattr(default, name)
    except Exception:  # noqa: BLE001 - none, or one for each layer
        return False
    return found is None or isinstance(found, type(value)) and not isinstance(found, bool)


def shrunk_config(config_class, by: int, layers: int, heads: bool):
    """With `heads` there are fewer of them, as wide as before; else as many, and narrower."""
    default = config_class()
    fields = shrunk(default.to_dict(), by, layers, heads, top=True)
    if fits(default, "pad_token_id", 0):
        fields["pad_token_id"] = 2
    return config_class(**fields)


def shrunk(fields: dict, by: int, layers: int, heads: bool, top: bool = False) -> dict:
    """The same configuration with every width divided, few layers, and what is said of each layer cut."""
    cut = {v for k, v in fields.items() if type(v) is int and v > layers and LAYERS.search(k)}
    own = OWN if top else OWN[1:]
    kept = {k: v for k, v in fields.items() if k not in own and not (str(k).isdecimal() and int(k) >= layers)}
    return {name: shrunk_value(str(name).lower(), value, by, layers, heads, cut) for name, value in kept.items()}


def shrunk_value(name: str, value, by: int, layers: int, heads: bool, cut: set):
    if isinstance(value, dict):
        return shrunk(value, by, layers, heads)
    if isinstance(value, (list, tuple)):
        value = value[:layers] if len(value) in cut else value
        if value and all(isinstance(item, dict) for item in value):
            return [shrunk(item, by, layers, heads) for item in value]
        divided = WIDTHS.search(name) and not COUNTS.search(name) and not (heads and "section" in name)
        if divided and all(type(item) is int for item in value):
            return [item // by if item % by == 0 and item >= 2 * by else item for item in value]
        if "depth" in name and all(type(item) is int for item in value):
            return [min(item, layers) for item in value]
        return value
    if type(value) is not int:
        return value
    if "vocab_size" in name or "num_embeddings" in name:
        return min(value, VOCABULARY)
    if name in ("image_token_id", "image_token_index"):
        return IMAGE_TOKEN
    if name.endswith(("token_id", "token_index", "_id")):
        return min(value, IMAGE_TOKEN - 1)
    if LAYERS.search(name):
        return min(value, layers)
    if "expert" in name and "size" not in name and "dim" not in name:
        return min(value, 4)
    if "queries" in name:
        return min(value, 20)
    if heads and "head" in name:
        return max(1, value // by) if value >= 2 and "dim" not in name and "size" not in name else value
    width = WIDTHS.search(name) and not ("num_" in name and "channel" not in name)
    return value // by if width and value % by == 0 and value >= 16 else value


def possible_inputs(model, config, most: int = 24):
    """Keyword arguments, the likeliest first: every form of each parameter that has several."""
    forms = forms_of_inputs(model, config)
    for values in itertools.islice(itertools.product(*forms.values()), most):
        # A form that is a dict stands for several parameters; none leaves its parameter out.
        inputs = {}
        for name, value in zip(forms, values):
            if value is not None:
                inputs.update(value if isinstance(value, dict) else {name: value})
        yield inputs


def forms_of_inputs(model, config) -> dict:
    torch.manual_seed(0)
    parameters = inspect.signature(model.forward).parameters
    needed = {name for name, p in parameters.items() if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD}
    main = model.main_input_name
    text = getattr(config, "text_config", None) or config
    vocabulary = min(VOCABULARY, number(text, "vocab_size", default=VOCABULARY))
    ids = torch.randint(3, max(4, min(vocabulary, IMAGE_TOKEN)), (BATCH, LENGTH))
    forms: dict = {}
    pictures = image_forms(parameters, config)
    if main == "input_features":
        forms[main] = feature_forms(config)
    elif main == "input_values" or "input_values" in needed:
        forms["input_values"] = sound_forms(config)
    elif "past_values" in parameters:
        forms["past_values"] = series_forms(parameters, config)
    elif "grid_thw" in needed:
        forms["grid_thw"] = [patches(parameters, config)]
    elif "image_grid_thw" in parameters and "image_grid_thw" not in needed:
        pass  # images in patches of many sizes: text will do
    elif main == "pixel_values" or "pixel_values" in parameters:
        forms["pixel_values"] = pictures
    if main == "input_ids" or "input_ids" in parameters:
        codebooks = number(config, "num_channels", "num_codebooks", default=4)
        forms["input_ids"] = [ids, ids[..., None].expand(-1, -1, codebooks).contiguous()]
        if "attention_mask" in parameters and "pixel_values" in parameters:
            forms["attention_mask"] = [torch.ones_like(ids)]
        if "pixel_values" in forms and "pixel_values" not in needed:
            forms["pixel_values"] = [*pictures, None]
    if getattr(config, "is_encoder_decoder", False) and "decoder_input_ids" in parameters:
        forms["decoder_input_ids"] = [torch.randint(3, max(4, vocabulary), (BATCH, 8)), torch.randint(3, 10, (BATCH, 8, 4)), None]
    if "use_cache" in parameters:
        forms["use_cache"] = [False]
    given = {name for several in forms.values() for form in several if isinstance(form, dict) for name in form}
    for name in needed - set(forms) - given - {"hidden_states"}:
        forms[name] = forms_of(name, model, config)
    return forms


def number(config, *names, default: int) -> int:
    """The first of these fields that a configuration, or one nested in it, has a number in."""
    inner = [getattr(config, name, None) for name in ("vision_config", "audio_config", "encoder_config", "backbone_config")]
    for holder in (config, *inner):
        for name in names:
            try:
                value = getattr(holder, name, None)
            except Exception:  # noqa: BLE001 - one for each layer
                continue
            if type(value) is int:
                return value
    return default


def image_forms(parameters, config) -> list:
    vision = getattr(config, "vision_config", None) or config
    size = getattr(vision, "image_size", None) or 64
    height, width = size if isinstance(size, (list, tuple)) else (size, size)
    channels = number(vision, "num_channels", default=3)
    pixels = torch.randn(BATCH, channels, height, width)
    forms: list = []
    if "spatial_shapes" in parameters:
        side = number(vision, "patch_size", default=16)
        given = dict(
            pixel_values=torch.randn(BATCH, LENGTH, channels * side * side),
            spatial_shapes=torch.tensor([[4, 4]] * BATCH),
            pixel_attention_mask=torch.ones(BATCH, LENGTH, dtype=torch.long),
        )
        forms.append({name: value for name, value in given.items() if name in parameters})
    frames = number(config, "num_frames", default=2)
    return [*forms, pixels, pixels[:, None], pixels[:, None].expand(-1, frames, -1, -1, -1).contiguous()]


def patches(parameters, config) -> dict:
    """Two images of four by four patches each, as models take them that know images of many sizes."""
    side, frames = number(config, "patch_size", default=14), number(config, "temporal_patch_size", default=1)
    channels = number(config, "in_channels", "num_channels", default=3)
    flat = torch.randn(BATCH * LENGTH, channels * frames * side * side)
    given = dict(hidden_states=flat, pixel_values=flat, grid_thw=torch.tensor([[1, 4, 4]] * BATCH))
    return {name: value for name, value in given.items() if name in parameters}


def feature_forms(config) -> list:
    mels = number(config, "num_mel_bins", "input_feat_per_channel", "feature_size", "feat_in", "n_mels", "input_dim", default=80)
    frames = 2 * number(config, "max_source_positions", default=50)
    mask = torch.ones(BATCH, frames, dtype=torch.long)
    long = torch.randn(BATCH, frames, mels)
    return [long.mT.contiguous(), long, dict(input_features=long, attention_mask=mask), dict(input_features=long, input_features_mask=mask)]


def sound_forms(config) -> list:
    mels = number(config, "num_mel_bins", default=16)
    frames = number(config, "max_length", default=64)
    return [torch.randn(BATCH, 6400), torch.randn(BATCH, 1, 6400), torch.randn(BATCH, frames, mels)]


def series_forms(parameters, config) -> list:
    """A series' past and future, of one channel or more; what older values are looked up belongs to the past."""
    ahead, before = number(config, "prediction_length", "horizon_length", default=8), number(config, "context_length", default=32)
    before = (getattr(config, "context_length", None) or before) + max(getattr(config, "lags_sequence", None) or [0])
    channels, features = number(config, "num_input_channels", default=1), number(config, "num_time_features", default=0)
    channels = max(channels, number(config, "input_size", default=1))
    forms = []
    for end in [(), (channels,)] if channels == 1 else [(channels,), ()]:
        given = dict(
            past_values=torch.randn(BATCH, before, *end),
            past_observed_mask=torch.ones(BATCH, before, *end),
            past_time_features=torch.randn(BATCH, before, features),
            future_values=torch.randn(BATCH, ahead, *end),
            future_time_features=torch.randn(BATCH, ahead, features),
        )
        forms.append({name: value for name, value in given.items() if name in parameters})
        forms.append(dict(past_values=given["past_values"]))
    return forms


def forms_of(name: str, model, config) -> list:
    """What a parameter may take of which only the name is known."""
    text = getattr(config, "text_config", None) or config
    hidden = number(text, "hidden_size", "d_model", "dim", default=64)
    ids = torch.randint(3, max(4, min(IMAGE_TOKEN, number(text, "vocab_size", default=VOCABULARY))), (BATCH, LENGTH))
    pictures = image_forms(inspect.signature(model.forward).parameters, config)
    if name == "bbox":
        corner = torch.randint(0, 500, (BATCH, LENGTH, 2))
        return [torch.cat([corner, corner + 10], -1)]
    if name.endswith(("ids", "inputs", "timesteps")):
        return [ids]
    if name == "visual_feats":
        return [torch.randn(BATCH, 10, number(config, "visual_feat_dim", default=64))]
    if name == "visual_pos":
        return [torch.rand(BATCH, 10, 4)]
    if name == "flattened_patches":
        return [torch.randn(BATCH, LENGTH, number(config, "patch_embed_hidden_size", default=768))]
    if name in ("input_features", "audio_mel"):
        return feature_forms(config)
    if "mask" in name and "pixel" not in name:
        return [torch.ones_like(ids), torch.ones_like(ids).bool()]
    if "pixel" in name or "mask" in name:
        return pictures
    return [torch.randn(BATCH, LENGTH, hidden), torch.randn(BATCH, LENGTH), torch.randn(BATCH, hidden)]


def accepted(model, config, inputs: dict) -> dict:
    """Inputs that the model takes: with what it misses when it is called."""
    for _ in range(6):
        try:
            with torch.no_grad():
                model(**inputs)
            return inputs
        except Exception as error:  # noqa: BLE001 - whatever a model's checks raise
            more = with_image_tokens(inputs, str(error)) or missing(model, config, inputs, error)
            if not more:
                raise
            inputs = {**inputs, **more}
    raise ValueError("the model misses one input after the other")


def with_image_tokens(inputs: dict, said: str) -> dict:
    """As many image tokens as the model says that there are features."""
    features = re.search(r"tokens: 0, features:? (\d+)", said)
    if not features or "input_ids" not in inputs:
        return {}
    ids = inputs["input_ids"]
    count = int(features.group(1)) // ids.shape[0]
    ids = torch.cat([ids[:, :1], torch.full((ids.shape[0], count), IMAGE_TOKEN), ids[:, 1:]], 1)
    return dict(input_ids=ids, attention_mask=torch.ones_like(ids)) if "attention_mask" in inputs else dict(input_ids=ids)


def missing(model, config, inputs: dict, error: Exception) -> dict:
    """The parameters that an error is about: its text names them, or the line that used None does, or the calls on the
    way there, which pass them on under other names."""
    wanted = set(inspect.signature(model.forward).parameters) - set(inputs) - {"past_key_values", "labels", "inputs_embeds"}
    names = set(re.findall(r"\w+", str(error)))
    if "NoneType" in names:
        places = list(zip(traceback.walk_tb(error.__traceback__), traceback.extract_tb(error.__traceback__)))
        for (frame, _), place in reversed(places):
            lines = range(place.lineno or 1, (place.end_lineno or place.lineno or 1) + 1)
            text = "".join(linecache.getline(place.filename, line) for line in lines)
            here = set(re.findall(r"\w+", text)) if frame is places[-1][0][0] else passed_on(text, names)
            names = {name for name in here if frame.f_locals.get(name, 0) is None} or names
            if names & wanted:
                break
    return {name: form for name in names & wanted if not isinstance(form := forms_of(name, model, config)[0], dict)}


def passed_on(text: str, names: set) -> set:
    """What a call passes as these parameters."""
    return {value for name, value in re.findall(r"(\w+)=(\w+)", text) if name in names} | names & set(re.findall(r"\w+", text))
