"""Threads whose first compiled calls come at once: none finds a module of the engine's half imported."""

import os
import subprocess
import sys
import tempfile

PROGRAM = """
import sys, threading
import torch, alternator

sys.setswitchinterval(1e-5)
wrong = []
start = threading.Barrier(8)

def work(number):
    space = {}
    exec(compile(SOURCE.replace("NUMBER", str(number)), __file__, "exec"), space)
    start.wait()
    for turn in range(3):
        x = torch.ones(3)
        if not torch.equal(alternator.compile(space["fn"], backend="eager")(x), space["fn"](x)):
            wrong.append((number, turn))

SOURCE = '''
class Thing:
    def __init__(self):
        self.factor = NUMBER

    def scaled(self, x):
        return x * self.factor

def fn(x):
    thing = Thing()
    y = thing.scaled(x)
    print(end='')
    return y + isinstance(thing, Thing)
'''
threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("wrong", wrong, "captured", alternator.counters()["graphs"] > 0)
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        with open(path, "w") as file:
            file.write(PROGRAM)
        ran = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert ran.stdout == "wrong [] captured True\n" and "Error" not in ran.stderr, ran


# expect captured
# nothing
