"""Equal requests share a context; a context dies with what was compiled under it."""

import gc
import weakref

from alternator import context


def backend(module, example_inputs):
    return module.forward


def case(t):
    one = context.share(backend=backend, mode="default", fullgraph=False)
    assert context.share(backend=backend, mode="default", fullgraph=False) is one
    assert context.share(backend=backend, mode="default", fullgraph=True) is not one
    assert context.share(backend=backend, mode="default", isolate_recompiles=True) is not one
    assert context.find(one.id) is one and one.backend is backend
    number, gone = one.id, weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None and context.find(number) is None


# expect captured
# nothing
