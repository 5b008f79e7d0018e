"""str, int, float, and the functions of them."""

import math


def program():
    n = 3
    return (
        f"{n}-{n!r:>4}", "a,b".split(","), ",".join(["x", "y"]), "abc".upper(), "%s %d" % ("a", 3),
        "{} {x} {!r:>5}".format(1, "b", x=2), "abc"[1], "abc"[::-1], "a" in "abc", list("abc"), str(3), repr("a"),
        int("4"), int("ff", 16), float("1.5"), "a" * 3, "{:>5}".format("a"), ord("a"), chr(98),
        "-".join(str(i) for i in range(3)), "{0[0]} {1.__class__.__name__}".format([1], 2),
        abs(-3), round(2.567, 2), divmod(7, 2), pow(2, 3), pow(2, 3, 5), 5 // 2, -7 % 3, ~5, 5 ^ 3, bin(5), hex(255),
        (5).bit_length(), int(3.7), float(3), bool(0), complex(1, 2), True + 1, 1 < 2 < 3, (3.0).is_integer(),
        math.sqrt(4), math.floor(2.5), math.log(2.0), math.prod([1, 2, 3]), math.gcd(4, 6), math.isnan(float("nan")),
    )


# expect captured
# whole
