//! What a trace has observed of classes, and its writes to `__slots__` of instances.

use ahash::{AHashMap, AHashSet};

use crate::python::Object;
use crate::values::Value;

#[derive(Default)]
pub struct Classes {
    /// Results of class lookups that are guarded already (`None`: the name is not found).
    pub attributes: AHashMap<(Object, Object), Option<Object>>,
    /// Classes whose bases are guarded.
    pub fixed: AHashSet<Object>,
    /// Classes that the trace made, and the objects that stand in them for traced values, with the step of the root
    /// frame.
    pub traced: AHashMap<Object, u64>,
    /// Whether an attribute of some class was written, so that reads must look for it.
    pub written: bool,
}

/// `__slots__` storage that the trace wrote.
#[derive(Default)]
pub struct Slots {
    /// By instance and descriptor; null is deleted.
    pub written: indexmap::IndexMap<(Value, Object), Value, ahash::RandomState>,
    /// What it was before each write since the mark.
    trail: Vec<((Value, Object), Option<Value>)>,
}

impl Classes {
    /// Forgets what was guarded: a guard that is dropped is observed again when it is needed again.
    pub fn roll_back(&mut self) {
        self.attributes.clear();
        self.fixed.clear();
    }
}

impl Slots {
    pub fn write(&mut self, instance: Value, descriptor: Object, value: Value) {
        let key = (instance, descriptor);
        self.trail.push((key, self.written.insert(key, value)));
    }

    /// Begins a new stretch that [`roll_back`](Slots::roll_back) can undo.
    pub fn mark(&mut self) {
        self.trail.clear();
    }

    pub fn roll_back(&mut self) {
        for (key, old) in self.trail.drain(..).rev() {
            match old {
                Some(old) => drop(self.written.insert(key, old)),
                None => drop(self.written.shift_remove(&key)),
            }
        }
    }
}
