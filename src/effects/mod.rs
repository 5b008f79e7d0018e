//! The journal of writes: undone on a break, replayed by generated code.
