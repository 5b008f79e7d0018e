//! Calls `__tensor_flatten__` of wrappers (tensors around other tensors).

use pyo3::prelude::*;

use super::of_torch::attached;
use super::region::Off;
use super::{Object, Owned};

/// The parts and context of a wrapper: a `Flattening` of `alternator.tracing.wrappers`.
pub fn flattening(wrapper: Object) -> PyResult<Owned> {
    let _off = Off::new();
    Python::attach(|python| {
        let helpers = super::import(python, "alternator.tracing.wrappers")?;
        Ok(Owned::from_bound(helpers.getattr("Flattening")?.call1((wrapper.bound(python),))?))
    })
}

/// Whether another wrapper flattens to the same. False if its `__tensor_flatten__` raises.
pub fn is_flattened_as(wrapper: Object, flattening: Object) -> bool {
    let _off = Off::new();
    attached(|python| {
        let answer = flattening.bound(python).call_method1("fits", (wrapper.bound(python),));
        answer.and_then(|answer| answer.is_truthy()).unwrap_or(false)
    })
}
