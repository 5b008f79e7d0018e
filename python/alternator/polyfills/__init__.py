"""What C functions do, said in Python: traced in their place."""
