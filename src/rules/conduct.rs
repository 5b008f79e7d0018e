//! What the rules say that an operator does beside giving a result (`rules/graph/effects.yaml`), and of which data it
//! refuses (`rules/torch/raises.yaml`).

use ahash::AHashMap;
use pyo3::prelude::*;

use super::library::{Library, get_or_make};
use crate::generated::{EFFECTS, Effect, RAISES, Raise};
use crate::python::Object;

/// The rows that name one function.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rows {
    pub effect: Option<&'static Effect>,
    pub raise: Option<&'static Raise>,
}

impl Rows {
    /// Whether a graph has the function for something else of the program's, which raises another error.
    pub fn stands_in(&self) -> bool {
        self.raise.is_some_and(|row| row.stands_in.unwrap_or(false))
    }
}

impl Library {
    /// What is written down of a function's conduct.
    pub fn conduct(&self, function: Object) -> Rows {
        get_or_make(&self.conducts, || self.read_conducts()).get(&function).copied().unwrap_or_default()
    }

    pub fn has_effect(&self, function: Object) -> bool {
        self.conduct(function).effect.is_some()
    }

    fn read_conducts(&self) -> AHashMap<Object, Rows> {
        let mut rows: AHashMap<Object, Rows> = AHashMap::new();
        for effect in EFFECTS.iter() {
            if let Ok(function) = self.path_object(effect.path) {
                rows.entry(function).or_default().effect = Some(effect);
            }
        }
        for raise in RAISES.iter() {
            let names = raise.of.iter().flat_map(|of| raise.names.iter().map(move |name| format!("{of}.{name}")));
            for function in names.filter_map(|path| self.loaded(&path)) {
                rows.entry(function).or_default().raise = Some(raise);
            }
        }
        rows
    }

    /// Whether a function without a meta rule draws random numbers, as torch says of its operators.
    pub fn draws(&self, function: Object) -> bool {
        self.listed_class(function, "draws", |function| {
            Python::attach(|python| {
                let helpers = crate::python::import(python, "alternator.inference")?;
                helpers.getattr("draws")?.call1((function.bound(python),))?.is_truthy()
            })
            .unwrap_or(true)
        })
    }

    /// Whether contexts of exactly this class end in the same way whether an exception comes or not, and let it pass.
    pub fn is_blind_context(&self, class: Object) -> bool {
        self.is_listed_exactly(class, "blind_exit")
    }
}
