//! Whether a piece of traced code had side effects.

use super::Trace;
use crate::rules::Flow;

/// What a piece of traced code did besides giving a result.
#[derive(Debug, Clone, Copy)]
pub struct Effects {
    /// It added nodes to the graph.
    pub nodes: bool,
    /// It set a mode, or was the first to read one.
    pub modes: bool,
    /// It changed existing state, or added calls.
    pub others: bool,
}

impl Effects {
    pub fn any(self) -> bool {
        self.nodes || self.modes || self.others
    }
}

impl Trace<'_> {
    pub fn watched<T>(&mut self, run: impl FnOnce(&mut Self) -> Flow<T>) -> (Flow<T>, Effects) {
        let (sealed, written) = (self.arena.sealed, self.arena.sealed_written);
        self.arena.sealed = self.arena.len() as u32;
        self.arena.sealed_written = false;
        let (nodes, modes, calls) = (self.graph.nodes.len(), self.modes.changes(), self.calls.mark());
        let result = run(self);
        let writes = self.arena.sealed_written;
        let effects = Effects {
            nodes: self.graph.nodes.len() != nodes,
            modes: self.modes.changes() != modes,
            others: writes || self.calls.mark() != calls,
        };
        (self.arena.sealed, self.arena.sealed_written) = (sealed, written || sealed > 0 && writes);
        (result, effects)
    }
}
