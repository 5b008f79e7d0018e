//! Whether a piece of traced code had side effects.

use super::{Trace, calls};
use crate::rules::Flow;

impl Trace<'_> {
    /// Runs a closure and tells whether it changed existing state, or added nodes or calls.
    pub fn watched<T>(&mut self, run: impl FnOnce(&mut Self) -> Flow<T>) -> (Flow<T>, bool) {
        let (sealed, written) = (self.arena.sealed, self.arena.sealed_written);
        self.arena.sealed = self.arena.len() as u32;
        self.arena.sealed_written = false;
        let before = self.extent();
        let result = run(self);
        let writes = self.arena.sealed_written;
        let seen = writes || before != self.extent();
        (self.arena.sealed, self.arena.sealed_written) = (sealed, written || sealed > 0 && writes);
        (result, seen)
    }

    /// Counts of side effects other than writes to objects.
    fn extent(&self) -> ([usize; 2], calls::Mark) {
        ([self.graph.nodes.len(), self.modes.changes()], self.calls.mark())
    }
}
