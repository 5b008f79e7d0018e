"""Documents that `tools/document_torch.py` writes, held against the torch that is installed."""

import importlib.util
import os

import sections

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def check(name):
    """Checks that docs/`name` leaves no name of torch out, and is what the tool writes."""
    spec = importlib.util.spec_from_file_location("document_torch", f"{ROOT}/tools/document_torch.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    text, missing = tool.page(name)
    assert not missing, missing
    # The documents are those of the newest release.
    if sections.is_newest_torch():
        with open(f"{ROOT}/docs/{name}") as file:
            assert file.read() == text, f"docs/{name} is not what tools/document_torch.py writes"
