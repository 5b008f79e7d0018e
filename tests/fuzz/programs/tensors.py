"""Tensors: how they are made out of numbers and each other. Sizes are kept count of, so that most operators fit."""

from __future__ import annotations

import re

from fuzz.programs.maker import Maker, No, Tensor, Type, allowed, makes, statements, templates

SIZES = {"n": (2, 3, 5, 6, 1), "m": (4, 2, 3)}
DIMS: list[tuple[str | int, ...]] = [("n",), ("n", 3), ("n", "m"), (2, 3), (), (3,), ("m",), (2, "n", 3), (1, 3), (4, 4)]
FLOATS = ("float32", "float32", "float32", "float64")

UNARY = """
    {x}.sin() | {x}.cos() | {x}.exp().clamp(max=50.0) | {x}.abs() | {x}.neg() | -{x} | {x}.relu() | {x}.sigmoid() | {x}.tanh()
    torch.sin({x}) | torch.abs({x}) | torch.relu({x}) | torch.nn.functional.gelu({x}) | torch.nn.functional.silu({x})
    {x}.clamp(-1.0, 1.0) | {x}.clamp(min={f}) | {x}.square() | {x} ** 2 | {x}.abs().sqrt() | {x}.sign() | {x}.floor()
    {x} + {f} | {x} * {f} | {f} - {x} | {x} / 2 | {i} * {x} | {x} - {i} | {x} // 2.0 | {x} % 3 | 1.0 / ({x}.abs() + 1)
    {x} + {y} | {x} - {y} | {x} * {y} | {y} - {x} | torch.maximum({x}, {y}) | torch.minimum({x}, {y}) | {x} / ({y}.abs() + 1)
    torch.add({x}, {y}, alpha={i} % 10) | torch.where({b}, {x}, {y}) | torch.where({x} > 0, {x}, {f}) | {x}.where({b}, {y})
    {x}.masked_fill({b}, {f}) | torch.lerp({x}, {y}, 0.5) | {x}.clone() | {x}.detach() | {x}.contiguous() | {x} + 0
    torch.zeros_like({x}) | torch.ones_like({x}) | torch.full_like({x}, {f}) | torch.empty_like({x}).fill_({f})
    {x}.roll(1) | {x}.nan_to_num() | {x}.round() | {x}.cumsum(-1) | {x}.sort(-1)[0] | {x}.flip(-1) | {x}.softmax(-1)
    torch.stack([{x}, {y}]).sum(0) | torch.cat([{x}, {x}])[:{x}.shape[0]] | {x}.unsqueeze(0).squeeze(0) | {x}[None][0]
    {x}.reshape(-1).view({x}.shape) | {x}.mT.mT | {x}.view_as({x}) | {x}[...] | {x}.expand_as({x}) | {x}.to({x}.dtype)
    {x} if {c} else {y} | functools.reduce(torch.add, [{x}, {y}, {x}]) | sum([{x}, {y}]) | (lambda q: q * 2)({x})
    torch.rand_like({x}) | torch.randn_like({x}) | torch.nn.functional.dropout({x}, 0.5, {c}) | {x}.bernoulli(0.5)
    {x}.clone().add_({y}) | {x}.clone().mul_({f}) | {x}.clone().zero_() | {x}.clone().copy_({y}) | {x}.clone().clamp_(min=0)
    torch.nn.functional.layer_norm({x}, {x}.shape[-1:]) | {x}.index_select(0, torch.arange({x}.shape[0])) | {x}.T.T | {x}.isnan() * {x}
    {x}.gather(0, torch.zeros_like({x}, dtype=torch.int64)) | torch.addcmul({x}, {x}, {y}) | {x} * torch.arange({x}.shape[-1])
    [{x}, {y}][{i} % 2] | dict(a={x}, b={y})['a'] | next(q for q in ({x}, {y})) | max([{x}, {y}], key=lambda q: q.dim())
    {x}.eq({y}) * {x} | ({x} > {y}).to({x}.dtype) | {x}.logical_not().to({x}.dtype) | {x}.add({y}).sub({f}) | copy.copy({x})
    torch.nn.functional.pad({x}, (1, 0))[..., 1:] | {x}.tril() | {x}.split(1)[0].expand_as({x}) | {x}.unbind()[0] + {x} * 0
    {x}.chunk(1)[0] | {x}.type({x}.dtype) | {x}.diff(prepend={x}[..., :1]) | torch.cummax({x}, 0)[0] | {x}.argsort(-1) * {x}
"""
# Results whose sizes nobody keeps count of.
OTHER = """
    {a}.flatten() | {a}.reshape(-1) | {a}.sum(0) | {a}.mean(-1, keepdim=True) | {a}.transpose(0, -1) | {a}.unsqueeze(-1)
    torch.cat([{a}.flatten(), {a}.flatten()]) | torch.stack([{a}, {a}], -1) | {a}.t() if {a}.dim() == 2 else {a} | {a}.permute(*reversed(range({a}.dim())))
    {a}.amax(-1) | {a}.max(0)[0] | {a}.min(-1).values | {a}.cumsum(0) | {a}.squeeze() | {a}[0] | {a}[..., 0] | {a}[-1:]
    {a}[::2] | {a}[1:] | {a}[None] | {a}[{a} > 0] | {a}[[0, 0]] | {a}[torch.tensor([0])] | {a}.select(0, 0) | {a}.narrow(0, 0, 1)
    {a} + {a}.sum() | {a}.std(0) | {a}.var() | {a}.norm() | {a}.prod(0) | {a}.logsumexp(-1) | {a}.topk(1, -1)[0] | {a}.sort(0)[0]
    torch.outer({a}.flatten(), {a}.flatten()) | {a} @ {a}.mT if {a}.dim() == 2 else {a} | {a}.repeat(2, *[1] * ({a}.dim() - 1)) | {a}.expand(2, *{a}.shape)
    torch.einsum('i,i->', {a}.flatten(), {a}.flatten()) | torch.matmul({a}.flatten(), {a}.flatten()) | {a}.split(2)[0] | {a}.chunk(2)[-1]
    torch.diag({a}.flatten()) | {a}.tile(2) | {a}.movedim(0, -1) | {a}.unfold(0, 1, 1) | torch.meshgrid({a}.flatten(), {a}.flatten(), indexing='ij')[0]
    torch.zeros({a}.shape[0], 2) | torch.arange({a}.numel()).float() | torch.linspace(0, 1, {a}.numel()) | {a}.new_zeros(3) | {a}.new_tensor([{f}])
    torch.tensor({l}, dtype=torch.float32) | torch.full((2, {i} % 4), {f}) | torch.eye({i} % 5) | torch.tensor([{f}, {f}]) | torch.tensor({f})
    torch.nn.functional.one_hot(torch.arange({a}.numel()) % 3, 3).float() | {a}.to(torch.float64).float() | torch.tensor_split({a}, 2)[0]
    {a}.view(-1, 1) if {a}.is_contiguous() else {a} | torch.cdist({a}.reshape(-1, 1), {a}.reshape(-1, 1))
    torch.broadcast_tensors({a}, {a})[0] | torch.nn.functional.linear({a}, torch.ones(2, {a}.shape[-1])) | {a}.diagonal() if {a}.dim() > 1 else {a}
    {a}.swapaxes(0, -1) | torch.vstack([{a}, {a}]) | torch.hstack([{a}, {a}]) | {a}.ravel() | {a}.as_strided((1,), (1,)) | {a}.scatter(0, torch.zeros_like({a}, dtype=torch.int64), {f})
    torch.from_numpy(numpy.array([*{l}, 1], dtype=numpy.float32)) | torch.tensor(numpy.arange({i} % 5 + 1) * 2).float() | {a}.nonzero().float() | {a}.unique().float()
"""
EFFECTS = """
    {x}.add_({y}) | {x}.mul_({f}) | {x}.zero_() | {x}.copy_({y}) | {x}.neg_() | {x}.clamp_(-2.0, 2.0) | {x}.sub_({i}) | {x}.fill_({f})
    {x}[0] = {f} | {x}[..., 0] = {f} | {x}[{x} > 0] = {f} | {x}[1:] = {f} | {x}[0] += 1 | {x}[:1].mul_(2) | {x}.masked_fill_({b}, {f})
    {x}.view(-1)[0] = {f} | {x}.t_() if {x}.dim() == 2 and {x}.shape[0] == {x}.shape[1] else None | {x}.relu_() | {x}.unsqueeze_(0).squeeze_(0)
    {x} += {y} | {x} *= {f} | {x} -= {i} | {x}.normal_() | {x}.uniform_() | torch.add({x}, {y}, out={x}) | {x}.swapaxes(0, -1).add_(1)
    {x}.data.mul_(0.5) | {x}.index_fill_(0, torch.tensor([0]), {f}) | {x}.exponential_() | {x}.requires_grad_({x}.requires_grad)
"""
CHOICE = re.compile(r"\s\|\s|\n")


