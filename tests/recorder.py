"""What the engine did while a case ran: which frames it tried to compile, what came of them, and their guards."""

from __future__ import annotations

import os
import re
import weakref

import alternator
import alternator.report

engine = alternator.api._engine


class Frame:
    """One try to compile a frame."""

    def __init__(self, code):
        # Weakly: a case may look whether its functions end.
        self.code = weakref.ref(code)
        self.file, self.key = code.co_filename, id(code)
        # Without the line, which moves with the file.
        self.name = re.sub(r"torch_dynamo_(resume_in_.*)_at_\d+$", r"\1", code.co_qualname)
        self.compiled = self.broke = False
        self.guards = None


class Recorder:
    """Is told of every compilation from `begin` to `end`."""

    def __init__(self, keep=True):
        # Without, they are only counted, and nothing grows with them.
        self.keep = keep
        self.captured = 0
        self.frames = []
        # The guards of a code object's entries, as they were last looked at. Equal code objects are not one.
        self.seen = {}

    def begin(self):
        # A program may listen as well.
        self.before, alternator.report.listener = alternator.report.listener, self.told

    def end(self):
        self.look()
        alternator.report.listener = self.before

    def told(self, event, *details):
        self.captured += event == "ended" and bool(details[0])
        if not self.keep:
            pass
        elif event == "began":
            self.look()
            self.frames.append(Frame(details[2]))
        elif event == "ended":
            self.frames[-1].compiled = details[0]
        elif event == "broke":
            self.frames[-1].broke = True
        if self.before is not None:
            self.before(event, *details)

    def look(self):
        """Finds the guards of the frame compiled last: by now its entry is in the cache."""
        if not self.frames or not self.frames[-1].compiled or self.frames[-1].guards is not None:
            return
        frame = self.frames[-1]
        code = frame.code()
        entries = [] if code is None else engine.guards(code)
        known, self.seen[frame.key] = self.seen.get(frame.key, []), list(entries)
        for guards in known:
            if guards in entries:
                entries.remove(guards)
        frame.guards = next(iter(entries), None)

    def show_captured(self, path):
        """Whether the functions of a case were captured; and which of them run as written."""
        if not self.captured:
            return "nothing"
        here = [frame for frame in self.frames if os.path.abspath(frame.file) == os.path.abspath(path)]
        names = {frame.name for frame in here if frame.compiled}
        # Comprehensions have frames in CPython 3.11 alone.
        plain = sorted(n for n in {frame.name for frame in here} - names if not n.endswith("comp>"))
        lines = ["in pieces" if any(frame.broke for frame in self.frames) else "whole"]
        return "\n".join(lines + [f"as written: {name}" for name in plain])

    def show_guards(self, source):
        """The guards of every entry in the order they were made; of another of the same code, what differs."""
        own_names = set(re.findall(r"^\s*(?:class|(?:async )?def) (\w+)", source, re.MULTILINE))
        lines, last = [], {}
        for frame in self.frames:
            if frame.compiled:
                guards = readable(frame.guards or ["the entry was gone before its guards were looked at"], own_names)
                before = last.get(frame.key)
                last[frame.key] = guards
                lines.append(frame.name + (": another entry" if before else ""))
                if before:
                    guards = [f"- {g}" for g in before if g not in guards] + [f"+ {g}" for g in guards if g not in before]
                lines += [f"  {guard}" for guard in guards]
        return "\n".join(lines)


# Addresses differ from run to run, and from version to version whether C classes name the C module that they are from.
ADDRESS = re.compile(r"\b\d{7,}\b|0x[0-9a-f]{6,}")
C_MODULE = re.compile(r"<_(?=\w+\.\w+ object>)")
# That a name is one of Python's own, wherever it is looked up: absent in the globals, there among the builtins, and
# the object of that name.
BUILTIN = re.compile(
    r"not ___dict_contains\('(\w+)', G\)|___dict_contains\('(\w+)', G_builtins\)"
    r"|___check_obj_id\(G_builtins\['(\w+)'\], …\), value=.*|<class '(\w+)'> is G_builtins\['\w+'\]"
    r"|G_builtins\['(\w+)'\] is <class '\w+'>"
)
# What of a guard's text is a library's: what modules hold that the program imported, globals of other modules, classes
# and functions that the program does not define.
MODULE = re.compile(r"___check_obj_id\((.+), …\), value=<module [\w.]+>$")
LIBRARY = re.compile(r"G_\w+|<(?:class|function|module|method|builtin_function_or_method|code) [^>]*>|\b[A-Za-z_]\w*(?=\.)")
OWN = re.compile(r"\b[LG]\[|\bG\)|\bcase_")


def readable(guards, own_names):
    """The guards of an entry as a case states them: those on libraries are counted, those on builtins are in one line."""
    guards = [C_MODULE.sub("<", ADDRESS.sub("…", guard)) for guard in guards]
    modules = [re.escape(match[1]) for match in map(MODULE.match, guards) if match]
    held = re.compile(r"(?:" + "|".join(modules) + r")(?:\.|\[)[^,) ]*") if modules else None
    defined = re.compile(r"(?<![\w.'\"])(?:" + "|".join(own_names) + r")\b|<function (?:" + "|".join(own_names) + r")>") if own_names else None
    builtins, of_libraries, own = set(), 0, []
    for guard in guards:
        rest = held.sub("<module held>", guard) if held else guard
        if match := BUILTIN.fullmatch(guard):
            builtins.add(next(filter(None, match.groups())))
        elif LIBRARY.search(rest) and not OWN.search(rest) and not (defined and defined.search(rest)):
            of_libraries += 1
        else:
            own.append(guard)
    if builtins:
        own.append(f"builtins: {', '.join(sorted(builtins))}")
    if of_libraries:
        own.append(f"of libraries: {of_libraries}")
    return own
