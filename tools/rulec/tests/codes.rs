//! Every diagnostic has a failing case.

use std::fs;
use std::path::Path;

use rulec::diagnostics::Code;

#[test]
fn every_code_has_a_case() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/rules/fail");
    let mut expected = String::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "expected") {
            expected.push_str(&fs::read_to_string(path)?);
        }
    }
    let missing: Vec<_> = Code::ALL.iter().filter(|c| !expected.contains(&format!("error[{}]", c.number()))).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
    Ok(())
}
