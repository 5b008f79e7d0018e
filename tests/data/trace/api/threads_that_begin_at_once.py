"""Threads whose first compiled calls come at once: none finds a module half imported, and torch's compilers, which keep in
globals what they are at, run one at a time. A forked process waits for no thread of its parent's."""

import programs

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
        if not torch.equal(alternator.compile(space["fn"], backend=sys.argv[1])(x), space["fn"](x)):
            wrong.append((number, turn))

SOURCE = '''
import torch

class Thing:
    def __init__(self):
        self.factor = NUMBER

    def scaled(self, x):
        return x * self.factor

def fn(x):
    thing = Thing()
    y = torch.linalg.norm(thing.scaled(x)) + x
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


FORKS = """
import os, sys, threading
import torch, alternator

inside, forked = threading.Event(), threading.Event()

def slow(module, inputs):
    inside.set()
    forked.wait()
    return module.forward

x = torch.ones(3)
thread = threading.Thread(target=lambda: alternator.compile(lambda x: x + 1, backend=slow)(x))
thread.start()
inside.wait()
child = os.fork()
if not child:
    os._exit(not torch.equal(alternator.compile(lambda x: x + 2, backend="eager")(x), x + 2))
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
forked.set()
thread.join()
"""


def run(program, *arguments):
    done = programs.run(program, arguments=arguments)
    assert "Error" not in done.stderr, done.stderr
    return done.stdout


def case(t):
    for backend in "eager", "aot_eager":
        t.equal(run(PROGRAM, backend), "wrong [] captured True\n")
    t.equal(run(FORKS), "child 0\n")


# expect captured
# nothing
# expect nothing torch-2.11
# Then a check of devices ends the process if the thread that made it first is over, with torch alone too.
