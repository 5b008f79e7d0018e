"""torch's profile of sizes and ints that change (`torch.compiler.config.job_id`): what one process finds dynamic, the next
compiles so from the start. It is kept in torch's own tables and files."""

from __future__ import annotations

import threading
from typing import Any

from alternator.configuration import Said, values

_now = threading.local()


def begin(code: Any) -> None:
    """The compilation of a code object begins."""
    from torch._dynamo import pgo

    _now.known = pgo.get_code_state()[pgo.CodeId.make(code)].automatic_dynamic
    _now.sizes = {}


def said(name: str, dimension: int | None, now: int, rank: int) -> Said | None:
    """What the profile says of a dimension of a source or of an int, which is noted in it."""
    from torch._dynamo import pgo

    known = getattr(_now, "known", None)
    if known is None or not values["automatic_dynamic_shapes"]:
        return None
    if dimension is None:
        known[name] |= pgo.FrameStateSizeEntry.make_scalar(now)
        return Said(True, by_name=False) if known[name].scalar is pgo.auto_dynamic else None
    sizes = _now.sizes.setdefault(name, [])
    before = known[name].size
    dynamic = (
        before is pgo.auto_dynamic or isinstance(before, tuple) and len(before) == rank and before[dimension] != now
    )
    sizes.append(now)
    if len(sizes) == rank:
        known[name] |= pgo.FrameStateSizeEntry.make_size(tuple(sizes))
        del _now.sizes[name]
    return Said(True, by_name=False) if dynamic else None


def end() -> None:
    """The compilation has ended: what it has noted is kept."""
    from torch._dynamo import pgo

    _now.known = None
    pgo.put_code_state()
