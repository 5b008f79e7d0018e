//! The guards of a cache entry: the link between its program and the code cache.

use super::{GuardProgram, display};
use crate::python::{EntryGuards, FrameView, GivenValues, Lives, Object};

impl EntryGuards for GuardProgram {
    #[inline]
    fn check(&self, frame: &FrameView, lives: Lives<'_>) -> bool {
        self.holds(frame, lives)
    }

    fn asks(&self) -> bool {
        GuardProgram::asks(self)
    }

    fn is_lasting(&self) -> bool {
        !GuardProgram::asks(self) && !self.counts_references()
    }

    fn input_count(&self) -> usize {
        self.inputs.len()
    }

    fn packed_inputs(&self) -> usize {
        self.packed
    }

    fn fill_inputs(&self, first: usize, places: &mut [Option<Object>]) {
        places.iter_mut().zip(self.inputs(first)).for_each(|(place, input)| *place = input);
    }

    fn find_inputs(&self, frame: &FrameView, lives: Lives<'_>) -> bool {
        GuardProgram::find_inputs(self, frame, lives)
    }

    fn tensors_hold(&self, frame: &FrameView) -> bool {
        GuardProgram::tensors_hold(self, frame)
    }

    fn explain_failure(&self, frame: &FrameView, lives: Lives<'_>) -> Option<String> {
        GuardProgram::explain_failure(self, frame, lives)
    }

    fn explain_refusal(&self, values: &GivenValues, lives: Lives<'_>) -> Option<String> {
        GuardProgram::explain_failure(self, values, lives)
    }

    fn traverse(&self, visit: &mut dyn FnMut(Object)) {
        GuardProgram::traverse(self, visit);
    }

    fn lines(&self) -> Vec<String> {
        display::flat_text(self).lines().map(str::to_owned).collect()
    }
}
