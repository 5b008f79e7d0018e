"""`error_on_graph_break` has breaks raised where the program says so; `graph_break` and `disable` give their reasons."""

import torch

import alternator


def breaking(x):
    torch._dynamo.graph_break()
    return x + 1


def region(x, strict):
    y = x + 1
    with torch._dynamo.error_on_graph_break(strict):
        torch._dynamo.graph_break()
    return y * 2


def set_alone(x, strict):
    torch._dynamo.decorators._set_error_on_graph_break(strict)
    torch._dynamo.graph_break()
    torch._dynamo.decorators._set_error_on_graph_break(False)
    return x + 1


def before(x):
    with torch._dynamo.error_on_graph_break(True):
        y = x + 1
    torch._dynamo.graph_break()
    return y * 2


@torch._dynamo.error_on_graph_break(True)
def decorated(x):
    return breaking(x)


@torch._dynamo.error_on_graph_break(False)
def lenient(x):
    return breaking(x)


def refuses(fn, *arguments):
    try:
        fn(*arguments)
    except alternator.Unsupported as error:
        return str(error)
    raise AssertionError("it did not raise")


def case(t):
    x = torch.ones(2)
    t.equal(t.compile(region)(x, False), region(x, False))
    refuses(t.compile(region), x, True)
    compiled = t.compile(set_alone)
    t.equal(compiled(x, False), set_alone(x, False))
    refuses(compiled, x, True)
    t.equal(t.compile(before)(x), before(x))
    refuses(t.compile(lambda x: decorated(x) * 2), x)
    with torch._dynamo.error_on_graph_break(True):
        refuses(t.compile(breaking), x)
        t.equal(t.compile(lambda x: lenient(x) * 2)(x), x * 4)
    t.equal(t.compile(breaking)(x), x + 1)
    assert "because" in refuses(t.compile(lambda x: torch._dynamo.graph_break(msg="because"), fullgraph=True), x)
    disabled = torch.compiler.disable(breaking, reason="for this")
    assert "for this" in refuses(t.compile(lambda x: disabled(x), fullgraph=True), x)


# expect breaks
# line 16: call of function graph_break: the program asks for a break
# line 22: call of function graph_break: the program asks for a break
# line 30: call of function graph_break: the program asks for a break
# line 9: call of function graph_break: the program asks for a break
# expect guards
# region
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___check_obj_id(L['strict'], …), value=False
#   of libraries: 23
# resume_in_region
#   ___check_global_state()
#   ___check_type_id(L['___stack0'], …), type=<class 'method'>
#   ___check_obj_id(L['___stack0'].__func__.__code__, …)
#   ___check_type_id(L['___stack0'].__self__, …), type=<class 'torch._dynamo.decorators.ErrorOnGraphBreakDecoratorContextManager'>
#   ___dict_contains('prev_error_on_graph_break', L['___stack0'].__self__.__dict__)
#   ___check_type_id(L['___stack0'].__self__.prev_error_on_graph_break, …), type=<class 'list'>
#   len(L['___stack0'].__self__.prev_error_on_graph_break) == 1
#   ___check_obj_id(L['___stack0'].__self__.prev_error_on_graph_break[0], …), value=None
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
#   check_nothing_shows_when_let_go(L['___stack0'])
#   of libraries: 3
# set_alone
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___check_obj_id(L['strict'], …), value=False
#   of libraries: 9
# resume_in_set_alone
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 8
# before
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 26
# resume_in_before
#   ___check_global_state()
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
# case.<locals>.<lambda>
#   ___check_global_state()
#   ___dict_contains('lenient', G)
# lenient
#   ___check_global_state()
#   ___dict_contains('breaking', G)
# breaking
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 4
# resume_in_breaking
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
# resume_in_lenient
#   ___check_global_state()
# case.<locals>.resume_in_<lambda>
#   ___check_global_state()
#   check_tensor(L['___stack0'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['___stack0'], {})
#   check_nothing_shows_when_let_go(L['___stack0'])
