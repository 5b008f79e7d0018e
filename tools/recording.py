"""What `tools/record_torch.py` and `tools/record_names.py` share: records of modules and classes (`names.record`).

A record has a section for each module or class, with a line for each member: its name and what it is. A release that
inherits from another has only what differs from it: `-name` is a member that is gone, `[-a.b]` a section.
"""

from __future__ import annotations

import importlib
import os
import pathlib
import re
import subprocess
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = "names.record"
KINDS = (
    (type, "class"),
    (types.ModuleType, "module"),
    (types.FunctionType, "function"),
    (types.BuiltinFunctionType, "c_function"),
    ((types.MethodDescriptorType, types.ClassMethodDescriptorType), "c_method"),
    (types.WrapperDescriptorType, "c_slot"),
    ((types.GetSetDescriptorType, types.MemberDescriptorType), "c_getter"),
    (property, "property"),
    (classmethod, "class_method"),
    (staticmethod, "static_method"),
)

Sections = dict[str, dict[str, str]]


def named(what: str = "names") -> list[str]:
    """The names of Python objects in the rules, or of something else, asked of rulec: a line for each."""
    rulec = os.environ.get("RULEC", "tools/rules").split()
    asked = subprocess.run([*rulec, what], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if asked.returncode:
        raise SystemExit("rulec could not read the rules")
    return asked.stdout.splitlines()


def kind(value: object) -> str:
    return next((name for classes, name in KINDS if isinstance(value, classes)), "object")


def members(space: object) -> dict[str, str]:
    """The members of a module or class, those that a class inherits among them, but for what every object has."""
    if not isinstance(space, type):
        # Without what differs from machine to machine.
        noise = re.compile(r"__(file|path|cached|loader|spec|builtins|warningregistry)__$")
        return {name: kind(value) for name, value in vars(space).items() if name.isidentifier() and not noise.match(name)}
    found: dict[str, str] = {}
    for base in reversed(space.__mro__):
        if base is not object or space is object:
            found.update({name: kind(value) for name, value in vars(base).items()})
    return found


def find(path: str) -> tuple[object, bool]:
    """The object of a dotted name, as the engine finds it, and whether there is one."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: object = importlib.import_module(".".join(parts[:length]))
            break
        except ImportError:
            continue
    else:
        return None, False
    for part in parts[length:]:
        try:
            # A descriptor is itself, not what it gives.
            value = vars(value)[part] if isinstance(value, type) and part in vars(value) else getattr(value, part)
        except AttributeError:
            return None, False
    return value, True


def sections(paths: list[str], spaces: list[str] = ()) -> Sections:
    """Records everything in which a path names something, and `spaces`."""
    found: Sections = {}
    for path in sorted({*paths, *spaces}):
        parts = path.partition(".<locals>")[0].split(".")
        for length in range(1, len(parts) + (path in spaces or len(parts) == 1)):
            name = ".".join(parts[:length])
            if name in found:
                continue
            space, there = find(name)
            if there and isinstance(space, (type, types.ModuleType)):
                found[name] = members(space)
            elif there:
                found[name] = {}
    # What is made when it is first asked for, and what every object has.
    for path in [*paths, *found]:
        space, _, name = path.rpartition(".")
        if space in found and name not in found[space]:
            value, there = find(path)
            if there:
                found[space][name] = kind(value)
    return found


def read(text: str, into: Sections) -> None:
    """Takes a record over, of a release on top of those that it inherits from."""
    section: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("[-"):
            into.pop(line[2:-1], None)
        elif line.startswith("["):
            section = into.setdefault(line[1:-1], {})
        elif line.startswith("-"):
            section.pop(line[1:], None)
        elif line and not line.startswith("#"):
            name, _, what = line.partition(" ")
            section[name] = what


def folder(packs: str, version: str) -> pathlib.Path:
    """The pack to write to: the one that was asked for, or the version's. It says already what it inherits from."""
    pack = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "rules" / packs / version
    inherited(pack)
    return pack


def inherited(folder: pathlib.Path) -> Sections:
    """What the packs that a folder's inherits from have recorded."""
    pack = folder / "pack.yaml"
    base = re.search(r'^inherits: "?([\w.]+)', pack.read_text() if pack.exists() else "", re.MULTILINE)
    if base is None:
        raise SystemExit(f"{pack} must say what it inherits from: `inherits: \"X.Y\"`, the version before")
    merged: Sections = {}
    if base[1] != "common":
        before = folder.parent / base[1]
        merged = inherited(before)
        if (before / FILE).exists():
            read((before / FILE).read_text(), merged)
    return merged


def write(folder: pathlib.Path, header: str, now: Sections) -> None:
    """Writes what differs from what is inherited."""
    before = inherited(folder)
    lines = [f"# {header}", "# tools/recording.py says how it is written."]
    for name in sorted({*before, *now}):
        if name not in now:
            lines.append(f"[-{name}]")
            continue
        old, new = before.get(name, {}), now[name]
        gone = [f"-{member}" for member in sorted(old) if member not in new]
        changed = [f"{member} {new[member]}" for member in sorted(new) if old.get(member) != new[member]]
        if gone or changed or name not in before:
            lines += [f"[{name}]", *gone, *changed]
    path = folder / FILE
    path.write_text("\n".join(lines) + "\n")
    print(f"wrote {path}: {len(lines)} lines, {path.stat().st_size // 1000} kB")
