"""What the variables of an inlined function held ends in its place, where the graph breaks in the function."""

program = "tests/data/python/3.11/how_long_objects_live.py"
nested_graph_breaks = True
