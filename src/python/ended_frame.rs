//! Frame objects for the tracebacks of exceptions that a trace has raised.

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict};

/// A frame object of code without free variables, which no frame stands behind: it knows its code and its globals.
#[pyfunction]
fn ended_frame<'py>(code: &Bound<'py, PyCode>, globals: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: live objects of the right classes; the thread is attached.
    unsafe {
        let thread = ffi::PyThreadState_Get();
        let frame = ffi::PyFrame_New(thread, code.as_ptr().cast(), globals.as_ptr(), ptr::null_mut());
        Bound::from_owned_ptr_or_err(code.py(), frame.cast())
    }
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(ended_frame, module)?)
}
