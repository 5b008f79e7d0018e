//! Addresses and hashes that are known only at run time: results of `id()`, and dict keys made of them.

use super::*;
use crate::values::Key;

/// Smaller numbers are no addresses.
const NO_ADDRESS: i64 = 1 << 16;

impl Trace<'_> {
    /// A result of `id`, or a tuple that contains one, with the addresses of existing objects as constants. Guards the
    /// identity of these objects.
    pub fn with_addresses(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        if let Some(subject) = self.addressed(value) {
            return match self.fixed_object(subject)? {
                Some(object) => self.int_constant(object.as_ptr() as i64),
                None => Ok(value),
            };
        }
        let Some(items) = self.tuple_items(value) else { return Ok(value) };
        let mut numbers = Vec::with_capacity(items.len());
        for item in &items {
            numbers.push(self.nested(|trace| trace.with_addresses(*item))?);
        }
        let class = self.role(Role::Tuple);
        Ok(if numbers == items { value } else { self.make_items(class, numbers) })
    }

    /// The hash of what the trace made, which no code of the program tells: the number is known at run time alone.
    pub fn later_hash(&mut self, value: Value) -> Flow<Value> {
        let Key::Made(made) = self.key_of(value)? else {
            return Err(Stop::graph_break(format!("the hash of {}", self.describe(value))));
        };
        if let Some(known) = self.notes.later_hashes.get(&made) {
            return Ok(*known);
        }
        let (callee, class) = (self.role(Role::Hash), self.role(Role::Int));
        let callee = self.held(callee);
        let hash = self.make(class, State::Deferred { callee, positional: vec![made] });
        self.notes.later_hashes.insert(made, hash);
        Ok(hash)
    }

    /// The key of a tuple whose items are known only at run time, or were made by the trace: the same one for the same items.
    pub(super) fn tuple_key(&mut self, value: Value) -> Flow<Option<Key>> {
        let Some(items) = self.tuple_items(value) else { return Ok(None) };
        if !self.holds_later(value) && !self.holds_made(value)? {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            parts.push(self.key_of(item)?);
        }
        let value = self.arena.resolve(value);
        Ok(Some(Key::Made(*self.notes.tuple_keys.entry(parts).or_insert(value))))
    }

    /// The key in a container that equals this one: an address equals its number.
    pub(super) fn key_among(&mut self, container: Value, key: Key) -> Flow<Key> {
        if self.notes.identities.is_empty() {
            return Ok(key);
        }
        let entries = match &self.arena.get(container).state {
            State::Map(map) if !map.entries.contains_key(&key) => &map.entries,
            _ => return Ok(key),
        };
        let alike = |other: &&Key| match (key, **other) {
            (Key::Made(made), Key::Object { object, .. }) | (Key::Object { object, .. }, Key::Made(made)) => {
                self.may_be(made, object)
            }
            _ => false,
        };
        let alike: Vec<Key> = entries.keys().filter(alike).copied().collect();
        for other in alike {
            let ((Key::Made(made), number) | (number, Key::Made(made))) = (key, other) else { continue };
            let known = self.with_addresses(made)?;
            if self.key_of(known)? == number {
                return Ok(other);
            }
        }
        Ok(key)
    }

    /// Whether the value is known only at run time, or is a tuple that contains such a value.
    pub(super) fn holds_later(&self, value: Value) -> bool {
        self.is_later(value) || self.tuple_items(value).is_some_and(|items| items.into_iter().any(|item| self.holds_later(item)))
    }

    /// Whether a tuple contains what the trace made, of a class that hashes by identity.
    fn holds_made(&mut self, tuple: Value) -> Flow<bool> {
        for item in self.tuple_items(tuple).unwrap_or_default() {
            let item = self.force(item)?;
            let class = self.class(item);
            let made = self.arena.get(item).object.is_none() && self.class_hashes_by_identity(class)?;
            if made || self.nested(|trace| trace.holds_made(item))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an address, or a tuple that contains one, may equal this number or tuple at run time.
    fn may_be(&self, made: Value, object: Object) -> bool {
        match self.tuple_items(made) {
            Some(items) => object.is_exact_tuple() && object.items().len() == items.len() && self.holds_later(made),
            None => self.addressed(made).is_some() && object.as_int().is_some_and(|number| number > NO_ADDRESS),
        }
    }

    /// The object whose address this value is.
    fn addressed(&self, value: Value) -> Option<Value> {
        match &self.arena.get(value).state {
            State::Deferred { callee, positional } if self.known_object(*callee) == Some(self.role(Role::Identity)) => {
                positional.first().copied()
            }
            _ => None,
        }
    }

    /// The items of a tuple; of a subclass's instance, `None`.
    pub fn tuple_items(&self, value: Value) -> Option<Vec<Value>> {
        match &self.arena.get(value).state {
            State::Items(items) if self.has_role(value, Role::Tuple) => Some(items.clone()),
            _ => None,
        }
    }
}
