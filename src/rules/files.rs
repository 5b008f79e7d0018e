//! Which files' frames may be captured as roots.

use once_cell::sync::OnceCell;
use pyo3::prelude::*;

use crate::generated::SKIPPED_FILES;
use crate::python::Code;

/// Prefixes of files whose frames are left alone, though what they call may be captured.
static PREFIXES: OnceCell<Vec<String>> = OnceCell::new();

/// Whether a frame of this code is a candidate: the user's code is, the libraries in `rules/graph/skipped_files.yaml`
/// are not.
pub fn may_capture(code: Code) -> bool {
    let file = code.filename().text();
    if file.starts_with('<') && !file.starts_with("<ipython") && !file.starts_with("<stdin") && !file.starts_with("<string") {
        return false;
    }
    let prefixes = PREFIXES.get_or_init(|| Python::attach(|python| prefixes(python).unwrap_or_default()));
    let skipped = |listed: &String| file.starts_with(listed.as_str());
    !prefixes.iter().any(skipped)
}

/// The folders (or files) of the listed modules.
fn prefixes(python: Python<'_>) -> PyResult<Vec<String>> {
    let modules = crate::python::import(python, "sys")?.getattr("modules")?;
    let mut prefixes = Vec::new();
    for row in SKIPPED_FILES {
        let Ok(module) = modules.get_item(row.module) else { continue };
        let Ok(file) = module.getattr("__file__").and_then(|file| file.extract::<String>()) else { continue };
        prefixes.push(file.strip_suffix("__init__.py").map(str::to_owned).unwrap_or(file));
    }
    Ok(prefixes)
}
