"""Tensors, modules and what torch keeps for the process."""

from fuzz.guards.kind import Kind

# What there is most to ask of is met most often.
TENSOR = Kind(
    "ones(2, 3)",
    reads="""
        @.shape; @.dtype; @.stride(); @.requires_grad; @.ndim; @.size(0); @ + 1; @.sum(); @.is_leaf; @.grad;
        @.grad is None; @.device; @.is_contiguous(); getattr(@, 'a', 1); type(@); @.storage_offset(); @.numel();
        len(@); @.view(-1); @ * @; @.is_floating_point(); @.t(); @.is_conj(); @.names; @._version; @.data;
        @.layout; @.detach(); hasattr(@, 'a'); @.is_inference(); @.element_size()
    """,
    changes="""
        @.data = zeros(3, 2); @.requires_grad_(); @.requires_grad_(False); @.resize_(4, 3).zero_(); @.t_();
        @.transpose_(0, 1); @.grad = ones(2, 3); @.grad = None; @.a = $; @.data = @.data.double();
        @.unsqueeze_(0); @.squeeze_(); @.set_(zeros(5)); @.data = ones(2, 3, dtype=torch.int64);
        @.data = torch.ones(3, 2).t(); del @.a; @.as_strided_((2, 2), (3, 1)); @.__class__ = Sub; @.add_(1);
        @.zero_(); @.data = ones(2, 6)[:, ::2]; @.data = ones(3, 3)[1:]; @.__class__ = nn.Parameter;
        @.swapaxes_(0, 1); @.resize_(0, 3); @.resize_(1, 3); @.data = ones(1, 3).expand(2, 3);
        @.rename_('n', 'm'); @.requires_grad = True; @.data = ones(2, 3, dtype=torch.bool)
    """,
)
MODULE = Kind(
    "Net#()",
    reads="""
        @(ones(3)); @.w; @.b; @.sub(ones(3)); @.training; @.factor; @.sub; len(list(@.parameters()));
        [n for n, _ in @.named_parameters()]; [n for n, _ in @.named_buffers()];
        [n for n, _ in @.named_modules()]; @.seq(ones(3)); len(@.seq); @.sub.weight; @.w.requires_grad; @.w.grad;
        hasattr(@, 'late'); getattr(@, 'late', 2); @.items[0]; len(@.items); [n for n in @.named];
        @.named['m'](ones(3)); 'n' in @.named; list(@.state_dict()); @.sub.bias is None; type(@); @.w.shape;
        @._forward_hooks; [m.training for m in @.modules()]; @.sub.training; getattr(@, 'seen', 0);
        list(@.children()); @.sub.in_features; @._parameters.get('w'); @.get_parameter('w'); @.w + @.b; @.seq[0]
    """,
    changes="""
        @.w = nn.Parameter(ones(3)); @.w.data = zeros(3); @.b = ones(1); del @.b;
        @.register_buffer('late', ones(3)); @.eval(); @.train(); @.sub = nn.Linear(3, 3, bias=False);
        @.sub = None; @.sub.bias = None; @.factor = $; @.double(); @.float(); @.w.requires_grad_(False);
        @.register_forward_hook(lambda m, i, o: o + 1); @.register_forward_pre_hook(lambda m, i: (i[0] * 2,));
        @.forward = lambda x: x * 5; Net#.forward = lambda self, x: x * 7; Net#.factor = $;
        @.sub.register_forward_hook(lambda m, i, o: o * 2); @._buffers.clear();
        @._parameters['w'] = nn.Parameter(ones(3)); @._modules['sub'] = nn.Identity(); @.__class__ = OtherNet#;
        @.sub.train(False); @.__dict__['w'] = zeros(3); @._forward_hooks.clear(); @._forward_pre_hooks.clear();
        Net#.w = 4; @.sub.weight = nn.Parameter(ones(3, 3)); @.sub.weight.data = ones(3, 3); @.zero_grad();
        @.requires_grad_(False); @.register_parameter('more', nn.Parameter(ones(3)));
        @.add_module('added', nn.ReLU()); Net#.__call__ = lambda self, x: x; @.seq.append(nn.ReLU());
        @.seq[0] = nn.Tanh(); del @.seq[0]; @.seq.insert(0, nn.Sigmoid()); @.seq = nn.Sequential();
        @.items.append(nn.Parameter(ones(3))); @.items[0] = nn.Parameter(zeros(3)); @.named['n'] = nn.ReLU();
        @.named.pop('m'); @.apply(lambda m: setattr(m, 'seen', 1)); @.w.grad = ones(3); @.w.grad = None;
        @.w = zeros(3); @.register_full_backward_hook(lambda m, i, o: None);
        Net#.__getattr__ = lambda self, name: 5; @.seq.register_forward_hook(lambda m, i, o: o - 1);
        @.named.clear(); @.sub.in_features = 4; @.register_buffer('b', zeros(3), persistent=False);
        @._buffers['b'] = None; @.load_state_dict({**@.state_dict(), 'w': zeros(3)});
        torch.nn.utils.parametrize.register_parametrization(@, 'w', nn.ReLU())
    """,
    head="""
class Net#(nn.Module):
    factor = 2
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(ones(3))
        self.register_buffer('b', ones(3))
        self.sub = nn.Linear(3, 3)
        nn.init.ones_(self.sub.weight)
        nn.init.zeros_(self.sub.bias)
        self.seq = nn.Sequential(nn.ReLU(), nn.Identity())
        self.items = nn.ParameterList([ones(3)])
        self.named = nn.ModuleDict({'m': nn.Identity()})
    def forward(self, x):
        return self.seq(self.sub(x) * self.w + self.b) * self.factor if self.training else x - 1
class OtherNet#(Net#):
    def forward(self, x):
        return x * 3
""",
)

