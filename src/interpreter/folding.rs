//! What a trace knows of the C functions that it calls while tracing.

use ahash::AHashSet;

use crate::python::Object;
use crate::values::Value;

#[derive(Default)]
pub struct Folding {
    /// The containers that are being made constants: meeting one again is a cycle.
    pub under_way: Vec<Value>,
    /// The settings that the trace asked for, with what each was asked and what it gave.
    pub settings: Vec<(Object, Object)>,
    /// Instances of the program's classes that C code made while tracing: each call is to have its own.
    pub made: AHashSet<Object>,
}
