"""Settings that torch keeps for the process are read as they are, and asked again at each call."""

import torch

import alternator

SETTINGS = (
    (lambda: torch.backends.cudnn.enabled, lambda on: setattr(torch.backends.cudnn, "enabled", on), False),
    (lambda: torch.backends.cudnn.benchmark, lambda on: setattr(torch.backends.cudnn, "benchmark", on), True),
    (lambda: torch.backends.mkldnn.enabled, lambda on: setattr(torch.backends.mkldnn, "enabled", on), False),
    (torch.get_float32_matmul_precision, torch.set_float32_matmul_precision, "high"),
    (torch.is_warn_always_enabled, torch.set_warn_always, True),
    (torch.get_num_threads, torch.set_num_threads, torch.get_num_threads() + 1),
)


def case(t):
    x = torch.ones(2)
    for get, change, other in SETTINGS:

        alternator.reset()

        def asked(x, get=get):
            return x + 1, get()

        compiled = t.compile(asked, fullgraph=True)
        before = get()
        t.equal([compiled(x)[1], compiled(x)[1]], [before, before])
        try:
            change(other)
            t.equal([compiled(x)[1], compiled(x)[1]], [other, other])
        finally:
            change(before)
        t.equal(compiled(x)[1], before)

    def with_arguments(x):
        return x + 1, torch._C._get_fp32_precision_getter("cuda", "all")

    t.equal(t.compile(with_arguments, fullgraph=True)(x), with_arguments(x))

    # What the program sets is what it reads, also where the setting before it was another.
    def strict(x):
        torch.use_deterministic_algorithms(True)
        return x + 1, torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode()

    compiled = t.compile(strict)
    for warn_only in (True, False, True):
        try:
            torch.use_deterministic_algorithms(True, warn_only=warn_only)
            t.equal(compiled(x)[1:], (False, 2))
        finally:
            torch.use_deterministic_algorithms(False)
