"""Writes `docs/settings.md` and `docs/names.md`: what becomes of each setting and public name of torch's front end.

    tools/python tools/document_torch.py [--check]

`--check` writes nothing, and fails where a page is not what would be written. What has no state is an error.
"""

import importlib
import sys
from pathlib import Path

from alternator.dynamo import names as torch_names, settings as torch_settings

DOCS = Path(__file__).parent.parent / "docs"
SETTINGS = """# Settings of torch's front end

Made by `tools/document_torch.py` from `python/alternator/dynamo/settings.py` and torch's own lists: do not edit.

A setting is *honoured*, or it *makes no difference*, which is said once by a warning where it is set to something else than
its default, or it is *refused* there with an error. Settings that torch's own code sets for itself (`torch.export`) are its own.
Environment variables that ask for what is refused are named once in a warning.
"""
NAMES = """# Public names of torch's front end

Made by `tools/document_torch.py` from `python/alternator/dynamo/names.py` and torch's own lists: do not edit.

Under `python -m alternator` a name does the *same* as in torch, or *better*; or it is *torch's own*, which works beside
Alternator; or it *makes no difference*, which a warning says; or its use is *refused* with an error.
"""


def settings(module):
    """Name, state and reason of each of a module's settings; without a state where nobody has thought of one."""
    for name, entry in sorted(importlib.import_module(module)._config.items()):
        if entry.alias is not None:
            yield name, ("the same as", entry.alias.removeprefix("torch._dynamo.config."))
        else:
            yield name, torch_settings.state_of(name)


def names(module):
    """The same of a module's public names."""
    for name in torch_names.public_names(importlib.import_module(module)):
        yield name, torch_names.state_of(name)


PAGES = {
    "settings.md": (SETTINGS, settings, ("torch._dynamo.config", "torch.compiler.config")),
    "names.md": (NAMES, names, ("torch.compiler", "torch._dynamo")),
}


def page(file):
    """The text of a page, and the names that have no state."""
    text, rows, modules = PAGES[file]
    missing = []
    for module in modules:
        text += f"\n## {module}\n\n| name | state | why |\n| --- | --- | --- |\n"
        for name, state in rows(module):
            if state is None:
                missing.append(f"{module}.{name}")
            else:
                text += f"| `{name}` | {state[0]} | {state[1]} |\n"
    return text, missing


def main():
    for file in PAGES:
        text, missing = page(file)
        if missing:
            sys.exit(f"without a state for docs/{file}: {', '.join(missing)}")
        if "--check" not in sys.argv:
            (DOCS / file).write_text(text)
        elif (DOCS / file).read_text() != text:
            sys.exit(f"{file} is not what tools/document_torch.py writes")


if __name__ == "__main__":
    main()
