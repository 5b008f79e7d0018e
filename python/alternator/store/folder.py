"""The folder of the store: entries as text with a checksum, and the shared libraries that they name.

    ENTRIES/ab/abcd….json      a line with the checksum of the rest, then the entry as JSON
    LIBRARIES/….so             named by their content

A file is written under another name and renamed, so that readers see whole files and of many writers one wins. What is
broken, truncated or not this user's own is as if it were missing.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ENTRIES, LIBRARIES = "entries", "libraries"
# Raised by one where an entry is written otherwise, or means something else.
FORMAT = 2
# What an entry is called among the files that belong to it.
ENTRY = "entry"


class Missing(Exception):  # noqa: N818 - the ordinary case
    """There is no such entry, or none that may be used."""


# Nothing is kept where one of these has this value. All but the first switch off torch's own caches.
_SWITCHES = {
    "ALTERNATOR_CACHE": "0",
    "TORCHINDUCTOR_FORCE_DISABLE_CACHES": "1",
    "TORCHINDUCTOR_FX_GRAPH_CACHE": "0",
    "TORCHINDUCTOR_AUTOGRAD_CACHE": "0",
}


def is_on() -> bool:
    """Whether results are kept, as far as the environment says; settings are read where a key is made."""
    return not any(os.environ.get(name) == value for name, value in _SWITCHES.items())


def root() -> Path:
    """`ALTERNATOR_CACHE_DIR`, or a folder in inductor's own."""
    if chosen := os.environ.get("ALTERNATOR_CACHE_DIR"):
        return Path(chosen)
    # As inductor names it, which is not imported for it.
    if (inductors := os.environ.get("TORCHINDUCTOR_CACHE_DIR")) is None:
        import getpass
        import re

        user = re.sub(r'[\\/:*?"<>|]', "_", getpass.getuser())
        inductors = os.path.join(tempfile.gettempdir(), f"torchinductor_{user}")
    return Path(inductors) / "alternator"


def has_entries() -> bool:
    return any(root().glob(f"{ENTRIES}/*/*.json"))


def _largest() -> int:
    """Bytes that the folder may hold, from `ALTERNATOR_CACHE_SIZE` in MiB."""
    return int(os.environ.get("ALTERNATOR_CACHE_SIZE", "4096")) << 20


def _entry(key: str) -> Path:
    return root() / ENTRIES / key[:2] / f"{key}.json"


def _library(name: str) -> Path:
    return root() / LIBRARIES / f"{name}.so"


def library(name: str) -> Path:
    """The path of a library, checked. Raises `Missing`."""
    path = _library(name)
    if hashlib.sha256(_own(path)).hexdigest() != name:
        raise Missing(f"{path} was changed")
    return path


def _own(path: Path) -> bytes:
    """The content of a file that nobody else can have written."""
    try:
        with open(path, "rb") as file:
            for state in (os.fstat(file.fileno()), os.stat(path.parent)):
                if state.st_uid != os.geteuid() or state.st_mode & 0o022:
                    raise Missing(f"{path} can be written by others")
            return file.read()
    except OSError as error:
        raise Missing(f"{path}: {error.strerror}") from None


def read(key: str, touch: bool = True) -> dict[str, Any]:
    """An entry, which counts as used now. Raises `Missing`."""
    path = _entry(key)
    checksum, _, content = _own(path).partition(b"\n")
    if hashlib.sha256(content).hexdigest().encode() != checksum:
        raise Missing(f"{path} was changed")
    entry = json.loads(content)
    if entry.get("key") != key or entry.get("format") != FORMAT:
        raise Missing(f"{path} is another entry, or of another format")
    for used in (path, *(_library(name) for name in libraries(entry))) if touch else ():
        try:
            os.utime(used)  # the least recently used go first
        except OSError:
            pass
    return entry


def libraries(entry: dict[str, Any]) -> list[str]:
    """The names of the libraries that an entry needs."""
    described = itertools.chain.from_iterable(program["globals"].values() for program in entry["programs"])
    return sorted({value[0] for kind, *value in described if kind == "kernel"})


def pack(key: str, compressed: bool) -> bytes:
    """A zip file of an entry and its libraries. Raises `Missing`."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED) as files:
        for name in libraries(read(key)):
            files.writestr(name, library(name).read_bytes())
        files.writestr(ENTRY, _own(_entry(key)))
    return packed.getvalue()


def unpack(key: str, packed: bytes) -> None:
    """Keeps an entry that another process, perhaps on another machine, has packed."""
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        for name in files.namelist():
            data = files.read(name)
            if name != ENTRY and hashlib.sha256(data).hexdigest() == name:
                _write(_library(name), data)
        _write(_entry(key), files.read(ENTRY))
    _make_room()


def write(key: str, entry: dict[str, Any], libraries: Mapping[str, bytes]) -> None:
    """Keeps an entry and its libraries, by name, and makes room."""
    for name, content in libraries.items():
        path = _library(name)
        if not path.exists():
            _write(path, content)
        else:
            os.utime(path)
    content = json.dumps({"key": key, "format": FORMAT, **entry}).encode()
    _write(_entry(key), hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
    _make_room()


def _write(path: Path, content: bytes) -> None:
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def files() -> Iterator[tuple[Path, os.stat_result]]:
    """All files of the store."""
    for kind in (ENTRIES, LIBRARIES):
        for path in (root() / kind).rglob("*"):
            try:
                if path.is_file():
                    yield path, path.stat()
            except OSError:  # gone meanwhile
                continue


def _make_room() -> None:
    """Removes the least recently used once the folder is too large, to nine tenths."""
    known = list(files())
    size = sum(state.st_size for _, state in known)
    if size <= _largest():
        return
    for path, state in sorted(known, key=lambda item: item[1].st_mtime):
        path.unlink(missing_ok=True)
        size -= state.st_size
        if size <= _largest() * 9 // 10:
            break
