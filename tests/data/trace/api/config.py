"""Settings are attributes, `patch` undoes what it set, and unknown names are refused."""

import itertools

import alternator
import torch


def case(t):
    assert alternator.config.recompile_limit == alternator.config.cache_size_limit == 8
    with alternator.config.patch(recompile_limit=3, capture_scalar_outputs=True):
        assert alternator.config.cache_size_limit == 3 and alternator.config.capture_scalar_outputs
    assert alternator.config.recompile_limit == 8 and not alternator.config.capture_scalar_outputs

    @alternator.config.patch({"suppress_errors": True})
    def inside():
        return alternator.config.suppress_errors

    assert inside() and inside() and not alternator.config.suppress_errors
    try:
        alternator.config.recompile_limt = 3
    except AttributeError as error:
        assert "'recompile_limit'" in str(error)
    else:
        raise AssertionError("an unknown setting was taken")
    try:
        alternator.config.recompile_limit = "many"
    except TypeError as error:
        assert "recompile_limit" in str(error)
    else:
        raise AssertionError("a text was taken for a number")

    def add(x, text):
        return x + len(text)

    def broken(module, inputs):
        raise ValueError("the backend's own")

    x = torch.ones(2)
    with alternator.config.patch(suppress_errors=True):
        assert t.compile(add, backend=broken)(x, "a")[0] == 2
    with alternator.config.patch(error_on_recompile=True):
        compiled = t.compile(add)
        compiled(x, "a")
        assert raised(compiled, x, "ab") is alternator.errors.RecompileError
    limits = {"recompile_limit": 2}, {"accumulated_recompile_limit": 2}
    for limit, strict in itertools.product(limits, ({"fail_on_recompile_limit_hit": True}, {})):
        with alternator.config.patch({**limit, **strict}):
            alternator.reset()
            compiled = t.compile(add, fullgraph=not strict)
            assert [raised(compiled, x, "a" * n) for n in range(2)] == [None, None]
            # Where nothing may run as written, nothing does.
            assert raised(compiled, x, "aaa") is alternator.errors.FailOnRecompileLimitHit
            assert raised(compiled, x, "a") is None


def raised(function, *arguments):
    try:
        function(*arguments)
    except alternator.errors.AlternatorError as error:
        return type(error)
    return None
