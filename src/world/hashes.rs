//! Keys whose `__hash__` or `__eq__` is Python code, which is traced.

use super::*;
use crate::python::Owned;
use crate::rules::externs::ObjectsExterns as _;
use crate::rules::frames::is_of_library;
use crate::values::Key;

/// Compiled code calls them again when it rebuilds a container.
const CALLED_AGAIN: &str = "a key whose `__hash__` or `__eq__` does more than tell";

impl Trace<'_> {
    /// The hash of a value whose class has a Python `__hash__`, or of a tuple with such an item, by tracing it.
    pub fn traced_hash(&mut self, value: Value) -> Flow<Option<isize>> {
        let value = self.force(value)?;
        if let Some(items) = self.tuple_items(value) {
            return self.traced_hash_of_tuple(items);
        }
        let class = self.class(value);
        if !class.is_python_class() || self.class_hashes_by_identity(class)? {
            return Ok(None);
        }
        let Some(method) = self.type_attribute_named(class, "__hash__")? else { return Ok(None) };
        if method.class() != self.role(Role::Function) || self.library.hashes_purely(class) && !self.hashes_by_program(class)? {
            // What an equality of C code says of the value holds while the class inherits it.
            self.type_attribute_named(class, "__eq__")?;
            return match self.arena.get(value).state.clone() {
                State::Items(items) if method.same_wrapper(self.role(Role::TupleHash)) => self.traced_hash_of_tuple(items),
                _ => Ok(None),
            };
        }
        let method = self.held_as(method, || format!("{}.__hash__", class.class_name()));
        let (number, seen) = self.watched(|trace| trace.call_values(method, &[value]));
        if seen {
            return Err(Stop::graph_break(CALLED_AGAIN));
        }
        let number = self.specialised(number?)?;
        match self.as_constant(number).filter(|number| number.is_int()) {
            Some(number) => match number.as_int() {
                // As CPython has it, which keeps this one for errors.
                Some(-1) => Ok(Some(-2)),
                Some(hash) => Ok(Some(hash as isize)),
                None => self.object_hash(number).map(Some),
            },
            None => Err(Stop::graph_break(format!("the hash of {}", self.describe(value)))),
        }
    }

    fn traced_hash_of_tuple(&mut self, items: Vec<Value>) -> Flow<Option<isize>> {
        let hashes = items.iter().map(|item| self.traced_hash(*item)).collect::<Flow<Vec<_>>>()?;
        if hashes.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut numbers = Vec::with_capacity(items.len());
        for (item, hash) in items.into_iter().zip(hashes) {
            let number = match hash {
                Some(hash) => self.int_constant(hash as i64)?,
                None => self.hash_value(item)?,
            };
            numbers.push(self.as_constant(number).ok_or_else(|| Stop::graph_break("the hash of an item of a tuple"))?);
        }
        let numbers = Owned::tuple(&numbers).map_err(Stop::python)?;
        let hash = self.fold_objects(self.role(Role::HashOfItems), &[numbers.object()])?;
        Ok(self.as_constant(hash).and_then(Object::as_int).map(|hash| hash as isize))
    }

    /// Whether a class hashes or compares by code of the program.
    pub fn hashes_by_program(&mut self, class: Object) -> Flow<bool> {
        for method in ["__hash__", "__eq__"] {
            let method = if class.is_python_class() { self.type_attribute_named(class, method)? } else { None };
            if method.is_some_and(|method| !method.is_native_attribute() && !is_of_library(method)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the `__hash__` of a key gave, if it was traced.
    pub fn hash_told(&self, key: Value) -> Option<isize> {
        self.notes.hashes.get(&self.arena.resolve(key)).copied()
    }

    fn has_traced_keys(&self, container: Value) -> bool {
        let State::Map(map) = &self.arena.get(container).state else { return false };
        !self.notes.hashes.is_empty()
            && map.entries.keys().any(|key| matches!(key, Key::Made(made) if self.notes.hashes.contains_key(made)))
    }

    /// The key of a value in a container that the trace made, if Python code hashes the value or one that it is
    /// compared with; else `None`.
    pub(super) fn traced_key(&mut self, container: Value, value: Value) -> Flow<Option<Key>> {
        let value = self.force(value)?;
        let traced = self.traced_hash(value)?;
        if traced.is_none() && !self.has_traced_keys(container) {
            return Ok(None);
        }
        // The table has it where its first hash was, so that it would not be found by this one.
        if traced.is_some_and(|hash| self.hash_told(value).is_some_and(|told| told != hash)) {
            return Err(Stop::graph_break(CALLED_AGAIN));
        }
        let plain = if traced.is_none() { Some(self.key_of(value)?) } else { None };
        let hash = match (traced, plain) {
            (Some(hash), _) | (None, Some(Key::Object { hash, .. })) => hash,
            _ => return Ok(plain),
        };
        self.complete_map(container)?;
        let entries: Vec<(Key, Value)> = self.map(container)?.entries.iter().map(|(key, entry)| (*key, entry.key)).collect();
        for (key, known) in entries {
            if plain == Some(key) {
                return Ok(plain);
            }
            let known_hash = match key {
                Key::Object { hash, .. } if traced.is_some() => Some(hash),
                Key::Object { .. } => None,
                Key::Made(made) => self.notes.hashes.get(&made).copied(),
            };
            // The one that is there already is asked first, as CPython does.
            if known_hash != Some(hash) {
                continue;
            }
            let steps = self.steps;
            let (equal, seen) = self.watched(|trace| Ok(trace.same(known, value)? || trace.equal_values(known, value)?));
            if seen {
                return Err(Stop::graph_break(CALLED_AGAIN));
            }
            if equal? {
                return Ok(Some(key));
            }
            if self.steps > steps {
                let value = self.arena.resolve(value);
                self.notes.told_apart.insert(value, self.root_step);
            }
        }
        if traced.is_some() {
            let value = self.arena.resolve(value);
            self.notes.hashes.insert(value, hash);
            return Ok(Some(Key::Made(value)));
        }
        Ok(plain)
    }
}
