"""What is expected of a case, in comments below its last statement: sections that begin with `# expect NAME`.

A section of a CPython version, `# expect NAME 3.13`, holds for that version and those after it, in place of the section
before. One of a torch, `# expect NAME torch-2.13`, holds for that release and those before it, whatever the CPython: what all
others expect is the newest torch's. `# expect nothing torch-2.13` says, with the reason, that a case does not hold there.
"""

from __future__ import annotations

import difflib
import os
import re
import sys

VERSION = sys.version_info[:2]
NAMES = ("graphs", "breaks", "guards", "captured", "raises")
NOTHING = "nothing"
HEADER = re.compile(r"# expect (\w+)(?: (torch-)?(\d+)\.(\d+))?$")
RELEASES = sorted(
    tuple(map(int, name.split(".")))
    for name in os.listdir(os.path.join(os.path.dirname(__file__), "../rules/torch"))
    if name[0].isdigit()
)


def torch_release():
    import torch

    return tuple(map(int, torch.__version__.split(".")[:2]))


def is_newest_torch():
    return torch_release() == RELEASES[-1]


def split(source):
    """The program, and the text of each section, by its name and version."""
    match = re.search(r"^# expect ", source, re.MULTILINE)
    if match is None:
        return source, {}
    sections, lines = {}, None
    for number, line in enumerate(source[match.start() :].splitlines(), source[: match.start()].count("\n") + 1):
        if header := HEADER.match(line):
            name, of_torch, *version = header.groups()
            version = tuple(map(int, version)) if version[0] else ()
            lines = sections[name, ("torch", *version) if of_torch else version] = []
        elif line.startswith("#"):
            lines.append(line[2:].rstrip())
        elif line.strip():
            raise ValueError(f"line {number}: nothing but comments may follow what is expected")
    return source[: match.start()], {key: "\n".join(lines) for key, lines in sections.items()}


def holding(sections, version=VERSION):
    """The sections that hold for a version: of each name the latest that is not of a version after it; or that of the
    torch at hand, the nearest to it."""
    of_torch = {key: text for key, text in sections.items() if key[1][:1] == ("torch",)}
    held = {name: sections[name, of] for name, of in sorted(sections.keys() - of_torch.keys()) if of <= version}
    release = torch_release() if of_torch else ()
    for name, of in sorted(of_torch, reverse=True):
        if release <= of[1:]:
            held[name] = of_torch[name, of]
    return held


def write(path, source, program, sections, found, first):
    """Writes what was found into the case. Where `first` is not this version, only as far as it differs."""
    sections = dict(sections)
    for name, text in found.items():
        own = () if VERSION == first else VERSION
        if not is_newest_torch():
            own = ("torch", *torch_release())
        sections.pop((name, own), None)
        if holding({key: text for key, text in sections.items() if key[1] not in (VERSION, own)}).get(name) != text:
            sections[name, own] = text
    text = program.rstrip("\n") + "\n"
    if sections:
        text += "\n\n"
    places = [*NAMES, NOTHING]
    for (name, version), body in sorted(sections.items(), key=lambda item: (places.index(item[0][0]), str(item[0][1]))):
        header = " ".join(["# expect", name, *([".".join(map(str, version)).replace("torch.", "torch-")] if version else [])])
        text += "\n".join([header, *(f"# {line}".rstrip() for line in body.splitlines())]) + "\n"
    if text != source:
        with open(path, "w") as file:
            file.write(text)
        print(f"blessed {path}\n{difference(source, text)}", file=sys.stderr)


def difference(expected, found):
    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=2)
    return "\n".join(lines)
