"""What a trace asks of Python and torch while it goes on."""
