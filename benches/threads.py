"""Calls of one compiled function from several threads at once, two front ends in turn.

    tools/python benches/threads.py [--threads 1,2,4] [--seconds 2]

Thousands of calls a second, all threads together, of a function of three small operators whose graph runs as it stands; the
last column is Alternator's over torch's.
"""

import argparse
import threading
import time

import torch

import alternator


def function(x, y):
    return (x + y).relu() * 2


def throughput(compiled, count: int, seconds: float) -> float:
    x, y = torch.ones(4), torch.ones(4)
    compiled(x, y)
    calls = [0] * count
    ready = threading.Barrier(count + 1)
    end = [0.0]

    def work(place: int) -> None:
        ready.wait()
        while time.perf_counter() < end[0]:
            for _ in range(100):
                compiled(x, y)
            calls[place] += 100

    workers = [threading.Thread(target=work, args=(place,)) for place in range(count)]
    for worker in workers:
        worker.start()
    end[0] = time.perf_counter() + seconds
    ready.wait()
    for worker in workers:
        worker.join()
    return sum(calls) / seconds / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--threads", default="1,2,4")
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    torch.set_num_threads(1)
    ours = alternator.compile(function, backend="eager")
    theirs = torch.compile(function, backend=lambda module, inputs: module.forward)
    for count in map(int, options.threads.split(",")):
        rates = [throughput(compiled, count, options.seconds) for compiled in (ours, theirs)]
        print(f"{count} threads: alternator {rates[0]:8.1f}   torch {rates[1]:8.1f}   ratio {rates[0] / rates[1]:5.2f}", flush=True)


if __name__ == "__main__":
    main()
