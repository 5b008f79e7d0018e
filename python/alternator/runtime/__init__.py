"""Functions that compiled code calls."""
