"""The Trainer fits a compiled module: it looks into the compiled module for the backend's context."""

import os

import lightning
import torch

NEEDS = ["lightning"]


class _Net(lightning.LightningModule):
    def __init__(self, width=8):
        super().__init__()
        self.save_hyperparameters()
        self.body = torch.nn.Sequential(torch.nn.Linear(6, width), torch.nn.BatchNorm1d(width), torch.nn.ReLU(), torch.nn.Linear(width, 2))

    def forward(self, x):
        return self.body(x)

    def training_step(self, batch, index):
        x, y = batch
        loss = torch.nn.functional.mse_loss(self(x), y)
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, index):
        self.log("validated", torch.nn.functional.mse_loss(self(batch[0]), batch[1]))

    def predict_step(self, batch, index):
        return self(batch[0])

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), 0.01)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)]


def _data():
    return torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(12, 6), torch.randn(12, 2)), batch_size=4)


def _trainer(folder, **settings):
    return lightning.Trainer(
        default_root_dir=folder, accelerator="cpu", max_epochs=2, logger=False, enable_progress_bar=False, enable_model_summary=False,
        **{"enable_checkpointing": False, **settings},
    )  # fmt: skip


def fit(folder):
    net = _Net()
    trainer = _trainer(folder)
    trainer.fit(torch.compile(net, backend="eager"), _data(), _data())
    trainer.save_checkpoint(os.path.join(folder, "weights.pt"), weights_only=True)
    return dict(trainer.callback_metrics), dict(net.state_dict())


def fit_with_a_compiled_part(folder):
    net = _Net()
    net.body = torch.compile(net.body, backend="eager")
    trainer = _trainer(folder, gradient_clip_val=0.5)
    trainer.fit(net, _data(), _data())
    torch.save(net.state_dict(), os.path.join(folder, "state.pt"))
    return dict(trainer.callback_metrics)


def predict_and_validate(folder):
    compiled = torch.compile(_Net(), backend="eager")
    trainer = _trainer(folder)
    return trainer.validate(compiled, _data(), verbose=False), trainer.predict(compiled, _data())


def module_compiled_in_place(folder):
    net = _Net()
    net.compile(backend="eager")
    trainer = _trainer(folder)
    trainer.fit(net, _data())
    return dict(trainer.callback_metrics), list(net.state_dict())


def wrapped_and_unwrapped(folder):
    """Wrapping and unwrapping by lightning's own helpers, which read the context of the compiled module."""
    from lightning.pytorch.utilities.compile import from_compiled, to_uncompiled

    net = _Net()
    compiled = torch.compile(net, backend="eager")
    taken = from_compiled(compiled)
    told = sorted(taken._compiler_ctx)
    x = torch.randn(4, 6)
    first = taken(x)
    plain = to_uncompiled(taken)
    return told, taken is net, first, plain(x)


def fabric(folder):
    fabric = lightning.Fabric(accelerator="cpu", devices=1)
    model = torch.compile(torch.nn.Linear(6, 2), backend="eager")
    model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters(), 0.1))
    loss = model(torch.randn(3, 6)).square().sum()
    fabric.backward(loss)
    optimizer.step()
    fabric.save(os.path.join(folder, "state.ckpt"), dict(model=model))
    return loss, list(model.state_dict()), type(model.module).__name__
