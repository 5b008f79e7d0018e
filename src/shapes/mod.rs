//! Symbolic sizes, and the metadata of traced tensors.
