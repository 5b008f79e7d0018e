"""What torch's front end shows in profiles is there: lookups, compiled code while it runs, and compilations."""

import torch
from torch.profiler import ProfilerActivity, profile


def breaks(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 2


def raises(x):
    x = x + 1
    torch._dynamo.graph_break()
    raise ValueError("the program's own")


def names(call):
    with profile(activities=[ProfilerActivity.CPU]) as recorded:
        call()
    return [event.name for event in recorded.events()]


def case(t):
    import torch._dynamo

    x = torch.ones(2)
    compiled = t.compile(breaks)
    cold = names(lambda: compiled(x))
    for name in ("_compile.compile_inner (dynamo_timed)", "OutputGraph.call_user_compiler (dynamo_timed)"):
        assert cold.count(name) == 2, cold
    assert sum(name.startswith("Torch-Compiled Region: ") for name in cold) == 2, cold
    t.equal(compiled(x), x * 2 + 2)
    warm = names(lambda: t.equal(compiled(x), x * 2 + 2))
    assert warm.count("TorchDynamo Cache Lookup") == 2, warm
    assert sum(name.startswith("Torch-Compiled Region: ") for name in warm) == 2, warm
    # What is raised goes on, and its event ends.
    failing = t.compile(raises)

    def caught():
        try:
            failing(x)
        except ValueError as error:
            assert str(error) == "the program's own"

    for _ in range(2):
        last = names(caught)
    assert sum(name.startswith("Torch-Compiled Region: ") for name in last) >= 1, last
    assert "TorchDynamo Cache Lookup" in last
