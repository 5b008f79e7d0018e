//! Keys of what `id` gave: numbers that only the compiled code knows, unless it is compiled for these very objects.

use super::*;
use crate::values::Key;

/// Numbers up to here are no object's address.
const NO_ADDRESS: i64 = 1 << 16;

impl Trace<'_> {
    /// What `id` gave, or a tuple with that in it: with the numbers of the objects that were there before the trace.
    /// What is compiled is for these.
    pub fn with_addresses(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        if let Some(subject) = self.addressed(value) {
            return match self.fixed_object(subject) {
                Some(object) => self.int_constant(object.as_ptr() as i64),
                None => Ok(value),
            };
        }
        let Some(items) = self.tuple_items(value) else { return Ok(value) };
        let mut numbers = Vec::with_capacity(items.len());
        for item in &items {
            numbers.push(self.with_addresses(*item)?);
        }
        let class = self.role(Role::Tuple);
        Ok(if numbers == items { value } else { self.make_items(class, numbers) })
    }

    /// The key that a tuple makes which holds what is known only at run time: the same one for the same parts.
    pub(super) fn tuple_key(&mut self, value: Value) -> Flow<Option<Key>> {
        let Some(items) = self.tuple_items(value).filter(|_| self.holds_later(value)) else { return Ok(None) };
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            parts.push(self.key_of(item)?);
        }
        let value = self.arena.resolve(value);
        Ok(Some(Key::Made(*self.notes.tuple_keys.entry(parts).or_insert(value))))
    }

    /// The key of a container that is equal to this one: an address is the same key as its number.
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

    /// Whether the value is known only when the compiled code runs, or is a tuple with such a thing in it.
    pub(super) fn holds_later(&self, value: Value) -> bool {
        self.is_later(value) || self.tuple_items(value).is_some_and(|items| items.into_iter().any(|item| self.holds_later(item)))
    }

    /// Whether an address, or a tuple with one in it, may turn out to be this number, or this tuple.
    fn may_be(&self, made: Value, object: Object) -> bool {
        match self.tuple_items(made) {
            Some(items) => object.is_exact_tuple() && object.items().len() == items.len() && self.holds_later(made),
            None => self.addressed(made).is_some() && object.as_int().is_some_and(|number| number > NO_ADDRESS),
        }
    }

    /// The object whose address the value is.
    fn addressed(&self, value: Value) -> Option<Value> {
        match &self.arena.get(value).state {
            State::Deferred { callee, positional } if self.known_object(*callee) == Some(self.role(Role::Identity)) => {
                positional.first().copied()
            }
            _ => None,
        }
    }

    fn tuple_items(&self, value: Value) -> Option<Vec<Value>> {
        match &self.arena.get(value).state {
            State::Items(items) if self.has_role(value, Role::Tuple) => Some(items.clone()),
            _ => None,
        }
    }
}
