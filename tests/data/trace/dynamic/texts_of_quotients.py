"""The text of a float that is computed of ints that change: a meter's average, for one."""

import torch


class Meter:
    def __init__(self):
        self.total = self.count = 0

    def update(self, value, count=1):
        self.total += value * count
        self.count += count
        self.average = self.total / self.count

    def __str__(self):
        return "{average:.2f} of {count}".format(**self.__dict__)


meter = Meter()


def averaged(x, n):
    meter.update(n, 2)
    return x + meter.average, str(meter), f"{meter.average:8.3f}"


def divided(x, n):
    return x + 1, f"{n / 3:.3f}", str(n / 7), repr(n / 3), "%.2f" % (n / 3), f"{n / 4}", f"{n / 4!r:>9}", f"{n > 3}", str(n == 4)


def case(t):
    for fn in (averaged, divided):
        compiled = t.compile(fn, fullgraph=True)
        for n in (3, 4, 6, 4, 10):
            meter.__init__()
            found = compiled(torch.ones(2), n)
            meter.__init__()
            t.equal(found, fn(torch.ones(2), n))
    meter.__init__()
    found = [t.compile(averaged)(torch.ones(2), 3 + 0.5 * step) for step in range(4)]
    meter.__init__()
    t.equal(found, [averaged(torch.ones(2), 3 + 0.5 * step) for step in range(4)])


# expect breaks
