//! Guards against aliasing of existing objects: a write to one must not show in another. If both were one object at a
//! later call, the compiled code would be wrong.

use ahash::AHashSet;

use crate::interpreter::Trace;
use crate::python::Object;
use crate::sources::{SourceId, SourceKind};
use crate::values::{State, Tracked};

/// Where an object was found, as far as this excludes aliasing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    /// The `__dict__` of an instance of a class: no other object's, unless the program assigned it.
    Attributes(Object),
    /// The attributes of a class or module, or an object that the entry keeps.
    Fixed,
}

impl Place {
    fn may_be(self, other: Place) -> bool {
        match (self, other) {
            (Place::Anywhere, _) | (_, Place::Anywhere) => true,
            (Place::Attributes(class), Place::Attributes(of_other)) => class == of_other,
            _ => false,
        }
    }
}

impl Trace<'_> {
    /// Guards that no object that the trace changed is another object that it read.
    pub(super) fn keep_apart(&mut self) {
        let mut kinds: Vec<(Object, Place)> = Vec::new();
        let written = self.slots.written.keys().map(|(instance, _)| *instance);
        for value in self.arena.dirty.iter().copied().chain(written) {
            let tracked = self.arena.get(value);
            let Some(source) = tracked.source.filter(|_| tracked.object.is_some()) else { continue };
            let kind = (tracked.class, self.place(source));
            if !matches!(tracked.state, State::Tensor(_)) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        for (class, place) in &kinds {
            // The group of objects that may be anywhere includes this one.
            if *place == Place::Anywhere || !kinds.contains(&(*class, Place::Anywhere)) {
                let group = self.looked_into(*class, *place);
                if !group.iter().all(|source| self.guards.distinguished.contains(source)) {
                    self.guards.push_distinct(group);
                }
            }
        }
    }

    /// The sources of objects of a class that the trace read and that may be at a place.
    fn looked_into(&self, class: Object, place: Place) -> Vec<SourceId> {
        let mut seen = AHashSet::new();
        let mut found = Vec::new();
        for tracked in self.arena.existing(class) {
            let (Some(object), Some(source)) = (tracked.object, tracked.source) else { continue };
            if self.has_contents(tracked) && place.may_be(self.place(source)) && seen.insert(object) {
                found.push(source);
            }
        }
        // Objects that the entry keeps are the same at each call, and known to differ.
        if found.iter().all(|source| self.place(*source) == Place::Fixed) {
            found.clear();
        }
        found
    }

    fn has_contents(&self, tracked: &Tracked) -> bool {
        match &tracked.state {
            State::Items(_) | State::Grown(_) | State::Slots(_) => true,
            State::Map(map) => tracked.dirty || map.complete || !map.entries.is_empty(),
            State::Plain => !self.slots.written.is_empty(),
            _ => false,
        }
    }

    fn place(&self, source: SourceId) -> Place {
        let of = match self.sources.kind(source) {
            SourceKind::Held(_) => return Place::Fixed,
            SourceKind::InstanceDict(of) => of,
            _ => return Place::Anywhere,
        };
        let owner = match self.sources.kind(of) {
            SourceKind::Held(owner) => Some(owner),
            _ => self.arena.lookup_source(of).and_then(|owner| self.arena.get(owner).object),
        };
        match owner {
            Some(owner) if owner.is_class() || owner.is_module() => Place::Fixed,
            Some(owner) => Place::Attributes(owner.class()),
            None => Place::Anywhere,
        }
    }
}
