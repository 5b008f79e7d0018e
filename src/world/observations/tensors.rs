//! Observations of tensors.

use super::Observation;
use crate::guards::{Fact, TensorFact};
use crate::python::{Object, flattening, tensor};

/// Class, dispatch keys, dtype, device, `requires_grad`, sizes and strides.
pub struct TensorOf;

impl Observation for TensorOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        tensor::fact(object).map(|fact| Fact::Tensor(Box::new(fact)))
    }

    /// Programs compare tensors by packed patterns instead, which allocate nothing.
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Tensor(fact) if tensor::fact(object).is_some_and(|now| agrees(&now, fact)))
    }
}

/// Whether a wrapper's class says the same of it as of another one.
pub struct FlattenedAs;

impl Observation for FlattenedAs {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(flattening::is_flattened_as(object, parameter?)))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }
}

fn agrees(now: &TensorFact, fact: &TensorFact) -> bool {
    let same = |now: &[Option<i64>], fact: &[Option<i64>]| {
        now.len() == fact.len() && now.iter().zip(fact).all(|(now, fact)| fact.is_none() || now == fact)
    };
    let fixed = |it: &TensorFact| TensorFact { sizes: Box::default(), strides: Box::default(), ..it.clone() };
    same(&now.sizes, &fact.sizes) && same(&now.strides, &fact.strides) && fixed(now) == fixed(fact)
}
