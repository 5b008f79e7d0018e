//! What a trace has found out about values beside their state.

use ahash::AHashMap;

use super::{Key, NodeId, Value};
use crate::python::Object;

#[derive(Default)]
pub struct Notes {
    /// What `id` gave for objects whose address the trace does not know.
    pub identities: AHashMap<Value, Value>,
    /// The first of the tuples that are equal keys though what they hold is known only at run time, by its parts.
    pub tuple_keys: AHashMap<Vec<Key>, Value>,
    /// What their classes' `__hash__` gave for keys.
    pub hashes: AHashMap<Value, isize>,
    /// Texts of tensors, which the graph is yet to compute.
    pub texts: AHashMap<Value, LaterText>,
    /// The tensor that a transform wrapped in another, and under which words.
    pub wrapped: AHashMap<Value, (Value, Vec<Object>)>,
    /// Attributes of wrappers that nodes give, once they were asked for.
    pub wrapper_attributes: AHashMap<(NodeId, Object), Value>,
}

/// When a text was asked for that is made at the end: the step of the root frame, and how many nodes the graph had.
pub struct LaterText {
    pub step: u64,
    pub nodes: usize,
    /// Whether a mode was another then than at the frame's entry.
    pub other_modes: bool,
}

impl Notes {
    /// Forgets what was noted of values behind the first `known`.
    pub fn roll_back(&mut self, known: usize) {
        let is_known = |value: &Value| (value.0 as usize) < known;
        self.identities.retain(|_, made| is_known(made));
        self.tuple_keys.retain(|_, made| is_known(made));
        self.hashes.retain(|key, _| is_known(key));
        self.texts.retain(|text, _| is_known(text));
        self.wrapped.retain(|wrapped, _| is_known(wrapped));
        self.wrapper_attributes.retain(|_, attribute| is_known(attribute));
    }
}
