//! Generators: suspended frames.

use std::rc::Rc;

use super::frame::{Delegate, Exit, Frame};
use super::trace::Trace;
use crate::bytecode::decode::CodeInfo;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
use crate::values::{State, Value};

/// A generator of the trace, which [`State::Generator`] numbers.
#[derive(Debug)]
pub struct Generator {
    pub value: Value,
    /// The generator function.
    pub function: Value,
    pub code: Rc<CodeInfo>,
    pub globals: Value,
    /// Its frame while it is suspended; none while it runs or after its end.
    pub frame: Option<Frame>,
}

/// All generators of a trace.
pub struct Generators {
    all: Vec<Generator>,
    /// Their frames as they were before each change since the mark.
    trail: Vec<(u32, Option<Frame>)>,
    /// Those that run because something is thrown into what they delegate to, or that is closed: their frames stay here.
    busy: Vec<u32>,
    /// The return value of the last generator that finished.
    pub result: Value,
}

/// How many generators there were.
pub struct Mark(usize);

impl Default for Generators {
    fn default() -> Generators {
        Generators { all: Vec::new(), trail: Vec::new(), busy: Vec::new(), result: Value::NULL }
    }
}

impl Generators {
    pub fn get(&self, index: u32) -> &Generator {
        &self.all[index as usize]
    }

    fn get_mut(&mut self, index: u32) -> &mut Generator {
        &mut self.all[index as usize]
    }

    /// Replaces the frame of a generator; rolling back restores it.
    fn set_frame(&mut self, index: u32, frame: Option<Frame>) -> Option<Frame> {
        let before = std::mem::replace(&mut self.all[index as usize].frame, frame);
        self.trail.push((index, before.clone()));
        before
    }

    /// Begins a new stretch that [`roll_back`](Generators::roll_back) can undo.
    pub fn mark(&mut self) -> Mark {
        self.trail.clear();
        Mark(self.all.len())
    }

    pub fn roll_back(&mut self, mark: Mark) {
        for (index, frame) in self.trail.drain(..).rev() {
            self.all[index as usize].frame = frame;
        }
        self.all.truncate(mark.0);
    }
}

