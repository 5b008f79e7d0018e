"""Accelerator.prepare compiles by a plugin, and unwraps what it has compiled."""

import os

import accelerate
import torch
from accelerate.utils import TorchDynamoPlugin, extract_model_from_parallel, is_compiled_module

NEEDS = ["accelerate"]


def _model():
    return torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))


def _data():
    return torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(8, 6), torch.randn(8, 2)), batch_size=4)


def training_loop(folder):
    accelerator = accelerate.Accelerator(cpu=True, dynamo_plugin=TorchDynamoPlugin(backend="eager"))
    module = _model()
    model, optimizer, data = accelerator.prepare(module, torch.optim.Adam(module.parameters(), 0.01), _data())
    losses = []
    for x, y in data:
        loss = (model(x) - y).square().mean()
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss)
    plain = accelerator.unwrap_model(model, keep_torch_compile=False)
    kept = accelerator.unwrap_model(model)
    torch.save(accelerator.get_state_dict(model), os.path.join(folder, "model.pt"))
    accelerator.save_model(model, os.path.join(folder, "saved"))
    return losses, plain is module, type(kept).__name__, type(model).__name__, is_compiled_module(model)


def a_module_that_the_user_compiled(folder):
    accelerator = accelerate.Accelerator(cpu=True)
    module = _model()
    compiled = torch.compile(module, backend="eager")
    model = accelerator.prepare(compiled)
    out = model(torch.randn(3, 6))
    plain = extract_model_from_parallel(model, keep_torch_compile=False)
    return out, is_compiled_module(model), plain is module, list(model.state_dict())


def regions(folder):
    plugin = TorchDynamoPlugin(backend="eager", use_regional_compilation=True)
    accelerator = accelerate.Accelerator(cpu=True, dynamo_plugin=plugin)
    model = accelerator.prepare(_Stack())
    x = torch.randn(3, 6, requires_grad=True)
    model(x).sum().backward()
    return x.grad, [type(module).__name__ for module in model.modules()], list(model.state_dict())


class _Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(6, 6)

    def forward(self, x):
        return x + torch.tanh(self.layer(x))


class _Stack(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([_Block() for _ in range(3)])
        self.head = torch.nn.Linear(6, 2)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def state_of_training(folder):
    accelerator = accelerate.Accelerator(cpu=True, dynamo_plugin=TorchDynamoPlugin(backend="eager"))
    module = _model()
    model, optimizer = accelerator.prepare(module, torch.optim.SGD(module.parameters(), 0.1, momentum=0.9))
    x = torch.randn(4, 6)
    model(x).sum().backward()
    optimizer.step()
    accelerator.save_state(folder)
    before = {name: value.clone() for name, value in module.state_dict().items()}
    optimizer.step()
    accelerator.load_state(folder)
    for name in os.listdir(folder):
        if name.startswith("random_states"):
            os.remove(os.path.join(folder, name))
    return before, dict(module.state_dict()), model(x)


def mixed_precision(folder):
    accelerator = accelerate.Accelerator(cpu=True, mixed_precision="bf16", dynamo_plugin=TorchDynamoPlugin(backend="eager"))
    module = _model()
    model = accelerator.prepare(module)
    out = model(torch.randn(3, 6))
    accelerator.backward(out.sum())
    return out, [parameter.grad for parameter in module.parameters()], type(accelerator.unwrap_model(model, keep_torch_compile=False)).__name__
