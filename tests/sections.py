"""What is expected of a case, in comments below its last statement: sections that begin with `# expect NAME`.

A section of a CPython version, `# expect NAME 3.13`, holds for that version and those after it, in place of the section
before.
"""

from __future__ import annotations

import difflib
import re
import sys

VERSION = sys.version_info[:2]
NAMES = ("graphs", "breaks", "guards", "captured", "raises")
HEADER = re.compile(r"# expect (\w+)(?: (\d+)\.(\d+))?$")


def split(source):
    """The program, and the text of each section, by its name and version."""
    match = re.search(r"^# expect ", source, re.MULTILINE)
    if match is None:
        return source, {}
    sections, lines = {}, None
    for number, line in enumerate(source[match.start() :].splitlines(), source[: match.start()].count("\n") + 1):
        if header := HEADER.match(line):
            name, *version = header.groups()
            lines = sections[name, tuple(map(int, version)) if version[0] else ()] = []
        elif line.startswith("#"):
            lines.append(line[2:].rstrip())
        elif line.strip():
            raise ValueError(f"line {number}: nothing but comments may follow what is expected")
    return source[: match.start()], {key: "\n".join(lines) for key, lines in sections.items()}


def holding(sections, version=VERSION):
    """The sections that hold for a version: of each name the latest that is not of a version after it."""
    return {name: sections[name, of] for name, of in sorted(sections) if of <= version}


def write(path, source, program, sections, found, first):
    """Writes what was found into the case. Where `first` is not this version, only as far as it differs."""
    sections = dict(sections)
    for name, text in found.items():
        own = () if VERSION == first else VERSION
        sections.pop((name, own), None)
        if holding({key: text for key, text in sections.items() if key[1] != VERSION}).get(name) != text:
            sections[name, own] = text
    text = program.rstrip("\n") + "\n"
    if sections:
        text += "\n\n"
    for (name, version), body in sorted(sections.items(), key=lambda item: (NAMES.index(item[0][0]), item[0][1])):
        header = " ".join(["# expect", name, *([".".join(map(str, version))] if version else [])])
        text += "\n".join([header, *(f"# {line}".rstrip() for line in body.splitlines())]) + "\n"
    if text != source:
        with open(path, "w") as file:
            file.write(text)
        print(f"blessed {path}\n{difference(source, text)}", file=sys.stderr)


def difference(expected, found):
    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=2)
    return "\n".join(lines)
