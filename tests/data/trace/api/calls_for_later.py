"""Functions that settings name are called once the graph has run, or not at all; those that may see changes still break."""

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


def case(t):
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
