"""Dataclasses, frozen and with factories; enums and flags."""

import dataclasses
import enum


@dataclasses.dataclass
class Settings:
    name: str
    sizes: list = dataclasses.field(default_factory=list)
    scale: float = 1.0

    def __post_init__(self):
        self.name = self.name.title()


@dataclasses.dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    @property
    def other(self):
        return Color.BLUE if self is Color.RED else Color.RED


class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


def program():
    a, b = Settings("one"), Settings("two", [1], scale=2.0)
    a.sizes.append(3)
    changed = dataclasses.replace(b, name="three")
    try:
        Version(1).major = 2
    except dataclasses.FrozenInstanceError as error:
        frozen = str(error)
    return (
        a, b, changed, a == Settings("one", [3]), dataclasses.asdict(a), [f.name for f in dataclasses.fields(b)],
        Version(1, 2) < Version(1, 3), hash(Version(1)) == hash(Version(1)), frozen,
        Color.RED.other.name, Color(2).value, [c.name for c in Color], Color["RED"] is Color.RED,
        (Access.READ | Access.WRITE).value, Access.READ in (Access.READ | Access.WRITE),
    )  # fmt: skip


# expect captured
# whole
