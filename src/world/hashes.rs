//! Keys whose `__hash__` or `__eq__` is Python code, which is traced.

use ahash::AHashMap;

use super::*;
use crate::python::{Lookup, Owned};
use crate::rules::externs::ObjectsExterns as _;
use crate::rules::frames::is_of_library;
use crate::tables::OwnFunction;
use crate::values::{Key, Map};

/// Compiled code calls these methods again when it rebuilds a container, so a call must have no effect.
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
            // The value compares by C code as long as the class inherits that `__eq__`.
            self.type_attribute_named(class, "__eq__")?;
            return match self.arena.get(value).state.clone() {
                State::Items(items) if method.same_wrapper(self.role(Role::TupleHash)) => self.traced_hash_of_tuple(items),
                _ => Ok(None),
            };
        }
        let method = self.held_as(method, || format!("{}.__hash__", class.class_name()));
        let (number, effects) = self.watched(|trace| trace.call_values(method, &[value]));
        if effects.any() {
            return Err(Stop::graph_break(CALLED_AGAIN));
        }
        let number = self.specialised(number?)?;
        match self.as_constant(number).filter(|number| number.is_int()) {
            Some(number) => match number.as_int() {
                // CPython replaces -1, its mark of an error.
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
        let hash = self.fold_objects(self.own(OwnFunction::HashOfItems)?, &[numbers.object()])?;
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

    /// Compiled code has no way to add an item to a set without asking for its hash.
    pub(super) fn expect_no_traced_item(&self, set: Value, item: Value) -> Flow<()> {
        let tracked = self.arena.get(set);
        if tracked.object.is_some() && self.is_set_class(tracked.class) && self.hash_told(item).is_some() {
            return Err(Stop::graph_break("a change of a set from outside by an item whose `__hash__` is Python code"));
        }
        Ok(())
    }

    /// Notes which keys of a table from outside have one hash, where Python code told one of them apart: a copy of the table
    /// may ask that code again, which may say something else by now.
    pub fn note_collisions(&mut self, map: &Map) {
        let mut seen: AHashMap<isize, (bool, Value)> = AHashMap::new();
        for (key, entry) in &map.entries {
            let Key::Object { hash, .. } = *key else { continue };
            let asks = self.hash_told(entry.key).is_some();
            if let Some((asked, other)) = seen.insert(hash, (asks, entry.key))
                && (asked || asks)
            {
                for key in [other, entry.key] {
                    let key = self.arena.resolve(key);
                    self.notes.told_apart.entry(key).or_insert(self.root_step);
                }
            }
        }
    }

    /// Notes the hash of a key that Python code hashes.
    pub fn note_hash(&mut self, key: Value, hash: isize) -> Flow<()> {
        if self.hash_told(key).is_some_and(|told| told != hash) {
            return Err(Stop::graph_break(CALLED_AGAIN));
        }
        let key = self.arena.resolve(key);
        self.notes.hashes.insert(key, hash);
        Ok(())
    }

    /// Whether Python code compares some of the keys.
    fn has_traced_keys(&mut self, container: Value, value: Value) -> Flow<bool> {
        let State::Map(map) = &self.arena.get(container).state else { return Ok(false) };
        if let Some(backing) = map.backing.filter(|_| !map.complete) {
            let hashed = self.as_constant(value).and_then(|object| Some((object, object.plain_hash()?)));
            return Ok(hashed.is_some_and(|(object, hash)| backing.dict_find(object, hash) == Lookup::Unclear));
        }
        Ok(!self.notes.hashes.is_empty()
            && map.entries.iter().any(|(key, entry)| {
                self.hash_told(entry.key).is_some() || matches!(key, Key::Made(made) if self.notes.hashes.contains_key(made))
            }))
    }

    /// The key of a value that was read from the container itself.
    pub fn key_there(&mut self, container: Value, value: Value) -> Flow<Option<Key>> {
        if self.hash_told(value).is_none() {
            return self.key_in(container, value).map(Some);
        }
        self.complete_map(container)?;
        let (container, value) = (self.force(container)?, self.arena.resolve(value));
        let mut entries = self.map(container)?.entries.iter().filter(|(_, entry)| !entry.value.is_null());
        Ok(entries.find(|(_, entry)| self.arena.resolve(entry.key) == value).map(|(key, _)| *key))
    }

    /// The key of a value in a container, if Python code hashes the value or finds it equal to a key; else `None`. That of
    /// a null value if it has another hash now than in another table that has it: it can be looked up, but not put in.
    pub(super) fn traced_key(&mut self, container: Value, value: Value) -> Flow<Option<Key>> {
        let value = self.force(value)?;
        let traced = self.traced_hash(value)?;
        if traced.is_none() && !self.has_traced_keys(container, value)? {
            return Ok(None);
        }
        let plain = if traced.is_none() { Some(self.key_of(value)?) } else { None };
        let hash = match (traced, plain) {
            (Some(hash), _) | (None, Some(Key::Object { hash, .. })) => hash,
            _ => return Ok(None),
        };
        self.complete_map(container)?;
        let entries: Vec<(Key, Value)> = self.map(container)?.entries.iter().map(|(key, entry)| (*key, entry.key)).collect();
        let known_hash = |trace: &Self, key: Key, known: Value| match key {
            Key::Object { hash, .. } if traced.is_some() || trace.hash_told(known).is_some() => Some(hash),
            Key::Object { .. } => None,
            Key::Made(made) => trace.notes.hashes.get(&made).copied(),
        };
        // CPython's search compares addresses first, so it can find a key whose hash has changed, depending on the table.
        for (key, known) in entries.iter().filter(|_| traced.is_some()) {
            if known_hash(self, *key, *known).is_some_and(|known| known != hash) && self.same(*known, value)? {
                return Err(Stop::graph_break(CALLED_AGAIN));
            }
        }
        let steps = self.steps;
        for (key, known) in entries {
            if plain == Some(key) {
                return Ok(None);
            }
            if known_hash(self, key, known) != Some(hash) {
                continue;
            }
            // CPython calls `__eq__` of the key in the table first.
            let (equal, effects) = self.watched(|trace| Ok(trace.same(known, value)? || trace.equal_values(known, value)?));
            if effects.any() {
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
            // Another container has the value under another hash.
            if self.hash_told(value).is_some_and(|told| told != hash) {
                return Ok(Some(Key::Made(Value::NULL)));
            }
            let value = self.arena.resolve(value);
            self.notes.hashes.insert(value, hash);
            return Ok(Some(Key::Made(value)));
        }
        Ok(None)
    }
}
