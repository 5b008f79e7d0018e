"""A pure function that is called while tracing warns nobody, and the filters of the process are left alone."""

import math
import threading
import warnings

import torch

from alternator.tracing import folding


class Watched(list):
    """The filters, and who changed them."""

    def __init__(self, filters):
        super().__init__(filters)
        self.changes = []

    def insert(self, *arguments):
        self.changes.append(arguments)
        super().insert(*arguments)

    def __delitem__(self, place):
        self.changes.append(place)
        super().__delitem__(place)


def fn(x):
    return x * math.sqrt(16.0) + torch.finfo(torch.float32).bits + math.gcd(12, 18)


def warns(level):
    warnings.warn("deprecated", DeprecationWarning, level)


def case(t):
    x = torch.ones(3)
    t.equal(t.compile(lambda x: x + 1)(x), x + 1)
    import sympy  # noqa: F401 - adds a filter when it is loaded

    before = warnings.filters
    warnings.filters = watched = Watched(before)
    try:
        t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    finally:
        warnings.filters = before
    assert not watched.changes, watched.changes

    for action in ("default", "ignore", "always", "error"):
        with warnings.catch_warnings(record=True) as given:
            warnings.simplefilter(action)
            for level in (1, 2):
                try:
                    folding.call(warnings.warn, ("deprecated", DeprecationWarning, level), {})
                except folding.Warned:
                    continue
                raise AssertionError((action, level))
        assert not given, given
    # What warns beside it does.
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        thread = threading.Thread(target=warns, args=(1,))
        thread.start()
        thread.join()
    assert len(given) == 1


# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# fn
#   ___check_global_state()
#   ___dict_contains('math', G)
#   ___check_obj_id(G['math'], …), value=<module math>
#   ___check_type_id(G['math'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 8
