//! Answers of torch's fake tensors, remembered for one trace.

use ahash::AHashMap;

use crate::python::{Object, Owned};
use crate::shapes::DType;

/// The Python side's session of fakes, made when the first operator needs one.
#[derive(Default)]
pub struct Fakes {
    pub session: Option<Owned>,
    /// How many of the trace's symbols it knows.
    pub symbols: usize,
    /// The class of the error that the operator asked about raises, if that is known.
    pub refused_by: Option<Object>,
    /// The dtypes of operators' results in order, where they were asked for.
    pub casts: AHashMap<Question, Box<[DType]>>,
}

/// The key of a question about an operator under autocast: everything except sizes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Question {
    pub operator: Object,
    /// Autocast's state, then the arguments, as words.
    pub words: Vec<u64>,
}
