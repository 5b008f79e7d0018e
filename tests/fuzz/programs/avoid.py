"""What programs leave out for now, by word, with the reason. Templates name such a word: `?word?template`."""

AVOIDED: dict[str, str] = {
    "builtin length": "truth and `__len__` of subclasses of builtins, which are being mended",
    "class assignment": "assignments to `__class__`, which are being mended",
    "equal keys": "keys that are equal and not the same (1, True, 1.0), which are being mended",
    "generator lifetime": "generators that outlive their frame, which are being mended",
    "unbound": "cells and variables that may be unbound, which are being mended",
    "int64": "ints near 2**63, which are being mended",
    "cached effects": "functions behind `functools.lru_cache` are traced at every call, as torch.compile has it: what they do beside"
    " giving a result that follows from their arguments is done again",
}
