//! Calls of modules that the trace has followed, so that calls of modules like them need not be followed.

use std::ops::Range;
use std::rc::Rc;

use ahash::AHashMap;

use crate::graph::{Node, NodeId, Writes};
use crate::guards::Item;
use crate::python::Object;
use crate::shapes::MetaArgument;
use crate::sources::{SourceId, SourceSet};
use crate::values::Value;

/// So many calls of one place are recorded in vain before the trace gives up there.
const MOST_ATTEMPTS: u32 = 4;
/// So many modules that differ are remembered of one place.
const MOST_OF_A_PLACE: usize = 3;
/// Shorter calls are followed as quickly as they are compared.
const FEWEST_STEPS: u64 = 40;

/// Where a module is called, and how.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// Code and instruction of the active frames, the root first.
    pub frames: Vec<(Object, u32)>,
    pub class: Object,
    /// The function that is called with the module.
    pub function: Value,
}

/// A call that was followed, as it looked from outside.
pub struct Recording {
    pub module: Value,
    /// The module's source.
    pub root: SourceId,
    /// The sources that led from it when the call ended.
    pub own: SourceSet,
    /// By their names; positional ones have none.
    pub arguments: Vec<(Option<Object>, Passed)>,
    /// The exception that was being handled.
    pub handled: Value,
    /// The site of the frame that makes the call.
    pub caller: Option<u32>,
    /// What is assumed of the module and of what it leads to.
    pub assumptions: Vec<Item>,
    /// Which C fields of these were read that they may give up.
    pub members: Vec<(SourceId, Object)>,
    /// The nodes of the tensors among the arguments, and of those that the module holds.
    pub given: Vec<Given>,
    /// The nodes that the call added.
    pub added: Range<u32>,
    pub nodes: Vec<Node>,
    pub seen: Seen,
    /// How many instructions were followed, with those of calls within it that were repeated.
    pub steps: u64,
    pub result: Made,
}

/// What a call has read of what was there before it, as it was when the call ended.
pub struct Seen {
    /// Values, and existing objects that the call was the first to meet.
    pub reads: Vec<Value>,
    /// The nodes of the tensors among these, with their metadata.
    pub tensors: Vec<(NodeId, MetaArgument)>,
    /// What had been written.
    pub writes: Writes,
    /// The arena's clock, and how many changes of modes there were.
    pub clock: u32,
    pub modes: usize,
}

/// An argument of a call.
#[derive(Debug)]
pub enum Passed {
    /// Whatever it is, another call has to be given the same.
    Same(Value),
    /// A tensor that the trace has made.
    Tensor { value: Value, class: Object, node: NodeId, meta: MetaArgument },
    /// A tuple that the trace has made.
    Tuple { value: Value, items: Vec<Passed> },
}

/// A node from before the call, or of an input.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    pub node: NodeId,
    /// Whether it had a name before the call, and the one that it has behind it.
    pub was_named: bool,
    pub name: Option<Object>,
}

/// What a call gave.
#[derive(Debug, Clone)]
pub struct Made {
    pub value: Value,
    pub kind: MadeKind,
}

#[derive(Debug, Clone)]
pub enum MadeKind {
    /// It was there before: a constant, or an argument.
    Known,
    Tensor {
        class: Object,
        node: NodeId,
    },
    Items {
        class: Object,
        items: Vec<Made>,
    },
}

/// The calls that were followed, by their places.
#[derive(Default)]
pub struct Repeats {
    places: AHashMap<Place, Calls>,
    /// How many frames there were when the module that is being called was called.
    pub depth: usize,
    /// How many calls were not followed, and how many instructions these would have been.
    pub count: u64,
    pub steps: u64,
}

#[derive(Default)]
struct Calls {
    /// Whether one was followed.
    followed: bool,
    /// How many were recorded, or were to be.
    attempts: u32,
    recordings: Vec<Rc<Recording>>,
}

impl Passed {
    /// The nodes of the tensors in it.
    pub fn visit_nodes(&self, found: &mut impl FnMut(NodeId)) {
        match self {
            Passed::Same(_) => {}
            Passed::Tensor { node, .. } => found(*node),
            Passed::Tuple { items, .. } => items.iter().for_each(|item| item.visit_nodes(found)),
        }
    }
}

impl Repeats {
    /// The calls that were recorded at a place, the last first.
    pub fn at(&self, place: &Place) -> Vec<Rc<Recording>> {
        self.places.get(place).map(|calls| calls.recordings.iter().rev().cloned().collect()).unwrap_or_default()
    }

    /// Whether a call that is about to be followed is to be recorded. The first of its place is not, unless it may be made
    /// again: most are the only ones.
    pub fn wants(&mut self, place: &Place, is_in_loop: impl FnOnce() -> bool) -> bool {
        let calls = self.places.entry(place.clone()).or_default();
        let is_again = std::mem::replace(&mut calls.followed, true);
        let wants = (is_again || is_in_loop()) && calls.attempts < MOST_ATTEMPTS && calls.recordings.len() < MOST_OF_A_PLACE;
        calls.attempts += u32::from(wants);
        wants
    }

    /// Whether calls of so many instructions are worth being repeated. If not, none is recorded at the place any more.
    pub fn is_worth_it(&mut self, place: &Place, steps: u64) -> bool {
        if steps < FEWEST_STEPS
            && let Some(calls) = self.places.get_mut(place)
        {
            calls.attempts = MOST_ATTEMPTS;
        }
        steps >= FEWEST_STEPS
    }

    /// Remembers a call.
    pub fn add(&mut self, place: Place, recording: Recording) {
        self.places.entry(place).or_default().recordings.push(Rc::new(recording));
    }

    /// The trace goes back: values and nodes of what was recorded may be gone.
    pub fn forget(&mut self) {
        self.places.clear();
    }
}
