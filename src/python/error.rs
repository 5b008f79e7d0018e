//! Python exceptions on the Rust side.

use pyo3::prelude::*;

/// What may raise returns this. The error indicator is clear afterwards; the exception is in the error.
pub type Result<T> = std::result::Result<T, PyErr>;

/// Takes the exception that a C function has set.
#[cold]
pub fn fetch_error() -> PyErr {
    // SAFETY: the GIL is held wherever Python's C functions are called.
    PyErr::fetch(unsafe { Python::assume_attached() })
}

/// Clears the error indicator, where absence and failure mean the same.
pub fn clear_error() {
    // SAFETY: the GIL is held.
    unsafe { pyo3::ffi::PyErr_Clear() }
}
