//! The pasts of sets: the calls that built each, from which `alternator.runtime.pasts` reproduces the order of its
//! items.

use super::*;
use crate::python::Owned;
use crate::tables::OwnFunction;
use crate::values::{Key, StoodFor};

impl Trace<'_> {
    /// The past of a set as one object.
    pub fn past_of(&mut self, set: Value) -> Flow<Option<Object>> {
        let set = self.force(set)?;
        let State::Map(map) = &self.arena.get(set).state else { return Ok(None) };
        let Some(past) = &map.past else { return Ok(None) };
        let past = Owned::tuple(past).map_err(Stop::python)?;
        Ok(Some(self.keeper.keep_owned(past)))
    }

    /// Whether these steps are all calls of `add`.
    pub fn only_adds(&self, steps: &[Object]) -> bool {
        let add = self.library.name("add").ok();
        steps.iter().all(|step| step.item(0) == add)
    }

    /// Gives a set the past of another one, whose items it got.
    pub fn set_past(&mut self, set: Value, past: Option<Object>) -> Flow<()> {
        let set = self.force(set)?;
        if let State::Map(map) = &mut self.arena.write(set).state {
            map.past = past.map(Object::items);
        }
        Ok(())
    }

    /// Adds a method call with another object as argument to the past of a set.
    pub fn note_step(&mut self, set: Value, past: Option<Object>, method: &'static str, given: Value) -> Flow<()> {
        let mut steps = past.map(Object::items);
        if let Some(steps) = &mut steps {
            match self.given_to_set(given)? {
                Some((kind, argument)) => steps.push(self.step_of_past(method, kind, argument)?),
                None => return self.set_past(set, None),
            }
        }
        let set = self.force(set)?;
        if let State::Map(map) = &mut self.arena.write(set).state {
            map.past = steps;
        }
        Ok(())
    }

    /// Notes an item added to a set. Its key may be another object: a plain tuple for a tuple subclass.
    pub(super) fn note_added(&mut self, set: Value, key: Key, item: Value) -> Flow<()> {
        let object = if self.has_past(set) { self.in_past(key, item)? } else { None };
        self.note_item(set, "add", object)
    }

    /// Notes a key removed from a set.
    pub(super) fn note_removed(&mut self, set: Value, key: Key) -> Flow<()> {
        let object = match key {
            Key::Object { object, .. } if object.is_plain_constant() => Some(object),
            Key::Object { object, .. } if self.has_past(set) => {
                let item = self.held(object);
                self.in_past(key, item)?
            }
            Key::Made(made) if self.has_past(set) => self.in_past(key, made)?,
            _ => None,
        };
        self.note_item(set, "discard", object)
    }

    fn has_past(&self, set: Value) -> bool {
        matches!(&self.arena.get(set).state, State::Map(map) if map.past.is_some())
    }

    fn note_item(&mut self, set: Value, method: &'static str, item: Option<Object>) -> Flow<()> {
        if !self.has_past(set) {
            return Ok(());
        }
        let step = match item {
            Some(item) => Some(self.step_of_past(method, "item", item)?),
            None => None,
        };
        if let State::Map(map) = &mut self.arena.write(set).state {
            map.past = map.past.take().zip(step).map(|(mut past, step)| {
                past.push(step);
                past
            });
        }
        Ok(())
    }

    pub(super) fn note_clearing(&mut self, set: Value) -> Flow<()> {
        let tracked = self.arena.get(set);
        let (existed, class) = (tracked.object.is_some(), tracked.class);
        if !self.is_set_class(class) {
            return Ok(());
        }
        let cleared = self.step_of_past("clear", "nothing", self.role(Role::None))?;
        if let State::Map(map) = &mut self.arena.write(set).state {
            map.past = Some(if existed { vec![cleared] } else { Vec::new() });
        }
        Ok(())
    }

    /// Whether the items of a set from outside may lie elsewhere in its table than they did, or in another one: what adds
    /// items makes room for them, even if it finds them all there.
    pub fn has_moved_entries(&mut self, set: Value) -> Flow<bool> {
        let keep_places = [self.library.name("discard")?, self.library.name("pop")?];
        let stays = |step: &Object| step.item(0).is_some_and(|method| keep_places.contains(&method));
        Ok(!self.map(set)?.past.as_ref().is_some_and(|steps| steps.iter().all(stays)))
    }

    fn step_of_past(&self, method: &'static str, kind: &'static str, argument: Object) -> Flow<Object> {
        let parts = [self.library.name(method)?, self.library.name(kind)?, argument];
        Ok(self.keeper.keep_owned(Owned::tuple(&parts).map_err(Stop::python)?))
    }

    /// Kind and argument of a step, for an object that was passed to a method of a set.
    fn given_to_set(&mut self, given: Value) -> Flow<Option<(&'static str, Object)>> {
        let given = self.force(given)?;
        if self.is_none(given)? {
            return Ok(Some(("nothing", self.role(Role::None))));
        }
        let (class, object) = (self.class(given), self.arena.get(given).object);
        if !self.is_set_class(class) {
            let keys = match self.items_at_hand(given)? {
                Some(items) => items,
                None => self.map_values(given)?.into_iter().map(|(key, _)| key).collect(),
            };
            let kind = if class == self.role(Role::Dict) { "keys" } else { "items" };
            return Ok(self.tuple_for_past(&keys)?.map(|keys| (kind, keys)));
        }
        match object {
            None => {
                let Some(past) = self.past_of(given)? else { return Ok(None) };
                if self.ask_of_past(OwnFunction::PastIsDeep, &[past])? == self.library.truth(true) {
                    return Err(Stop::graph_break("sets that are made of each other in too many steps"));
                }
                Ok(Some(("set", past)))
            }
            Some(constant) if constant.is_plain_constant() && self.arena.get(given).source.is_none() => {
                Ok(Some(("frozenset", constant)))
            }
            Some(object) => {
                let keys: Vec<Value> = self.map_values(given)?.into_iter().map(|(key, _)| key).collect();
                if self.has_moved_entries(given)? {
                    return Err(Stop::graph_break("the order of a copy of a set from outside that got items"));
                }
                let lost = self.map(given)?.removals > 0;
                let Some(keys) = self.tuple_for_past(&keys)? else { return Ok(None) };
                // A table of another size gets the items in their order, as it does from a dict.
                if lost || !self.table_is_copied(given, object)? {
                    return Ok(Some(("keys", keys)));
                }
                let past = self.ask_of_past(OwnFunction::PastAlike, &[keys])?;
                if past == self.role(Role::None) {
                    return Err(Stop::graph_break("the order of a copy of a set from outside, whose hashes collide"));
                }
                Ok(Some(("set", past)))
            }
        }
    }

    /// Whether CPython copies the table of a set from outside as it is.
    fn table_is_copied(&mut self, set: Value, object: Object) -> Flow<bool> {
        match self.arena.get(set).source {
            Some(source) => Ok(matches!(self.observe(guard_rules::TABLE_COPIED, source, None)?, Slot::Bool(true))),
            None => Ok(read::table_is_copied(object)),
        }
    }

    /// The items of a set with a past, in their order.
    pub fn order_of_past(&mut self, set: Value) -> Flow<Option<Vec<Value>>> {
        let Some(past) = self.past_of(set)? else { return Ok(None) };
        self.fix_past(past)?;
        let order = self.ask_of_past(OwnFunction::PastInOrder, &[past])?.items();
        order.into_iter().map(|item| self.item_of_past(set, item)).collect::<Flow<Vec<_>>>().map(Some)
    }

    /// The item that `pop` takes out of a set with a past.
    pub fn popped_of_past(&mut self, set: Value) -> Flow<Option<Value>> {
        let Some(past) = self.past_of(set)? else { return Ok(None) };
        self.fix_past(past)?;
        let item = self.ask_of_past(OwnFunction::PastPopped, &[past])?;
        self.item_of_past(set, item).map(Some)
    }

    /// The item that `pop` takes out of a set from outside.
    pub fn popped_outside(&mut self, set: Value) -> Flow<Option<Value>> {
        let tracked = self.arena.get(set);
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else { return Ok(None) };
        if self.has_moved_entries(set)? {
            return Err(Stop::graph_break("the order of a set from outside that got items"));
        }
        let Slot::Int(first) = self.observe(guard_rules::POPPED_NEXT, source, None)? else { return Ok(None) };
        let mut items: Vec<Object> = object.set_items().unwrap_or_default();
        let first = (first as usize).min(items.len());
        items.rotate_left(first);
        for object in items {
            let key = Key::Object { object, hash: self.object_hash(object)? };
            if let Some(entry) = self.map(set)?.entries.get(&key).filter(|entry| !entry.value.is_null()) {
                return Ok(Some(entry.key));
            }
        }
        Ok(None)
    }

    /// What a past has for an item: a constant, or what stands for an object from outside. `None` if its hash is unknown.
    fn in_past(&mut self, key: Key, item: Value) -> Flow<Option<Object>> {
        let item = self.force(item)?;
        if let Some(constant) = self.as_python_constant(item)?.filter(|object| object.is_plain_constant()) {
            return Ok(Some(constant));
        }
        let object = self.arena.get(item).object;
        let hash = match key {
            // The key of a tuple from outside may be another tuple of the same objects.
            Key::Object { object: keyed, hash } if object.is_some() && !keyed.is_plain_constant() => hash,
            Key::Object { .. } => return Ok(None),
            // What its `__hash__` gave, if that is written in Python.
            Key::Made(made) => match self.notes.hashes.get(&made) {
                Some(hash) => *hash,
                None => return Ok(None),
            },
        };
        let known = self.notes.stand_ins.get(&(key, hash)).copied();
        let stand_in = match known {
            Some(known) => known,
            None => {
                let number = self.keeper.keep_owned(Owned::int(hash as i64).map_err(Stop::python)?);
                let made = self.ask_of_past(OwnFunction::PastItem, &[number])?;
                self.notes.stand_ins.insert((key, hash), made);
                made
            }
        };
        // A trace that was rolled back may have left a value that is another object now.
        let stands = |known: &StoodFor| self.arena.object_at(known.value) == known.object;
        if !self.notes.stood_for.get(&stand_in).is_some_and(stands) {
            self.notes.stood_for.insert(stand_in, StoodFor { key, value: item, object });
        }
        Ok(Some(stand_in))
    }

    /// The object that an `Item` in a past stands for.
    pub fn stood_for(&self, item: Object) -> Flow<Value> {
        let found = self.notes.stood_for.get(&item).map(|known| known.value);
        found.ok_or_else(|| Stop::Abandon("an item of a past that stands for nothing".into()))
    }

    fn item_of_past(&mut self, set: Value, item: Object) -> Flow<Value> {
        let Some(StoodFor { key, value, .. }) = self.notes.stood_for.get(&item).copied() else {
            return Ok(self.constant_value(item));
        };
        Ok(self.map(set)?.entries.get(&key).map_or(value, |entry| entry.key))
    }

    /// Guards the identity of the objects in a past, by whose hashes it was decided.
    pub fn fix_past(&mut self, past: Object) -> Flow<()> {
        for item in self.ask_of_past(OwnFunction::PastItems, &[past])?.items() {
            let value = self.stood_for(item)?;
            self.fix_identity(value)?;
        }
        Ok(())
    }

    /// The items as a past has them.
    pub fn tuple_for_past(&mut self, values: &[Value]) -> Flow<Option<Object>> {
        let mut objects = Vec::with_capacity(values.len());
        for value in values {
            let key = self.key_of(*value)?;
            match self.in_past(key, *value)? {
                Some(object) => objects.push(object),
                None => return Ok(None),
            }
        }
        Ok(Some(self.keeper.keep_owned(Owned::tuple(&objects).map_err(Stop::python)?)))
    }

    /// Calls a function of `alternator.runtime.pasts`, which hashes and compares constants alone.
    pub fn ask_of_past(&self, function: OwnFunction, arguments: &[Object]) -> Flow<Object> {
        let arguments = Owned::tuple(arguments).map_err(Stop::python)?;
        let answer = self.own(function)?.call(arguments.object()).map_err(Stop::python)?;
        Ok(self.keeper.keep_owned(answer))
    }
}
