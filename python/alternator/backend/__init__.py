"""Between the engine and a backend: the graph, its fakes, and the guards that the backend adds."""
