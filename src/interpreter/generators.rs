//! Generators: frames that wait.

use super::frame::{Exit, Frame};
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
}
