"""Functions that settings name are called once the graph has run, or not at all; those that may see changes still break."""

import logging

import alternator
import torch
import torch._dynamo  # noqa: F401 - whose settings are shared

said = []


def say(*words):
    said.append([word.tolist() if isinstance(word, torch.Tensor) else str(word) for word in words])


def shout(*words):
    said.append("shouted")


class Log:
    def tell(self, text):
        said.append(text)


log = Log()
quiet, other, third = (logging.getLogger(f"{__name__}.{name}") for name in ("quiet", "other", "third"))


def talks(x):
    y = x * 2
    say("y", y)
    shout(y)
    log.tell("a text")
    return y + 1


def lists(x):
    words = [x.shape[0]]
    say(words)
    words.append(0)
    return x + 1


def logs(x):
    quiet.info("left out")
    other.info("once run")
    named = quiet.info
    named("left out")
    return x + 1


class Seen(logging.Handler):
    def emit(self, record):
        said.append(f"{record.name} {record.getMessage()}")


def case(t):
    bound_methods(t)
    x = torch.ones(2)
    settings = {"reorderable_logging_functions": {say}, "ignore_logging_functions": {shout}, "ignore_logger_methods": {Log.tell}}
    with alternator.config.patch(settings):
        compiled = t.compile(talks, fullgraph=True)
        for _ in range(2):
            assert compiled(x).tolist() == [3, 3]
        assert said == [["y", [2, 2]]] * 2
        said.clear()
        t.compile(lists)(x)
        assert said == [["[2]"]]


def bound_methods(t):
    """Of a bound method there is another object each time that the program asks for it."""
    handler = Seen()
    for logger in quiet, other, third:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    settings = {"reorderable_logging_functions": {other.info}, "ignore_logging_functions": {quiet.info}}
    with alternator.config.patch(settings):
        compiled = t.compile(logs, fullgraph=True)
        for _ in range(2):
            assert compiled(torch.ones(2)).tolist() == [2, 2]
        assert said == [f"{other.name} once run"] * 2, said
        said.clear()
        # The same function of another logger.
        for _ in range(2):
            t.compile(lambda x, logger: (logger.info("said"), x + 1)[1])(torch.ones(2), third)
        assert said == [f"{third.name} said"] * 2, said
    said.clear()
