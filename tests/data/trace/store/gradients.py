"""Graphs with gradients are found again as well, once an earlier process asked for their gradients: results, gradients,
buffers, what has no gradients and what may not be done are the same, and neither inductor nor torch's front end is imported."""

import json
import tempfile

import programs

PROGRAM = """
import copy
import json
import sys
import torch
import alternator

torch.manual_seed(0)

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16), torch.nn.Linear(16, 4)
        self.unused = torch.nn.Parameter(torch.ones(3))

    def forward(self, x, y):
        with torch.no_grad():
            scale = x.norm()
        hidden = torch.nn.functional.dropout(self.norm(self.first(x / scale)).relu(), 0.0)
        return self.second(hidden).t(), hidden.detach(), hidden > y.detach()

def attended(x):
    return (x @ x.t()).softmax(-1) * x.shape[0], x.shape[1]

def alike(these, those):
    return all(
        torch.allclose(a, b, rtol=1e-2, atol=1e-4) and a.requires_grad == b.requires_grad and a.stride() == b.stride()
        if isinstance(a, torch.Tensor) else a == b
        for a, b in zip(these, those, strict=True)
    )

told = {}
model = Model()
plain = copy.deepcopy(model)
compiled = alternator.compile(model)
data = torch.randn(5, 8)
found = []
for module in (compiled, plain):
    x, y = data.clone().requires_grad_(), torch.ones(16, requires_grad=True)
    own = y * 2
    own.register_hook(lambda gradient: found.append("asked"))
    for step in range(3):
        results = module(x, own)
        # The second step's gradient has other strides than the result.
        (results[0] * (torch.ones(4, 5) if step else torch.ones(5, 4).t())).sum().backward()
    kept = [parameter.grad for parameter in module.parameters()] + list(module.buffers())
    found.append([*results, x.grad, y.grad, *kept])
told["model"] = len(found) == 2 and alike(*found)

compiled = alternator.compile(attended, dynamic=True)
for size in (3, 5):
    found = []
    for function in (compiled, attended):
        z = torch.ones(size, 4).cumsum(1).requires_grad_()
        result = function(z)
        result[0].pow(2).sum().backward()
        found.append([*result, z.grad])
    told[f"dynamic {size}"] = alike(*found)

if sys.argv[1] == "second":  # torch refuses both once gradients were asked for in the ordinary way
    z.grad, result = None, compiled(z)[0].pow(2).sum()
    result.backward(retain_graph=True)
    once = z.grad.clone()
    result.backward()
    told["retained"] = torch.allclose(z.grad, 2 * once)
    (gradient,) = torch.autograd.grad(compiled(z)[0].sum(), z, create_graph=True)
    try:
        gradient.sum().backward()
    except RuntimeError as error:
        told["differentiated"] = gradient.requires_grad and "double backward" in str(error)
print(sum(name.startswith(("torch._inductor", "torch._dynamo", "sympy")) for name in sys.modules))

linear = torch.nn.Linear(8, 8)
def under_autocast(x):
    with torch.autocast("cpu", torch.bfloat16):
        return linear(x).relu()
found = []
for function in (alternator.compile(under_autocast), under_autocast):
    linear.zero_grad()
    result = function(torch.ones(2, 8))
    result.float().sum().backward()
    found.append([result, *[parameter.grad for parameter in linear.parameters()]])
told["autocast"] = alike(*found)
print(json.dumps(told))
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        settings = dict(TORCHINDUCTOR_CACHE_DIR=folder, ALTERNATOR_LOGS="store")
        first, second = (programs.run(PROGRAM, arguments=[name], **settings) for name in ("first", "second"))
        for done, imported, line in (first, True, "kept"), (second, False, "found"):
            modules, told = done.stdout.splitlines()
            assert all(json.loads(told).values()) and (int(modules) > 0) == imported, done.stdout
            assert len(programs.logged(done, line)) == 3, done.stderr


# expect captured
# nothing
