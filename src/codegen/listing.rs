//! Listings of bytecode for the log, as Python's `dis` prints it.

use pyo3::prelude::*;

use crate::python::Object;

/// Both codes, under headings that name the function and where it stands.
pub fn both(python: Python<'_>, original: Object, modified: Object) -> PyResult<String> {
    let (original, modified) = (original.bound(python), modified.bound(python));
    let mut text = String::new();
    for (heading, code) in [("ORIGINAL BYTECODE", &original), ("MODIFIED BYTECODE", &modified)] {
        let name: String = original.getattr("co_name")?.extract()?;
        let file: String = original.getattr("co_filename")?.extract()?;
        let line: i32 = original.getattr("co_firstlineno")?.extract()?;
        let body: String =
            crate::python::import(python, "dis")?.getattr("Bytecode")?.call1((code,))?.call_method0("dis")?.extract()?;
        text.push_str(&format!("{heading} {name} {file}:{line}\n{body}\n"));
    }
    Ok(text)
}
