"""What a program logs and warns of is said when it runs compiled, as often as without."""

import io
import logging
import warnings


def program():
    text = io.StringIO()
    logger = logging.getLogger("case.messages")
    logger.handlers, logger.propagate = [logging.StreamHandler(text)], False
    logger.setLevel(logging.INFO)
    logger.debug("not said")
    logger.info("said of %s", 1)
    try:
        [][1]
    except IndexError:
        logger.exception("raised")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.warn("careful", UserWarning)
    lines = [line for line in text.getvalue().splitlines() if not line.startswith(" ")]
    return lines, logger.isEnabledFor(logging.DEBUG), [str(warning.message) for warning in caught]


# expect captured
# in pieces
