//! Exceptions that end whatever runs, such as an interrupt by the user. They are the caller's of the compiled function.

use std::cell::RefCell;

use pyo3::exceptions::PyException;
use pyo3::{PyErr, Python};

thread_local! {
    static HELD: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Whether an exception is an interrupt or the end of the process: no `Exception`, which a handler could be for.
pub fn is_interruption(error: &PyErr) -> bool {
    Python::attach(|python| !error.is_instance_of::<PyException>(python))
}

/// Drops an error. If it is an interruption, the compilation raises it when it ends: CPython asks for signals wherever it
/// makes a text, also where the engine needs one and has no way to fail.
pub fn hold(error: PyErr) {
    if is_interruption(&error) {
        HELD.set(Some(error));
    }
}

/// What was held in this thread.
pub fn take() -> Option<PyErr> {
    HELD.take()
}
