//! Cases of the rule compiler: each is a file, with what is expected of it beside it.
//!
//! A case is rule text. A line `=== path` begins another file of the same rule tree. `BLESS=1` writes
//! what is expected anew.

use std::fs;
use std::path::Path;

use rulec::Output;

type Outcome = Result<(), Box<dyn std::error::Error>>;

datatest_stable::harness! {
    { test = fail, root = "../../tests/data/rules/fail", pattern = r"\.rules$" },
    { test = ok, root = "../../tests/data/rules/ok", pattern = r"\.rules$" },
    { test = golden, root = "../../tests/data/golden", pattern = r"\.rules$" },
}

/// The exact diagnostics. A case without any has nothing to say here.
fn fail(path: &Path) -> Outcome {
    let output = compile(path)?;
    if output.diagnostics.is_empty() {
        return Err("this case should fail, and does not".into());
    }
    compare(&path.with_extension("expected"), &output.report())
}

fn ok(path: &Path) -> Outcome {
    match compile(path)? {
        output if output.diagnostics.is_empty() => Ok(()),
        output => Err(output.report().into()),
    }
}

/// The exact tables.
fn golden(path: &Path) -> Outcome {
    let output = compile(path)?;
    let tables = output.tables.as_ref().filter(|_| output.diagnostics.is_empty()).ok_or_else(|| output.report())?;
    let texts = tables.files().map(|(name, text)| format!("// {name}\n{text}"));
    compare(&path.with_extension("expected.rs"), &texts.join("\n"))
}

fn compile(path: &Path) -> Result<Output, Box<dyn std::error::Error>> {
    let mut files = vec![("case.rule".to_string(), String::new())];
    for line in fs::read_to_string(path)?.split_inclusive('\n') {
        match line.strip_prefix("=== ") {
            Some(name) => files.push((name.trim().to_string(), String::new())),
            None => files.last_mut().ok_or("no file")?.1.push_str(line),
        }
    }
    files.sort();
    Ok(rulec::compile_texts(files, ""))
}

fn compare(path: &Path, found: &str) -> Outcome {
    if std::env::var_os("BLESS").is_some() {
        if fs::read_to_string(path).ok().as_deref() != Some(found) {
            println!("blessed {}", path.display());
            fs::write(path, found)?;
        }
        return Ok(());
    }
    let expected = fs::read_to_string(path).map_err(|e| format!("{}: {e} (BLESS=1 writes it)", path.display()))?;
    if expected == found {
        return Ok(());
    }
    Err(format!("expected:\n{expected}\nfound:\n{found}\nBLESS=1 takes over what was found").into())
}
