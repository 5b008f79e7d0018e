"""Between the engine and a backend: the graph, its fakes, and what comes back."""
