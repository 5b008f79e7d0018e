//! Objects that existing containers lose by a trace, and whose end the program may see.

use ahash::AHashSet;

use super::Planner;
use crate::interpreter::Trace;
use crate::interpreter::frame::Frame;
use crate::python::{Lookup, Object, finalisers, read};
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Role;
use crate::values::{Entry, Key, Map, State, Tracked, Value};

const LET_GO: &str = "an object is let go of, whose end the program can see";

impl Planner<'_, '_> {
    /// Looks at what the `index`-th changed object loses. If the program may see it end, the trace breaks before the
    /// instruction that changes the object, and CPython runs it.
    pub(super) fn losses(&mut self, changed: Value, index: usize) -> Flow<()> {
        for (object, place) in self.trace.lost_by(changed) {
            let place = self.trace.sources.intern(place);
            let looked_at = self
                .trace
                .arena
                .lookup_source(place)
                .is_some_and(|value| !matches!(self.trace.arena.get(value).state, State::Lazy));
            if looked_at && finalisers::is_quiet(object) {
                continue;
            }
            if self.trace.shows_when_lost(object, place) {
                let step = self.trace.arena.dirty_steps.get(index).copied().unwrap_or_default();
                return Err(Stop::restart(step, LET_GO));
            }
        }
        if let Some((container, source)) = self.trace.emptied(changed)
            && self.trace.shows_when_emptied(container, source)
        {
            let step = self.trace.arena.dirty_steps.get(index).copied().unwrap_or_default();
            return Err(Stop::restart(step, LET_GO));
        }
        Ok(())
    }

    /// Breaks the trace where it made a weak reference with a callback, if an object that only the frame holds may end
    /// with the frame.
    pub(super) fn left_with_frame(&mut self, root: &Frame) -> Flow<()> {
        let Some(step) = self.trace.lifetimes.watched else { return Ok(()) };
        for local in root.locals.iter().filter(|local| !local.is_null()) {
            let value = self.trace.arena.resolve(*local);
            let tracked = self.trace.arena.get(value);
            let (Some(object), Some(source)) = (tracked.object, tracked.source) else { continue };
            if self.trace.is_lent(value) && self.trace.shows_when_lost(object, source) {
                return Err(Stop::restart(step, "a weak reference with a callback to an object that may go with the frame"));
            }
        }
        Ok(())
    }
}

