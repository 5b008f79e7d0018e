"""A store behind the folder serves a machine that has nothing yet: torch's backend for Redis with a real server, where there
is one, and any class like it."""

import importlib.util
import shutil
import socket
import subprocess
import tempfile
import time

import programs

PROGRAM = """
import torch
import alternator

def f(x):
    return torch.flip(x, [0]) * 2

with torch.no_grad():
    print(alternator.compile(f)(torch.arange(4.0)).tolist())
"""

# In the folder of the script: a class like torch's.
OWN = """
import os

class Shared:
    def __init__(self, name):
        assert name == "alternator"

    def _path(self, key):
        return os.path.join(os.environ["SHARED"], key)

    def get(self, key):
        if os.path.exists(self._path(key)):
            with open(self._path(key), "rb") as file:
                return file.read()

    def put(self, key, data):
        with open(self._path(key), "wb") as file:
            file.write(data)
"""


def serves(t, **settings):
    """Whether what one machine kept is found by another, each with a folder of its own."""
    said = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as place:
            with open(f"{place}/shared.py", "w") as file:
                file.write(OWN)
            done = programs.run(
                PROGRAM, folder=place, ALTERNATOR_LOGS="store", TORCHINDUCTOR_CACHE_DIR=f"{place}/cache", **settings
            )
        t.equal(done.stdout, "[6.0, 4.0, 2.0, 0.0]\n")
        said.append(done.stderr)
    assert ": kept" in said[0] and ": found" in said[1], said


def case(t):
    with tempfile.TemporaryDirectory() as shared:
        serves(t, ALTERNATOR_REMOTE_CACHE="shared.Shared", SHARED=shared)
    if shutil.which("redis-server") is None or importlib.util.find_spec("redis") is None:
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as place:
        server = subprocess.Popen(
            ["redis-server", "--port", str(port), "--dir", place, "--save", ""], stdout=subprocess.DEVNULL
        )
        try:
            for _ in range(100):
                with socket.socket() as attempt:
                    if attempt.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            serves(t, ALTERNATOR_REMOTE_CACHE="redis", TORCHINDUCTOR_REDIS_URL=f"redis://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()


# expect captured
# nothing
