//! Facts: what an observation saw, kept to be compared with what it sees later.

use crate::python::Object;
use crate::python::torch_state::TorchState;

#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// Nothing was there, or there is nothing to remember.
    None,
    Bool(bool),
    Int(i64),
    /// Compared by identity. The cache entry keeps it, weakly where the object allows.
    Identity(Object),
    /// Compared by type and equality; only for immutable objects of types whose `==` runs no user code.
    Equal(Object),
    /// Several objects by identity or equality (the keys of a dict, in order).
    Keys(Box<[Object]>),
    Text(Box<str>),
    Tensor(Box<TensorFact>),
    Array(Box<ArrayFact>),
    /// What torch keeps for the process and the thread.
    State(Box<TorchState>),
}

/// What a tensor guard compares: everything torch's own tensor match does.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorFact {
    /// The Python class, exactly.
    pub class: Object,
    /// Raw dispatch key set, as `torch._C._dispatch_keys(t).raw_repr()`.
    pub dispatch_keys: u64,
    /// torch's `ScalarType` number.
    pub dtype: i8,
    pub device_type: i8,
    pub device_index: i8,
    pub requires_grad: bool,
    /// By dimension; `None` where the size or stride is not fixed (a dynamic dimension).
    pub sizes: Box<[Option<i64>]>,
    /// Empty together with `has_strides == false` for layouts without strides.
    pub strides: Box<[Option<i64>]>,
    /// For each stride that is not fixed, the dimension over which it strides: it is that size times that
    /// stride. Empty where all are fixed.
    pub follows: Box<[Option<u8>]>,
    /// Whether the layout has strides at all (sparse and nested ones have none).
    pub has_strides: bool,
}

/// What a guard on a NumPy array compares.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayFact {
    /// The Python class, exactly.
    pub class: Object,
    /// NumPy's number of the element type, and its byte order.
    pub dtype: (i32, u8),
    /// Whether it is laid out in C's order and in Fortran's, and whether it may be written to.
    pub flags: i32,
    /// By dimension; `None` where the size or stride (in bytes) is not fixed.
    pub sizes: Box<[Option<i64>]>,
    pub strides: Box<[Option<i64>]>,
    /// As for tensors.
    pub follows: Box<[Option<u8>]>,
}

impl Fact {
    /// The objects that must outlive the fact: those compared by identity (which may be kept weakly), and
    /// those compared by value.
    pub fn objects(&self, mut visit: impl FnMut(Object, Hold)) {
        match self {
            Fact::None | Fact::Bool(_) | Fact::Int(_) | Fact::Text(_) => {}
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
