//! Generators: frames that wait.

use super::frame::{Delegate, Exit, Frame};
use super::stop::{Flow, Stop};
use super::trace::Trace;
use crate::generated::Role;
use crate::values::{State, Value};

impl Trace<'_> {
    /// The running frame becomes the frame of a new generator, which its call returns.
    pub fn make_generator_value(&mut self) -> Flow<Value> {
        let kind = self.frame()?.code.generator_role();
        self.suspended.push(None);
        let index = self.suspended.len() as u32 - 1;
        let class = self.role(kind);
        Ok(self.make(class, State::Generator(index)))
    }

    /// Stores the frame of a generator that waits for its first `next`.
    pub(super) fn suspend(&mut self, generator: Value, mut frame: Frame) {
        if let State::Generator(index) = self.arena.get(generator).state {
            frame.generator = Some(index);
            self.suspended[index as usize] = Some(frame);
        }
    }

    /// What an exception becomes that leaves a generator: a StopIteration would look like its end.
    fn leaving(&mut self, generator: Value, exception: Value) -> Flow<Value> {
        if !self.is_exception(exception, Role::StopIteration) {
            return Ok(exception);
        }
        let text = self.text_constant(&format!("{} raised StopIteration", self.kind_of_generator(generator)))?;
        let class = self.role(Role::RuntimeError);
        let class = self.held(class);
        let error = self.new_exception(class, vec![text])?;
        for name in ["__cause__", "__context__"] {
            let name = self.library.name(name)?;
            self.set_attr(error, name, exception)?;
        }
        Ok(error)
    }

    fn kind_of_generator(&self, generator: Value) -> String {
        self.class(generator).class_name().replace('_', " ")
    }

    /// Runs a generator to its next yield. `None` at its end; `sent_result` is what it returned.
    pub fn resume(&mut self, generator: Value, sent: Result<Value, Value>) -> Flow<Option<Value>> {
        let State::Generator(index) = self.arena.get(generator).state else {
            return Err(Stop::Abandon("resumed something that is no generator".into()));
        };
        let none = self.none();
        let Some(mut frame) = self.suspended[index as usize].clone() else {
            if self.frames.iter().any(|frame| frame.generator == Some(index)) {
                let text = format!("{} already executing", self.kind_of_generator(generator));
                return self.raise_text(Role::ValueError, &text);
            }
            self.sent_result = none;
            return match sent {
                Ok(_) => Ok(None),
                Err(exception) => Err(Stop::Raise(exception)),
            };
        };
        if let Ok(value) = sent
            && !frame.begun
            && !self.is_none(value)?
        {
            let text = format!("can't send non-None value to a just-started {}", self.kind_of_generator(generator));
            return self.raise_text(Role::TypeError, &text);
        }
        self.suspended_trail.push((index, self.suspended[index as usize].take()));
        frame.delegate = None;
        let pending = match sent {
            Ok(value) => {
                frame.stack.push(value);
                None
            }
            Err(exception) => Some(exception),
        };
        frame.caller = self.call_site()?;
        frame.begun = true;
        let handled = self.handled;
        self.frames.push(frame);
        let depth = self.frames.len();
        let result = self.run_top(pending);
        match result {
            Ok(exit) => {
                let frame = self.frames.pop();
                self.handled = handled;
                match exit {
                    Exit::Yield(value) => {
                        self.suspended[index as usize] = frame;
                        Ok(Some(value))
                    }
                    Exit::Return(value) | Exit::Suspend(value) => {
                        self.sent_result = value;
                        Ok(None)
                    }
                }
            }
            Err(Stop::Raise(exception)) => {
                self.frames.pop();
                self.handled = handled;
                Err(Stop::Raise(self.leaving(generator, exception)?))
            }
            Err(Stop::Break(reason)) => {
                let reason = self.locate(reason);
                self.frames.truncate(depth - 1);
                Err(Stop::Break(reason))
            }
            Err(other) => Err(other),
        }
    }

    /// The iterator to which a waiting generator delegates.
    fn delegate(&self, generator: Value) -> Option<Delegate> {
        match self.arena.get(generator).state {
            State::Generator(index) => self.suspended[index as usize].as_ref()?.delegate,
            _ => None,
        }
    }

    /// Throws an exception into a generator, or into the one that it delegates to. As [`Trace::resume`].
    pub fn throw(&mut self, generator: Value, exception: Value) -> Flow<Option<Value>> {
        let Some(delegate) = self.delegate(generator) else { return self.resume(generator, Err(exception)) };
        if self.is_exception(exception, Role::GeneratorExit) {
            let exception = self.closing(delegate.iterator, exception)?;
            return self.resume(generator, Err(exception));
        }
        let iterator = self.force(delegate.iterator)?;
        if !matches!(self.arena.get(iterator).state, State::Generator(_)) {
            return Err(Stop::graph_break("an exception is thrown through an iterator that is no generator"));
        }
        match self.throw(iterator, exception) {
            Ok(None) => {
                let result = self.sent_result;
                self.leave_delegate(generator, delegate)?;
                self.resume(generator, Ok(result))
            }
            Err(Stop::Raise(raised)) => self.resume(generator, Err(raised)),
            other => other,
        }
    }

    /// `generator.close()`.
    pub fn close(&mut self, generator: Value) -> Flow<()> {
        let class = self.role(Role::GeneratorExit);
        let class = self.held(class);
        let mut exception = self.new_exception(class, Vec::new())?;
        if let Some(delegate) = self.delegate(generator) {
            exception = self.closing(delegate.iterator, exception)?;
        }
        match self.resume(generator, Err(exception)) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => self.raise_text(Role::RuntimeError, "generator ignored GeneratorExit"),
            Err(Stop::Raise(raised))
                if self.is_exception(raised, Role::GeneratorExit) || self.is_exception(raised, Role::StopIteration) =>
            {
                Ok(())
            }
            Err(other) => Err(other),
        }
    }

    /// Closes an iterator that a generator delegates to. What is raised in the generator then: the exception, or
    /// the one that closing raised.
    fn closing(&mut self, iterator: Value, exception: Value) -> Flow<Value> {
        let iterator = self.force(iterator)?;
        let closed = if matches!(self.arena.get(iterator).state, State::Generator(_)) {
            self.close(iterator)
        } else {
            let name = self.library.name("close")?;
            match self.find_attr(iterator, name)? {
                Some(method) => self.call_values(method, &[]).map(drop),
                None => Ok(()),
            }
        };
        match closed {
            Ok(()) => Ok(exception),
            Err(Stop::Raise(raised)) => Ok(raised),
            Err(other) => Err(other),
        }
    }

    /// Moves a waiting generator to where it takes the result of the iterator that it delegated to.
    fn leave_delegate(&mut self, generator: Value, delegate: Delegate) -> Flow<()> {
        let State::Generator(index) = self.arena.get(generator).state else { return Ok(()) };
        let Some(mut frame) = self.suspended[index as usize].clone() else { return Ok(()) };
        if !delegate.kept {
            frame.stack.pop();
        }
        frame.next = delegate.target;
        frame.delegate = None;
        let before = self.suspended[index as usize].replace(frame);
        self.suspended_trail.push((index, before));
        Ok(())
    }

    /// Generators of the trace that wait at its end are closed by CPython as soon as nobody holds them. Only
    /// where nothing comes of that does it not matter when.
    pub fn leave_generators(&mut self) -> Flow<()> {
        for index in 0..self.suspended.len() {
            let waits = |frame: &Frame| frame.begun && frame.code.handler(frame.current).is_some();
            if !self.suspended[index].as_ref().is_some_and(waits) {
                continue;
            }
            let class = self.role(Role::Generator);
            let generator = self.make(class, State::Generator(index as u32));
            let (handled, sealed) = (std::mem::replace(&mut self.handled, Value::NULL), self.arena.sealed);
            self.arena.sealed = self.arena.len() as u32;
            self.arena.sealed_written = false;
            let before = (self.graph.nodes.len(), self.mode_trail.len(), self.slots_trail.len());
            let closed = self.close(generator);
            let after = (self.graph.nodes.len(), self.mode_trail.len(), self.slots_trail.len());
            let unseen = closed.is_ok() && before == after && !self.arena.sealed_written;
            (self.handled, self.arena.sealed) = (handled, sealed);
            if !unseen {
                return Err(Stop::Skip("a generator is left inside of a try or with statement".into()));
            }
        }
        Ok(())
    }
}
