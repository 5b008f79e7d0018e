//! Runs the cases that are a Python program of their own, which passes if it ends well: those of frame hook, code cache and
//! code generation need the engine's extension alone; those of `tests/data/harness` test the tests.

#[path = "support/extension.rs"]
mod extension;

use std::path::Path;

datatest_stable::harness! {
    { test = hook, root = "tests/data/hook", pattern = r"\.py$" },
    { test = hook, root = "tests/data/codegen", pattern = r"\.py$" },
    { test = harness, root = "tests/data/harness", pattern = r"\.py$" },
}

fn hook(path: &Path) -> datatest_stable::Result<()> {
    run(&["tests"], path)
}

fn harness(path: &Path) -> datatest_stable::Result<()> {
    run(&["python", "tests"], path)
}

fn run(folders: &[&str], path: &Path) -> datatest_stable::Result<()> {
    let output = extension::python(folders)?.arg(path).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}
