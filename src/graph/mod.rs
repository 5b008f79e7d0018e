//! The output graph.
