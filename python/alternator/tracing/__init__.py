"""Services of Python and torch that the engine uses while tracing."""
