//! Wrappers, tensors around other tensors: what their classes say of them (`__tensor_flatten__`).

use pyo3::prelude::*;

use super::of_torch::attached;
use super::region::Off;
use super::{Object, Owned};

/// What a wrapper's class says of it: an object of `alternator.tracing.wrappers`.
pub fn flattening(wrapper: Object) -> PyResult<Owned> {
    let _off = Off::new();
    Python::attach(|python| {
        let helpers = super::import(python, "alternator.tracing.wrappers")?;
        Ok(Owned::from_bound(helpers.getattr("Flattening")?.call1((wrapper.bound(python),))?))
    })
}

/// Whether its class says the same of another wrapper. One that fails to tell is not the same.
pub fn is_flattened_as(wrapper: Object, flattening: Object) -> bool {
    let _off = Off::new();
    attached(|python| {
        let answer = flattening.bound(python).call_method1("fits", (wrapper.bound(python),));
        answer.and_then(|answer| answer.is_truthy()).unwrap_or(false)
    })
}
