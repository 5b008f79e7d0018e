//! How test programs start an interpreter with the engine that cargo built beside them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::{env, io};

/// An interpreter that loads that engine (`tests/support/sitecustomize.py`), and finds modules in `folders`.
pub fn python(folders: &[&str]) -> io::Result<Command> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = env::join_paths(folders.iter().chain(&["tests/support"]).map(|folder| root.join(folder)));
    let mut command = Command::new(
        env::var_os("ALTERNATOR_PYTHON").or_else(|| env::var_os("PYO3_PYTHON")).unwrap_or_else(|| OsString::from("python3")),
    );
    command
        .env("PYTHONPATH", path.map_err(io::Error::other)?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // The order of sets of texts follows from it.
        .env("PYTHONHASHSEED", env::var_os("PYTHONHASHSEED").unwrap_or_else(|| OsString::from("0")))
        .env("ALTERNATOR_ENGINE", extension()?)
        .current_dir(root);
    Ok(command)
}

/// Beside this program, where cargo puts the library's extension for the programs that test it.
fn extension() -> io::Result<PathBuf> {
    let name = format!("{}_engine{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    Ok(env::current_exe()?.with_file_name(name))
}
