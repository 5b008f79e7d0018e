"""Descriptors, `__set_name__`, `__init_subclass__`, metaclasses, `__class_getitem__`."""


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name, None)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} takes {self.kind.__name__}")
        setattr(instance, self.name, value)


class Registry(type):
    known = []

    def __new__(mcls, name, bases, namespace):
        made = super().__new__(mcls, name, bases, namespace)
        mcls.known.append(name)
        return made

    def __len__(cls):
        return 42


class Plugin:
    names = []

    def __init_subclass__(cls, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin.names.append((cls.__name__, tag))


def program():
    class Model(metaclass=Registry):
        size = Typed(int)

    class First(Plugin, tag="a"):
        def __class_getitem__(cls, item):
            return (cls.__name__, item)

    model = Model()
    model.size = 3
    try:
        model.size = "three"
    except TypeError as error:
        message = str(error)
    return model.size, message, Model.size.name, Registry.known, len(Model), Plugin.names, First[int], type(Model).__name__


# expect captured
# in pieces
