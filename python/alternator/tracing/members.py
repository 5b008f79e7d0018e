"""Descriptors of what C types keep without showing it: `rules/values/members.yaml` lists them."""

from alternator import _engine

globals().update(_engine.members())
