"""Numbers, texts and containers: ways to make them out of each other."""

from __future__ import annotations

from fuzz.programs.maker import rows, templates

rows("int").literals += ["0", "1", "2", "3", "-1", "-7", "5", "10", "255", "1000", "4", "6"]
rows("float").literals += ["0.0", "1.0", "-0.5", "2.5", "1e10", "-3.25", "0.1", "100.0", "1e-3"]
rows("bool").literals += ["True", "False"]
rows("str").literals += ["''", "'a'", "'abc'", "'Hello World'", "'x y z'", "'12'", "'aXbX'", "'äß'", "' pad '", "'k1'", "'k2'"]
rows("bytes").literals += ["b''", "b'abc'", "b'\\x00\\xff'", "b'a,b'"]
rows("complex").literals += ["1j", "(1+2j)", "0j", "(-0.5+0.25j)"]
rows("none").literals += ["None"]
rows("ints").literals += ["[]", "[1]", "[3, 1, 2]", "[5, 5, 0, -2]", "[1, 2, 3, 4]"]
rows("strs").literals += ["[]", "['a']", "['b', 'a', 'c']", "['k1', 'k2']", "['', 'zz', 'q']"]
rows("pair").literals += ["(1, 'a')", "(0, '')", "(-3, 'k1')"]
rows("tuple").literals += ["()", "(1,)", "(2, 3)", "(4, 4, 1)"]
rows("dict").literals += ["{}", "{'a': 1}", "{'k1': 2, 'k2': 3}", "{'b': 0, 'a': -1, 'c': 5}"]
rows("set").literals += ["set()", "{1, 2}", "{3}", "{0, 5, 7}"]
rows("frozenset").literals += ["frozenset()", "frozenset({1, 2})", "frozenset((3, 4))"]