TORCH_KINDS = (
    *[TENSOR] * 3,
    Kind(
        "torch.ones(2, 3, device='meta')",
        reads="@.shape; @.device; @.dtype; @.stride(); (@ + 1).shape",
        changes="@.t_(); @.resize_(3, 3); @.data = torch.ones(3, 2, device='meta'); @.requires_grad_()",
    ),
    Kind(
        "ones(3, dtype=torch.complex64)",
        reads="@.is_conj(); @.real; @.dtype; @ * 2; @.conj(); @.is_neg(); @.imag",
        changes="""
            @.data = @.data.conj(); @.conj_physical_(); @.data = ones(3); @.data = @.data.conj().imag; @.mul_(1j)
        """,
    ),
    Kind(
        "nn.Parameter(ones(3))",
        reads="@ * 2; @.requires_grad; @.data; @.grad; type(@); @.is_leaf; @.shape",
        changes="""
            @.data = zeros(3); @.requires_grad_(False); @.data = ones(4); @.grad = ones(3);
            @.__class__ = torch.Tensor; @.data = ones(3, dtype=torch.float64)
        """,
    ),
    Kind(
        "ones(3).as_subclass(Sub)",
        reads="""
            @ + 1; type(@); @.shape; type(@ + 1); @.extra; getattr(@, 'a', 1); torch.add(@, 1); @.sum(); @.method();
            @.size()
        """,
        changes="""
            @.a = $; Sub.extra = $; Sub.method = lambda self: 5;
            Sub.__torch_function__ = torch._C._disabled_torch_function_impl; @.__class__ = torch.Tensor;
            @.__class__ = OtherSub; Sub.__add__ = lambda self, o: 4; @.data = zeros(4);
            Sub.shape = property(lambda self: (9,)); Sub.sum = lambda self: 3; @.extra = $
        """,
    ),
    Kind(
        "ones(3).as_subclass(Handled)",
        reads="@ + 1; torch.add(@, 1); @.shape; torch.sum(@); Handled.count",
        changes="""
            Handled.count = 0; Handled.factor = 3;
            Handled.__torch_function__ = classmethod(lambda cls, f, t, a=(), k=None: 5); @.__class__ = Sub;
            @.data = ones(4)
        """,
    ),
    Kind(
        "[ones(2), ones(2)]",
        reads="@[0] is @[1]; @[0] + @[1]; len(@); torch.stack(@); [q.shape for q in @]",
        changes="""
            @[0] = @[1]; @[0] = ones(2); @[0] = @[1].view(2); @.append(ones(2)); @.reverse(); @[0].requires_grad_();
            @[1] = zeros(2); @[0] = ones(2, dtype=torch.float64); @[1] = @[0]; @[0] = zeros(4)[:2];
            @[0] = zeros(4)[::2]
        """,
    ),
    *[MODULE] * 4,
    Kind(
        "nn.Linear(3, 3)",
        reads="@.weight.shape; @.bias; @.in_features; @.training; @.weight.requires_grad",
        changes="""
            @.bias = None; @.weight = nn.Parameter(ones(2, 3)); @.eval(); @.in_features = 5;
            @.weight.requires_grad_(False); @.to(torch.float64); del @.bias
        """,
    ),
    Kind(
        "nn.Dropout(0.5)",
        reads="@(ones(3)); @.p; @.training",
        changes="@.eval(); @.train(); @.p = 0.0; @.p = 1.0; @.inplace = True; @.p = 0",
    ),
    Kind(
        "nn.BatchNorm1d(3)",
        reads="@(ones(2, 3)); @.running_mean; @.num_batches_tracked; @.momentum",
        changes="""
            @.eval(); @.train(); @.momentum = None; @.momentum = 0.5; @.reset_running_stats();
            @.track_running_stats = False; @.running_mean = None; @.eps = 1.0; @.affine = False
        """,
    ),
    Kind(
        "nn.ModuleList([nn.ReLU(), nn.Tanh()])",
        reads="""
            len(@); [m(ones(2)) for m in @]; @[0](ones(2)); @[-1]; [type(m) for m in @]; list(@.named_children())
        """,
        changes="""
            @.append(nn.Sigmoid()); @[0] = nn.Sigmoid(); del @[0]; @.insert(0, nn.ELU()); @[0].inplace = True;
            @.extend([nn.ReLU()]); @._modules.clear(); @._modules['0'] = nn.ELU();
            @._modules['0'] = @._modules.pop('0')
        """,
    ),
    Kind(
        "torch.optim.SGD([nn.Parameter(ones(3))], lr=0.1)",
        reads="""
            @.param_groups[0]['lr']; len(@.param_groups); @.param_groups[0]['params'][0]; len(@.state);
            @.defaults['lr']
        """,
        changes="""
            @.param_groups[0]['lr'] = $; @.add_param_group({'params': [nn.Parameter(ones(2))]});
            @.param_groups[0]['params'][0] = nn.Parameter(ones(1)); @.state.clear()
        """,
    ),
    Kind(
        "torch.Generator()",
        reads="@.initial_seed(); @.device",
        changes="@.manual_seed(5)",
    ),
    Kind(
        "torch",
        reads="""
            @.is_grad_enabled(); @.get_default_dtype(); @.ones(2).dtype; @.ones(2, requires_grad=True) * 2;
            @.is_autocast_enabled('cpu'); @.are_deterministic_algorithms_enabled(); @.get_num_threads();
            @.is_inference_mode_enabled(); @.mm(ones(2, 2), ones(2, 2)).dtype; @.get_default_device();
            @.get_rng_state().sum(); @.backends.cudnn.enabled; @.guards#; @.initial_seed();
            @.get_float32_matmul_precision(); @.is_anomaly_enabled(); @.is_warn_always_enabled();
            @.backends.mkldnn.enabled
        """,
        changes="""
            @.set_grad_enabled(False); @.set_grad_enabled(True); @.set_default_dtype(torch.float64);
            @.set_default_dtype(torch.float32); @.set_autocast_enabled('cpu', True);
            @.set_autocast_enabled('cpu', False); @.use_deterministic_algorithms(True);
            @.use_deterministic_algorithms(False); @.guards# = $; @.manual_seed(7);
            @.set_float32_matmul_precision('high'); @.set_float32_matmul_precision('highest');
            @.set_autocast_dtype('cpu', torch.float16); @.set_autocast_dtype('cpu', torch.bfloat16)
        """,
        head="""
torch.set_autocast_enabled('cpu', False)
torch.set_autocast_dtype('cpu', torch.bfloat16)
torch.use_deterministic_algorithms(False)
torch.set_float32_matmul_precision('highest')
torch.__dict__.pop('guards#', None)
""",
    ),
)
