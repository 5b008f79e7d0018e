//! Observations of functions and cells.

use super::{KeysOf, Observation};
use crate::guards::Fact;
use crate::python::read::{self, FunctionPart};
use crate::python::{Object, Words};

/// The code of a Python function, and the globals that it sees.
pub struct CodeOf;

impl CodeOf {
    fn parts(object: Object) -> Option<[Object; 2]> {
        let part = |part| read::function_part(object, part);
        Some([part(FunctionPart::Code)?, part(FunctionPart::Globals)?])
    }
}

impl Observation for CodeOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        CodeOf::parts(object).map(|parts| Fact::Keys(Box::new(parts)))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Keys(known) if CodeOf::parts(object).is_some_and(|parts| parts[..] == known[..]))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        [FunctionPart::Code, FunctionPart::Globals].into_iter().all(|part| words.note_function_part(object, part))
    }
}

/// How many of a Python function's positional parameters have defaults.
pub struct DefaultsOf;

impl Observation for DefaultsOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.as_function()?;
        let defaults = read::function_part(object, FunctionPart::Defaults);
        Some(Fact::Int(defaults.and_then(read::length).unwrap_or_default()))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        let defaults = read::function_part(object, FunctionPart::Defaults);
        words.note_function_part(object, FunctionPart::Defaults) && defaults.is_none_or(|defaults| words.note_length(defaults))
    }
}

/// Which of its keyword-only parameters have defaults.
pub struct KeywordDefaultsOf;

impl Observation for KeywordDefaultsOf {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        object.as_function()?;
        match read::function_part(object, FunctionPart::KeywordDefaults) {
            Some(defaults) => KeysOf.observe(defaults, parameter),
            None => Some(Fact::Keys(Box::default())),
        }
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        match (read::function_part(object, FunctionPart::KeywordDefaults), fact) {
            (Some(defaults), _) => KeysOf.holds(defaults, parameter, fact),
            (None, Fact::Keys(known)) => known.is_empty() && object.as_function().is_some(),
            _ => false,
        }
    }

    fn note(&self, object: Object, parameter: Option<Object>, words: &mut Words) -> bool {
        let defaults = read::function_part(object, FunctionPart::KeywordDefaults);
        words.note_function_part(object, FunctionPart::KeywordDefaults)
            && defaults.is_none_or(|defaults| KeysOf.note(defaults, parameter, words))
    }
}

/// Whether nothing is stored in a slot of an object's.
pub struct SlotEmpty;

impl Observation for SlotEmpty {
    fn observe(&self, object: Object, descriptor: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(read::slot_is_empty(object, descriptor?)))
    }

    #[inline]
    fn holds(&self, object: Object, descriptor: Option<Object>, fact: &Fact) -> bool {
        descriptor.is_some_and(|descriptor| *fact == Fact::Bool(read::slot_is_empty(object, descriptor)))
    }

    fn note(&self, object: Object, descriptor: Option<Object>, words: &mut Words) -> bool {
        descriptor.is_some_and(|descriptor| words.note_slot(object, descriptor))
    }
}

/// Whether a cell is empty.
pub struct CellEmpty;

impl Observation for CellEmpty {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        read::is_cell(object).then(|| Fact::Bool(read::cell_contents(object).is_none()))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::Bool(empty) if read::is_cell(object) && read::cell_contents(object).is_none() == *empty)
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_cell(object)
    }
}
