//! The root frame of a trace: how it is set up, interpreted to its end or its first break, and handed to the planner.

use super::Entry;
use crate::bytecode::flow;
use crate::effects::{Ending, Planned};
use crate::interpreter::frame::{Exit, Frame};
use crate::interpreter::trace::Trace;
use crate::rules::{Flow, Reason, Stop};
use crate::sources::SourceKind;
use crate::tables::{ModeName, Role};
use crate::values::Value;

impl Trace<'_> {
    /// Sets the root frame up: arguments are lazy values at their sources.
    pub(super) fn enter(&mut self, request: &Entry<'_>) -> Flow<()> {
        let code = self.code_info(request.code.object())?;
        self.sources.local_names = code.variables.iter().map(|variable| variable.name.text()).collect();
        let free = code.variables.iter().filter(|variable| variable.is_free);
        self.sources.closure_names = free.map(|variable| variable.name.text()).collect();
        self.entry.globals = Some(request.globals);
        self.entry.is_entered = request.is_entered;
        self.observe_global_state()?;
        // A backend that looks at the tensors of a level from outside can make nothing of them.
        if !self.settings.is_in_transform && self.library.mode_now(ModeName::FunctorchLevel)?.object() != self.role(Role::None) {
            return Err(Stop::Abandon("a level of functorch is on".into()));
        }
        // Compiled code looks names up too, and its own are nobody's business.
        if !self.looks_names_up_plainly(request.globals.class(), request.builtins) {
            return Err(Stop::Abandon("globals or builtins of a class of their own".into()));
        }
        let globals = self.globals_value(request.globals);
        self.keeper.keep(request.builtins);
        let mut locals = vec![Value::NULL; code.variables.len()];
        for (index, variable) in request.variables.iter().enumerate().take(locals.len()) {
            if let Some(object) = variable {
                let source = self.sources.intern(SourceKind::Local(index as u16));
                locals[index] = self.lazy(*object, source);
            }
        }
        self.entry.variables = locals.clone();
        let mut closure = Vec::new();
        if let Some(function) = request.function.as_function()
            && let Some(cells) = function.closure()
        {
            for (index, cell) in cells.items().into_iter().enumerate() {
                let source = self.sources.intern(SourceKind::Closure(index as u16));
                let cell = self.lazy(cell, source);
                closure.push(self.force(cell)?);
            }
        }
        let suspends = code.is_generator();
        self.frames.push(Frame::new(code, locals, closure, globals, request.builtins, None));
        if suspends {
            let text = "the body of a generator or coroutine runs outside of the call that is compiled: compile what it calls";
            return Err(Stop::Skip(text.into()));
        }
        Ok(())
    }

    /// Interprets the root frame to its end or its first break.
    pub(super) fn run_root(&mut self) -> Flow<Ending> {
        match self.run_top(None) {
            Ok(Exit::Return(value)) => Ok(Ending::Return(value)),
            Ok(_) => Err(Stop::Abandon("a generator's own frame is not compiled".into())),
            Err(Stop::Inside(_, reason)) => {
                self.broken.reason = Some(reason);
                Ok(Ending::Inside)
            }
            Err(Stop::Break(reason)) => {
                let raises = self.earlier.break_at.as_ref().is_some_and(|(step, _)| *step == self.root_step);
                self.break_root(reason, raises)
            }
            // CPython raises it, where the user's function does.
            // Code that was told of its compilation may have gone wrong for it, and as written it does not.
            Err(Stop::Raise(exception)) if self.modes.get(ModeName::Compiling).is_some() && !self.settings.fullgraph => {
                Err(Stop::Skip(self.raised(exception).text))
            }
            Err(Stop::Raise(exception)) => {
                self.check_told(exception)?;
                let reason = self.raised(exception);
                self.break_root(reason, true)
            }
            Err(other) => Err(other),
        }
    }

    /// Ends the trace before the instruction of the root frame that it is at.
    fn break_root(&mut self, reason: Box<Reason>, raises: bool) -> Flow<Ending> {
        // In the root frame itself it has no place yet.
        let inside = self.broken.inside.take().filter(|_| !raises && !reason.stack.is_empty());
        let reason = self.locate(reason);
        if let Some(step) = inside.filter(|_| !self.breaks_are_errors()) {
            return Err(Stop::Inside(step, reason));
        }
        if self.arena.unsaved {
            return Err(Stop::Restart(self.root_step, reason));
        }
        self.broken.is_error = !raises && self.breaks_are_errors();
        self.roll_back();
        let instruction = self.frame()?.next;
        self.broken.reason = Some(reason.clone());
        Ok(Ending::Break { instruction, reason: reason.text, raises })
    }

    /// Whether graph breaks are errors at this point of the program (`error_on_graph_break`).
    fn breaks_are_errors(&self) -> bool {
        let now = match self.modes.get(ModeName::ErrorOnGraphBreak) {
            Some(mode) => self.known_object(mode.now),
            None => {
                return self
                    .library
                    .mode_if_loaded(ModeName::ErrorOnGraphBreak)
                    .is_some_and(|now| now.object() == self.library.truth(true));
            }
        };
        now == Some(self.library.truth(true))
    }

    /// The reason of a break: the traced program raises this exception and does not catch it.
    pub(super) fn raised(&mut self, exception: Value) -> Box<Reason> {
        let message = self.text_of(exception).ok().and_then(|text| self.as_constant(text));
        let message = message.map(|text| format!(": {}", text.text())).unwrap_or_default();
        let text = format!("the traced program raises {}{message}", self.describe(exception));
        Box::new(Reason { text, stack: self.stack_summary() })
    }

    pub(super) fn finish(&mut self, ending: Ending, fullgraph: bool) -> Flow<Planned> {
        if (fullgraph || self.broken.is_error)
            && let Some(reason) = &self.broken.reason
        {
            return Err(Stop::Break(reason.clone()));
        }
        if let Ending::Break { raises, reason, .. } = &ending
            && self.frames[0].shown
        {
            let text = format!("a graph break in a frame that has given out its variables: {reason}");
            return Err(if *raises { Stop::Abandon(text) } else { Stop::Skip(text) });
        }
        if let Ending::Break { instruction, raises, reason } = &ending
            && !self.settings.graph_breaks_in_loops
            && flow::repeats(&self.frames[0].code, self.library.pack(), *instruction)
        {
            let text = format!("a graph break in a loop, whose calls are captured on their own: {reason}");
            // What is raised in a loop now need not be the next time.
            return Err(if *raises { Stop::Abandon(text) } else { Stop::Skip(text) });
        }
        self.plan(ending)
    }
}
