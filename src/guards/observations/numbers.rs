//! Ints and floats.

use super::{Observation, Stability};
use crate::guards::Fact;
use crate::python::{Object, read};
use crate::shapes::Interval;

/// Whether it is an int that may be a symbol.
pub struct IntInReach;

impl Observation for IntInReach {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        let number = read::exact_integer(object);
        Some(Fact::Bool(number.is_some_and(|number| Interval::REACH.contains(number.into()))))
    }

    #[inline]
    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}

/// Whether a float is equal to another.
pub struct EqualTo;

impl Observation for EqualTo {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(object.as_float()? == parameter?.as_float()?))
    }

    #[inline]
    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}

/// How a float compares with another: -1 if it is less, 0 if equal, 1 if greater, 2 if it does not compare.
pub struct OrderOf;

impl Observation for OrderOf {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let order = object.as_float()?.partial_cmp(&parameter?.as_float()?);
        Some(Fact::Int(order.map_or(2, |order| order as i64)))
    }

    #[inline]
    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}
