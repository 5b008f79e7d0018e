"""The program fuzzer: programs of all of the language, typed while they are made, so that most run to their end."""

from fuzz.programs.whole import make

__all__ = ["make"]
