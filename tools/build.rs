//! Compiles `rules/` into the texts that the engine includes: its tables and the traits by which rules call it.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=tools/build.rs");
    pyo3_build_config::use_pyo3_cfgs();
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// A pattern for the folders of Python cases that the version built for runs: its own, and those of versions before it.
fn case_folders(packs: &[rulec::model::Pack]) -> String {
    let built_for = pyo3_build_config::get().version();
    let folders: Vec<String> = packs
        .iter()
        .filter(|pack| pack.version <= (built_for.major, built_for.minor))
        .map(|pack| pack.name.replace('.', r"\."))
        .collect();
    format!(r"^({})/.*\.py$", folders.join("|"))
}

fn build() -> Result<(), String> {
    let output = rulec::compile(Path::new("rules"), "rules/").map_err(|e| format!("cannot read rules/: {e}"))?;
    let tables = match &output.tables {
        Some(tables) if output.diagnostics.is_empty() => tables,
        _ => return Err(format!("{}{} mistakes in rules/", output.report(), output.diagnostics.len())),
    };
    let folder = env::var("OUT_DIR").map_err(|e| format!("OUT_DIR: {e}"))?;
    for (name, text) in tables.files() {
        fs::write(Path::new(&folder).join(name), text).map_err(|e| format!("cannot write {name}: {e}"))?;
    }
    println!("cargo:rustc-env=CASES_OF_VERSION={}", case_folders(&output.model.packs));
    let opaque = output.opaque_count();
    if opaque > 0 {
        println!("cargo:warning={opaque} of {} rules are opaque: they only name a Rust function", output.model.rules.len());
    }
    Ok(())
}
