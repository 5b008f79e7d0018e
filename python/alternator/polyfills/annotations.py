"""`torch.fx.traceback.annotate`: nodes of the graph that are made in a region carry what the program says of it."""

from __future__ import annotations

import contextlib

from torch.fx import traceback


def note(annotation):
    """Nodes are annotated so from here on, or, None, as before the innermost region: the engine answers for it. Where CPython
    runs this, there are no nodes."""


@contextlib.contextmanager
def annotate(annotation_dict):
    meta = traceback.current_meta
    outside = meta.get("custom")
    inside = meta["custom"] = {**(outside or {}), **annotation_dict}
    note(inside)
    try:
        yield
    finally:
        note(None)
        if outside is None:
            del meta["custom"]
        else:
            meta["custom"] = outside
