"""Struct sequences: C's tuples with named fields."""

import sys
import time


def program():
    moment = time.gmtime(86400 * 365)
    version = sys.version_info
    year, *_ = moment
    try:
        moment.tm_year = 3
    except AttributeError as error:
        refused = str(error)
    return (
        moment.tm_year, moment.tm_mon, moment.tm_mday, moment.tm_yday, year, len(moment), moment[0] == moment.tm_year,
        version.major, version.minor >= 11, version[:1], version >= (3, 11), sys.float_info.max, sys.hash_info.width, refused,
    )  # fmt: skip


# expect captured
# in pieces
