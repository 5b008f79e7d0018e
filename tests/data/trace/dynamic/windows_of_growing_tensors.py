"""A window of a tensor that grows, such as a cache that is cropped, has strides that no size of it makes: they become
symbols as sizes do, shared where they are equal."""

import torch


def fn(keys, values, query):
    keys, values = torch.cat([keys, query], -2), torch.cat([values, query], -2)
    return torch.nn.functional.scaled_dot_product_attention(query, keys, values), keys.transpose(1, 2).flatten(0, 1)


def laid_out(x):
    return x.contiguous().stride(), x.is_contiguous(), (x * 2).view(-1)


def case(t):
    torch.manual_seed(0)
    compiled = t.compile(fn, fullgraph=True)
    # In the last ones the window is all that there is.
    for length, window in ((5, 4), (6, 5), (7, 5), (9, 8), (10, 7), (12, 12), (13, 13)):
        keys, values = (torch.randn(1, 2, length, 4)[:, :, :window] for _ in range(2))
        query = torch.randn(1, 2, 3, 4)
        t.equal(compiled(keys, values, query), fn(keys, values, query))
    t.equal(len(t.graphs), 2)

    compiled = t.compile(laid_out, fullgraph=True)
    for length in (6, 7, 9, 5, 8, 5):
        x = torch.arange(4.0 * length).view(4, length)[:, :5]
        if not x.is_contiguous():
            x = x[:, :3]
        t.equal(compiled(x.t()[:, :2].t()), laid_out(x.t()[:, :2].t()))


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['keys'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, 4, 4], stride=[40, 20, 4, 1])
#   check_marks(L['keys'], {})
#   check_tensor(L['query'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, 3, 4], stride=[24, 12, 4, 1])
#   check_marks(L['query'], {})
#   check_tensor(L['values'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, 4, 4], stride=[40, 20, 4, 1])
#   check_marks(L['values'], {})
#   check_no_aliasing(L['keys'], L['query'], L['values'])
#   of libraries: 13
# fn: another entry
#   - check_tensor(L['keys'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, 4, 4], stride=[40, 20, 4, 1])
#   - check_marks(L['keys'], {})
#   - check_tensor(L['values'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, 4, 4], stride=[40, 20, 4, 1])
#   - check_marks(L['values'], {})
#   + check_tensor(L['keys'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, None, 4], stride=[None, None, 4, 1])
#   + check_marks(L['keys'], {2: perhaps dynamic})
#   + check_tensor(L['values'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[1, 2, None, 4], stride=[None, None, 4, 1])
#   + check_marks(L['values'], {2: perhaps dynamic})
#   + L['keys'].size()[2] == L['values'].size()[2]
#   + 2 <= L['keys'].size()[2]
#   + L['keys'].stride()[1] == L['values'].stride()[1]
#   + 2 <= L['keys'].stride()[1]
# laid_out
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[6, 1])
#   check_marks(L['x'], {})
#   not ___dict_contains('contiguous', L['x'].__dict__)
#   not ___dict_contains('is_contiguous', L['x'].__dict__)
#   of libraries: 5
# laid_out: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[6, 1])
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[None, 1])
#   + 2 <= L['x'].stride()[0]
#   + L['x'].stride()[0] != 3
# laid_out: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[None, 1])
#   - check_marks(L['x'], {})
#   - 2 <= L['x'].stride()[0]
#   - L['x'].stride()[0] != 3
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, None], stride=[None, 1])
#   + check_marks(L['x'], {1: perhaps dynamic})
#   + not ___dict_contains('stride', L['x'].__dict__)
#   + 2 <= L['x'].size()[1]