def split(text: str) -> list[str]:
    return [row for part in CHOICE.split(text) for row in allowed(part)]


UNARY_ROWS, OTHER_ROWS, EFFECT_ROWS = split(UNARY), split(OTHER), split(EFFECTS)


def literal(maker: Maker, kind: Tensor) -> str:
    """A tensor from nothing but the sizes that are known where it stands."""
    if kind.dims is None:
        kind = kind._replace(dims=maker.random.choice([(2,), (2, 3), (), (4,)]))
    sizes = ", ".join(size(maker, dim) for dim in kind.dims)
    shape = f"({sizes},)" if kind.dims else "()"
    dtype = f"dtype=torch.{kind.dtype}"
    ways = [f"torch.ones({shape}, {dtype})", f"torch.full({shape}, 2, {dtype})", f"torch.zeros({shape}, {dtype})"]
    if kind.dtype in FLOATS:
        ways += [f"torch.randn({shape}, {dtype})", f"torch.rand({shape}, {dtype})"]
    if kind.dims == ():
        ways.append(f"torch.tensor(1.5, {dtype})")
    return maker.random.choice(ways)


def size(maker: Maker, dim: str | int) -> str:
    """An expression for a size: of some tensor at hand that has it."""
    if isinstance(dim, int):
        return str(dim)
    found = [
        f"{name}.shape[{place}]" if maker.chance(0.7) else f"{name}.size({place})"
        for name, kind in maker.names().items()
        if isinstance(kind, Tensor) and kind.dims
        for place, its in enumerate(kind.dims)
        if its == dim
    ]
    if not found:
        raise No
    return maker.random.choice(found)


