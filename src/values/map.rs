//! The contents of a dict or set: read from an existing object key by key, written in an overlay.

use std::hash::{Hash, Hasher};

use indexmap::IndexMap;

use super::Value;
use crate::python::Object;

/// A key: an object hashed and compared as Python does for types whose `==` runs no user code, or a
/// value made by the trace that compares by identity.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    Object { object: Object, hash: isize },
    Made(Value),
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Object { object: a, hash: x }, Key::Object { object: b, hash: y }) => {
                a == b || (x == y && a.plain_equal(*b) == Some(true))
            }
            (Key::Made(a), Key::Made(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Key::Object { hash, .. } => hash.hash(state),
            Key::Made(value) => value.hash(state),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub key: Value,
    /// Null: known to be absent (or deleted).
    pub value: Value,
    /// Whether the trace wrote it.
    pub written: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Map {
    /// The existing dict that unread keys are in. Its own object for a dict, the instance's `__dict__`
    /// for an instance dict.
    pub backing: Option<Object>,
    pub entries: IndexMap<Key, Entry, ahash::RandomState>,
    /// Whether `entries` holds everything, in order.
    pub complete: bool,
    /// Whether an existing key was deleted or the whole was cleared: order must be rebuilt on replay.
    pub reordered: bool,
    /// The number of removals, by which iterators detect changes.
    pub removals: u32,
    /// Of a set, its past, the calls that built it (`alternator.runtime.pasts`): all of them, or since the trace met
    /// it. `None` if the hash of an item is unknown, and for dicts.
    pub past: Option<Vec<Object>>,
    /// The instance, if this is the `__dict__` of an instance that the trace made and the program has a reference to
    /// it.
    pub owner: Option<Value>,
    /// Whether the program assigned it to the `__dict__` of an instance, which may not be the only one that has it.
    pub assigned: bool,
}

impl Map {
    /// An empty dict made by the trace.
    pub fn new() -> Map {
        Map { complete: true, ..Map::default() }
    }

    pub fn over(backing: Object) -> Map {
        Map { backing: Some(backing), ..Map::default() }
    }

    pub fn present(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| !entry.value.is_null())
    }
}
