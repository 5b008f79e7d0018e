//! Side effects of torch's operators: lookups in the table that `rulec` makes of recorded schemas and of
//! `rules/torch/operators.yaml`.

use ahash::AHashMap;
use pyo3::prelude::*;

use super::classes::Question;
use super::library::{Library, get_or_make};
use crate::python::Object;
use crate::tables::TORCH_OPERATORS;
use crate::tables::{ArgumentPlace, TorchOperator};

impl ArgumentPlace {
    /// The argument of a call for this parameter.
    pub fn of<'a, T>(&self, positional: &'a [T], named: &'a [(Object, T)]) -> &'a [T] {
        if let Some((_, value)) = named.iter().find(|(name, _)| name.as_str() == Some(self.name)) {
            return std::slice::from_ref(value);
        }
        let Some(place) = self.place else { return &[] };
        let end = if self.rest { positional.len() } else { place + 1 };
        positional.get(place..end).unwrap_or_default()
    }
}

impl Library {
    /// The side effects of a function on tensors; `None` if it has none.
    pub fn torch_operator(&self, function: Object) -> Option<&'static TorchOperator> {
        if let Some(known) = get_or_make(&self.functions_by_path, || self.read_functions_by_path()).get(&function) {
            return Some(known);
        }
        if let Some(known) = self.operators.get(function) {
            return known;
        }
        // An operator of `torch.ops` keeps its name as an attribute.
        let own_name = self.name("__name__").ok().and_then(|name| function.instance_attribute(name));
        let text = own_name.filter(|name| name.is_str()).map_or_else(|| function.name_text(), Object::text);
        let name = text.rsplit('.').next()?;
        let row = TORCH_OPERATORS.binary_search_by(|row| row.name.cmp(name)).ok().and_then(|at| TORCH_OPERATORS.get(at));
        let is_there = |space: &&str| self.loaded(&format!("{space}.{name}")) == Some(function);
        let found = row.filter(|row| row.namespaces.iter().any(is_there));
        // Where the name has a row, the namespace may be loaded later.
        if found.is_some() || row.is_none() {
            self.operators.insert(function, found);
        }
        found
    }

    fn read_functions_by_path(&self) -> AHashMap<Object, &'static TorchOperator> {
        let rows = TORCH_OPERATORS.iter().filter(|row| row.namespaces.is_empty());
        rows.filter_map(|row| Some((self.path_object_loaded(row.name)?, row))).collect()
    }

    /// Whether a function without a row draws random numbers, by torch's tags.
    pub fn draws(&self, function: Object) -> bool {
        self.listed_class(function, Question::Draws, |function| {
            Python::attach(|python| {
                let helpers = crate::python::import(python, "alternator.tracing.inference")?;
                helpers.getattr("draws")?.call1((function.bound(python),))?.is_truthy()
            })
            .unwrap_or(true)
        })
    }
}
