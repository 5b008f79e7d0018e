"""Values that hold others: lists and dicts of tensors, lists of lists, numbers that may be None, functions, classes, arrays."""

from __future__ import annotations

from fuzz.programs import library
from fuzz.programs.maker import Maker, No, Type, makes, rows, statements, templates

rows("tensors").literals += ["[torch.ones(2), torch.zeros(2)]", "[]", "[torch.arange(3.0)]", "[torch.ones(1), torch.ones(2, 2), torch.tensor(3.0)]"]
rows("named").literals += ["{'a': torch.ones(2)}", "{}", "{'k1': torch.zeros(3), 'b': torch.ones(1)}"]
rows("nested").literals += ["[[1], [2, 3]]", "[]", "[[], [5]]", "[[0], [1, 2, 3], [4]]"]
rows("maybe").literals += ["None", "None", "3", "0", "-2"]
rows("function").literals += ["abs", "(lambda q: q + 1)", "functools.partial(pow, 2)", "operator.neg", "int.bit_length", "helper", "(lambda q, r=2: q * r)"]
rows("class").literals += ["int", "bool", "float", "str"]
rows("array").literals += ["numpy.arange(3.0)", "numpy.ones((2, 2))", "numpy.zeros(4, dtype=numpy.int64)"]

templates("tensors", """
    [<tensor>, <tensor>]
    [*<tensors>, <tensor>]
    <tensors>[::-1]
    <tensors> + <tensors>
    [$q * 2 for $q in <tensors>]
    [$q for $q in <tensors> if $q.dim() < 2]
    list(map(torch.sin, <tensors>))
    list(<named>.values())
    sorted(<tensors>, key=lambda $q: $q.numel())
    list(torch.atleast_1d(<tensor>).unbind())
    list(torch.atleast_1d(<tensor>).split(2))
    <tensors>.copy()
    <tensors> if <bool> else <tensors>
    [$q.clone() for $q in reversed(<tensors>)]
    [$a for $a, $b in zip(<tensors>, <ints>)]
    [$q := <tensor>, $q]
    list(itertools.chain(<tensors>, <tensors>))
    [torch.zeros_like($q) for $q in <tensors>]
""")
templates("named", """
    {'a': <tensor>, 'b': <tensor>}
    {**<named>, <str>: <tensor>}
    {$k: $v + 1 for $k, $v in <named>.items()}
    dict(zip(<strs>, <tensors>))
    {$k: <named>[$k] for $k in sorted(<named>)}
    <named> | <named>
    dict(<named>)
""")
templates("nested", """
    [<ints>, <ints>]
    [*<nested>, <ints>]
    [<ints;$q=ints> for $q in <nested>]
    [[<int;$q=int> for $q in $r] for $r in <nested>]
    <nested>[::-1]
    sorted(<nested>)
    [list($q) for $q in zip(<ints>, <ints>)]
    copy.deepcopy(<nested>)
    copy.copy(<nested>)
    [[]] * (<int> % 3)
    [<ints>[$i:] for $i in range(2)]
""")
templates("maybe", """
    <int> if <bool> else None
    <dict>.get(<str>)
    <maybe> and <int>
    next(iter(<ints>), None)
""")
templates("function", """
    <function> if <bool> else <function>
    (lambda $q: <int;$q=int>)
    (lambda $q, $f=<function>: $f($q) if isinstance($q, int) else 0)
    functools.partial(operator.add, <int>)
    functools.partial(lambda $a, $q: <int;$a=int;$q=int>, <int>)
""")
templates("class", """
    type(<int>)
    <class> if <bool> else <class>
    type(<str>)
""")
templates("array", """
    <array> + 1
    <array> * 2.0
    numpy.array([*<ints>, 1])
    <array>.reshape(-1)
    <array>.copy()
    numpy.sin(<array>)
    torch.atleast_1d(<tensor>.detach()).numpy()
    <array>[:1]
""")
templates("int", """
    len(<tensors>)
    len(<named>)
    len(<nested>)
    sum(len($q) for $q in <nested>)
    sum(map(len, <nested>))
    sum(sum($q) for $q in <nested>)
    sum($q.numel() for $q in <tensors>)
    max((len($q) for $q in <nested>), default=0)
    <maybe> or <int>
    <int> if <maybe> is None else <maybe>
    <function>(<int>)
    [<function>][0](<int>)
    sum(map(<function>, <ints>))
    int(<class>(<int>))
    <array>.size
    int(<array>.shape[0])
    next(($i for $i, $q in enumerate(<tensors>) if $q.dim()), -1)
    [*<nested>, [1]][0][0] if <nested> and <nested>[0] else <int>
""")
templates("bool", """
    <maybe> is None
    not <tensors>
    <str> in <named>
    any($q.requires_grad for $q in <tensors>)
    <nested> == <nested>
    <class> is int
    issubclass(<class>, int)
    isinstance(<int>, <class>)
    <function> is <function>
    callable(<function>)
    <maybe> == <int>
    all(isinstance($q, torch.Tensor) for $q in <named>.values())
    any($q is <tensor> for $q in <tensors>)
    isinstance(<array>, numpy.ndarray)
""")
templates("str", """
    <class>.__name__
    repr(<nested>)
    ','.join(<named>)
    str(<maybe>)
    type(<class>(0)).__name__
    str(<array>.dtype)
    str([tuple($q.shape) for $q in <tensors>])
""")
templates("ints", """
    [$q for $r in <nested> for $q in $r]
    list(itertools.chain.from_iterable(<nested>))
    [*itertools.chain(*<nested>)]
    sum(<nested>, [])
    [len($q) for $q in <nested>]
    [$q.dim() for $q in <tensors>]
    list(map(<function>, <ints>))
    [<function>($q) for $q in <ints>]
    list(<array>.shape)
    next(iter(<nested>), [])
    [$q.numel() for $q in <named>.values()]
    [$q for $q in (<maybe>, <maybe>) if $q is not None]
""")
statements("""
    <tensors.var>.append(<tensor>)
    <tensors.path>.append(<tensor>)
    <tensors.var>.reverse()
    <tensors.var>[:] = [$q + 1 for $q in <tensors.var>]
    <tensors.var>.clear()
    <named.var>[<str>] = <tensor>
    <named.path>.update(q=<tensor>)
    <named.var>.pop('a', None)
    <nested.var>.append(<ints>)
    <nested.path>.append([<int>])
    [$q.append(1) for $q in <nested.var>]
    <nested.var>.extend(<nested>[:2])
    TABLE[<str>] = <tensor>
    LOG.append(<tensor>)
    STATE.tensor = <tensor>
    STATE.items.append(<tensor>)
    [setattr(STATE, 'n' + str($i % 3), $q) for $i, $q in enumerate(<ints>)]
""")

