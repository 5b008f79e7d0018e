"""Member descriptors for private fields of C types, listed in `rules/values/members.yaml`."""

from alternator import _engine

globals().update(_engine.members())
