"""The code of graphs is what torch.compile's reads: order of inputs, names, arguments, and where a line of the program begins."""

import functools

import torch


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(4)
        self.linear = torch.nn.Linear(4, 4, bias=False)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return self.linear(self.norm(x)) + x


block = Block()


def a_module(x):
    return block(x)


def changed_in_place(x, y):
    z = x + y
    z.add_(1)
    z[0] = 5
    z.mul_(2).sub_(y)
    w = z.neg_()
    torch.relu_(w)
    return w


def without_gradients(x):
    with torch.no_grad():
        a = x + 1
        with torch.enable_grad():
            b = a * 2
        c = a - b
    return c


def undone_at_once(x):
    with torch.no_grad():
        a = x + 1
    with torch.no_grad():
        b = a * 2
        with torch.enable_grad():
            pass
    return b


def folded(x):
    return functools.reduce(lambda a, b: a + b, [x, x * 2, x * 3])


def batched(x):
    return torch.vmap(lambda x, y: (x * y).sum(), in_dims=(0, None))(x, x)


def differentiated(x):
    return torch.func.grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(x, x)


def pulled_back(x):
    result, pull = torch.func.vjp(lambda x: x.sin(), x)
    return result, pull(x)


def measured(x):
    return x * (x.size(0) + 1)


def case(t):
    for function, dynamic in (
        (a_module, False), (changed_in_place, False), (without_gradients, False), (undone_at_once, False),
        (folded, False), (batched, False), (differentiated, False), (pulled_back, False), (measured, True)
    ):  # fmt: skip
        seen = []
        compiled = t.compile(function, backend=lambda module, _: seen.append(module) or module.forward, fullgraph=True, dynamic=dynamic)
        arguments = [torch.randn(4, 4) for _ in range(function.__code__.co_argcount)]
        expected = function(*[each.clone() for each in arguments])
        t.equal(compiled(*arguments), expected)
        for module in seen:
            t.equal(text(module), EXPECTED[function.__name__].strip().splitlines())


def text(module):
    lines = [line.strip() for line in module.print_readable(print_output=False).splitlines()]
    # A comment has an empty line before it. Functions of releases that only stand before others are one.
    lines = [line.partition(";")[0].replace("torch._C._functorch._unwrap", "torch._functorch.predispatch._unwrap") for line in lines]
    begin = next(i for i, line in enumerate(lines) if line.startswith("def forward"))
    return [line or "-" for line in lines[begin:] if not line.startswith("#")][: -1 if lines[-1] == "" else None]


