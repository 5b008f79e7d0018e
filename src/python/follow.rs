//! Weak references that retire a cache entry when an object that it refers to dies.

use std::rc::{Rc, Weak};

use super::cache::Entry;
use super::weak_table::{on_death, weak_reference};
use super::{Object, Owned};

/// How an entry follows objects.
#[derive(Default)]
pub(super) struct Followers {
    /// Weak references, and the callable that they all call.
    weak: Vec<Owned>,
    /// Objects that allow no weak reference.
    kept: Vec<Owned>,
}

impl Followers {
    /// Retires the entry when one of the objects dies. Objects without weak references are kept alive instead.
    pub(super) fn new(entry: &Rc<Entry>, objects: Vec<Owned>) -> Followers {
        let link = Rc::downgrade(entry);
        let callback = on_death(move |_| {
            if let Some(entry) = Weak::upgrade(&link) {
                entry.retire();
            }
        });
        let Some(callback) = callback else { return Followers { weak: Vec::new(), kept: objects } };
        let mut followers = Followers::default();
        for object in objects {
            // What the trace made is nobody else's, and would be gone at once.
            let only_ours = object.count() == 1;
            match if only_ours { None } else { weak_reference(object.object(), &callback) } {
                Some(reference) => followers.weak.push(reference),
                None => followers.kept.push(object),
            }
        }
        followers.weak.push(callback);
        followers
    }

    /// Everything that is held, for the garbage collector.
    pub(super) fn objects(&self) -> impl Iterator<Item = Object> + '_ {
        self.weak.iter().chain(&self.kept).map(Owned::object)
    }
}
