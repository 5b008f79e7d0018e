//! Why a step does not simply go on.

use crate::python::Object;
use crate::values::Value;

/// What every micro-op returns.
pub type Flow<T> = Result<T, Stop>;

#[derive(Debug)]
pub enum Stop {
    /// The traced program raised this exception.
    Raise(Value),
    /// The engine cannot go on here; CPython must run the instruction of the root frame.
    Break(Box<Reason>),
    /// The trace is given up: the frame runs as plain Python.
    Abandon(String),
    /// The trace should have ended before this step: it must be made again, and break there for this reason.
    Restart(u64, Box<Reason>),
    /// The trace must be made again: what it took for a symbol is wanted as a number, as the history knows now.
    Again,
    /// The trace must be made again, after a callable was called with these arguments.
    Prepare(Vec<Object>),
    /// The trace is given up, and tracing the frame again would end the same way.
    Skip(String),
    /// The call of the compiled function raises this: what was done may not be done in compiled code.
    Refuse(pyo3::PyErr),
    /// The trace is given up: plain Python makes in this call what the next one is traced with, `fullgraph` or not.
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

    /// An error of the engine's own work with Python objects, not of the traced program.
    pub fn python(error: pyo3::PyErr) -> Stop {
        Stop::Abandon(format!("python raised {error}"))
    }

    pub fn into_error(self) -> pyo3::PyErr {
        pyo3::exceptions::PyRuntimeError::new_err(self.into_text())
    }

    pub fn into_text(self) -> String {
        match self {
            Stop::Raise(_) => "the traced program raises".to_owned(),
            Stop::Break(reason) | Stop::Restart(_, reason) => reason.text,
            Stop::Abandon(text) | Stop::Skip(text) | Stop::Later(text) => text,
            Stop::Prepare(_) => "something has to be called first".to_owned(),
            Stop::Again => "the value of a float is wanted".to_owned(),
            Stop::Refuse(error) => error.to_string(),
        }
    }
}
