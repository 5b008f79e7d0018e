//! Changes of existing objects: how compiled code gives each the state that the trace ended with.

use std::iter;

use super::Planner;
use crate::codegen::plan::{Effect, Node};
use crate::python::Object;
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{OBJECTS, OwnFunction, Role};
use crate::values::{Entry, Map, State, Tracked, Value};

impl Planner<'_, '_> {
    /// Whether a dict's key was given back the value that it had when the trace began.
    fn is_restored(&mut self, dict: SourceId, entry: &Entry) -> bool {
        let Some(key) = self.trace.as_constant(entry.key) else { return false };
        let place = self.trace.sources.intern(SourceKind::DictItem(dict, key));
        let arena = &self.trace.arena;
        let before = arena.lookup_source(place).map(|value| arena.resolve(value));
        !entry.value.is_null() && before == Some(arena.resolve(entry.value))
    }

    /// Whether a descriptor sets this attribute of the instance at a source.
    fn belongs_to_class(&mut self, instance: SourceId, name: Object) -> Flow<bool> {
        let instance = self.trace.arena.lookup_source(instance);
        let class = instance.map(|instance| self.trace.class(instance));
        class.map_or(Ok(false), |class| self.is_set_by_class(class, name))
    }

    /// The writes to one existing object.
    pub(super) fn changed(&mut self, value: Value, effects: &mut Vec<Effect>) -> Flow<()> {
        let tracked = self.trace.arena.get(value).clone();
        // Nobody sees a class again that does not outlive the trace.
        if tracked.source.is_some_and(|source| self.trace.traced_class_at(source).is_some()) {
            return Ok(());
        }
        if let Some(dict) = self.trace.assigned_dict(value) {
            let target = self.node(value)?;
            effects.push(self.set_instance_dict(target, dict)?);
        }
        match &tracked.state {
            State::Items(items) => {
                let target = self.node(value)?;
                let parts = items.iter().map(|item| self.node(*item)).collect::<Flow<Vec<_>>>()?;
                let values = self.push(Node::List(parts));
                effects.push(Effect::ReplaceItems { target, values });
            }
            State::Grown(added) if added.is_empty() => {}
            State::Grown(added) => {
                let target = self.node(value)?;
                let parts = self.nodes(added)?;
                let values = self.push(Node::List(parts));
                let callee = self.push(Node::Constant(self.trace.role(Role::ListExtend)));
                effects.push(Effect::Call { callee, positional: vec![target, values] });
            }
            State::Map(map) => self.changed_map(value, &tracked, map, effects)?,
            State::Slots(slots) if tracked.class == self.trace.role(Role::Cell) => {
                let cell = self.node(value)?;
                let content = match slots.first() {
                    Some(content) if !content.is_null() => Some(self.node(*content)?),
                    _ => None,
                };
                effects.push(Effect::SetCell { cell, value: content });
            }
            State::Slots(slots) => effects.push(self.replayed(value, tracked.class, slots)?),
            // Slots of `__slots__` descriptors, and fields of tensors, are replayed apart.
            State::Plain | State::Tensor(_) => {}
            _ => return Err(self.no_replay(value)),
        }
        Ok(())
    }

