"""Records which members the modules and classes have that rules name, for the rule pack of a CPython version.

    python tools/record_names.py [rules/cpython/X.Y]

Run it with the interpreter in question. It writes `names.record`, which the rule compiler holds the names in the rules
against: functions, classes, and the attributes and methods of C types.
"""

from __future__ import annotations

import sys

import recording

# Types in C of which rules may come to speak, beside what they name.
PUBLIC = "datetime datetime.date datetime.datetime datetime.time datetime.timedelta decimal.Decimal array.array".split()
# What other tools record, and packages of which nothing is.
OTHERS = ("torch", "alternator", "numpy", "packaging", "torchvision")


def main() -> None:
    version = "%d.%d" % sys.version_info[:2]
    folder = recording.folder("cpython", version)
    paths = [path for path in recording.named() if path.split(".")[0] not in OTHERS]
    found = recording.sections(paths, PUBLIC)
    recording.write(folder, f"Written by tools/record_names.py with CPython {version}.", found)


if __name__ == "__main__":
    main()
