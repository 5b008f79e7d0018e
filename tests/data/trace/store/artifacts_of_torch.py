"""torch.compiler.save_cache_artifacts has what the store has found and kept, and load_cache_artifacts puts it there."""

import hashlib
import os
import shutil
import tempfile
from unittest import mock

import torch

from alternator import artifacts
from alternator.store import folder

KEY, CONTENT = "ab" * 32, b"a library" * 30


def case(t):
    with tempfile.TemporaryDirectory() as place, mock.patch.dict(os.environ, ALTERNATOR_CACHE_DIR=place):
        name = hashlib.sha256(CONTENT).hexdigest()
        described = {"programs": [{"globals": {"kernel": ["kernel", name, "kernel"]}}], "guards": []}
        folder.write(KEY, described, {name: CONTENT})
        artifacts.record(KEY)
        # Other cases of the process have artifacts too.
        saved, info = torch.compiler.save_cache_artifacts()
        assert KEY in info.artifacts["alternator"], info
        shutil.rmtree(place)
        os.mkdir(place)
        assert KEY in torch.compiler.load_cache_artifacts(saved).artifacts["alternator"]
        assert folder.read(KEY)["programs"] == described["programs"]
        assert folder.library(name).read_bytes() == CONTENT
        assert folder.pack(KEY, compressed=True) != folder.pack(KEY, compressed=False)


# expect captured
# nothing
