//! Facts: what an observation saw, kept to be compared with what it sees later.

use crate::python::Object;

#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
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
    pub strides: Box<[Option<i64>]>,
}
