"""A `__getattribute__` that asks `super()` is asked for `__class__` by `isinstance` alone, not by what it calls itself."""


class Mixin:
    def __getattribute__(self, key):
        spec = super().__getattribute__("__dict__").get("spec")
        return super().__getattribute__(key) if spec is None else spec


class Config(Mixin):
    names = {"width": "hidden"}

    def __init__(self):
        self.hidden, self.asked = 4, []

    def __setattr__(self, key, value):
        if key in super().__getattribute__("names"):
            key = super().__getattribute__("names")[key]
        super().__setattr__(key, value)

    def __getattribute__(self, key):
        if key == "__class__":
            super().__getattribute__("asked").append(key)
        if key != "names" and key in super().__getattribute__("names"):
            key = super().__getattribute__("names")[key]
        return super().__getattribute__(key)


def program():
    config = Config()
    config.width += 1
    found = [config.width, config.hidden, getattr(config, "depth", None), hasattr(config, "hidden"), isinstance(config, Config)]
    return found, isinstance(config, dict), config.asked, config.__class__ is Config, type(config).__name__


# expect captured
# whole
