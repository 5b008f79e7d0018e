"""`python -m alternator cache (ls | rm | verify)`: what the store holds."""

from __future__ import annotations

import shutil
import sys
import time

from alternator.store import folder

USAGE = """usage: python -m alternator cache (ls | rm [KEY…] | verify)

    ls        each entry: key, bytes, minutes since it was used, number of kernels
    rm        removes the entries named by (the beginning of) their keys, or everything
    verify    names what is broken, and ends with 1 if anything is

The folder is ALTERNATOR_CACHE_DIR, else `alternator` in the folder of inductor's cache."""


def main(arguments: list[str]) -> int:
    match arguments:
        case ["ls"]:
            return _list()
        case ["rm", *keys]:
            return _remove(keys)
        case ["verify"]:
            return _verify()
    print(USAGE, file=sys.stdout if arguments in (["-h"], ["--help"]) else sys.stderr)
    return 0 if arguments in (["-h"], ["--help"]) else 2


def _list() -> int:
    size = 0
    for path, state in folder.files():
        size += state.st_size
        if path.parent.parent.name == folder.ENTRIES:
            try:
                kernels = str(len(folder.libraries(folder.read(path.stem, touch=False))))
            except folder.Missing:
                kernels = "broken"
            print(f"{path.stem}  {state.st_size:>9}  {(time.time() - state.st_mtime) / 60:>7.0f} min  {kernels} kernels")
    print(f"{folder.root()}: {size / 2**20:.1f} MiB")
    return 0


def _remove(keys: list[str]) -> int:
    if not keys:
        for kind in (folder.ENTRIES, folder.LIBRARIES):
            shutil.rmtree(folder.root() / kind, ignore_errors=True)
        return 0
    missing = 0
    for key in keys:
        found = [path for path, _ in folder.files() if path.suffix == ".json" and path.stem.startswith(key)]
        for path in found:
            path.unlink(missing_ok=True)
        if not found:
            print(f"there is no entry {key}", file=sys.stderr)
            missing = 1
    return missing


def _verify() -> int:
    broken = 0
    for path, _ in folder.files():
        try:
            if path.parent.name == folder.LIBRARIES:
                folder.library(path.stem)
            else:
                for name in folder.libraries(folder.read(path.stem, touch=False)):
                    folder.library(name)
        except folder.Missing as reason:
            print(reason)
            broken += 1
    print(f"{folder.root()}: {broken} broken" if broken else f"{folder.root()}: all is well")
    return 1 if broken else 0
