//! Runs the cases of frame hook, code cache and code generation: each a Python program of its own, which needs the engine's
//! extension alone and passes if it ends well.

#[path = "support/extension.rs"]
mod extension;

use std::path::Path;

datatest_stable::harness! {
    { test = hook, root = "tests/data/hook", pattern = r"\.py$" },
    { test = hook, root = "tests/data/codegen", pattern = r"\.py$" },
}

fn hook(path: &Path) -> datatest_stable::Result<()> {
    let output = extension::python(&["tests"])?.arg(path).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}
