//! Facts about values beside their state.

use ahash::AHashMap;

use super::{Key, NodeId, Value};
use crate::python::Object;

#[derive(Default)]
pub struct Notes {
    /// Results of `id` for objects whose address is unknown while tracing.
    pub identities: AHashMap<Value, Value>,
    /// Results of `hash` for objects whose hash is unknown while tracing.
    pub later_hashes: AHashMap<Value, Value>,
    /// By its items, the first of several equal tuples used as keys whose items are known only at run time.
    pub tuple_keys: AHashMap<Vec<Key>, Value>,
    /// By what the trace made, the first of the weak references to it that were used as keys.
    pub reference_keys: AHashMap<Value, Value>,
    /// Results of Python `__hash__` methods of keys.
    pub hashes: AHashMap<Value, isize>,
    /// Keys that Python code told apart from one of the same hash, and the step of the root frame that did.
    pub told_apart: AHashMap<Value, u64>,
    /// By their keys and hashes, what stands in the pasts of sets for objects (`alternator.runtime.pasts.Item`).
    pub stand_ins: AHashMap<(Key, isize), Object>,
    /// The objects that these stand for.
    pub stood_for: AHashMap<Object, StoodFor>,
    /// Deferred texts of tensors that the graph has yet to compute.
    pub texts: AHashMap<Value, LaterText>,
    /// For a wrapped tensor of a functorch transform, how it was wrapped.
    pub wrapped: AHashMap<Value, Wrapping>,
    /// The levels of transforms by their numbers, from 1. The first ones are active, as many as the mode says.
    pub levels: Vec<Level>,
    /// Attributes of wrappers that nodes return, once they were read.
    pub wrapper_attributes: AHashMap<(NodeId, Object), Value>,
}

#[derive(Clone, Copy)]
pub struct StoodFor {
    pub key: Key,
    pub value: Value,
    /// The object of the value, if that is from outside.
    pub object: Option<Object>,
}

#[derive(Clone)]
pub struct Wrapping {
    /// The inner tensor.
    pub tensor: Value,
    /// The arguments of the wrapping call; the last is the transform's level.
    pub words: Vec<Object>,
}

/// A level of functorch's transforms.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// The first node that is computed in it.
    pub began: NodeId,
    /// Whether it is vmap's: an operator wraps its result there only if an argument is wrapped. Other levels wrap all results.
    pub batches: bool,
    /// Whether random numbers may be drawn in it.
    pub draws: bool,
}

/// When a deferred text was asked for: the step of the root frame, and the number of nodes of the graph.
pub struct LaterText {
    pub step: u64,
    pub nodes: usize,
    /// Whether a mode was another then than at the frame's entry.
    pub other_modes: bool,
}

impl Notes {
    /// How much is noted.
    pub fn extent(&self) -> [usize; 12] {
        [
            self.identities.len(),
            self.later_hashes.len(),
            self.tuple_keys.len(),
            self.reference_keys.len(),
            self.hashes.len(),
            self.told_apart.len(),
            self.stand_ins.len(),
            self.stood_for.len(),
            self.texts.len(),
            self.wrapped.len(),
            self.levels.len(),
            self.wrapper_attributes.len(),
        ]
    }

    /// Forgets what was noted of values behind the first `known`.
    pub fn roll_back(&mut self, known: usize) {
        let is_known = |value: &Value| (value.0 as usize) < known;
        self.identities.retain(|_, made| is_known(made));
        self.later_hashes.retain(|_, made| is_known(made));
        self.tuple_keys.retain(|_, made| is_known(made));
        self.reference_keys.retain(|_, made| is_known(made));
        self.hashes.retain(|key, _| is_known(key));
        self.told_apart.retain(|key, _| is_known(key));
        self.texts.retain(|text, _| is_known(text));
        self.wrapped.retain(|wrapped, _| is_known(wrapped));
        self.wrapper_attributes.retain(|_, attribute| is_known(attribute));
    }
}
