//! From a finished trace to new bytecode.

pub mod assemble;
mod build;
pub mod copy;
pub mod debug;
mod debug_plan;
pub mod decode;
mod failure;
pub mod flow;
mod generators;
pub mod listing;
mod loads;
pub mod locations;
pub mod output;
pub mod plan;
pub mod resume;

pub use decode::{CodeInfo, Handler, Instruction, Variable, decode};
pub use locations::Location;
pub use output::{Request, generate};
pub use resume::Resumes;

use pyo3::PyErr;

/// Why there is no new code. The frame then runs as it is.
#[derive(Debug)]
pub enum Error {
    /// CPython refused.
    Python(PyErr),
    /// What code generation cannot do, in words for the user.
    Cannot(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error::Python(error)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Python(error) => write!(f, "{error}"),
            Error::Cannot(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}
