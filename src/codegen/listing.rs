//! Listings of bytecode for the log, as Python's `dis` prints it.

use pyo3::prelude::*;

use crate::python::Object;

/// A code under a heading that names the function and where it stands.
pub fn listing(python: Python<'_>, heading: &str, code: Object) -> PyResult<String> {
    let (name, line) = code.as_code().map(|code| code.reported()).unwrap_or_default();
    let code = code.bound(python);
    let file: String = code.getattr("co_filename")?.extract()?;
    let body: String =
        crate::python::import(python, "dis")?.getattr("Bytecode")?.call1((code,))?.call_method0("dis")?.extract()?;
    Ok(format!("{heading} {name} {file} line {line} \n{body}\n"))
}
