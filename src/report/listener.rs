//! Events of compilations for the Python side: calls `alternator.report.tell` with an event and its details.
//!
//! - `began(frame, attempt, code, context, failures)`, with why each entry refused the frame; and `ended(compiled, error)` for
//!   each of these that was told of, with what it raised;
//! - `graph(operations, guards)`: an entry was made, with so many operators in its graph and so many guards;
//! - `code(old, new)`: the code that runs in place of a frame's own;
//! - `broke(reason, stack)`: a graph, or the attempt to make one, ended there: file, line and function of each traced call,
//!   outermost first.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// Tells of an event, and says whether the listener took it. What it raises goes to `sys.unraisablehook`: no program expects
/// it. At the end of the stack there is no room to tell of anything.
pub fn tell<'py>(python: Python<'py>, call: impl PyCallArgs<'py>) -> bool {
    tell_program(python, call).unwrap_or_else(|error| {
        error.write_unraisable(python, None);
        false
    })
}

/// The same, where the program may have asked to be told: what its own callbacks raise is for the program.
pub fn tell_program<'py>(python: Python<'py>, call: impl PyCallArgs<'py>) -> PyResult<bool> {
    let told = || crate::python::import(python, "alternator.report")?.getattr("tell")?.call1(call);
    let Err(error) = told() else { return Ok(true) };
    if error.is_instance_of::<PyRecursionError>(python) {
        return Ok(false);
    }
    if super::is_error(python, &error, "CallbackFailed")? {
        return Err(error);
    }
    error.write_unraisable(python, None);
    Ok(false)
}
