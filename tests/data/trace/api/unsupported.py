"""The error names the user's line, the calls that led there, help, and the cause."""

import alternator


def case(t):
    here = __file__
    error = alternator.Unsupported("a call of print", here, 1, None, [(here, 3, "outer"), (here, 1, "inner")], "move it")
    error.__cause__ = ValueError("deeper")
    text = str(error)
    assert f"{here}:1" in text and "names the user's line" in text, text
    assert f"called from outer ({here}:3)" in text and "import alternator" in text, text
    assert "help: move it" in text and "caused by ValueError: deeper" in text, text
    assert (error.file, error.line) == (here, 1) and isinstance(error, RuntimeError)


# expect captured
# nothing
