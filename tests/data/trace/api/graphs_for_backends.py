"""Backends get real tensors, symbols, fakes on demand; and what they assumed comes back."""

import gc
import weakref

import torch
from alternator import context
from alternator.backend import output
from alternator.backend.node_meta import Propagation


def graph_of(names, build):
    graph = torch.fx.Graph()
    result = build(graph, *(graph.placeholder(name) for name in names))
    graph.output((result,))
    return graph


def compile_graph(backend, graph, inputs, symbols=None):
    settings = context.share(backend=backend, mode="default")
    return output.compile_graph(graph, Propagation(), {}, inputs, settings.id, (0, 0), symbols)


def static_inputs_keep_no_tensor_alive(t):
    weight = torch.nn.Parameter(torch.randn(3, 5))
    x = torch.randn(4, 5)
    graph = graph_of(("l_x_", "l_w_"), lambda g, x, w: g.call_function(torch.nn.functional.linear, (x, w)))
    inputs = [("l_x_", x, "L['x']", None, False), ("l_w_", weight, "L['self'].weight", None, True)]
    compiled = compile_graph(t.backend, graph, inputs)
    t.equal(compiled.call(x, weight)[0], x @ weight.T)
    assert compiled.guards == [] and "__compiled_fn_" in repr(compiled.call)
    placeholder, parameter = list(t.graphs[-1].graph.nodes)[:2]
    assert placeholder.meta["example_value"].shape == (4, 5)
    assert parameter.meta["tensor_dict"]["_dynamo_static_input_type"] == "unguarded"
    assert parameter._dynamo_source.name == "L['self'].weight"
    assert "example_value" in dict(placeholder.meta) and placeholder.meta["grapharg"].example is x
    gone = weakref.ref(x)
    del x, inputs
    gc.collect()
    assert gone() is None


def symbols_reach_the_backend(t):
    def build(g, s0, x):
        return g.call_function(torch.mul, (g.call_method("view", (x, 2, -1)), s0))

    x = torch.randn(8, 5)
    inputs = [("s0", 8, "L['x'].size()[0]", "s0", False), ("l_x_", x, "L['x']", ("s0", 5), False)]
    compiled = compile_graph("aot_eager", graph_of(("s0", "l_x_"), build), inputs, {"s0": (8, 2, None)})
    assert ("shape", ("eq", ("mod", "s0", 2), 0), "(s0 % 2) == 0") in compiled.guards, compiled.guards
    for n in (8, 6, 20):
        x = torch.randn(n, 5)
        t.equal(compiled.call(n, x)[0], x.view(2, -1) * n)


def random_states_are_left_alone(t):
    def backend(module, example_inputs):
        torch.randn(3)
        torch.set_grad_enabled(False)
        return module.forward

    graph = graph_of(("x",), lambda g, x: g.call_function(torch.relu, (x,)))
    torch.manual_seed(3)
    expected = torch.randn(2)
    torch.manual_seed(3)
    compile_graph(backend, graph, [("x", torch.ones(2), "L['x']", None, False)])
    t.equal(torch.randn(2), expected)
    assert torch.is_grad_enabled()


def failures_name_the_backend(t):
    def broken(module, example_inputs):
        raise ValueError("no such device")

    graph = graph_of(("x",), lambda g, x: g.call_function(torch.relu, (x,)))
    try:
        compile_graph(broken, graph, [("x", torch.ones(2), "L['x']", None, False)])
    except RuntimeError as error:
        assert "broken" in str(error) and "no such device" in str(error)
        assert isinstance(error.__cause__, ValueError)
    else:
        raise AssertionError("the backend's failure was lost")


def case(t):
    static_inputs_keep_no_tensor_alive(t)
    symbols_reach_the_backend(t)
    random_states_are_left_alone(t)
    failures_name_the_backend(t)


# expect captured
# nothing
