"""What the instruction raises that broke is handled where the program says, in any of the frames; and tracebacks name them all."""

import sys
import traceback

import torch

config = dict(nested_graph_breaks=True)


class Noted:
    def __init__(self, log, swallows):
        self.log, self.swallows = log, swallows

    def __enter__(self):
        self.log.append("entered")

    def __exit__(self, kind, error, trace):
        self.log.append((kind, str(error)))
        return self.swallows


class Printed:
    def __init__(self, log, error):
        self.log, self.error = log, error

    def __str__(self):
        frame, names = sys._getframe(1), []
        while frame is not None and len(names) < 3:
            names.append((frame.f_code.co_name, frame.f_lineno))
            frame = frame.f_back
        self.log.append(names)
        if self.error is not None:
            raise self.error("as asked")
        return ""


def leaf(x, log, error):
    y = x.sin()
    try:
        print(Printed(log, error), end="")
        y = y + 1
    except KeyError:
        log.append("a KeyError")
        y = y * 5
    return y * 2


def middle(x, log, error):
    z = x + 1
    with Noted(log, error is LookupError):
        try:
            z = z + leaf(z, log, error)
        finally:
            log.append("finally")
    return z - 1


def fn(x, log, error):
    a = x * 2
    try:
        b = middle(a, log, error)
    except ValueError as raised:
        log.append([(frame.name, frame.lineno) for frame in traceback.extract_tb(raised.__traceback__)])
        b = a
    return b.cos() + a


calls = [(torch.ones(3), [], error) for error in (None, KeyError, LookupError, ValueError, TypeError, None)]


# expect graphs
# graph 0
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 1
#   l_stack0_5_2_: input
#   l_stack0_4_: input
#   l_a_: input
#   y = add(l_stack0_5_2_, 1)
#   mul = mul(y, 2)
#   z = add(l_stack0_4_, mul)
#   b = sub(z, 1)
#   cos = b.cos()
#   add_2 = add(cos, l_a_)
#   return (add_2,)
# graph 2
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 3
#   l_stack0_5_2_: input
#   l_stack0_4_: input
#   l_a_: input
#   y = mul(l_stack0_5_2_, 5)
#   mul_1 = mul(y, 2)
#   z = add(l_stack0_4_, mul_1)
#   b = sub(z, 1)
#   cos = b.cos()
#   add_1 = add(cos, l_a_)
#   return (add_1,)
# graph 4
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 5
#   l_z_: input
#   sub = sub(l_z_, 1)
#   return (sub,)
# graph 6
#   l_stack0_: input
#   l_a_: input
#   cos = l_stack0_.cos()
#   add = add(cos, l_a_)
#   return (add,)
# graph 7
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 8
#   l_a_: input
#   cos = l_a_.cos()
#   add = add(cos, l_a_)
#   return (add,)
# graph 9
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 10
#   l_y_: input
#   y = add(l_y_, 1)
#   mul = mul(y, 2)
#   return (mul,)
# graph 11
#   l_stack1_: input
#   l_stack2_: input
#   z = add(l_stack1_, l_stack2_)
#   sub = sub(z, 1)
#   return (sub,)
# expect breaks
# line 41: call of builtin_function_or_method print: it writes to a file
# line 41: call of builtin_function_or_method print: it writes to a file
# line 41: call of builtin_function_or_method print: it writes to a file
# line 62: an exception that leaves the trace needs its traceback
# line 53: an exception that leaves the trace needs its traceback
# line 43: the traced program raises a LookupError object: as asked
# line 41: call of builtin_function_or_method print: it writes to a file
# line 43: the traced program raises a ValueError object: as asked
# line 51: the traced program raises a ValueError object: as asked
# traceback.py: it reads the frames of the running program
# line 41: call of builtin_function_or_method print: it writes to a file
# line 43: the traced program raises a TypeError object: as asked
# line 51: the traced program raises a TypeError object: as asked
# line 63: the traced program raises a TypeError object: as asked
# expect breaks 3.12
# line 41: call of builtin_function_or_method print: it writes to a file
# line 41: call of builtin_function_or_method print: it writes to a file
# line 41: call of builtin_function_or_method print: it writes to a file
# line 62: an exception that leaves the trace needs its traceback
# line 53: an exception that leaves the trace needs its traceback
# line 43: the traced program raises a LookupError object: as asked
# line 41: call of builtin_function_or_method print: it writes to a file
# line 43: the traced program raises a ValueError object: as asked
# line 56: the traced program raises a ValueError object: as asked
# traceback.py: it reads the frames of the running program
# line 41: call of builtin_function_or_method print: it writes to a file
# line 43: the traced program raises a TypeError object: as asked
# line 56: the traced program raises a TypeError object: as asked
# line 63: the traced program raises a TypeError object: as asked
