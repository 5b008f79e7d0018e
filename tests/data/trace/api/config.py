"""Settings are attributes, `patch` undoes what it set, and unknown names are refused."""

import alternator


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