templates("int", """
    <int> + <int>
    <int> - <int>
    <int> * <int>
    <int> // (<int> or 1)
    <int> % (<int> or 3)
    -<int>
    ~<int>
    abs(<int>)
    <int> & <int>
    <int> | <int>
    <int> ^ <int>
    <int> << (<int> % 20)
    <int> >> (<int> % 9)
    (<int> % 50) ** (<int> % 4)
    <int> if <bool> else <int>
    <int> and <int>
    <int> or <int>
    int(<bool>)
    round(<int>, -1)
    divmod(<int>, <int> or 2)[0]
    divmod(<int>, <int> or 2)[1]
    pow(<int> % 20, <int> % 9, 17)
    <int>.bit_length()
    len(<str>)
    len(<ints>)
    len(<strs>)
    len(<dict>)
    len(<set>)
    len(<bytes>)
    <str>.count(<str>)
    <str>.find(<str>)
    sum(<ints>)
    max(<ints>, default=0)
    min(<ints>, default=<int>)
    max(<int>, <int>)
    min(<int>, <int>, <int>)
    max(<ints>, key=lambda $q: <int;$q=int>, default=4)
    <ints>.count(<int>)
    <pair>[0]
    <dict>.get(<str>, <int>)
    sum(<dict>.values())
    sum(<int;$q=int> for $q in <ints>)
    sum([<int;$q=int;$r=int> for $q, $r in enumerate(<ints>)], <int>)
    functools.reduce(lambda $q, $r: <int;$q=int;$r=int> % 1009, <ints>, <int>)
    next((<int;$q=int> for $q in <ints> if <bool;$q=int>), <int>)
    next(iter(<ints>), <int>)
    (lambda $q: <int;$q=int>)(<int>)
    (lambda $q, $r=<int>: <int;$q=int;$r=int>)(<int>)
    int(str(<int> % 1000))
    ord(<str>[:1] or 'x')
    math.gcd(<int>, <int>)
    math.floor(<float> % 100)
    math.ceil(<float> % 100)
    int(<float> % 1000)
    round(<float> % 1000)
    operator.add(<int>, <int>)
    operator.mul(<int>, <int>)
    operator.itemgetter(0)(<pair>)
    hash(<int>)
    [*<ints>, 7][0]
    [*<ints>, 7][-1]
    (<int>, <int>)[<bool>]
    <tuple>.count(<int>)
    len(<tuple>)
    sum(map(lambda $q: <int;$q=int>, <ints>))
    len(list(filter(lambda $q: <bool;$q=int>, <ints>)))
    sum(itertools.chain(<ints>, <tuple>))
    sum($a * $b for $a, $b in zip(<ints>, <ints>))
    int(<str>.isdigit())
    (($w := <int>) + $w)
    bool(<any>) + 0
    int.from_bytes(<bytes>[:3], 'big')
    <ints>[0] if <ints> else <int>
    getattr(<any>, 'missing', <int>)
    sum(1 for $q in <str> if $q in <str>)
    isinstance(<any>, int) + isinstance(<any>, (str, list))
    (<int> if <int> > <int> else <int>)
    len(range(<int> % 7, <int> % 30, <int> % 3 + 1))
    random.randint(0, 5)
    sum(<int> % 100 for $q in range(3))
    -(-<int> // 3)
    <set>.__len__()
    len({*<ints>, *<tuple>})
    (2 ** 70 + <int>) % 1000003
    (<int> * 10 ** 20) // 10 ** 18
""")
templates("float", """
    <float> + <float>
    <float> - <float>
    <float> * <float>
    <float> / (<float> or 1.0)
    <float> // (<float> or 1.0)
    <float> % (<float> or 1.0)
    -<float>
    abs(<float>)
    <int> / (<int> or 1)
    float(<int> % 100003)
    <float> if <bool> else <float>
    max(<float>, <float>)
    min(<float>, <float>)
    round(<float>, 2)
    math.sqrt(abs(<float>))
    math.sin(<float>)
    math.floor(<float> % 1000) + 0.5
    <complex>.real
    <complex>.imag
    abs(<complex>)
    sum([<float>, <float>])
    (<int> % 20) * 0.5
    float(str(<float>))
    math.copysign(<float>, <float>)
    math.fsum([<float>, <float>])
    <float> ** 2
    math.hypot(<float> % 100, 3.0)
    math.pi * <int>
    random.random()
    divmod(<float>, <float> or 1.0)[1]
""")
templates("bool", """
    <int> < <int>
    <int> <= <int>
    <int> == <int>
    <int> != <int>
    <int> < <int> <= <int>
    <float> > <float>
    <str> == <str>
    <str> < <str>
    <str> in <str>
    <int> in <ints>
    <int> not in <set>
    <str> in <dict>
    not <bool>
    not <any>
    <bool> and <bool>
    <bool> or <bool>
    bool(<int>)
    bool(<str>)
    <any> is None
    <any> is not None
    isinstance(<any>, int)
    isinstance(<any>, (str, tuple))
    any(<bool;$q=int> for $q in <ints>)
    all(<bool;$q=str> for $q in <strs>)
    all(<ints>)
    <str>.startswith(<str>)
    <str>.endswith((<str>, 'z'))
    <str>.isalpha()
    <ints> == <ints>
    <ints> < <ints>
    <pair> == <pair>
    <tuple> < <tuple>
    <set> <= <set>
    <set>.isdisjoint(<ints>)
    <dict> == <dict>
    <dict>.keys() == <dict>.keys()
    callable(<any>)
    hasattr(<any>, 'append')
    <int> is <int> if <bool> else <bool>
    <bool> ^ <bool>
    <bool> if <bool> else <bool>
    <float>.is_integer()
    math.isnan(<float>)
    type(<any>) is type(<any>)
    type(<any>) in (int, str, list)
    <any> == <any>
    <any> != <any>
    issubclass(type(<any>), (int, dict))
    torch.is_tensor(<any>)
    torch.is_grad_enabled()
    <frozenset> == <set>
""")
templates("str", """
    <str> + <str>
    <str> * (<int> % 4)
    <str>.upper()
    <str>.title()
    <str>.strip()
    <str>.replace(<str>, <str>)[:40]
    <str>[<int> % 5:]
    <str>[::-1]
    <str>[-2:]
    <str>.center(<int> % 12, '*')
    <str>.rjust(<int> % 9)
    <str>.zfill(5)
    str(<int>)
    repr(<str>)
    repr(<float>)
    str(<pair>)
    repr(<ints>)
    repr(<dict>)
    str(<bool>)
    ','.join(<strs>)
    '-'.join(str(<int;$q=int>) for $q in <ints>)
    <str> if <bool> else <str>
    <str> or <str>
    <pair>[1]
    f'{<int.atom>}'
    f'{<int.atom>:>5}|{<str.atom>!r}'
    f'{<float.atom>:.3f}'
    f'{<int.atom>:+d} {<int.atom>:x} {<int.atom>:,}'
    f'{<str.atom>:<6}{<bool.atom>}'
    f'{<int.atom>=}'
    f'{<float.atom>:{8}.{2}}'
    f'{<float.atom>:e}{<str.atom>:^7}'
    f'{<ints.atom>}{<dict.atom>!s}'
    '%s %d' % (<str>, <int>)
    '%5.2f|%-4s|%r' % (<float>, <str>, <any>) if <bool> else ''
    '{} {}'.format(<int>, <str>)
    '{0:>4}{1!r:<5}{k}'.format(<int>, <str>, k=<int>)
    format(<int>, '05d')
    format(<float>, '.2e')
    chr(<int> % 100 + 30)
    hex(<int>)
    bin(<int>)
    oct(<int>)
    type(<any>).__name__
    max(<strs>, default=<str>)
    min(<strs>, key=lambda $q: <int;$q=str>, default='')
    next(iter(<strs>), <str>)
    <str>.split(<str> or ',')[0]
    <str>.partition('X')[2]
    <str>.swapcase()
    <str>.lstrip('aH')
    <str>.removeprefix('a')
    <str>.expandtabs()
    <str>.translate({97: 'q', 98: None})
    sorted(<strs>, reverse=True)[0] if <strs> else <str>
    [*<strs>, <str>][<int> % 2 - 1]
    ''.join(reversed(<str>))
    ''.join(sorted(<str>))
    <str>.encode().decode()
    <bytes>.hex()
    ascii(<str>)
    (lambda $q: <str;$q=str>)(<str>)
    str(<complex>)
    repr(<set>) if len(<set>) < 2 else ''
    str(<tuple>)
    functools.reduce(lambda $q, $r: <str;$q=str;$r=str>[:9], <strs>, '')
    string.ascii_lowercase[<int> % 26]
    str(<any> is <any>)
    repr(<bytes>)
    str(<none>)
    repr(type(<int>))
    <str>.__class__.__name__
    fn.__name__
""")
templates("bytes", """
    <bytes> + <bytes>
    <str>.encode()
    <bytes>[1:]
    bytes(<int> % 4)
    bytes($q % 256 for $q in <ints>)
    <bytes>.replace(b'a', b'zz')
    <bytes> * 2 if <bool> else <bytes>
    (<int> % 60000).to_bytes(3, 'little')
    bytes(bytearray(<bytes>))
    b','.join([<bytes>, <bytes>])
    <bytes>.upper()
""")
templates("complex", """
    <complex> + <complex>
    <complex> * <complex>
    <complex> - <int> % 100
    complex(<float>, <float>)
    -<complex>
    <complex>.conjugate()
    <complex> / (<complex> or 1j)
    <float> * 1j
""")
templates("ints", """
    [<int>, <int>]
    [<int>, *<ints>]
    [*<ints>, *<tuple>]
    <ints> + <ints>
    <ints> * (<int> % 3)
    <ints>[1:]
    <ints>[::-1]
    <ints>[<int> % 3:<int> % 6]
    sorted(<ints>)
    sorted(<ints>, key=lambda $q: <int;$q=int>)
    sorted(<ints>, reverse=<bool>)
    sorted(<set>)
    list(<tuple>)
    list(reversed(<ints>))
    list(range(<int> % 6))
    list(range(<int> % 5, <int> % 20, 2))
    [<int;$q=int> for $q in <ints>]
    [<int;$q=int> for $q in <ints> if <bool;$q=int>]
    [<int;$q=int;$r=int> for $q in <ints>[:3] for $r in range($q % 3)]
    [<int;$q=int;$r=str> for $q, $r in enumerate(<strs>)]
    [<int;$q=str> for $q in <strs>]
    list(map(lambda $q: <int;$q=int>, <ints>))
    list(filter(None, <ints>))
    list(filter(lambda $q: <bool;$q=int>, <ints>))
    list(<dict>.values())
    [$v for $k, $v in <dict>.items() if <bool;$k=str;$v=int>]
    list(itertools.accumulate(<ints>))
    list(itertools.chain(<ints>, <ints>))
    list(itertools.islice(<ints>, <int> % 3))
    list(itertools.takewhile(lambda $q: <bool;$q=int>, <ints>))
    list(itertools.starmap(lambda $q, $r: <int;$q=int;$r=int>, zip(<ints>, <ints>)))
    list(itertools.repeat(<int>, 2))
    [$q for $p in itertools.product(<ints>[:2], repeat=2) for $q in $p]
    [sum($p) for $p in itertools.combinations(<ints>[:4], 2)]
    [len(list($g)) for $k, $g in itertools.groupby(<ints>)]
    [<int;$q=int;$r=int> for $q, $r in zip(<ints>, <ints>[1:])]
    list(zip(*[(<int>, <str>), (<int>, <str>)]))[0][:1] and <ints>
    [*map(len, <strs>)]
    <ints> if <bool> else <ints>
    <ints> or <ints>
    <ints>.copy()
    list(<ints>)
    copy.copy(<ints>)
    list(<bytes>)
    [$q for $q in <ints> if $q not in <set>]
    [$y := <int>, $y]
    list(dict.fromkeys(<ints>))
    [<int;$q=pair> for $q in [<pair>, <pair>]]
    (lambda *$q: list($q))(*<ints>)
    (lambda $p=0, *$q, **$k: [$p, *$q, *$k.values()])(*<ints>, z=<int>)
    (lambda $q: [*$q, *$q])(<ints>)
    functools.partial(sorted, reverse=True)(<ints>)
    list(collections.deque(<ints>, maxlen=3))
    list(collections.Counter(<str>).values())
""")
templates("strs", """
    [<str>, <str>]
    [*<strs>, <str>]
    <str>.split()
    <str>.split(',')
    <strs> + <strs>
    <strs>[::-1]
    <strs>[:2]
    sorted(<strs>)
    sorted(<strs>, key=len)
    sorted(<strs>, key=lambda $q: <int;$q=str>, reverse=True)
    list(<str>)
    [<str;$q=int> for $q in <ints>]
    [<str;$q=str> for $q in <strs> if <bool;$q=str>]
    list(<dict>)
    list(map(str, <ints>))
    list(map(str.upper, <strs>))
    [f'{$k}{$v}' for $k, $v in <dict>.items()]
    <strs> if <bool> else <strs>
    sorted(<dict>, key=<dict>.get) if False else sorted(<dict>, key=lambda $q: $q)
    [type($q).__name__ for $q in (<any>, <any>)]
    <str>.splitlines()
    [''.join($p) for $p in itertools.permutations(<str>[:3], 2)]
    [$a + $b for $a, $b in itertools.pairwise(<strs>)]
    [str($q) for $q in itertools.zip_longest(<ints>, <strs>[:2])]
""")
templates("pair", """
    (<int>, <str>)
    <pair> if <bool> else <pair>
    max([<pair>, <pair>])
    (<pair>[0] + 1, *<pair>[1:])
    next(iter(zip(<ints>, <strs>)), <pair>)
    (lambda $q: <pair;$q=int>)(<int>)
    min([<pair>, <pair>], key=lambda $q: $q[1])
""")
templates("tuple", """
    tuple(<ints>)
    (<int>, <int>)
    <tuple> + <tuple>
    <tuple>[1:]
    (*<ints>, <int>)
    tuple(<int;$q=int> for $q in <ints>)
    tuple(sorted(<set>))
    divmod(<int>, 7)
    <tuple> if <bool> else <tuple>
    <tuple> * 2
    tuple(<tensor>.shape)
""")
templates("dict", """
    {<str>: <int>, <str>: <int>}
    {**<dict>, <str>: <int>}
    {$q: <int;$q=str> for $q in <strs>}
    {str($q): <int;$q=int> for $q in <ints> if <bool;$q=int>}
    dict(zip(<strs>, <ints>))
    dict(a=<int>, b=<int>)
    <dict> | <dict>
    dict(<dict>, z=<int>)
    dict.fromkeys(<strs>, <int>)
    <dict>.copy()
    dict(sorted(<dict>.items()))
    {$k: $v for $k, $v in sorted(<dict>.items(), key=lambda $q: $q[1]) if <bool;$k=str;$v=int>}
    dict(collections.Counter(<str>))
    <dict> if <bool> else <dict>
    dict([<pair>, <pair>]) and <dict>
    (lambda **$q: $q)(**<dict>) if all($q.isidentifier() for $q in <dict>) else {}
""")
templates("set", """
    {<int>, <int>}
    set(<ints>)
    <set> | <set>
    <set> & <set>
    <set> - <set>
    <set> ^ {<int>}
    {<int;$q=int> for $q in <ints>}
    set(<tuple>)
    set(<frozenset>)
    set(map(abs, <ints>))
    <set>.union(<ints>)
    <set>.difference(<ints>)
""")
templates("frozenset", """
    frozenset(<ints>)
    frozenset(<set>)
    <frozenset> | <frozenset>
    <frozenset> - <set>
""")
