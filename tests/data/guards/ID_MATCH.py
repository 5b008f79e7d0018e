"""One object, which the guard does not keep alive."""

import gc
import weakref

from guarding import check, guard


class A:
    pass


def case(t):
    check("ID_MATCH", A, other=[A(), type("A", (), {})], text="___check_obj_id(L['x'], ")
    check("FUNCTION_MATCH", case, other=[lambda t: None, print])
    it = A()
    alive, probe = weakref.ref(it), guard("ID_MATCH", it)
    assert not probe.is_dead()
    del it
    gc.collect()
    assert alive() is None, "the guard keeps the instance alive"
    assert probe.is_dead() and "gone" in probe.failure({"x": A()})
