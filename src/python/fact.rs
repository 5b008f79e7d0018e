//! Metadata of tensors and arrays, as guards compare it.

use super::Object;

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