impl Trace<'_> {
    /// What an existing object that the trace changed held before and does not hold now, and where.
    pub fn lost_by(&self, changed: Value) -> Vec<(Object, SourceKind)> {
        let tracked = self.arena.get(changed).clone();
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else { return Vec::new() };
        let mut lost = match &tracked.state {
            State::Items(items) => {
                let kept: AHashSet<_> = items.iter().filter_map(|item| self.arena.get(*item).object).collect();
                let before = object.items().into_iter().zip(0..);
                before.filter(|(item, _)| !kept.contains(item)).map(|(item, at)| (item, SourceKind::Item(source, at))).collect()
            }
            State::Map(map) if !self.is_set_class(tracked.class) => self.lost_entries(&tracked, map),
            State::Slots(slots) if tracked.class == self.role(Role::Cell) => {
                let now = slots.first().and_then(|content| self.arena.get(*content).object);
                let before = object.cell_content().filter(|before| Some(*before) != now);
                before.map(|before| (before, SourceKind::CellContents(source))).into_iter().collect()
            }
            // The state of an object rule (a deque's, say) has its items in a list.
            State::Slots(slots) => {
                let parts = slots.iter().filter_map(|slot| match &self.arena.get(self.arena.resolve(*slot)).state {
                    State::Items(items) => Some(items),
                    _ => None,
                });
                let kept: AHashSet<_> = parts.flatten().filter_map(|item| self.arena.get(*item).object).collect();
                let before = (0u32..).map_while(|at| Some((read::sequence_item(object, at as usize)?, at)));
                let items =
                    before.filter(|(item, _)| !kept.contains(item)).map(|(item, at)| (item, SourceKind::Item(source, at)));
                items.chain(self.members_lost(object, source, slots)).collect()
            }
            _ => Vec::new(),
        };
        if let Some(dict) = self.assigned_dict(changed) {
            lost.extend(self.lost_with_dict(object, source, dict));
        }
        let written = self.slots.written.iter().filter(|((instance, _), _)| *instance == changed);
        for ((_, descriptor), value) in written {
            let before = object.read_slot(*descriptor).ok().flatten().map(|before| before.object());
            let now = self.arena.get(*value).object;
            lost.extend(
                before.filter(|before| Some(*before) != now).map(|before| (before, SourceKind::Slot(source, *descriptor))),
            );
        }
        lost
    }

    /// The changed object if it is a dict or set of which keys or items went that may show their end, or that was cleared:
    /// what was in it then, the trace may never have read. Where all entries were read, nothing is left of those that went.
    fn emptied(&self, changed: Value) -> Option<(Object, SourceId)> {
        let tracked = self.arena.get(changed);
        let State::Map(map) = &tracked.state else { return None };
        let goes = |(key, entry): (&Key, &Entry)| match key {
            Key::Object { object, .. } => entry.written && entry.value.is_null() && !finalisers::is_quiet(*object),
            Key::Made(_) => false,
        };
        let loses = if map.complete { map.reordered } else { map.entries.iter().any(goes) };
        if !loses {
            return None;
        }
        Some((map.backing.or(tracked.object)?, tracked.source?))
    }

    /// What an object's `__dict__` held that the program replaced by another one.
    fn lost_with_dict(&self, object: Object, source: SourceId, now: Value) -> Vec<(Object, SourceKind)> {
        let Some(before) = self.sources.find(SourceKind::InstanceDict(source)) else { return Vec::new() };
        let kept: AHashSet<_> = match &self.arena.get(now).state {
            State::Map(map) => map.present().filter_map(|entry| self.arena.get(entry.value).object).collect(),
            _ => AHashSet::new(),
        };
        let entries = object.instance_dict().map(|dict| dict.dict_entries()).unwrap_or_default();
        let lost = entries.into_iter().filter(|entry| !kept.contains(&entry.value));
        lost.map(|entry| (entry.value, SourceKind::DictItem(before, entry.key))).collect()
    }

    /// Fields in C of an object (the list of an iterator, say) that its slots no longer hold.
    fn members_lost(&self, object: Object, source: SourceId, slots: &[Value]) -> Vec<(Object, SourceKind)> {
        let kept: AHashSet<_> = slots.iter().filter_map(|slot| self.arena.get(self.arena.resolve(*slot)).object).collect();
        let members = self.lifetimes.members.iter().filter(|(of, _)| *of == source);
        let before = members.filter_map(|(_, member)| Some((read::slot(object, *member)?, *member)));
        let lost = before.filter(|(before, _)| !kept.contains(before));
        lost.map(|(before, member)| (before, SourceKind::Slot(source, member))).collect()
    }

    /// The old values of a dict or an instance under keys that the trace overwrote or deleted.
    fn lost_entries(&self, tracked: &Tracked, map: &Map) -> Vec<(Object, SourceKind)> {
        let Some(dict) = tracked.source else { return Vec::new() };
        let instance = match self.sources.kind(dict) {
            SourceKind::InstanceDict(instance) => {
                self.arena.lookup_source(instance).and_then(|value| self.arena.get(value).object)
            }
            _ => None,
        };
        let find = |key: Object, hash: isize| match (instance, map.backing) {
            (Some(instance), _) => instance.instance_attribute(key),
            (None, Some(dict)) => match dict.dict_find(key, hash) {
                Lookup::Found { value, .. } => Some(value),
                Lookup::Missing | Lookup::Unclear => None,
            },
            (None, None) => None,
        };
        let mut lost = Vec::new();
        for (key, entry) in map.entries.iter().filter(|(_, entry)| entry.written) {
            let Key::Object { object: key, hash } = *key else { continue };
            let now = self.arena.get(entry.value).object;
            if let Some(before) = find(key, hash).filter(|before| Some(*before) != now) {
                lost.push((before, SourceKind::DictItem(dict, key)));
            }
        }
        lost
    }
}
