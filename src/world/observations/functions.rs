//! Observations of functions, cells and classes.

use std::cell::Cell;

use super::{Observation, Stability};
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

/// What the lookup of a name in a class and its bases finds: an object by identity, or nothing.
pub struct ClassAttribute;

impl Observation for ClassAttribute {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        if !read::is_class(object) {
            return None;
        }
        Some(read::class_lookup(object, parameter?).map_or(Fact::None, Fact::Identity))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        let Some(name) = parameter else { return false };
        read::is_class(object)
            && match (read::class_lookup(object, name), fact) {
                (None, Fact::None) => true,
                (Some(found), Fact::Identity(known)) => found == *known,
                _ => false,
            }
    }

    #[inline]
    fn holds_again(&self, object: Object, parameter: Option<Object>, fact: &Fact, memory: &Cell<u64>) -> bool {
        // The tag stands for one state of the class and all its bases. 0 is none: then a lookup gives it one.
        if !read::is_class(object) {
            return false;
        }
        let tag = read::class_tag(object);
        if tag != 0 && tag == memory.get() {
            return true;
        }
        let holds = self.holds(object, parameter, fact);
        memory.set(if holds { read::class_tag(object) } else { 0 });
        holds
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class_tag(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Moment
    }
}
