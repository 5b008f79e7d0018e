"""A graph that writes into an input holds for inputs that share memory as they did, whatever takes the writes out."""

import torch


def writes(a, b):
    a.add_(1)
    return a * 2 + b


def reads(a, b):
    return a * 2 + b


def spaces(*places):
    memory = torch.arange(12.0)
    return [memory[start:end] for start, end in places]


def case(t):
    def backend(module, inputs):
        t.graphs.append(module)
        return torch._dynamo.lookup_backend("aot_eager")(module, inputs)

    def check(compiled, plain, make, graphs):
        found, expected = make(), make()
        t.equal(compiled(*found), plain(*expected))
        t.equal(found, expected)
        assert len(t.graphs) == graphs, (len(t.graphs), graphs)

    def apart():
        return torch.ones(4), torch.zeros(4)

    for dynamic in (False, True):
        t.graphs.clear()
        torch._dynamo.reset()
        compiled = t.compile(writes, backend=backend, dynamic=dynamic)
        check(compiled, writes, apart, 1)
        check(compiled, writes, lambda: spaces((0, 4), (2, 6)), 2)
        check(compiled, writes, lambda: spaces((0, 4), (2, 6)), 2)
        check(compiled, writes, lambda: spaces((0, 4), (4, 8)), 2)
        check(compiled, writes, lambda: spaces((0, 4), (3, 7)), 3)
        check(compiled, writes, apart, 3)

    t.graphs.clear()
    compiled = t.compile(reads, backend=backend)
    check(compiled, reads, apart, 1)
    check(compiled, reads, lambda: spaces((0, 4), (2, 6)), 1)


# expect guards
# writes
#   ___check_global_state()
#   check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['a'], {})
#   not ___dict_contains('add_', L['a'].__dict__)
#   check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['b'], {})
#   check_no_aliasing(L['a'], L['b'])
#   check_overlapping(overlapping=[], non_overlapping=[L['a'], L['b']])
#   of libraries: 2
# writes: another entry
#   - check_overlapping(overlapping=[], non_overlapping=[L['a'], L['b']])
#   + check_overlapping(overlapping=[L['a'], L['b']], non_overlapping=[])
# writes: another entry
# writes: another entry
#   - check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   - check_marks(L['a'], {})
#   - check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   - check_marks(L['b'], {})
#   - check_overlapping(overlapping=[L['a'], L['b']], non_overlapping=[])
#   + check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['a'], {0: perhaps dynamic})
#   + check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['b'], {0: perhaps dynamic})
#   + check_overlapping(overlapping=[], non_overlapping=[L['a'], L['b']])
#   + L['a'].size()[0] == L['b'].size()[0]
#   + 2 <= L['a'].size()[0]
# writes: another entry
#   - check_overlapping(overlapping=[], non_overlapping=[L['a'], L['b']])
#   + check_overlapping(overlapping=[L['a'], L['b']], non_overlapping=[])
# writes: another entry
# reads
#   ___check_global_state()
#   check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['a'], {})
#   check_tensor(L['b'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['b'], {})
#   check_no_aliasing(L['a'], L['b'])
