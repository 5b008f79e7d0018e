//! Whether traced code did anything that is seen from outside of it.

use super::{Trace, calls};
use crate::rules::Flow;

impl Trace<'_> {
    /// Runs something and tells whether it changed what was there before, or left anything in the graph or to be called.
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

    /// How much has happened that can be seen from outside, but for writes to objects.
    fn extent(&self) -> ([usize; 3], calls::Mark) {
        ([self.graph.nodes.len(), self.modes.changes(), self.slots.writes()], self.calls.mark())
    }
}
