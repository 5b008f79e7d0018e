//! What a cache entry's guards hold: objects compared by identity weakly, so that guards keep no module,
//! tensor or instance of the user's alive; constants strongly.

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

    /// Whether the object is kept or followed: while the entry is alive, nothing else stands at its address.
    pub fn knows(&self, object: Object) -> bool {
        self.known.contains(&object)
    }

    /// The objects whose end is the entry's, for it to see to that.
    pub fn take_followed(&mut self) -> Vec<Owned> {
        std::mem::take(&mut self.followed)
    }

    /// What is kept alive.
    pub fn strong(&self) -> impl Iterator<Item = Object> + '_ {
        self.strong.iter().chain(&self.followed).map(Owned::object)
    }
}
