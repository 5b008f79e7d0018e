//! Observations of functions and cells.

use super::Observation;
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
