"""Writes `docs/settings.md`: what becomes of each setting of torch's front end.

    tools/python tools/document_torch.py [--check]

`--check` writes nothing, and fails where the page is not what would be written. A setting without a state is an error.
"""

import importlib
import sys
from pathlib import Path

from alternator import torch_settings

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
MODULES = "torch._dynamo.config", "torch.compiler.config"
HEAD = """# Settings of torch's front end

Made by `tools/document_torch.py` from `python/alternator/torch_settings.py` and torch's own lists: do not edit.

A setting is *honoured*, or it *makes no difference*, which is said once by a warning where it is set to something else than
its default, or it is *refused* there with an error. Settings that torch's own code sets for itself (`torch.export`) are its own.
Environment variables that ask for what is refused are named once in a warning.
"""


def settings(module):
    """Name, state and reason of each of a module's settings, and the names that have no state."""
    rows, missing = [], []
    for name, entry in sorted(importlib.import_module(module)._config.items()):
        if entry.alias is not None:
            rows.append((name, "the same as", entry.alias.removeprefix("torch._dynamo.config.")))
        elif (state := torch_settings.state_of(name)) is not None:
            rows.append((name, *state))
        else:
            missing.append(f"{module}.{name}")
    return rows, missing


def page():
    text, missing = HEAD, []
    for module in MODULES:
        rows, without = settings(module)
        missing += without
        text += f"\n## {module}\n\n| name | state | why |\n| --- | --- | --- |\n"
        text += "".join(f"| `{name}` | {state} | {reason} |\n" for name, state, reason in rows)
    return text, missing


def main():
    text, missing = page()
    if missing:
        sys.exit(f"settings without a state in torch_settings.py: {', '.join(missing)}")
    if "--check" not in sys.argv:
        PAGE.write_text(text)
    elif PAGE.read_text() != text:
        sys.exit(f"{PAGE.name} is not what tools/document_torch.py writes")


if __name__ == "__main__":
    main()
