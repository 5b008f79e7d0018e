"""What was done before an exception leaves the frame is done once, and a second call traces nothing."""

import torch


def case(t):
    graphs = []

    def fn(x, log):
        log.append("before")
        y = x + 1
        log.append(y)
        raise RuntimeError("it ends here")

    compiled = t.compile(fn)
    for _ in range(3):
        log = []
        try:
            compiled(torch.ones(2), log)
        except RuntimeError as error:
            assert str(error) == "it ends here" and error.__context__ is None
            assert error.__traceback__.tb_next.tb_frame.f_code.co_name == "fn"
        else:
            raise AssertionError("nothing was raised")
        assert log[0] == "before" and len(log) == 2
        t.equal(log[1], torch.full((2,), 2.0))
    assert len(t.graphs) == 1


# expect guards
# case.<locals>.fn
#   ___check_global_state()
#   ___check_type_id(L['log'], …), type=<class 'list'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: RuntimeError