@makes("tensor", times=6)
def same_sizes(maker: Maker, kind: Type, depth: int) -> str:
    if kind.dims is None:
        raise No
    return fill(maker, maker.random.choice(UNARY_ROWS), kind, depth)


@makes("tensor", times=2)
def sizes_unknown(maker: Maker, kind: Type, depth: int) -> str:
    if kind.dims is not None:
        raise No
    return fill(maker, maker.random.choice(OTHER_ROWS), kind, depth)


@makes("tensor", times=1)
def reduced(maker: Maker, kind: Type, depth: int) -> str:
    """A result with one size fewer than its operand, or a product of matrices."""
    if kind.dims is None:
        raise No
    random = maker.random
    extra = random.choice([2, 3, *[d for d in ("n", "m") if knows(maker, d)]])
    if len(kind.dims) == 2 and maker.chance(0.5):
        left, right = Tensor(kind.dtype, (kind.dims[0], extra)), Tensor(kind.dtype, (extra, kind.dims[1]))
        return f"{maker.expression(left, depth)} @ {maker.expression(right, depth)}"
    place = random.randrange(len(kind.dims) + 1)
    operand = Tensor(kind.dtype, (*kind.dims[:place], extra, *kind.dims[place:]))
    way = random.choice(["sum", "mean", "amax", "amin", "prod", "logsumexp", "select"])
    return f"{maker.expression(operand, depth)}.{way}({place}{', 0' if way == 'select' else ''})"


@makes("tensor", times=1)
def turned(maker: Maker, kind: Type, depth: int) -> str:
    """A view of a tensor whose sizes stand in another order, or were one."""
    if not kind.dims or len(kind.dims) < 2:
        raise No
    operand = Tensor(kind.dtype, (*kind.dims[:-2], kind.dims[-1], kind.dims[-2]))
    return f"{maker.expression(operand, depth)}{maker.random.choice(['.mT', '.transpose(-1, -2)', '.swapaxes(-2, -1)'])}"


def knows(maker: Maker, dim: str) -> bool:
    return any(isinstance(k, Tensor) and k.dims and dim in k.dims for k in maker.names().values())


