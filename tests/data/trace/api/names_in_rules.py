"""What rules name of Alternator's own modules is there: in a rule, a name that leads nowhere is a graph break. What is said
of later releases of torch alone may need what they have."""

import importlib
import os
import re

import sections

RULES = os.path.join(os.path.dirname(__file__), "../../../../rules")


def found(path):
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        try:
            for part in parts[count:]:
                value = getattr(value, part)
        except AttributeError:
            return False
        return True
    return False


def case(t):
    paths = set()
    later = [os.path.join(RULES, "torch", ".".join(map(str, release))) for release in sections.RELEASES if release > sections.torch_release()]
    for folder, _, files in os.walk(RULES):
        for name in files if folder not in later else ():
            with open(os.path.join(folder, name)) as file:
                paths.update(re.findall(r"\balternator(?:\.\w+)+", file.read()))
    assert len(paths) > 100
    t.equal([path for path in sorted(paths) if not found(path)], [])


# expect captured
# nothing
