//! The references of a cache entry's guards: weak ones to objects compared by identity, so that guards keep no module,
//! tensor or instance of the user alive; strong ones to constants.

use ahash::AHashSet;

use super::{Object, Owned};

/// Holds objects, some of them only until the entry of the guards follows them instead.
#[derive(Default)]
pub struct GuardKeeper {
    known: AHashSet<Object>,
    strong: Vec<Owned>,
    followed: Vec<Owned>,
}

impl GuardKeeper {
    /// Keeps the object alive.
    pub fn keep(&mut self, object: Object) {
        if self.known.insert(object) {
            self.strong.push(Owned::new(object));
        }
    }

    /// Keeps the object until it is [taken](Self::take_followed): the entry ends when it does.
    pub fn follow(&mut self, object: Object) {
        if self.known.insert(object) {
            self.followed.push(Owned::new(object));
        }
    }

    /// Whether the object is kept or followed: while the entry is in service, its address is not reused.
    pub fn knows(&self, object: Object) -> bool {
        self.known.contains(&object)
    }

    /// The objects at whose end the entry has to be retired.
    pub fn take_followed(&mut self) -> Vec<Owned> {
        std::mem::take(&mut self.followed)
    }

    /// What is kept alive.
    pub fn strong(&self) -> impl Iterator<Item = Object> + '_ {
        self.strong.iter().chain(&self.followed).map(Owned::object)
    }
}