def fill(maker: Maker, template: str, kind: Tensor, depth: int) -> str:
    """The same operand stands for every `{x}`, so that what was computed of it fits; `{a}` has a dimension at least."""
    known = {"x": kind, "a": kind, "y": kind}
    made: dict[str, str] = {}
    if "{y}" in template and kind.dims and maker.chance(0.25):
        known["y"] = kind._replace(dims=kind.dims[1:])  # broadcast
    once = template.count("{x}") <= 1 and template.count("{a}") <= 1

    def operand(match: re.Match[str]) -> str:
        letter = match[1]
        if letter in known:
            if letter not in made:
                # An operand that stands more than once is a variable.
                made[letter] = maker.expression(known[letter], depth) if once or letter == "y" else atom(maker, known[letter])
                if letter == "a":
                    made[letter] = f"torch.atleast_1d({made[letter]})"
            return made[letter]
        if letter == "f":
            return maker.expression("float", min(depth, 1)) if maker.chance(0.2) else maker.literal("float")
        if letter == "i":
            return maker.expression("int", min(depth, 1)) if maker.chance(0.4) else maker.literal("int")
        if letter == "b":
            return f"({made['x'] if 'x' in made else atom(maker, kind)} > {maker.literal('float')})"
        return maker.expression({"c": "bool", "l": "ints"}[letter], depth)

    return re.sub(r"\{([xyafibcl])\}", operand, template)


def atom(maker: Maker, kind: Tensor) -> str:
    try:
        return maker.variable(kind, path=True)
    except No:
        return f"({maker.literal(kind)})"


def effect(maker: Maker) -> str:
    """A statement that changes a tensor."""
    found = [(n, k) for n, k in maker.names().items() if isinstance(k, Tensor) and k.dims]
    if not found:
        raise No
    name, kind = maker.random.choice(found)
    template = maker.random.choice(EFFECT_ROWS)
    if re.match(r"\{x\} [-+*]=", template) and name in maker.fixed:
        raise No
    return re.sub(r"\{x\}", name, template) if "{y}" not in template and "{b}" not in template and "{f}" not in template and "{i}" not in template else \
        fill_effect(maker, template, name, kind)


def fill_effect(maker: Maker, template: str, name: str, kind: Tensor) -> str:
    text = template.replace("{x}", name).replace("{b}", f"({name} > 0)")
    return fill(maker, text, kind, 1)


templates("int", """
    <tensor>.shape[0] if <bool> else <int>
    <tensor>.dim()
    <tensor>.numel()
    len(<tensor>.shape)
    <tensor>.ndim
    <tensor>.element_size()
    math.prod(<tensor>.shape)
    int(<tensor>.sum()) % 1000
    <tensor>.sum().item() // 1
    len(<tensor>.size())
    <tensor>.nelement() * 2
    <tensor>.stride(-1) if <tensor>.dim() else 0
""")
templates("bool", """
    <tensor>.requires_grad
    <tensor>.is_contiguous()
    <tensor>.shape == <tensor>.shape
    <tensor>.dtype == torch.float32
    <tensor>.dtype is torch.float64
    <tensor> is <tensor>
    <tensor>.is_floating_point()
    bool(<tensor>.sum() > 0)
    torch.equal(<tensor>, <tensor>)
    <tensor>.is_leaf
    <tensor>.numel() > <int>
    isinstance(<tensor>, torch.Tensor)
    <tensor>.device.type == 'cpu'
    (<tensor> > 0).any().item()
""")
templates("str", """
    str(<tensor>.dtype)
    str(tuple(<tensor>.shape))
    repr(<tensor>.shape)
    type(<tensor>).__name__
    str(<tensor>.device)
    f'{tuple(<tensor>.shape)}'
    str(<tensor>)
    f'{<tensor>}'
""")
templates("ints", """
    list(<tensor>.shape)
    [*<tensor>.size(), <int>]
    [len($q) for $q in (<tensor>.shape, <ints>)]
    list(<tensor>.stride())
    [$q.numel() for $q in (<tensor>, <tensor>)]
""")
templates("float", """
    <tensor>.sum().item()
    float(<tensor>.mean())
    <tensor>.sum().item() + <float>
    <tensor>.numel() / 3
""")
statements("""
    <tensor.var>[9]
""")
statements("print(<tensor>)")
