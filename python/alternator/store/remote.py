"""A store that several machines share, behind the folder, through torch's own backends for remote caches.

`ALTERNATOR_REMOTE_CACHE` names it: `redis` for torch's `RedisRemoteCacheBackend`, which reads `TORCHINDUCTOR_REDIS_URL`,
or the dotted path of another class like it (`module.Class`, made with the text `"alternator"`). An entry travels as a zip
file with its libraries. Whoever can write there can run code here, as with torch's remote caches.
"""

from __future__ import annotations

import functools
import os
import pkgutil
from typing import Any

from alternator.store import folder

_REDIS = "torch._inductor.remote_cache.RedisRemoteCacheBackend"
_PREFIX = "alternator:"


def is_on() -> bool:
    return bool(os.environ.get("ALTERNATOR_REMOTE_CACHE"))


@functools.cache
def _backend(path: str) -> Any:
    return pkgutil.resolve_name(_REDIS if path == "redis" else path)("alternator")


def _reached() -> Any:
    return _backend(os.environ["ALTERNATOR_REMOTE_CACHE"])


def fetch(key: str) -> bool:
    """Brings an entry into the folder. Whether there was one."""
    content = _reached().get(_PREFIX + key)
    if content is None:
        return False
    folder.unpack(key, content)
    return True


def send(key: str) -> None:
    """Takes an entry of the folder there."""
    _reached().put(_PREFIX + key, folder.pack(key, compressed=True))
