//! Facts: the results of observations, kept to be compared at later calls.

use crate::python::torch_state::TorchState;
use crate::python::{ArrayFact, Object, TensorFact};
use crate::shapes::marks::DimensionMarks;

#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The observation found nothing, or has no result to compare.
    None,
    Bool(bool),
    Int(i64),
    /// Compared by identity. The cache entry keeps it, weakly where the object allows.
    Identity(Object),
    /// Compared by type and equality; only for immutable objects of types whose `==` runs no user code.
    Equal(Object),
    /// Several objects by identity or equality (the keys of a dict, in order).
    Keys(Box<[Object]>),
    /// The hashes of the keys of a dict or set, in order.
    Hashes(Box<[isize]>),
    Text(Box<str>),
    Tensor(Box<TensorFact>),
    Array(Box<ArrayFact>),
    /// What the user says of a tensor's dimensions.
    Marks(Box<DimensionMarks>),
    /// What torch keeps for the process and the thread.
    State(Box<TorchState>),
}

impl Fact {
    /// The objects that must outlive the fact: those compared by identity (which may be kept weakly), and
    /// those compared by value.
    pub fn objects(&self, mut visit: impl FnMut(Object, Hold)) {
        match self {
            Fact::None | Fact::Bool(_) | Fact::Int(_) | Fact::Hashes(_) | Fact::Text(_) | Fact::Marks(_) => {}
            Fact::Identity(object) => visit(*object, Hold::Identity),
            Fact::Equal(object) => visit(*object, Hold::Value),
            Fact::Keys(objects) => objects.iter().for_each(|object| visit(*object, Hold::Identity)),
            Fact::Tensor(tensor) => visit(tensor.class, Hold::Identity),
            Fact::Array(array) => visit(array.class, Hold::Identity),
            Fact::State(state) => state.modes.iter().for_each(|mode| visit(*mode, Hold::Identity)),
        }
    }
}

/// Why an object is kept: for its address alone, or for what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    Identity,
    Value,
}
