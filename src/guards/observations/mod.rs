//! What can be observed of an object: one unit struct for each `extern observe` of the rules.
//!
//! While tracing, [`Observation::observe`] makes the fact of a guard. At each later call [`Observation::holds`]
//! compares it: it reads memory, runs no Python code and makes no object. Observations that the rules mark with
//! `asks` may run Python code as well ([`Asking`]).

use std::iter;

use super::Fact;
use crate::python::{Interest, Object, Owned, Words, context_variables, is_constant, read, same_value};

mod arrays;
mod classes;
mod dicts;
mod functions;
mod globals;
mod numbers;
mod tensors;

pub use arrays::*;
pub use classes::*;
pub use dicts::*;
pub use functions::*;
pub use globals::*;
pub use numbers::*;
pub use tensors::*;

include!(concat!(env!("OUT_DIR"), "/observations.rs"));

pub trait Observation: Sync {
    /// The present fact; `None` if the observation does not apply to this object.
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact>;

    /// Whether the fact still holds, as far as memory tells.
    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool;

    /// The part of a dict that the answer depends on; `None` for observations of other objects.
    fn interest(&self, _parameter: Option<Object>) -> Option<Interest> {
        None
    }

    /// Notes the words and dicts that determine the answer just given, whatever object is there; false if they do not
    /// suffice.
    fn note(&self, object: Object, parameter: Option<Object>, words: &mut Words) -> bool {
        self.interest(parameter).is_some_and(|interest| words.note_dict(object, &interest).is_some())
    }

    /// How long an answer is good for, if the object stays the same one.
    fn stability(&self, _fact: &Fact) -> Stability {
        Stability::Moment
    }

    /// The exact class of any object of which the fact holds, if it fixes that.
    fn class(&self, _fact: &Fact) -> Option<Object> {
        None
    }
}

/// An observation that may have to ask Python (`asks` in `rules/prelude/observations.rule`).
///
/// Python code and other threads may run meanwhile: what was read from memory before may be gone or changed.
pub trait Asking: Observation {
    /// Whether this fact needs Python: memory does not tell all of it.
    fn asks(&self, fact: &Fact) -> bool;

    /// The present fact, if the part that memory tells still holds.
    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stability {
    /// The same object always answers the same.
    Object,
    /// The same as long as the dict asked does not change.
    Contents,
    /// The same as long as the class asked and all its bases do not change.
    Class,
    /// Must be asked each time.
    Moment,
}

/// `type(x)`, exactly.
pub struct ClassOf;

impl Observation for ClassOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::Identity(read::class_of(object)))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Identity(class) if *class == read::class_of(object))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class(object);
        true
    }

    fn stability(&self, fact: &Fact) -> Stability {
        match fact {
            Fact::Identity(class) if read::is_class_of_instances_fixed(*class) => Stability::Object,
            _ => Stability::Moment,
        }
    }

    fn class(&self, fact: &Fact) -> Option<Object> {
        match fact {
            Fact::Identity(class) => Some(*class),
            _ => None,
        }
    }
}

/// The object itself.
pub struct IdentityOf;

impl Observation for IdentityOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::Identity(object))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Identity(known) if *known == object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}

/// Whether a constant is the same as another one; for most classes, whether it is the same object.
pub struct SameConstant;

impl Observation for SameConstant {
    fn observe(&self, object: Object, other: Option<Object>) -> Option<Fact> {
        other.map(|other| Fact::Bool(same_value(object, other)))
    }

    #[inline]
    fn holds(&self, object: Object, other: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, other).as_ref() == Some(fact)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}

/// The bool that a C method of an immutable object returns; nothing if it returns something else.
pub struct TruthTold;

impl Observation for TruthTold {
    fn observe(&self, object: Object, question: Option<Object>) -> Option<Fact> {
        let question = question?.items();
        let (method, others) = question.split_first()?;
        let arguments: Vec<Object> = iter::once(object).chain(others.iter().copied()).collect();
        let told = method.call(Owned::tuple(&arguments).ok()?.object()).ok()?;
        told.object().as_bool().map(Fact::Bool)
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for TruthTold {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, question: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), question).filter(|now| now == fact)
    }
}

/// An immutable builtin value: class and value, all the way down.
pub struct ConstantOf;

impl Observation for ConstantOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        is_constant(object).then_some(Fact::Equal(object))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Equal(known) if same_value(*known, object))
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Object
    }
}

/// `len(x)` of a container of a C class, or of a subclass of list, tuple, dict or set read as its base.
pub struct LengthOf;

impl Observation for LengthOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        read::length(object).map(Fact::Int)
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Int(known) if read::length(object) == Some(*known))
    }

    fn interest(&self, _: Option<Object>) -> Option<Interest> {
        Some(Interest::in_keys())
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_length(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        // Right for dicts, and the program keeps contents apart for those alone.
        Stability::Contents
    }
}

/// Whether the running context has a value for a context variable.
pub struct ContextHas;

impl Observation for ContextHas {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        context_variables::has(object).map(Fact::Bool)
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Bool(has) if context_variables::has(object) == Some(*has))
    }
}

/// Whether a weak reference still refers to something.
pub struct ReferentAlive;

impl Observation for ReferentAlive {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(read::referent(object).is_some()))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Bool(alive) if read::referent(object).is_some() == *alive)
    }
}