UNKNOWN = (
    "sum($q.sum() for $q in <tensors>) + torch.zeros(1)", "functools.reduce(lambda $a, $b: $a.sum() + $b.sum(), [*<tensors>, <tensor>])",
    "[*<tensors>, <tensor>][0]", "[*<tensors>, <tensor>][-1]", "<named>.get(<str>, <tensor>)", "torch.cat([$q.flatten() for $q in [*<tensors>, <tensor>]])",
    "next(iter(<tensors>), <tensor>)", "torch.stack([$q.sum() for $q in [<tensor>, *<tensors>]])", "[$v for $k, $v in sorted({**<named>, 'zz': <tensor>}.items())][0]",
    "torch.from_numpy(<array>).float()", "torch.as_tensor(<ints>).float()", "torch.tensor(<nested>[:1] or [[1]]).float()", "(lambda *$q: $q[-1])(*<tensors>, <tensor>)",
    "(<tensor>, <tensor>)[<bool>]", "torch.tensor([<function>($q) for $q in <ints>[:3]]).float()", "<tensor> * (<maybe> or 2)",
)  # fmt: skip


@makes("tensor", times=2)
def out_of_nests(maker: Maker, kind: Type, depth: int) -> str:
    if kind.dims is not None:
        raise No
    return maker.fill(maker.random.choice(UNKNOWN + library.UNKNOWN), depth)