EXPECTED = {
    "a_module": """
def forward(self, G_block_buffers_calls_: "f32[]", G_block_modules_norm_parameters_weight_: "f32[4]", G_block_modules_norm_parameters_bias_: "f32[4]", L_x_: "f32[4, 4]", G_block_modules_linear_parameters_weight_: "f32[4, 4]"):
g_block_buffers_calls_ = G_block_buffers_calls_
g_block_modules_norm_parameters_weight_ = G_block_modules_norm_parameters_weight_
g_block_modules_norm_parameters_bias_ = G_block_modules_norm_parameters_bias_
l_x_ = L_x_
g_block_modules_linear_parameters_weight_ = G_block_modules_linear_parameters_weight_
-
add_: "f32[]" = g_block_buffers_calls_.add_(1)
-
layer_norm: "f32[4, 4]" = torch.nn.functional.layer_norm(l_x_, (4,), g_block_modules_norm_parameters_weight_, g_block_modules_norm_parameters_bias_, 1e-05)
linear: "f32[4, 4]" = torch._C._nn.linear(layer_norm, g_block_modules_linear_parameters_weight_, None)
add: "f32[4, 4]" = linear + l_x_
return (add,)
""",
    "changed_in_place": """
def forward(self, L_x_: "f32[4, 4]", L_y_: "f32[4, 4]"):
l_x_ = L_x_
l_y_ = L_y_
-
z: "f32[4, 4]" = l_x_ + l_y_
-
add_: "f32[4, 4]" = z.add_(1)
-
z[0] = 5
-
mul_: "f32[4, 4]" = z.mul_(2)
sub_: "f32[4, 4]" = mul_.sub_(l_y_)
-
w: "f32[4, 4]" = z.neg_()
-
relu_: "f32[4, 4]" = torch.relu_(w)
return (w,)
""",
    "without_gradients": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
_set_grad_enabled = torch._C._set_grad_enabled(False)
-
a: "f32[4, 4]" = l_x_ + 1
-
_set_grad_enabled_1 = torch._C._set_grad_enabled(True)
-
b: "f32[4, 4]" = a * 2
-
_set_grad_enabled_2 = torch._C._set_grad_enabled(False)
-
c: "f32[4, 4]" = a - b
-
_set_grad_enabled_3 = torch._C._set_grad_enabled(True)
return (c,)
""",
    "undone_at_once": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
_set_grad_enabled = torch._C._set_grad_enabled(False)
-
a: "f32[4, 4]" = l_x_ + 1
-
b: "f32[4, 4]" = a * 2
-
_set_grad_enabled_5 = torch._C._set_grad_enabled(True)
return (b,)
""",
    "folded": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
element: "f32[4, 4]" = l_x_ * 2
element_1: "f32[4, 4]" = l_x_ * 3
-
value: "f32[4, 4]" = l_x_ + element
value_1: "f32[4, 4]" = value + element_1
return (value_1,)
""",
    "batched": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
lazy_load_decompositions = torch._functorch.predispatch.lazy_load_decompositions()
-
_vmap_increment_nesting = torch._functorch.predispatch._vmap_increment_nesting(4, 'error')
-
_add_batch_dim: "f32[4]" = torch._functorch.predispatch._add_batch_dim(l_x_, 0, 1)
-
mul: "f32[4, 4]" = _add_batch_dim * l_x_
batched_outputs: "f32[]" = mul.sum()
-
_remove_batch_dim: "f32[4]" = torch._functorch.predispatch._remove_batch_dim(batched_outputs, 1, 4, 0)
-
_vmap_decrement_nesting = torch._functorch.predispatch._vmap_decrement_nesting()
return (_remove_batch_dim,)
""",
    "differentiated": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
_saved_tensors_hooks_disable = torch._C._autograd._saved_tensors_hooks_disable("torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case.")
_grad_increment_nesting = torch._C._functorch._grad_increment_nesting()
-
child: "f32[4, 4]" = torch._C._functorch._wrap_for_grad(l_x_, 1)
child_1: "f32[4, 4]" = torch._C._functorch._wrap_for_grad(l_x_, 1)
-
set_inplace_requires_grad_allowed = torch._C._functorch.set_inplace_requires_grad_allowed(True)
-
_set_tensor_requires_grad: "f32[4, 4]" = torch._functorch.eager_transforms._set_tensor_requires_grad(child)
-
set_inplace_requires_grad_allowed_1 = torch._C._functorch.set_inplace_requires_grad_allowed(False)
set_inplace_requires_grad_allowed_2 = torch._C._functorch.set_inplace_requires_grad_allowed(True)
-
_set_tensor_requires_grad_1: "f32[4, 4]" = torch._functorch.eager_transforms._set_tensor_requires_grad(child_1)
-
set_inplace_requires_grad_allowed_3 = torch._C._functorch.set_inplace_requires_grad_allowed(False)
-
mul: "f32[4, 4]" = child * child_1
output: "f32[]" = mul.sum()
-
_autograd_grad = torch._functorch.eager_transforms._autograd_grad((output,), [child, child_1], create_graph = True)
getitem: "f32[4, 4]" = _autograd_grad[0]
getitem_1: "f32[4, 4]" = _autograd_grad[1]
-
_unwrap_for_grad: "f32[4, 4]" = torch._functorch.predispatch._unwrap_for_grad(getitem, 1)
_unwrap_for_grad_1: "f32[4, 4]" = torch._functorch.predispatch._unwrap_for_grad(getitem_1, 1)
output_1: "f32[]" = torch._functorch.predispatch._unwrap_for_grad(output, 1)
-
_grad_decrement_nesting = torch._C._functorch._grad_decrement_nesting()
_saved_tensors_hooks_enable = torch._C._autograd._saved_tensors_hooks_enable()
return (_unwrap_for_grad, _unwrap_for_grad_1)
""",
    "pulled_back": """
def forward(self, L_x_: "f32[4, 4]"):
l_x_ = L_x_
-
_saved_tensors_hooks_disable = torch._C._autograd._saved_tensors_hooks_disable("torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case.")
_grad_increment_nesting = torch._C._functorch._grad_increment_nesting()
-
_wrap_for_grad: "f32[4, 4]" = torch._C._functorch._wrap_for_grad(l_x_, 1)
-
set_inplace_requires_grad_allowed = torch._C._functorch.set_inplace_requires_grad_allowed(True)
-
child: "f32[4, 4]" = torch._functorch.eager_transforms._set_tensor_requires_grad(_wrap_for_grad)
-
set_inplace_requires_grad_allowed_1 = torch._C._functorch.set_inplace_requires_grad_allowed(False)
-
primals_out: "f32[4, 4]" = _wrap_for_grad.sin()
-
results: "f32[4, 4]" = torch._functorch.predispatch._unwrap_for_grad(primals_out, 1)
-
_grad_decrement_nesting = torch._C._functorch._grad_decrement_nesting()
_saved_tensors_hooks_enable = torch._C._autograd._saved_tensors_hooks_enable()
-
_autograd_grad = torch._functorch.eager_transforms._autograd_grad([primals_out], [child], [l_x_], retain_graph = True, create_graph = True)
getitem: "f32[4, 4]" = _autograd_grad[0]
return (results, getitem)
""",
    "measured": """
def forward(self, s77: "Sym(s77)", L_x_: "f32[s77, s77]"):
l_x_ = L_x_
-
add: "Sym(s77 + 1)" = s77 + 1
mul: "f32[s77, s77]" = l_x_ * add
return (mul,)
""",
}
