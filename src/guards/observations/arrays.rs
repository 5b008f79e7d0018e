//! Observations of NumPy's arrays.

use super::Observation;
use crate::guards::Fact;
use crate::python::{Object, array};

/// Class, element type, layout, sizes and strides.
pub struct ArrayOf;

impl Observation for ArrayOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        array::fact(object).map(|fact| Fact::Array(Box::new(fact)))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Array(fact) if array::matches(object, fact))
    }

    fn class(&self, fact: &Fact) -> Option<Object> {
        match fact {
            Fact::Array(fact) => Some(fact.class),
            _ => None,
        }
    }
}