impl Trace<'_> {
    /// Turns the running frame into the frame of a new generator, which its call returns.
    pub fn make_generator_value(&mut self) -> Flow<Value> {
        let (code, globals) = (self.frame()?.code.clone(), self.frame()?.globals);
        let class = self.role(code.generator_role());
        let value = self.make(class, State::Generator(self.generators.all.len() as u32));
        self.generators.all.push(Generator { value, function: Value::NULL, code, globals, frame: None });
        Ok(value)
    }

    /// Remembers whose call made a generator.
    pub fn note_generator_function(&mut self, generator: Value, function: Value) {
        if let State::Generator(index) = self.arena.get(generator).state {
            self.generators.get_mut(index).function = function;
        }
    }

    pub fn maker_of_generator(&self, generator: Value) -> Flow<Value> {
        match self.arena.get(generator).state {
            State::Generator(index) => Ok(self.generators.get(index).function),
            _ => Err(Stop::Abandon("the function of something that is no generator".into())),
        }
    }

    pub fn is_suspended_generator(&self, generator: Value) -> Flow<bool> {
        match self.arena.get(generator).state {
            State::Generator(index) => {
                let begun = self.generators.get(index).frame.as_ref().is_some_and(|frame| frame.begun);
                Ok(begun && !self.generators.busy.contains(&index))
            }
            _ => Err(Stop::Abandon("asked whether something that is no generator is suspended".into())),
        }
    }

    /// Stores the frame of a generator that waits for its first `next`.
    pub(super) fn suspend(&mut self, generator: Value, mut frame: Frame) {
        if let State::Generator(index) = self.arena.get(generator).state {
            frame.generator = Some(index);
            self.generators.get_mut(index).frame = Some(frame);
        }
    }

    /// The exception that leaves a generator: a StopIteration becomes a RuntimeError (PEP 479).
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
        let begun = self.generators.get(index).frame.as_ref().map(|frame| frame.begun);
        let runs = match begun {
            Some(_) => self.generators.busy.contains(&index),
            None => self.frames.iter().any(|frame| frame.generator == Some(index)),
        };
        if runs {
            let text = format!("{} already executing", self.kind_of_generator(generator));
            return self.raise_text(Role::ValueError, &text);
        }
        let Some(begun) = begun else {
            if self.has_role(generator, Role::Coroutine) {
                return self.raise_text(Role::RuntimeError, "cannot reuse already awaited coroutine");
            }
            self.generators.result = none;
            return match sent {
                Ok(_) => Ok(None),
                Err(exception) => Err(Stop::Raise(exception)),
            };
        };
        if let Ok(value) = sent
            && !begun
            && !self.is_none(value)?
        {
            let text = format!("can't send non-None value to a just-started {}", self.kind_of_generator(generator));
            return self.raise_text(Role::TypeError, &text);
        }
        let Some(mut frame) = self.generators.set_frame(index, None) else { return Ok(None) };
        frame.delegate = None;
        // A handler around a delegation takes off what was sent, so there is something in any case.
        frame.stack.push(sent.unwrap_or(none));
        let pending = sent.err();
        frame.caller = self.call_site()?;
        frame.begun = true;
        // It goes on handling what it was, above what is being handled where it is resumed.
        self.exceptions.enter(frame.handled);
        // What is thrown into it is raised in the midst of what it handles, and of nothing that its caller does.
        if let Some(exception) = pending {
            if !self.exceptions.handled.is_null() {
                self.set_context(exception)?;
            }
            if self.arena.get(exception).object.is_none() {
                self.note_raise(exception);
            }
        }
        self.frames.push(frame);
        let depth = self.frames.len();
        let result = self.run_top(pending);
        let own = self.exceptions.leave();
        match result {
            Ok(exit) => {
                let frame = self.frames.pop();
                match exit {
                    Exit::Yield(value) => {
                        self.generators.get_mut(index).frame = frame.map(|frame| Frame { handled: own, ..frame });
                        Ok(Some(value))
                    }
                    Exit::Return(value) | Exit::Suspend(value) => {
                        self.generators.result = value;
                        Ok(None)
                    }
                }
            }
            Err(Stop::Raise(exception)) => {
                self.frames.pop();
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
            State::Generator(index) if !self.generators.busy.contains(&index) => {
                self.generators.get(index).frame.as_ref()?.delegate
            }
            _ => None,
        }
    }

    /// Does something to what a generator delegates to; the generator counts as running meanwhile.
    fn in_delegate<T>(&mut self, generator: Value, act: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<T> {
        let busy = self.generators.busy.len();
        if let State::Generator(index) = self.arena.get(generator).state {
            self.generators.busy.push(index);
        }
        let done = act(self);
        self.generators.busy.truncate(busy);
        done
    }

    /// Throws an exception into a generator, or into the one that it delegates to. As [`Trace::resume`].
    pub fn throw(&mut self, generator: Value, exception: Value) -> Flow<Option<Value>> {
        let Some(delegate) = self.delegate(generator) else { return self.resume(generator, Err(exception)) };
        if self.is_exception(exception, Role::GeneratorExit) {
            let exception = self.in_delegate(generator, |trace| trace.closing(delegate.iterator, exception))?;
            return self.resume(generator, Err(exception));
        }
        let iterator = self.force(delegate.iterator)?;
        if !matches!(self.arena.get(iterator).state, State::Generator(_)) {
            return Err(Stop::graph_break("an exception is thrown through an iterator that is no generator"));
        }
        match self.in_delegate(generator, |trace| trace.throw(iterator, exception)) {
            Ok(None) => {
                let result = self.generators.result;
                self.leave_delegate(generator, delegate)?;
                self.resume(generator, Ok(result))
            }
            Err(Stop::Raise(raised)) => self.resume(generator, Err(raised)),
            other => other,
        }
    }

    /// Closes a generator. What it returns then, or None.
    pub fn close(&mut self, generator: Value) -> Flow<Value> {
        if let State::Generator(index) = self.arena.get(generator).state
            && self.generators.get(index).frame.is_none()
            && !self.frames.iter().any(|frame| frame.generator == Some(index))
        {
            return Ok(self.none());
        }
        let class = self.role(Role::GeneratorExit);
        let class = self.held(class);
        let mut exception = self.new_exception(class, Vec::new())?;
        // CPython raises it where the generator is closed.
        self.set_context(exception)?;
        if let Some(delegate) = self.delegate(generator) {
            exception = self.in_delegate(generator, |trace| trace.closing(delegate.iterator, exception))?;
        }
        match self.resume(generator, Err(exception)) {
            Ok(None) => Ok(self.generators.result),
            Ok(Some(_)) => {
                let text = format!("{} ignored GeneratorExit", self.kind_of_generator(generator));
                self.raise_text(Role::RuntimeError, &text)
            }
            Err(Stop::Raise(raised))
                if self.is_exception(raised, Role::GeneratorExit) || self.is_exception(raised, Role::StopIteration) =>
            {
                Ok(self.none())
            }
            Err(other) => Err(other),
        }
    }

    /// The stack gives up a value. CPython closes a generator with its last reference, which shows where it waits in a
    /// handler.
    pub fn end_generator(&mut self, value: Value) -> Flow<()> {
        let value = self.arena.resolve(value);
        let State::Generator(index) = self.arena.get(value).state else { return Ok(()) };
        if !self.generators.get(index).frame.as_ref().is_some_and(notices_its_end)
            || !self.has_role(value, Role::Generator)
            || self.is_referred_to(value)
        {
            return Ok(());
        }
        match self.close(value) {
            Err(Stop::Raise(_)) => Err(Stop::graph_break("a generator raises where it ends, which CPython reports")),
            closed => closed.map(drop),
        }
    }

    /// Whether a frame or an object of the trace may refer to a value: objects that nothing refers to count as well.
    fn is_referred_to(&self, value: Value) -> bool {
        let is = |other: &Value| self.arena.resolve(*other) == value;
        let in_frame = |frame: &Frame| {
            let delegate = frame.delegate.map(|delegate| delegate.iterator);
            frame.stack.iter().chain(&frame.locals).chain(&frame.closure).chain(&delegate).any(is)
        };
        let suspended = self.generators.all.iter().filter_map(|generator| generator.frame.as_ref());
        self.frames.iter().chain(suspended).any(in_frame)
            || self.arena.parts().any(|part| is(&part))
            || self.slots.written.values().any(is)
            || self.calls.later.iter().any(|(callee, arguments)| is(callee) || arguments.iter().any(is))
    }

    /// Closes an iterator that a generator delegates to. Returns what is then raised in the generator: the exception,
    /// or the one that closing raised.
    fn closing(&mut self, iterator: Value, exception: Value) -> Flow<Value> {
        let iterator = self.force(iterator)?;
        let closed = if matches!(self.arena.get(iterator).state, State::Generator(_)) {
            self.close(iterator).map(drop)
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

    /// Moves a suspended generator to where it takes the result of the iterator that it delegated to.
    fn leave_delegate(&mut self, generator: Value, delegate: Delegate) -> Flow<()> {
        let State::Generator(index) = self.arena.get(generator).state else { return Ok(()) };
        let Some(mut frame) = self.generators.get(index).frame.clone() else { return Ok(()) };
        if !delegate.kept {
            frame.stack.pop();
        }
        frame.next = delegate.target;
        frame.delegate = None;
        self.generators.set_frame(index, Some(frame));
        Ok(())
    }

    /// A generator that the trace leaves suspended and unreachable (not `is_kept`) would be closed by CPython when its
    /// last reference goes. Unless closing it has no effect, the frame runs as written.
    pub fn leave_generators(&mut self, is_kept: impl Fn(Value) -> bool) -> Flow<()> {
        for index in 0..self.generators.all.len() {
            let Generator { value: generator, frame, .. } = &self.generators.all[index];
            let generator = *generator;
            let Some(frame) = frame.as_ref().filter(|_| !is_kept(generator)) else { continue };
            if !frame.begun && frame.code.generator_role() == Role::Coroutine {
                return Err(Stop::Skip("a coroutine that is never awaited, of which CPython warns".into()));
            }
            if !notices_its_end(frame) {
                continue;
            }
            let handled = std::mem::replace(&mut self.exceptions.handled, Value::NULL);
            let before = self.generators.trail.len();
            let (closed, effects) = self.watched(|trace| trace.close(generator));
            let mut resumed = self.generators.trail[before..].iter().map(|(index, _)| self.generators.get(*index).value);
            let resumes_kept = resumed.any(&is_kept);
            let unseen = closed.is_ok() && !effects.any() && !resumes_kept;
            self.exceptions.handled = handled;
            if !unseen {
                return Err(Stop::Skip("a generator is left inside of a try or with statement".into()));
            }
        }
        Ok(())
    }
}

/// Whether closing a suspended generator may do something: it waits in a handler, or another iterator is closed first.
fn notices_its_end(frame: &Frame) -> bool {
    frame.begun && (frame.delegate.is_some() || frame.code.handler(frame.current).is_some())
}
