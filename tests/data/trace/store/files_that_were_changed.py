"""Entries and libraries that were changed, cut, swapped, made writable or left over by another format are as if they were
missing; writers at once lose nothing; the least recently used go first; the command says what there is."""

import contextlib
import io
import multiprocessing
import os
import random
import tempfile
from pathlib import Path
from unittest import mock

from alternator.store import command, folder

NUMBERS = random.Random(3)


def write(number, size=200):
    content = bytes([number % 256]) * size
    name = folder.hashlib.sha256(content).hexdigest()
    described = {"programs": [{"globals": {"kernel": ["kernel", name, "kernel"]}}], "guards": [], "number": number}
    folder.write(f"{number:064x}", described, {name: content})
    return f"{number:064x}", name


def is_whole(key, name, number):
    """Whether an entry can be read; what is read is right."""
    try:
        entry = folder.read(key)
        library = folder.library(name).read_bytes()
    except folder.Missing:
        return False
    assert entry["number"] == number and library == bytes([number]) * 200, entry
    return True


def changed(content, other):
    """The content of a file after something happened to it."""
    match NUMBERS.randrange(5):
        case 0:
            place = NUMBERS.randrange(len(content))
            return content[:place] + bytes([content[place] ^ 1 << NUMBERS.randrange(8)]) + content[place + 1 :]
        case 1:
            return content[: NUMBERS.randrange(len(content))]
        case 2:
            return content + bytes([NUMBERS.randrange(256)])
        case 3:
            return other
        case _:
            return NUMBERS.randbytes(NUMBERS.randrange(400))


def several(first):
    for number in range(first, first + 20):
        write(number % 30)


def said(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        status = command.main(list(arguments))
    return status, text.getvalue()


def case(t):
    with tempfile.TemporaryDirectory() as place, mock.patch.dict(os.environ, ALTERNATOR_CACHE_DIR=place):
        written = [write(number) for number in (1, 2)]
        whole = {path: path.read_bytes() for path, _ in folder.files()}
        t.equal(len(whole), 4)
        t.equal(said("verify")[0], 0)
        found = 0
        for _ in range(1000):
            path = NUMBERS.choice(list(whole))
            others = [other for other in whole if other != path and other.suffix == path.suffix]
            content = changed(whole[path], whole[others[0]])
            path.write_bytes(content)
            wholes = [is_whole(*pair, number) for number, pair in enumerate(written, 1)]
            t.equal(all(wholes), content == whole[path])
            found += all(wholes)
            path.write_bytes(whole[path])
        assert found < 10, found

        path = next(path for path in whole if path.suffix == ".so")
        path.chmod(0o666)
        t.equal(said("verify")[0], 1)
        path.chmod(0o600)
        path.parent.chmod(0o777)
        t.equal(said("verify")[0], 1)
        path.parent.chmod(0o700)
        for key, name in written:
            t.equal(is_whole(key, name, int(key, 16)), True)

        # Four processes write the same thirty entries.
        workers = [multiprocessing.get_context("fork").Process(target=several, args=(first,)) for first in (0, 7, 15, 22)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        t.equal(said("verify"), (0, f"{place}: all is well\n"))
        t.equal(len(said("ls")[1].splitlines()), 31)
        t.equal([path.name for path in Path(place).rglob("tmp*")], [])

        with mock.patch.object(folder, "FORMAT", folder.FORMAT + 1):
            t.equal(said("verify")[0], 1)

        t.equal(said("rm", f"{5:064x}")[0], 0)
        t.equal(len(said("ls")[1].splitlines()), 30)
        with mock.patch.dict(os.environ, ALTERNATOR_CACHE_SIZE="1"):
            for number in range(40, 44):
                write(number, size=400_000)
            size = sum(state.st_size for _, state in folder.files())
            assert size <= 1 << 20, size
            folder.read(f"{43:064x}")
        t.equal(said("rm")[0], 0)
        t.equal(said("ls"), (0, f"{place}: 0.0 MiB\n"))


# expect captured
# nothing