    /// The writes to a dict or a set.
    fn changed_map(&mut self, value: Value, tracked: &Tracked, map: &Map, effects: &mut Vec<Effect>) -> Flow<()> {
        // Some changes are made by filling the table anew.
        let anew = map.reordered || map.past.is_some();
        for entry in map.entries.values().filter(|entry| entry.written || anew) {
            self.refuse_told_apart(entry.key)?;
        }
        let is_set = self.trace.is_set_class(tracked.class);
        if map.past.as_ref().is_some_and(|past| !self.trace.only_adds(past)) {
            let target = self.node(value)?;
            let past = self.trace.past_of(value)?.ok_or_else(|| Stop::Abandon("a set without a past".into()))?;
            let past = self.trace.ask_of_past(OwnFunction::PastInFewSteps, &[past])?;
            let callee = self.push(Node::Constant(self.trace.own(OwnFunction::SetChange)?));
            let mut positional = vec![target];
            positional.extend(self.past_with_objects(past)?);
            effects.push(Effect::Call { callee, positional });
            return Ok(());
        }
        if map.reordered {
            let target = self.node(value)?;
            let present: Vec<_> = map.present().copied().collect();
            let values = if is_set {
                let parts = present.iter().map(|entry| self.node(entry.key)).collect::<Flow<Vec<_>>>()?;
                self.push(Node::Set(parts))
            } else {
                let entries: Vec<_> = present.iter().map(|entry| (entry.key, entry.value)).collect();
                self.make_dict(&entries)?
            };
            effects.push(Effect::ReplaceContents { target, values });
            return Ok(());
        }
        let written: Vec<_> = map.entries.values().filter(|entry| entry.written).copied().collect();
        if is_set {
            // Items whose hashes collide stand in the order in which they came, so that the rest stays where it is.
            let target = self.node(value)?;
            for entry in written {
                let role = if entry.value.is_null() { Role::SetDiscard } else { Role::SetAdd };
                let callee = self.push(Node::Constant(self.trace.role(role)));
                let positional = vec![target, self.node(entry.key)?];
                effects.push(Effect::Call { callee, positional });
            }
            return Ok(());
        }
        self.changed_entries(value, tracked.source, written, effects)
    }

    /// The written entries of a dict, as attributes where it is an instance's.
    fn changed_entries(
        &mut self,
        value: Value,
        source: Option<SourceId>,
        written: Vec<Entry>,
        effects: &mut Vec<Effect>,
    ) -> Flow<()> {
        let instance = match source.map(|source| self.trace.sources.kind(source)) {
            Some(SourceKind::InstanceDict(instance)) if self.trace.has_dict_at(instance, value) => Some(instance),
            _ => None,
        };
        for entry in written {
            if source.is_some_and(|dict| self.is_restored(dict, &entry)) {
                continue;
            }
            let name = self.trace.as_constant(entry.key).filter(|name| name.is_str());
            if let (Some(instance), Some(name)) = (instance, name)
                && !self.belongs_to_class(instance, name)?
            {
                let target = self.source_node(instance);
                if entry.value.is_null() {
                    effects.push(Effect::DeleteAttribute { target, name });
                } else {
                    let value = self.node(entry.value)?;
                    effects.push(Effect::SetAttribute { target, name, value });
                }
                continue;
            }
            let target = self.node(value)?;
            if entry.value.is_null() {
                let key = self.node(entry.key)?;
                effects.push(Effect::DeleteItem { target, key });
            } else {
                effects.push(self.set_item(target, entry.key, entry.value)?);
            }
        }
        Ok(())
    }

    /// The call by which an existing object gets the state that the trace gave it: what its object rule replays.
    fn replayed(&mut self, value: Value, class: Object, slots: &[Value]) -> Flow<Effect> {
        let rule = self.trace.library.object_rule(class).map(|index| &OBJECTS[index as usize]);
        let replay = rule.and_then(|rule| rule.replay).ok_or_else(|| self.no_replay(value))?;
        let operands: Vec<Slot> = iter::once(&value).chain(slots).map(|slot| Slot::Value(*slot)).collect();
        let Slot::Value(call) = self.trace.run_rule(replay, &operands)? else { return Err(self.no_replay(value)) };
        let State::Deferred { callee, positional } = self.trace.arena.get(call).state.clone() else {
            return Err(self.no_replay(value));
        };
        let callee = self.node(callee)?;
        Ok(Effect::Call { callee, positional: self.nodes(&positional)? })
    }

    pub(super) fn no_replay(&self, value: Value) -> Stop {
        Stop::Abandon(format!("a change of {} cannot be replayed", self.trace.describe(value)))
    }
}
