"""`__tensor_flatten__` runs in the middle of a guard: what it calls, changes and frees disturbs no check."""

import gc
import sys
import threading

import torch

calling_back = []


class Wrapper(torch.Tensor):
    @staticmethod
    def __new__(cls, inner, tag="t"):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape, dtype=inner.dtype)

    def __init__(self, inner, tag="t"):
        self.inner, self.tag = inner, tag

    def __tensor_flatten__(self):
        for then in list(calling_back):
            then()
        return ["inner"], {"tag": self.tag}

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return Wrapper(parts["inner"], context["tag"])

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, function, types, arguments, keywords=None):
        plain = [argument.inner if isinstance(argument, Wrapper) else argument for argument in arguments]
        result = function(*plain, **(keywords or {}))
        return Wrapper(result) if isinstance(result, torch.Tensor) else result


class Holder:
    pass


def add(x, y, holder):
    return x.inner + y * 2 + holder.z


def value(found):
    return found.inner if isinstance(found, Wrapper) else found


def arguments(number):
    holder = Holder()
    holder.z = torch.full((3,), 10000.0 * number)
    return Wrapper(torch.full((3,), 1.0 * number)), torch.full((3,), 100.0 * number), holder


def expected(number):
    return torch.full((3,), number + 200.0 * number + 10000.0 * number)


def calls_the_same_function(t):
    compiled = t.compile(add)
    t.equal(compiled(*arguments(1)), expected(1))
    t.equal(compiled(*arguments(2)), expected(2))
    depth = []

    def again():
        number = 3 + len(depth)
        if number > 8:
            return
        depth.append(number)
        # (The call asks as well, and comes here again.)
        t.equal(compiled(*arguments(number)), expected(number))
        # What was found for the inner call is gone, and its memory is somebody else's.
        gc.collect()
        junk = [torch.full((3,), -1.0) for _ in range(100)]
        assert len(junk) == 100

    for number in range(20, 24):
        depth.clear()
        calling_back[:] = [again]
        found = compiled(*arguments(number))
        assert depth, "it was not asked"
        calling_back.clear()
        t.equal(found, expected(number))


def frees_what_was_found(t):
    """The tensors that the entry has found so far go, and others come."""
    compiled = t.compile(add)
    compiled(*arguments(1))
    x, y, holder = arguments(2)

    def change():
        holder.z = torch.full((3,), 10000.0 * numbers[0])
        gc.collect()

    numbers = [2]
    for number in range(3, 20):
        numbers[0] = number
        calling_back[:] = [change]
        found = compiled(x, y, holder)
        calling_back.clear()
        # As written, nobody asks a wrapper how it is flattened: the call has the one or the other.
        t.equal(found, value(x) + y * 2 + holder.z)

    # What no longer fits is another entry's.
    def shrink():
        holder.z = torch.full((1,), 5.0)
        x.tag = "other"

    calling_back[:] = [shrink]
    found = compiled(x, y, holder)
    calling_back.clear()
    t.equal(found, value(x) + y * 2 + 5.0)


def replaces_the_wrapper(t):
    def fn(holder, y):
        return holder.x.inner * 2 if holder.x.tag == "t" else y

    compiled = t.compile(fn)
    holder, y = Holder(), torch.zeros(3)
    holder.x = Wrapper(torch.ones(3))
    t.equal(compiled(holder, y), torch.full((3,), 2.0))

    def replace():
        holder.x = Wrapper(torch.full((3,), 7.0), "other")
        gc.collect()

    holder.x = Wrapper(torch.full((3,), 4.0))
    calling_back[:] = [replace]
    found = compiled(holder, y)
    calling_back.clear()
    t.equal(found, y)


def forgets_everything(t):
    import alternator

    compiled = t.compile(add)
    compiled(*arguments(1))
    calling_back[:] = [alternator.reset]
    found = compiled(*arguments(2))
    calling_back.clear()
    t.equal(found, expected(2))
    t.equal(compiled(*arguments(3)), expected(3))


def in_threads(t):
    compiled = t.compile(add)
    t.equal(compiled(*arguments(1)), expected(1))
    wrong, asked, together = [], [], threading.Barrier(4)

    def work(first):
        together.wait()
        for number in range(first, first + 100):
            found = compiled(*arguments(number))
            if not torch.equal(found, expected(number)):
                wrong.append((number, found))

    def wait():
        asked.append(threading.get_ident())
        for _ in range(50):
            pass

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        calling_back[:] = [wait]
        threads = [threading.Thread(target=work, args=(1000 * n,)) for n in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        calling_back.clear()
        sys.setswitchinterval(before)
    assert not wrong, wrong[:3]
    # While one thread compiles, the others run as written.
    assert len(set(asked)) > 1, len(asked)


def lets_go_of_what_guards_refer_to(t):
    """What the entry follows dies while it is asked: the entry ends."""
    table = {}

    def fn(x, y):
        return x.inner + y + (table["holder"].z if "holder" in table else 0)

    table["holder"] = Holder()
    table["holder"].z = torch.ones(3)
    compiled = t.compile(fn)
    x, y = Wrapper(torch.ones(3)), torch.ones(3)
    t.equal(compiled(x, y), torch.full((3,), 3.0))

    def forget():
        table.pop("holder", None)
        gc.collect()

    calling_back[:] = [forget]
    found = compiled(x, y)
    calling_back.clear()
    t.equal(found, torch.full((3,), 2.0))


def is_counted(t):
    import alternator

    compiled = t.compile(add)
    compiled(*arguments(1))
    before = alternator.counters()["guards_that_asked"].get("FLATTENING_MATCH", 0)
    compiled(*arguments(2))
    assert alternator.counters()["guards_that_asked"]["FLATTENING_MATCH"] == before + 1


def case(t):
    calls_the_same_function(t)
    frees_what_was_found(t)
    replaces_the_wrapper(t)
    forgets_everything(t)
    in_threads(t)
    lets_go_of_what_guards_refer_to(t)
    is_counted(t)
