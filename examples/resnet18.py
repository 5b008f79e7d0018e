"""torchvision's resnet18 with random weights: one graph, in inference and in training.

    tools/python examples/resnet18.py [backend]
"""

import sys
import time

import torch
import torchvision

import alternator

backend = sys.argv[1] if len(sys.argv) > 1 else "eager"
torch.manual_seed(0)
model = torchvision.models.resnet18(weights=None).eval()
compiled = alternator.compile(model, backend=backend)
x = torch.randn(2, 3, 64, 64)

with torch.no_grad():
    expected = model(x)
    for what in ("first call ", "second call"):
        start = time.perf_counter()
        found = compiled(x)
        print(f"{what}: {1e3 * (time.perf_counter() - start):7.1f} ms")
    torch.testing.assert_close(found, expected, rtol=1e-3, atol=1e-4)
counted = alternator.counters()
print(f"resnet18 with {backend!r}: {counted['graphs']} graph of {counted['ops']} operators, equal to eager")

expected = torch.autograd.grad(model(x).square().mean(), list(model.parameters()))
found = torch.autograd.grad(compiled(x).square().mean(), list(model.parameters()))
for a, b in zip(found, expected):
    torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-4)
print(f"gradients of {len(expected)} parameters equal eager's; graphs so far: {alternator.counters()['graphs']}")
