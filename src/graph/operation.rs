//! What a node does, and one that is about to be made.

use super::{Argument, NodeId, Target};
use crate::python::Object;

/// What a node does, in torch's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Placeholder,
    Function,
    Method,
    Output,
}

/// The names of the operations, by number.
pub const WORDS: [&str; 4] = ["placeholder", "call_function", "call_method", "output"];

impl Operation {
    pub fn of_word(word: &str) -> Option<Operation> {
        use Operation::{Function, Method, Output, Placeholder};
        [Placeholder, Function, Method, Output].into_iter().find(|operation| WORDS[*operation as usize] == word)
    }

    /// Whether it is a call.
    pub fn computes(self) -> bool {
        matches!(self, Operation::Function | Operation::Method)
    }
}

/// A node that is about to be made.
pub struct Asked<'a> {
    pub target: &'a Target,
    pub function: Object,
    pub rule: Option<u16>,
    pub positional: &'a [Argument],
    pub keywords: &'a [(Object, Argument)],
}

impl Asked<'_> {
    /// Every node that the new one takes.
    pub fn visit(&self, found: &mut impl FnMut(NodeId)) {
        self.positional
            .iter()
            .chain(self.keywords.iter().map(|(_, argument)| argument))
            .for_each(|argument| argument.visit(found));
    }
}
