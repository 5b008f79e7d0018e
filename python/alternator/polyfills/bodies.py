"""How traced code makes bodies of the graph: the engine answers for these functions (rules/torch/bodies.rule)."""

from __future__ import annotations


def begin(name, once=False, branch="", origin=""):
    """`once`: it runs where it is called, and may change objects around it. `branch`: of bodies that are passed the same,
    what marks the parameters that this one alone takes. `origin`: what its nodes are said to come from, if not from the
    operator."""
    raise NotImplementedError("known to the engine alone")


def begin_backward(name, origin=""):
    """The same for the backward pass of the body that is being traced: it captures what it takes of that."""
    raise NotImplementedError("known to the engine alone")


def operand(like, name=""):
    """A tensor like this one, or an int, that the body is called with."""
    raise NotImplementedError("known to the engine alone")


def bound(tensor):
    """What stands in the body for a tensor from outside of it, which the body captures."""
    raise NotImplementedError("known to the engine alone")


def owned(value):
    """Whether the body that is being traced makes the tensor or number, or is called with it."""
    raise NotImplementedError("known to the engine alone")


def symbolic(number):
    """Whether a number or condition is an expression, whose value need not be the same in each call."""
    raise NotImplementedError("known to the engine alone")


def given_away():
    """The tensors of the body that is being traced, but for its operands, that objects from outside of it refer to."""
    raise NotImplementedError("known to the engine alone")


def within(value):
    """The tensors of the body that is being traced that a value is or holds."""
    raise NotImplementedError("known to the engine alone")


def exchange(one, other):
    """Each of two tensors is from here on what the other was."""
    raise NotImplementedError("known to the engine alone")


def end(outputs, bare=False, numbers=False):
    """The body, as an argument of an operator. `bare`: its only output is not in a tuple. `numbers`: ints and conditions may
    be among its outputs."""
    raise NotImplementedError("known to the engine alone")


def end_backward(gradients, tensors):
    """The body of a backward pass, which gives the gradients of these tensors."""
    raise NotImplementedError("known to the engine alone")


def places(body, tensors):
    """The places of tensors among what the body captures, as an argument of an operator."""
    raise NotImplementedError("known to the engine alone")


def statement(operator, arguments):
    """A node that calls an operator for its effect."""
    raise NotImplementedError("known to the engine alone")


def node(operator, arguments):
    """The result of a node that calls an operator."""
    raise NotImplementedError("known to the engine alone")


def handle(operator, arguments):
    """A node whose result is no tensor, as an argument of other nodes."""
    raise NotImplementedError("known to the engine alone")


def existed(object):
    """Whether it is one of the program's, rather than one that the trace makes."""
    raise NotImplementedError("known to the engine alone")


def note(body, name, object):
    """The module of a body has this object in its `meta`."""
    raise NotImplementedError("known to the engine alone")


def followed(tensor):
    """From here on, a result of an operator requires gradients."""
    raise NotImplementedError("known to the engine alone")


def draws(body):
    """Whether the body draws random numbers."""
    raise NotImplementedError("known to the engine alone")


def captured(bodies):
    """What the bodies take from outside, as a tuple."""
    raise NotImplementedError("known to the engine alone")


def captured_list(bodies):
    """The same as a list."""
    raise NotImplementedError("known to the engine alone")


def captured_arguments(bodies):
    """The same, as separate arguments of the operator."""
    raise NotImplementedError("known to the engine alone")


def call(operator, arguments, like, bare=False, **keywords):
    """The results of an operator, which are like the tensors and ints in `like`; a pair there is one of two."""
    raise NotImplementedError("known to the engine alone")
