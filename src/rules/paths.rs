//! Resolves dotted names in the running interpreter: attributes of modules, and raw entries of class dicts, so that
//! descriptors are not bound.

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyModule};

use crate::python::{Object, Owned};

/// In a path, between a function and an inner function: the path names the code that all such inner functions share.
const LOCALS: &str = "<locals>";

/// Finds many names and looks up common prefixes once.
pub struct Finder<'py> {
    python: Python<'py>,
    /// Whether modules are imported. Otherwise names in unloaded modules are not found.
    imports: bool,
    /// Whether a name led to a half imported module.
    pub met_unfinished: bool,
    owners: AHashMap<String, Option<Bound<'py, PyAny>>>,
}

impl<'py> Finder<'py> {
    pub fn of_loaded(python: Python<'py>) -> Finder<'py> {
        Finder { python, imports: false, met_unfinished: false, owners: AHashMap::new() }
    }

    pub fn importing(python: Python<'py>) -> Finder<'py> {
        Finder { python, imports: true, met_unfinished: false, owners: AHashMap::new() }
    }

    pub fn find(&mut self, path: &str) -> PyResult<Option<Owned>> {
        Ok(self.look_up(path)?.map(Owned::from_bound))
    }

    /// Whether a path leads to an inherited attribute of a class.
    pub fn is_inherited(&mut self, path: &str) -> PyResult<bool> {
        let Some((owner_path, name)) = path.rsplit_once('.') else { return Ok(false) };
        let Some(owner) = self.look_up(owner_path)? else { return Ok(false) };
        let key = Owned::interned(name)?;
        Ok(Object::from_bound(&owner).class_dict().is_some_and(|own| own.dict_get(key.object()).is_none()))
    }

    fn look_up(&mut self, path: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((owner_path, name)) = path.rsplit_once('.') else { return self.module(path) };
        let owner = match self.owners.get(owner_path) {
            Some(owner) => owner.clone(),
            None => {
                let owner = self.look_up(owner_path)?;
                self.owners.insert(owner_path.to_owned(), owner.clone());
                owner
            }
        };
        let Some(owner) = owner else { return Ok(None) };
        if !owner.is_instance_of::<PyModule>() {
            return self.attribute(&owner, name);
        }
        // A module comes before an attribute of the same name.
        if let Some(module) = self.loaded(path)? {
            return Ok(Some(module));
        }
        match self.attribute(&owner, name)? {
            None if self.imports => Ok(crate::python::import(self.python, path).ok()),
            found => Ok(found),
        }
    }

    fn module(&mut self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.imports { Ok(crate::python::import(self.python, name).ok()) } else { self.loaded(name) }
    }

    /// A loaded module. Never waits for another thread's import, which may wait for a lock that this one holds.
    fn loaded(&mut self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.imports {
            return crate::python::loaded_module(self.python, name);
        }
        let Some((module, is_whole)) = crate::python::module_at_hand(self.python, name) else { return Ok(None) };
        self.met_unfinished |= !is_whole;
        Ok(is_whole.then_some(module))
    }

    fn attribute(&self, owner: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if name == LOCALS {
            return owner.getattr("__code__").map(Some);
        }
        if let Ok(code) = owner.cast::<PyCode>() {
            return nested_code(code, name);
        }
        let raw = Object::from_bound(owner);
        let key = Owned::interned(name)?;
        if raw.is_class() {
            return Ok(raw.type_lookup(key.object()).map(|found| found.bound(self.python).clone()));
        }
        // What a module would import when it is asked is not loaded.
        let dict = raw.module_dict().filter(|_| !self.imports && owner.get_type().is(self.python.get_type::<PyModule>()));
        match dict {
            Some(dict) => Ok(dict.dict_get(key.object()).map(|found| found.bound(self.python).clone())),
            None => Ok(owner.getattr(name).ok()),
        }
    }
}

fn nested_code<'py>(code: &Bound<'py, PyCode>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    for constant in code.getattr("co_consts")?.try_iter()? {
        let constant = constant?;
        if constant.is_instance_of::<PyCode>() && constant.getattr("co_name")?.extract::<String>()? == name {
            return Ok(Some(constant));
        }
    }
    Ok(None)
}
