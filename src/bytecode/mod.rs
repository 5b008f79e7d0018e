//! Bytecode: from a code object to instructions, and what follows from these alone.

pub mod decode;
pub mod flow;
pub mod locations;

pub use decode::{CodeInfo, Handler, Instruction, Variable, decode};
pub use locations::Location;

use pyo3::PyErr;
use pyo3::exceptions::PyRuntimeError;

/// Why no new code could be made. The frame then runs as written.
#[derive(Debug)]
pub enum Error {
    /// CPython refused.
    Python(PyErr),
    /// What cannot be done, in words for the user.
    Cannot(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error::Python(error)
    }
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        match error {
            Error::Python(error) => error,
            Error::Cannot(reason) => PyRuntimeError::new_err(reason),
        }
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
