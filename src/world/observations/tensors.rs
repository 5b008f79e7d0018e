//! Observations of tensors.

use super::Observation;
use crate::guards::Fact;
use crate::python::{Object, tensor};

/// Class, dispatch keys, dtype, device, `requires_grad`, sizes and strides.
pub struct TensorOf;

impl Observation for TensorOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        tensor::fact(object).map(|fact| Fact::Tensor(Box::new(fact)))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Tensor(fact) if tensor::holds(object, fact))
    }
}
