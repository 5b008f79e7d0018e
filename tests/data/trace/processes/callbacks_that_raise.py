"""What a callback of the program's raises when it is told of a compilation is raised where the compiled function is called, as
torch's InternalTorchDynamoError. Afterwards the function is compiled as ever."""

import programs

SCRIPT = """
import torch
import torch._dynamo
from torch._dynamo.callback import callback_handler
from torch._dynamo.exc import InternalTorchDynamoError

def wrong(args):
    raise ValueError("a callback")

def add(x):
    return x + 1

x = torch.ones(2)
for fullgraph in False, True:
    torch._dynamo.reset()
    callback_handler.register_start_callback(wrong)
    compiled = torch.compile(add, backend="eager", fullgraph=fullgraph)
    try:
        compiled(x)
    except InternalTorchDynamoError as error:
        print(str(error).splitlines()[0])
    callback_handler.clear()
    print(compiled(x), torch._dynamo.utils.counters["stats"]["unique_graphs"])

torch._dynamo.reset()
callback_handler.register_end_callback(wrong)
try:
    torch.compile(add, backend="eager")(x)
except InternalTorchDynamoError as error:
    print(str(error).splitlines()[0])
callback_handler.end_callbacks.clear()
print(torch.compile(add, backend="eager")(x))
"""


def case(t):
    t.equal(programs.run(SCRIPT, *programs.REPLACED).stdout, programs.run(SCRIPT).stdout)


# expect captured
# nothing
