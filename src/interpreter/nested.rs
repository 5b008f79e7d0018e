//! Breaks inside of calls that were inlined: where the trace may end in a frame that is not the root's.
//!
//! A break is found deep in the rules that run the calls, when half of an instruction has been done. So the trace is made
//! again, and ends before that instruction. That is possible in a frame of which nothing but a plain call knows, in every
//! frame up to the root's: what a rule has still to do with a result, compiled code could not do.

use super::trace::Trace;
use crate::bytecode::decode::falls_through;
use crate::bytecode::flow::{self, Known};
use crate::codegen::Resumes;
use crate::rules::{Flow, Reason, Stop};
use crate::tables::Emit;

/// Of the call that an instruction makes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Directness {
    #[default]
    None,
    /// The instruction gives what its callee returns, and has not called it yet.
    Instruction,
    /// What is called next is that callee.
    Callee,
    /// The callee has a rule, which may have its own code traced after all.
    Rule,
}

/// The step to end a trace before, in an inlined frame, and why.
#[derive(Debug, Clone)]
pub struct Inside {
    pub step: u64,
    pub reason: Box<Reason>,
}

impl Trace<'_> {
    /// Begins an instruction of the frame on top, or ends the trace before it.
    pub(super) fn begin_step(&mut self, opcode: u8) -> Flow<()> {
        if let Some(inside) = self.earlier.inside.as_ref().filter(|inside| inside.step == self.steps) {
            return Err(Stop::Inside(inside.step, inside.reason.clone()));
        }
        self.frame_mut()?.step = self.steps;
        let plain = self.library.pack().emit(Emit::PlainCall);
        let is_plain = plain.code.iter().any(|op| op.opcode == opcode);
        self.calls.direct = if is_plain { Directness::Instruction } else { Directness::None };
        Ok(())
    }

    /// Whether the call that a rule is about to make is all that the running instruction still does.
    pub fn is_direct_call(&mut self) -> bool {
        std::mem::take(&mut self.calls.direct) == Directness::Instruction
    }

    /// Says of the next call, if it `is_direct`, that it is the instruction's.
    pub fn say_direct(&mut self, is_direct: bool) {
        self.calls.direct = if is_direct { Directness::Callee } else { Directness::None };
    }

    /// Says of the rule that runs next, if it `is_direct`, that it is the instruction's callee's.
    pub fn say_direct_rule(&mut self, is_direct: bool) {
        self.calls.direct = if is_direct { Directness::Rule } else { Directness::None };
    }

    /// Whether the code that is traced instead of a rule is the instruction's callee's.
    pub fn is_direct_rule(&mut self) -> bool {
        std::mem::take(&mut self.calls.direct) == Directness::Rule
    }

    /// Whether this call is the instruction's.
    pub fn takes_direct(&mut self) -> bool {
        std::mem::take(&mut self.calls.direct) == Directness::Callee
    }

    /// The step of the innermost frame that the trace could end in; none if that is the root frame.
    pub(super) fn innermost_end(&self) -> Option<u64> {
        if !self.settings.nested_graph_breaks || self.settings.fullgraph || self.earlier.ends_in_root {
            return None;
        }
        // Deferred calls would come after what the inlined functions have changed, and a region of the graph that one of them
        // has entered would end too early.
        if !self.calls.later.is_empty() || !self.modes.regions.is_empty() {
            return None;
        }
        let pack = self.library.pack();
        let known = Known::of(pack);
        let can_end = |index: &usize| {
            let frame = &self.frames[*index];
            let (code, at) = (&frame.code, frame.current);
            (*index == 0 || frame.is_direct)
                && !frame.shown
                && frame.generator.is_none()
                && frame.namespace.is_null()
                && at >= flow::prologue_length(code, &known)
                && falls_through(pack, code.instructions[at as usize].opcode)
                && (self.settings.graph_breaks_in_loops || !flow::repeats(code, pack, at))
                && flow::handled(code, pack, at).is_ok_and(|places| places.is_empty())
        };
        let count = (0..self.frames.len()).take_while(can_end).count();
        // In a resume function that begins by calling its callee's, the code behind that call is reached by the call alone.
        let resumes = Resumes::of_process();
        let innermost =
            self.frames[..count].iter().rposition(|frame| !resumes.goes_on_in_call(frame.code.code, frame.current))?;
        (innermost > 0).then(|| self.frames[innermost].step)
    }
}
