//! Why a step of a trace stops: an exception, a break, or another end of the trace.

use crate::python::Object;
use crate::python::interruption::is_interruption;
use crate::values::Value;

/// The result of every extern.
pub type Flow<T> = Result<T, Stop>;

#[derive(Debug)]
pub enum Stop {
    /// The traced program raised this exception.
    Raise(Value),
    /// A graph break: CPython has to run the current instruction of the root frame.
    Break(Box<Reason>),
    /// The trace is given up: the frame runs as plain Python.
    Abandon(String),
    /// Trace the frame again, and break before this step of the root frame, for this reason.
    Restart(u64, Box<Reason>),
    /// Trace the frame again, and end before this step of an inlined frame, for this reason. When that is being done: the
    /// trace ends here.
    Inside(u64, Box<Reason>),
    /// Trace the frame again: the history knows now which number is wanted.
    Again,
    /// Call a callable with these arguments, then trace the frame again.
    Prepare(Vec<Object>),
    /// The trace is given up for good: tracing the frame again would end in the same way.
    Skip(String),
    /// The call of the compiled function raises this: the program did something that is forbidden in compiled code.
    Refuse(pyo3::PyErr),
    /// This call runs as written, even with `fullgraph`, because it makes objects that the next call is traced with.
    Later(String),
}

/// A graph break, as the user is told of it.
#[derive(Debug, Clone)]
pub struct Reason {
    pub text: String,
    /// The user's frames, innermost last: file, line, function.
    pub stack: Vec<(String, u32, String)>,
}

impl Stop {
    pub fn graph_break(text: impl Into<String>) -> Stop {
        Stop::Break(Box::new(Reason { text: text.into(), stack: Vec::new() }))
    }

    pub fn restart(step: u64, text: impl Into<String>) -> Stop {
        Stop::Restart(step, Box::new(Reason { text: text.into(), stack: Vec::new() }))
    }

    /// An error of the engine's own use of Python objects, not of the traced program. What is no `Exception`, such as an
    /// interrupt by the user, is for the caller of the compiled function.
    pub fn python(error: pyo3::PyErr) -> Stop {
        if is_interruption(&error) {
            return Stop::Refuse(error);
        }
        Stop::Abandon(format!("python raised {error}"))
    }

    pub fn into_error(self) -> pyo3::PyErr {
        pyo3::exceptions::PyRuntimeError::new_err(self.into_text())
    }

    pub fn into_text(self) -> String {
        match self {
            Stop::Raise(_) => "the traced program raises".to_owned(),
            Stop::Break(reason) | Stop::Restart(_, reason) | Stop::Inside(_, reason) => reason.text,
            Stop::Abandon(text) | Stop::Skip(text) | Stop::Later(text) => text,
            Stop::Prepare(_) => "something has to be called first".to_owned(),
            Stop::Again => "the value of a number is wanted".to_owned(),
            Stop::Refuse(error) => error.to_string(),
        }
    }
}
