"""What compiled code calls."""
