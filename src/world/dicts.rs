//! Dicts and sets: lookups that read an existing dict key by key, and writes into the overlay.

use super::*;
use crate::python::{Lookup, Owned, read};
use crate::tables::OwnFunction;
use crate::values::{Entry, Key, Map};

impl Trace<'_> {
    /// The key for a lookup in a container. An object that hashes by identity is guarded by identity; in a container
    /// that the trace made, only to differ from the other keys.
    pub fn key_in(&mut self, container: Value, value: Value) -> Flow<Key> {
        if let Some(key) = self.traced_key(container, value)? {
            return Ok(key);
        }
        let (container, mut value) = (self.force(container)?, self.force(value)?);
        if self.arena.get(container).object.is_some() {
            value = self.with_addresses(value)?;
        }
        let key = self.key_of(value)?;
        let key = self.key_among(container, key)?;
        let asks = self.hashes_by_identity(value)?;
        if asks {
            if self.arena.get(container).object.is_some() {
                self.fix_identity(value)?;
            }
            self.tell_apart(value);
        }
        Ok(key)
    }

    pub fn hashes_by_identity(&mut self, value: Value) -> Flow<bool> {
        let class = self.class(value);
        Ok(class.is_subclass(self.role(Role::Tensor)) || self.class_hashes_by_identity(class)?)
    }

    /// The key of a value, if hashing and comparing it runs no user code.
    pub fn key_of(&mut self, value: Value) -> Flow<Key> {
        // Which entry a symbolic int finds depends on its value.
        let value = self.specialised(value)?;
        let value = self.plain_tuple(value)?;
        self.specialise_parts(value)?;
        if let Some(object) = self.real_reference(value)?
            && let Some(key) = self.object_key(object)?
        {
            return Ok(key);
        }
        if let Some(object) = self.as_python_constant(value)?
            && let Some(key) = self.object_key(object)?
        {
            return Ok(key);
        }
        if let Some(key) = self.tuple_key(value)? {
            return Ok(key);
        }
        if self.is_later(value) {
            // Equal texts are one key.
            return match self.has_role(value, Role::Text) {
                true => Err(Stop::graph_break("a key that is known only at run time")),
                false => Ok(Key::Made(value)),
            };
        }
        if let Some(referent) = self.made_referent(value)? {
            let value = self.arena.resolve(value);
            return Ok(Key::Made(*self.notes.reference_keys.entry(referent).or_insert(value)));
        }
        let class = self.class(value);
        let by_identity = self.class_hashes_by_identity(class)?;
        let tracked = self.arena.get(value);
        let keeps_parts = matches!(tracked.state, State::Map(_) | State::Slots(_));
        if let Some(object) = tracked.object.filter(|_| !matches!(tracked.state, State::Items(_))) {
            if let Some(key) = self.object_key(object)? {
                return Ok(key);
            }
        } else if by_identity || self.library.hashes_purely(class) && !keeps_parts {
            return Ok(Key::Made(value));
        } else if self.library.hashes_purely(class)
            && let Some(object) = self.to_python(value)?
            && let Some(key) = self.object_key(object)?
        {
            // Ranges of the same numbers are one key.
            return Ok(key);
        }
        if self.is_unhashable(class)? {
            let name = self.text_constant(&class.name_in_errors())?;
            return self.refuse(OwnFunction::NoKey, &[name]);
        }
        Err(Stop::graph_break(format!("a dict key of type {}, whose hash runs code", class.qualified_class_name())))
    }

    /// The key of a real object, if hashing it runs no user code.
    fn object_key(&mut self, object: Object) -> Flow<Option<Key>> {
        self.fix_hash(object)?;
        let hash = match object.plain_hash() {
            Some(hash) => Some(hash),
            None => self.pure_hash(object)?,
        };
        Ok(hash.map(|hash| Key::Object { object, hash }))
    }

    /// A weak reference as a key: a real one to the same object, which is guarded.
    pub fn real_reference(&mut self, value: Value) -> Flow<Option<Object>> {
        if !self.class(value).is_subclass(self.role(Role::WeakReference)) {
            return Ok(None);
        }
        let State::Slots(state) = &self.arena.get(value).state else { return Ok(None) };
        let referent = self.force(state[0])?;
        let Some(object) = self.arena.get(referent).object.filter(|object| *object != self.role(Role::None)) else {
            return Ok(None);
        };
        self.fix_identity(referent)?;
        match self.arena.get(value).object {
            Some(reference) => Ok(Some(reference)),
            None => {
                let made = pyo3::Python::attach(|python| {
                    pyo3::types::PyWeakrefReference::new(&object.bound(python)).map(|made| Owned::from_bound(made.into_any()))
                });
                Ok(Some(self.keeper.keep_owned(made.map_err(Stop::python)?)))
            }
        }
    }

    /// What a weak reference refers to, if the trace made it, of a class that hashes by identity: as keys, all references to it
    /// are one.
    fn made_referent(&mut self, reference: Value) -> Flow<Option<Value>> {
        if !self.class(reference).is_subclass(self.role(Role::WeakReference)) {
            return Ok(None);
        }
        let State::Slots(state) = &self.arena.get(reference).state else { return Ok(None) };
        let referent = self.force(state[0])?;
        let class = self.class(referent);
        let made = self.arena.get(referent).object.is_none() && self.class_hashes_by_identity(class)?;
        Ok(made.then(|| self.arena.resolve(referent)))
    }

    /// Whether a class says that its instances have no hash.
    pub fn is_unhashable(&mut self, class: Object) -> Flow<bool> {
        Ok(self.type_attribute_named(class, "__hash__")? == Some(self.role(Role::None)))
    }

    /// A plain tuple for an object that hashes and compares as a tuple.
    pub fn plain_tuple(&mut self, value: Value) -> Flow<Value> {
        let (class, tuple) = (self.class(value), self.role(Role::Tuple));
        let State::Items(items) = &self.arena.get(value).state else { return Ok(value) };
        if class == tuple || !class.is_subclass(tuple) {
            return Ok(value);
        }
        let items = items.clone();
        for name in ["__hash__", "__eq__"] {
            let (found, own) = (self.type_attribute_named(class, name)?, self.type_attribute_named(tuple, name)?);
            if !found.zip(own).is_some_and(|(found, own)| found.is_same_for_tuples(own)) {
                return Ok(value);
            }
        }
        Ok(self.make_items(tuple, items))
    }

    /// Whether the value is known only when the compiled code runs.
    pub fn is_later(&self, value: Value) -> bool {
        matches!(self.arena.get(value).state, State::Deferred { .. } | State::Drawn)
    }

    pub fn map(&self, value: Value) -> Flow<&Map> {
        match &self.arena.get(value).state {
            State::Map(map) => Ok(map),
            _ => Err(Stop::Abandon("wanted the entries of something that is no dict".into())),
        }
    }

    /// Turns a constant frozenset of the code into a set value with entries.
    fn open_constant_set(&mut self, set: Value) -> Flow<()> {
        let items = match self.as_constant(set).filter(|object| self.is_set_class(object.class())) {
            Some(object) => object.set_items().unwrap_or_default(),
            None => return Ok(()),
        };
        let none = self.none();
        let mut map = Map { complete: true, past: Some(Vec::new()), ..Map::default() };
        for item in items {
            let hash = self.object_hash(item)?;
            let key = self.constant_value(item);
            map.entries.insert(Key::Object { object: item, hash }, Entry { key, value: none, written: false });
        }
        self.arena.edit(set).state = State::Map(map);
        Ok(())
    }

    /// Looks a key up. Presence and absence are both guarded in a dict from outside.
    pub fn map_get(&mut self, dict: Value, key: Key) -> Flow<Option<Value>> {
        let dict = self.force(dict)?;
        self.open_constant_set(dict)?;
        let map = self.map(dict)?;
        if let Some(entry) = map.entries.get(&key) {
            return Ok((!entry.value.is_null()).then_some(entry.value));
        }
        if map.complete {
            return Ok(None);
        }
        let Some(backing) = map.backing else { return Ok(None) };
        let (object, hash) = match key {
            Key::Object { object, hash } => (object, hash),
            Key::Made(made) if self.holds_later(made) => {
                return Err(Stop::graph_break("a key that is known only at run time, in a dict from outside"));
            }
            Key::Made(_) => return Ok(None),
        };
        let source = self.arena.get(dict).source;
        let found = match backing.dict_find(object, hash) {
            Lookup::Found { value, .. } => Some(value),
            Lookup::Missing if read::finds_equals(object) => None,
            // Another key may equal this one by Python code, so a guard on its absence needs all keys.
            Lookup::Missing => {
                self.complete_map(dict)?;
                return self.map_get(dict, key);
            }
            Lookup::Unclear => return Err(Stop::graph_break("a dict whose keys run user code when compared")),
        };
        let source = source.ok_or_else(|| Stop::Abandon("an existing dict without a source".into()))?;
        let object = key_to_guard(backing, object, hash);
        self.keeper.keep(object);
        let key_value = self.arena.constant(object);
        let value = match found {
            Some(found) => {
                let child = self.sources.intern(SourceKind::DictItem(source, object));
                self.guards.push_contains(source, object, true);
                self.lazy(found, child)
            }
            None => {
                self.guards.push_contains(source, object, false);
                Value::NULL
            }
        };
        if let State::Map(map) = &mut self.arena.edit(dict).state {
            map.entries.insert(key, Entry { key: key_value, value, written: false });
        }
        Ok((!value.is_null()).then_some(value))
    }

    pub fn map_get_name(&mut self, dict: Value, name: Object) -> Flow<Option<Value>> {
        let hash = name.plain_hash().ok_or_else(|| Stop::Abandon("a name without a hash".into()))?;
        self.map_get(dict, Key::Object { object: name, hash })
    }

    pub fn map_set(&mut self, dict: Value, key: Key, key_value: Value, value: Value) -> Flow<()> {
        let dict = self.force(dict)?;
        if matches!(key, Key::Made(made) if made.is_null()) {
            return Err(Stop::graph_break("a key whose `__hash__` gives another number than where it is a key already"));
        }
        if self.is_unread(dict, key)? {
            // Whether the dict has the key already decides only its place in the order; who reads the order reads all keys.
            if let State::Map(map) = &mut self.arena.write(dict).state {
                map.entries.insert(key, Entry { key: key_value, value, written: true });
            }
            return Ok(());
        }
        // A key that exists keeps its place and its key object, so find out whether it does.
        let existing = self.map_get(dict, key)?;
        let absent_before = existing.is_none();
        if absent_before {
            self.expect_no_traced_item(dict, key_value)?;
        } else if self.is_set_class(self.class(dict))
            && self.map(dict)?.entries.get(&key).is_some_and(|entry| self.hash_told(entry.key).is_some())
        {
            return Ok(());
        }
        if absent_before && self.map(dict)?.entries.get(&key).is_some_and(|entry| entry.written) {
            // The key was deleted and is now the last one; the order follows from all keys.
            self.complete_map(dict)?;
        }
        if let State::Map(map) = &mut self.arena.write(dict).state {
            match map.entries.get_mut(&key) {
                Some(entry) if !absent_before => {
                    entry.value = value;
                    entry.written = true;
                }
                _ => {
                    map.entries.shift_remove(&key);
                    map.entries.insert(key, Entry { key: key_value, value, written: true });
                }
            }
        }
        if absent_before {
            self.note_added(dict, key, key_value)?;
        }
        Ok(())
    }

    /// Whether an existing dict has not been searched for the key yet.
    fn is_unread(&mut self, dict: Value, key: Key) -> Flow<bool> {
        self.open_constant_set(dict)?;
        let map = self.map(dict)?;
        let Some(backing) = map.backing.filter(|_| !map.complete && !map.entries.contains_key(&key)) else {
            return Ok(false);
        };
        let Key::Object { object, hash } = key else { return Ok(false) };
        self.keeper.keep(object);
        Ok(!matches!(backing.dict_find(object, hash), Lookup::Unclear))
    }

    pub fn map_set_name(&mut self, dict: Value, name: Object, value: Value) -> Flow<()> {
        let hash = name.plain_hash().ok_or_else(|| Stop::Abandon("a name without a hash".into()))?;
        self.keeper.keep(name);
        let key_value = self.arena.constant(name);
        self.map_set(dict, Key::Object { object: name, hash }, key_value, value)
    }

    /// Removes a key and gives what it held.
    pub fn map_remove(&mut self, dict: Value, key: Key) -> Flow<Option<Value>> {
        let dict = self.force(dict)?;
        let Some(old) = self.map_get(dict, key)? else { return Ok(None) };
        if let Some(entry) = self.map(dict)?.entries.get(&key) {
            self.expect_no_traced_item(dict, entry.key)?;
        }
        if let (Some(backing), Some(source), Key::Object { object, hash }) =
            (self.map(dict)?.backing, self.arena.get(dict).source, key)
            && !self.map(dict)?.complete
        {
            // The trace may have written the key without looking whether it was there.
            let found = matches!(backing.dict_find(object, hash), Lookup::Found { .. });
            if found || read::finds_equals(object) {
                self.guards.push_contains(source, key_to_guard(backing, object, hash), found);
            } else {
                self.complete_map(dict)?;
            }
        }
        if let State::Map(map) = &mut self.arena.write(dict).state {
            // What the trace itself added need not be deleted when the writes are replayed.
            let backed = match (map.backing, key) {
                (Some(backing), Key::Object { object, hash }) => {
                    matches!(backing.dict_find(object, hash), Lookup::Found { .. })
                }
                _ => false,
            };
            if map.complete {
                map.entries.shift_remove(&key);
                map.reordered = true;
                map.removals += 1;
            } else if let Some(entry) = map.entries.get_mut(&key) {
                entry.value = Value::NULL;
                entry.written = backed;
            }
        }
        self.note_removed(dict, key)?;
        Ok(Some(old))
    }

    pub fn map_clear(&mut self, dict: Value) -> Flow<()> {
        let dict = self.force(dict)?;
        if let State::Map(map) = &mut self.arena.write(dict).state {
            map.entries.clear();
            map.complete = true;
            map.reordered = true;
            map.removals += 1;
        }
        self.note_clearing(dict)
    }

    /// Reads all keys, in order, and guards them.
    pub fn complete_map(&mut self, dict: Value) -> Flow<()> {
        let dict = self.force(dict)?;
        self.open_constant_set(dict)?;
        let map = self.map(dict)?;
        if map.complete {
            return Ok(());
        }
        let Some(backing) = map.backing else { return Ok(()) };
        let source = self.arena.get(dict).source.ok_or_else(|| Stop::Abandon("an existing dict without a source".into()))?;
        if !self.guards.push_keys(source, backing) {
            return Err(Stop::graph_break("a dict whose items and order do not agree"));
        }
        let mut complete = Map { backing: Some(backing), complete: true, ..Map::default() };
        let mut old = self.map(dict)?.entries.clone();
        // An ordered dict has its keys in an order of its own, and asks for their hashes.
        let stored = if read::orders_apart(backing) { Vec::new() } else { backing.dict_hashes().collect() };
        let mut asked = false;
        for (index, entry) in backing.dict_entries().into_iter().enumerate() {
            self.keeper.keep(entry.key);
            let hash = match stored.get(index) {
                Some(stored) => {
                    let key_value = self.key_value(entry.key);
                    let (hash, told) = self.hash_in_table(entry.key, key_value, *stored)?;
                    asked |= told;
                    hash
                }
                None => self.object_hash(entry.key)?,
            };
            let key = Key::Object { object: entry.key, hash };
            match old.shift_remove(&key) {
                Some(seen) if seen.value.is_null() => complete.reordered = true,
                Some(seen) => {
                    // A key that the trace wrote without looking keeps the key object that was there.
                    let key_value = self.key_value(entry.key);
                    complete.entries.insert(key, Entry { key: key_value, ..seen });
                }
                None => {
                    let child = self.sources.intern(SourceKind::DictItem(source, entry.key));
                    let value = self.lazy(entry.value, child);
                    let key_value = self.key_value(entry.key);
                    complete.entries.insert(key, Entry { key: key_value, value, written: false });
                }
            }
        }
        if asked {
            self.note_collisions(&complete);
            self.observe_object(guard_rules::DICT_HASHES, backing, source, None)?;
        }
        complete.entries.extend(old.into_iter().filter(|(_, entry)| !entry.value.is_null()));
        self.arena.edit(dict).state = State::Map(complete);
        Ok(())
    }

    /// The value of a dict's key: a constant, or an object known by identity (the keys are guarded).
    fn key_value(&mut self, key: Object) -> Value {
        if key.is_plain_constant() { self.arena.constant(key) } else { self.held(key) }
    }

    pub fn map_values(&mut self, dict: Value) -> Flow<Vec<(Value, Value)>> {
        let dict = self.force(dict)?;
        self.complete_map(dict)?;
        Ok(self.map(dict)?.present().map(|entry| (entry.key, entry.value)).collect())
    }

    pub fn make_map(&mut self, class: Object) -> Value {
        let past = self.is_set_class(class).then(Vec::new);
        self.make(class, State::Map(Map { past, ..Map::new() }))
    }
}

/// The key for a guard, which must find the entry without running Python code: an equal key of a C class will do, else
/// only the dict's own key object.
fn key_to_guard(dict: Object, key: Object, hash: isize) -> Object {
    if read::finds_equals(key) {
        return key;
    }
    match dict.dict_find(key, hash) {
        Lookup::Found { index, .. } => dict.dict_entry(index).map_or(key, |entry| entry.key),
        Lookup::Missing | Lookup::Unclear => key,
    }
}
