//! Who else is told of compilations: `alternator.report.tell`, called with an event and its details.
//!
//! - `began(frame, attempt, code, context, failures)`, with why each entry refused the frame; and `ended(compiled)` for
//!   each of these;
//! - `graph(operations)`: a graph was handed to the backend;
//! - `broke(reason, file, line, function)`: a graph, or the attempt to make one, ended there.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// Tells of an event. What the listener raises goes to `sys.unraisablehook`: no program expects it.
pub fn tell<'py>(python: Python<'py>, call: impl PyCallArgs<'py>) {
    let told = || crate::python::import(python, "alternator.report")?.getattr("tell")?.call1(call);
    if let Err(error) = told() {
        error.write_unraisable(python, None);
    }
}
