"""A program has put a class of its own in the place of one in C before anything is compiled, as tests that stop the clock do."""

import programs

SCRIPT = """
import datetime
import torch

class Date(datetime.date):
    asked = 0

    def __eq__(self, other):
        Date.asked += 1
        return isinstance(other, datetime.date) and self.toordinal() == other.toordinal()

    __hash__ = datetime.date.__hash__

datetime.date = Date
import alternator

def fn(x, date):
    return x + date.year + date.step

def date(year, step):
    made = Date(year, 1, 1)
    made.step = step
    return made

compiled = alternator.compile(fn, backend="eager")
dates = [date(2000, 1), date(2000, 2), date(2001, 1)]
print([compiled(torch.zeros(1), date).item() for date in dates], Date.asked)
"""


def case(t):
    t.equal(programs.run(SCRIPT).stdout.splitlines()[-1], "[2001.0, 2002.0, 2002.0] 0")


# expect captured
# nothing
