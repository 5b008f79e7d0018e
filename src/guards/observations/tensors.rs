//! Observations of tensors.

use super::{Asking, Observation};
use crate::guards::Fact;
use crate::python::{Object, Owned, Words, flattening, tensor};
use crate::shapes::marks;

/// Class, dispatch keys, dtype, device, `requires_grad`, sizes and strides.
pub struct TensorOf;

impl Observation for TensorOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        tensor::fact(object).map(|fact| Fact::Tensor(Box::new(fact)))
    }

    /// Programs compare tensors by packed patterns instead, which allocate nothing.
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let Fact::Tensor(fact) = fact else { return false };
        tensor::is_of_kind(object, fact)
            && (tensor::asks(fact) || tensor::fact(object).is_some_and(|now| tensor::agrees(&now, fact)))
    }

    fn class(&self, fact: &Fact) -> Option<Object> {
        match fact {
            Fact::Tensor(fact) => Some(fact.class),
            _ => None,
        }
    }
}

/// Of tensors whose metadata is elsewhere (sparse, nested, wrappers), memory tells class and dispatch keys.
impl Asking for TensorOf {
    fn asks(&self, fact: &Fact) -> bool {
        matches!(fact, Fact::Tensor(fact) if tensor::asks(fact))
    }

    fn ask(&self, object: &Owned, _: Option<Object>, fact: &Fact) -> Option<Fact> {
        let Fact::Tensor(fact) = fact else { return None };
        let now = tensor::fact(object.object()).filter(|now| tensor::agrees(now, fact))?;
        Some(Fact::Tensor(Box::new(now)))
    }
}

/// What the user says of a tensor's dimensions (`mark_dynamic`, …).
pub struct DimensionMarksOf;

impl Observation for DimensionMarksOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::Marks(Box::new(marks::dimension_marks(object))))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        // Without marks, whatever was compiled serves.
        object.words_without_attributes().is_some()
            || matches!(fact, Fact::Marks(known) if marks::dimension_marks(object).are_met_by(known))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_no_attributes(object)
    }
}

/// Whether a wrapper flattens to the same parts and context as another one.
pub struct FlattenedAs;

impl Observation for FlattenedAs {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(flattening::is_flattened_as(object, parameter?)))
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for FlattenedAs {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), parameter).filter(|now| now == fact)
    }
}
