//! Bookkeeping about C functions that run while tracing.

use ahash::{AHashMap, AHashSet};

use crate::python::Object;
use crate::values::Value;

#[derive(Default)]
pub struct Folding {
    /// Containers that are being turned into constants: meeting one again is a cycle.
    pub under_way: Vec<Value>,
    /// Settings that the trace has read: the function and its arguments, and the result.
    pub settings: Vec<(Object, Object)>,
    /// By the function that gives a stamp: the stamp and what was asked since, a list (`AnswersSince`).
    pub asked_since: AHashMap<Object, Object>,
    /// Instances of the program's classes that C code made while tracing: each call has to make its own.
    pub made: AHashSet<Object>,
}
