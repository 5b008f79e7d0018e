//! The pasts of sets: the calls that built each, from which `alternator.runtime.pasts` reproduces the order of its
//! items.

use super::*;
use crate::python::Owned;
use crate::values::Key;

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
    pub(super) fn note_added(&mut self, set: Value, item: Value) -> Flow<()> {
        let object = if self.has_past(set) { self.as_python_constant(item)? } else { None };
        self.note_item(set, "add", object)
    }

    /// Notes a key removed from a set.
    pub(super) fn note_removed(&mut self, set: Value, key: Key) -> Flow<()> {
        let object = if let Key::Object { object, .. } = key { Some(object) } else { None };
        self.note_item(set, "discard", object)
    }

    fn has_past(&self, set: Value) -> bool {
        matches!(&self.arena.get(set).state, State::Map(map) if map.past.is_some())
    }

    fn note_item(&mut self, set: Value, method: &'static str, item: Option<Object>) -> Flow<()> {
        if !self.has_past(set) {
            return Ok(());
        }
        let step = match item.filter(|item| item.is_plain_constant()) {
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
            return Ok(self.tuple_of_constants(&keys)?.map(|keys| (kind, keys)));
        }
        match object {
            None => {
                let Some(past) = self.past_of(given)? else { return Ok(None) };
                if self.ask_of_past(Role::PastIsDeep, &[past])? == self.library.truth(true) {
                    return Err(Stop::graph_break("sets that are made of each other in too many steps"));
                }
                Ok(Some(("set", past)))
            }
            Some(constant) if self.arena.get(given).source.is_none() => Ok(Some(("frozenset", constant))),
            Some(_) => {
                let keys: Vec<Value> = self.map_values(given)?.into_iter().map(|(key, _)| key).collect();
                let Some(keys) = self.tuple_of_constants(&keys)? else { return Ok(None) };
                let past = self.ask_of_past(Role::PastAlike, &[keys])?;
                if past == self.role(Role::None) {
                    return Err(Stop::graph_break("the order of a copy of a set from outside, whose hashes collide"));
                }
                Ok(Some(("set", past)))
            }
        }
    }

    pub fn tuple_of_constants(&mut self, values: &[Value]) -> Flow<Option<Object>> {
        let mut objects = Vec::with_capacity(values.len());
        for value in values {
            let value = self.force(*value)?;
            match self.as_python_constant(value)?.filter(|object| object.is_plain_constant()) {
                Some(object) => objects.push(object),
                None => return Ok(None),
            }
        }
        Ok(Some(self.keeper.keep_owned(Owned::tuple(&objects).map_err(Stop::python)?)))
    }

    /// Calls a function of `alternator.runtime.pasts`, which hashes and compares constants alone.
    pub fn ask_of_past(&self, function: Role, arguments: &[Object]) -> Flow<Object> {
        let arguments = Owned::tuple(arguments).map_err(Stop::python)?;
        let answer = self.role(function).call(arguments.object()).map_err(Stop::python)?;
        Ok(self.keeper.keep_owned(answer))
    }
}
