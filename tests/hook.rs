//! Runs the cases of frame hook, code cache and code generation: each a Python program of its own, which needs the engine's
//! extension alone and passes if it ends well.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

datatest_stable::harness! {
    { test = hook, root = "tests/data/hook", pattern = r"\.py$" },
    { test = hook, root = "tests/data/codegen", pattern = r"\.py$" },
}

fn hook(path: &Path) -> datatest_stable::Result<()> {
    let python = env::var_os("PYO3_PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(python)
        .arg(path)
        .env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("ALTERNATOR_ENGINE", extension()?)
        .output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

/// The extension that cargo built for the tests, beside this program.
fn extension() -> Result<PathBuf, Box<dyn std::error::Error>> {
    let name = format!("{}_engine{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    Ok(env::current_exe()?.with_file_name(name))
}
