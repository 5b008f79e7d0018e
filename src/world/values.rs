//! Objects that C code may read while tracing, because they have no code of their own that it would run.

use crate::interpreter::Trace;
use crate::python::{DEEPEST_CONSTANT, Object, read};
use crate::rules::Flow;

impl Trace<'_> {
    /// Whether an object and everything that it holds are of C classes, so that its repr is C code too.
    pub fn is_value(&self, object: Object) -> bool {
        self.is_value_within(object, DEEPEST_CONSTANT)
    }

    fn is_value_within(&self, object: Object, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let class = object.class();
        // Whether a text may be made of so large an int, and the reverse, is for the process to say.
        if object.is_huge_int() || class.is_python_class() || object.is_class() || self.library.known_by_identity(class) {
            return false;
        }
        parts(object).into_iter().all(|part| self.is_value_within(part, depth))
    }

    /// The same, or an instance of a Python class whose special methods are C code.
    pub fn holds_value(&mut self, object: Object) -> Flow<bool> {
        if self.is_value(object) {
            return Ok(true);
        }
        let class = object.class();
        if !class.is_python_class() {
            let parts = parts(object);
            for part in &parts {
                if !self.nested(|trace| trace.holds_value(*part))? {
                    return Ok(false);
                }
            }
            return Ok(!parts.is_empty());
        }
        Ok(!object.is_class() && !self.runs_own_code(class)?)
    }
}

/// What a container holds, or a slice or range.
fn parts(object: Object) -> Vec<Object> {
    if read::is_dict(object) {
        return object.dict_entries().into_iter().flat_map(|entry| [entry.key, entry.value]).collect();
    }
    if let Some((start, stop, step)) = object.slice_parts() {
        return vec![start, stop, step];
    }
    object.set_items().unwrap_or_else(|| object.items())
}
