"""A break before the first instruction of a handler is made in its rest once, not again and again."""

program = "tests/data/trace/breaks/while_an_exception_is_handled.py"
graph_breaks_in_loops = True
shares = [0.1164, 0.35, 0.72]
