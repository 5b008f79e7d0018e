"""What the program checks of a number out of a tensor is checked by every backend, also where nothing else wants the number."""

import warnings

import torch


def is_size(x):
    n = x.item()
    torch._check_is_size(n)
    return x * 2 if n >= 0 else x * 3


def unused(x):
    torch._check(x.item() > 3)
    return x * 2


def with_text(x):
    n = x.item()
    torch._check(n >= 0, lambda: "is negative")
    torch._check_value(n < 10)
    return torch.zeros(n) if n < 11 else x


def behind_a_break(x):
    n = (x + 0).item()
    torch._check_is_size(n)
    return x * 2 if n > 3 else torch.zeros(n)


def case(t):
    warnings.simplefilter("ignore")
    for function in (is_size, unused, with_text, behind_a_break):
        for backend in (t.backend, "aot_eager", "inductor") if function is is_size else (t.backend, "aot_eager"):
            compiled = t.compile(function, backend=backend)
            for number in (5, -2, 2, 20):
                t.equal(outcome(compiled, number), outcome(function, number))


def outcome(function, number):
    try:
        return function(torch.tensor(number))
    except Exception as error:
        return type(error), str(error)


config = {"capture_scalar_outputs": True}


# expect guards
# is_size
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['x'], {})
#   not ___dict_contains('item', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 5
# is_size: another entry
# is_size: another entry
# unused
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['x'], {})
#   not ___dict_contains('item', L['x'].__dict__)
#   of libraries: 4
# unused: another entry
# with_text
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['x'], {})
#   not ___dict_contains('item', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   builtins: ValueError
#   of libraries: 12
# with_text: another entry
# behind_a_break
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 5
# resume_in_behind_a_break
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['x'], {})
# resume_in_behind_a_break
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   L['n'] == 2
#   of libraries: 2
# behind_a_break: another entry
# resume_in_behind_a_break: another entry
# resume_in_behind_a_break: another entry
