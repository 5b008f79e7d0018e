"""Quantised weights and activations, training that imitates them, and optimizers of few bits."""

import torch
import torchao.optim
import torchao.quantization as quantization
from torchao.quantization.qat import IntxFakeQuantizeConfig, QATConfig

NEEDS = ["torchao"]


def _model():
    return torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 32)).eval()


def _quantised(config, dtype=torch.float32):
    model = _model().to(dtype)
    quantization.quantize_(model, config)
    compiled = torch.compile(model, backend="eager")
    x = torch.randn(4, 64, dtype=dtype)
    with torch.no_grad():
        return compiled(x), compiled(x[:2])


def weights_of_8_bits(folder):
    return _quantised(quantization.Int8WeightOnlyConfig())


def activations_of_8_bits(folder):
    return _quantised(quantization.Int8DynamicActivationInt8WeightConfig())


def weights_of_8_bit_floats(folder):
    return _quantised(quantization.Float8WeightOnlyConfig(), torch.bfloat16)


def weights_of_4_bits_in_groups(folder):
    return _quantised(quantization.IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=quantization.PerGroup(32)))


def activations_of_8_bits_and_weights_of_4(folder):
    config = quantization.Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=quantization.PerGroup(32))
    return _quantised(config)


def training_for_4_bits(folder):
    model = _model().train()
    weights = IntxFakeQuantizeConfig(torch.int4, group_size=32)
    activations = IntxFakeQuantizeConfig(torch.int8, "per_token", is_symmetric=False)
    quantization.quantize_(model, QATConfig(activation_config=activations, weight_config=weights, step="prepare"))
    compiled = torch.compile(model, backend="eager")
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    losses = []
    for _ in range(2):
        loss = compiled(torch.randn(4, 64)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss)
    quantization.quantize_(model, QATConfig(step="convert"))
    return losses, torch.compile(model, backend="eager")(torch.randn(2, 64))


def optimizers_of_few_bits(folder):
    seen = []
    for kind in (torchao.optim.AdamW8bit, torchao.optim.AdamW4bit):
        torch.manual_seed(2)
        model = torch.nn.Linear(64, 128)
        optimizer = kind(model.parameters(), 0.01)
        for _ in range(3):
            model(torch.randn(4, 64)).square().mean().backward()
            optimizer.step()
            optimizer.zero_grad()
        seen.append(model.state_dict())
    return seen
