# What a backend is given is an ordinary graph module: torch's tables, text and copies of it, and edits.

import copy
import operator
import re
import traceback

import torch


def fn(x, w):
    y = x.clone()
    y += 1
    y[0] = 2.5
    y[1:3, ...] = w.sum(dim=[0], keepdim=True)
    shape = y.shape[0]
    y = torch.nn.functional.gelu(y, approximate="tanh")
    a, b = torch.split(y.reshape((shape, -1)), [2, 2], dim=1)
    return -a + b.to(torch.float64), a.clamp(min=float("-inf")), torch.add(a, a, alpha=2)


def through_create_node(graph):
    made, nodes = torch.fx.Graph(), {}
    for node in graph.nodes:
        args = torch.fx.node.map_arg(node.args, nodes.__getitem__)
        kwargs = torch.fx.node.map_arg(node.kwargs, nodes.__getitem__)
        kind = torch.Tensor if node.op == "placeholder" else None
        nodes[node] = made.create_node(node.op, node.target, args, kwargs, type_expr=kind)
        if nodes[node].name != node.name:
            nodes[node]._rename(re.sub(r"_\d+$", "", node.name))
    return made, nodes


def same_tables(graph):
    made, nodes = through_create_node(graph)
    for mine, theirs in nodes.items():
        assert (mine.name, mine.type, mine._sort_key) == (theirs.name, theirs.type, theirs._sort_key), mine
        assert [nodes[user] for user in mine.users] == list(theirs.users), mine
        assert type(mine.args) is type(theirs.args) and type(mine.kwargs) is type(theirs.kwargs), mine
    mine, theirs = graph._graph_namespace, made._graph_namespace
    assert mine._used_names == theirs._used_names and mine._base_count == theirs._base_count
    assert {nodes[node]: name for node, name in mine._obj_to_name.items()} == theirs._obj_to_name
    rows = {k: [nodes[n] for n in row] for k, row in graph._find_nodes_lookup_table.table.items() if row}
    assert rows == {k: list(row) for k, row in made._find_nodes_lookup_table.table.items() if row}
    assert len(graph.nodes) == len(made.nodes) == len(list(graph.nodes))


def same_text(module):
    theirs = module.graph.python_code("self")
    assert module.code == theirs.src, module.code + theirs.src
    assert module._lineno_map == theirs._lineno_map and module._prologue_start == theirs._prologue_start


def case(t):
    x, w = torch.randn(4, 4), torch.randn(4, 4)
    t.equal(t.compile(fn)(x, w), fn(x, w))
    module = t.graphs[0]
    module.graph.lint()
    same_tables(module.graph)
    same_text(module)
    module.print_readable(print_output=False)
    assert [n.name for n in module.graph.find_nodes(op="call_function", target=operator.iadd)]

    copied = copy.deepcopy(module)
    copied.graph.lint()
    assert copied.code == module.code
    inputs = [n.name for n in module.graph.find_nodes(op="placeholder")]
    arguments = [{"l_x_": x, "l_w_": w}[name] for name in inputs]
    t.equal(tuple(copied(*arguments)), tuple(module(*arguments)))

    # An edit is seen when the module is compiled anew, and by a module that never was compiled.
    for edited in (module, torch.fx._lazy_graph_module._make_graph_module({}, copied.graph)):
        for node in edited.graph.find_nodes(op="call_function", target=torch.nn.functional.gelu):
            with edited.graph.inserting_after(node):
                doubled = edited.graph.call_function(operator.mul, (node, 2))
            node.replace_all_uses_with(doubled, delete_user_cb=lambda user, doubled=doubled: user is not doubled)
        edited.graph.lint()
        edited.recompile()
        assert " * 2" in edited.code
        same_text(edited)

    # A traceback shows the line of the graph's code.
    try:
        module.forward(*(torch.zeros(5) for _ in inputs))
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[1]
        assert "eval_with_key" in frame.filename and frame.line in module.code, frame
        assert module.code.split("\n")[frame.lineno - 1].strip() == frame.line.strip()

    # A backend that edits before anything was compiled.
    def negated(module, inputs):
        output = module.graph.output_node()
        with module.graph.inserting_before(output):
            output.args = (tuple(module.graph.call_function(torch.neg, (r,)) for r in output.args[0]),)
        module.recompile()
        return module.forward

    t.equal(t.compile(fn, backend=negated)(x, w), tuple(-r for r in fn(x, w)))

    # What the engine does not write, torch does.
    class Boxed(torch.fx.graph.CodeGen):
        def additional_globals(self):
            return [("spare", 1)]

    def other_code(module, inputs):
        module.graph.set_codegen(Boxed())
        module.recompile()
        assert "spare" in module._real_recompile().globals
        return module.forward

    t.equal(t.compile(fn, backend=other_code)(x, w), fn(x, w))


