"""A break before a comprehension gives back a variable that was unbound before it (tests/fuzz/breaks.py)."""

program = "tests/data/trace/torch/who_has_a_torch_function.py"
graph_breaks_in_loops = False
shares = [0.85, 0.8701, 0.89, 0.92, 0.95]
