//! Guards as a cache entry uses them.

use super::{GuardProgram, display};
use crate::python::{EntryGuards, FrameView, Object};

impl EntryGuards for GuardProgram {
    #[inline]
    fn check(&self, frame: &FrameView) -> bool {
        self.holds(frame)
    }

    fn explain_failure(&self, frame: &FrameView) -> Option<String> {
        GuardProgram::explain_failure(self, frame)
    }

    fn is_dead(&self) -> bool {
        GuardProgram::is_dead(self)
    }

    fn traverse(&self, visit: &mut dyn FnMut(Object)) {
        GuardProgram::traverse(self, visit);
    }

    fn lines(&self) -> Vec<String> {
        display::flat_text(self).lines().map(str::to_owned).collect()
    }
}
