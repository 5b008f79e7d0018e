//! Which operators raise for their data (`rules/torch/raises.yaml`), and which context managers ignore exceptions.

use ahash::AHashMap;

use super::library::{Library, get_or_make};
use crate::python::Object;
use crate::tables::{Property, RAISES, Raise, UNPLACED_CALLS};

impl Library {
    /// When a function may raise for its data, if a row says so.
    pub fn raise(&self, function: Object) -> Option<&'static Raise> {
        get_or_make(&self.raises, || self.read_raises()).get(&function).copied()
    }

    /// Whether a graph uses the function in place of another operation of the program, which raises another error.
    pub fn stands_in(&self, function: Object) -> bool {
        self.raise(function).is_some_and(|row| row.stands_in.unwrap_or(false))
    }

    /// Whether a call of the function, for its effect, is said to come from no line of the program.
    pub fn is_unplaced(&self, function: Object) -> bool {
        UNPLACED_CALLS.iter().any(|row| self.path_object_loaded(row.function) == Some(function))
    }

    fn read_raises(&self) -> AHashMap<Object, &'static Raise> {
        let mut rows = AHashMap::new();
        for raise in RAISES.iter() {
            let names = raise.of.iter().flat_map(|of| raise.names.iter().map(move |name| format!("{of}.{name}")));
            rows.extend(names.filter_map(|path| Some((self.loaded(&path)?, raise))));
        }
        rows
    }

    /// Whether contexts of exactly this class end in the same way whether an exception comes or not, and let it pass.
    pub fn is_blind_context(&self, class: Object) -> bool {
        self.is_listed_exactly(class, Property::BlindExit)
    }
}
