//! Calls that compiled code makes beside the graph.

use super::nested::Directness;
use crate::shapes::Symbol;
use crate::sources::SourceId;
use crate::values::Value;

#[derive(Default)]
pub struct Calls {
    /// Before the graph, in order.
    pub first: Vec<FirstCall>,
    /// Once the graph has run, in order: what is called, and with what.
    pub later: Vec<(Value, Vec<Value>)>,
    /// Whether the next call is all that the running instruction still does.
    pub direct: Directness,
}

/// A call that compiled code makes when it is entered.
#[derive(Debug, Clone)]
pub struct FirstCall {
    pub callee: Value,
    pub positional: Vec<Value>,
    /// Where the graph computes with the number that it gives: its tensor and the number's symbol.
    pub number: Option<(SourceId, Symbol)>,
}

/// How many calls there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    first: usize,
    later: usize,
}

impl Calls {
    pub fn mark(&self) -> Mark {
        Mark { first: self.first.len(), later: self.later.len() }
    }

    pub fn roll_back(&mut self, mark: Mark) {
        self.first.truncate(mark.first);
        self.later.truncate(mark.later);
    }
}
