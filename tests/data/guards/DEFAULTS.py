"""How many parameters of a function have defaults, and which; what the defaults are is guarded apart."""

from guarding import changes, check


def make(number=1):
    def inner(a, b=number, *, c=number, d):
        return a, b, c, d

    return inner


def without(a, b, *, c, d):
    pass


def several(a=1, b=2, *, d=4, c=3):
    pass


def case(t):
    check("DEFAULTS", make(), same=[make(2)], other=[without, several, print, None], text="len(L['x'].__defaults__ or ()) == 1")
    check("DEFAULTS", without, other=[make(), several, len])
    for defaults in None, (), (1, 2):
        function = make()
        changes("DEFAULTS", function, lambda: setattr(function, "__defaults__", defaults))

    text = "list(L['x'].__kwdefaults__ or ()) == ['c']"
    check("KEYWORD_DEFAULTS", make(), same=[make(2)], other=[without, several, print, None], text=text)
    check("KEYWORD_DEFAULTS", without, other=[make(), several, len])
    for defaults in None, {}, {"d": 1}, {"c": 1, "d": 1}:
        function = make()
        changes("KEYWORD_DEFAULTS", function, lambda: setattr(function, "__kwdefaults__", defaults))
    function = make()
    changes("KEYWORD_DEFAULTS", function, lambda: function.__kwdefaults__.update(d=1))
    function = make()
    changes("KEYWORD_DEFAULTS", function, lambda: function.__kwdefaults__.clear())
