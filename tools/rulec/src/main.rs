//! `rulec`: checks rules and answers questions about them.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = std::env::args().nth(2).unwrap_or("rules".into());
    let output = rulec::compile(Path::new(&root), "rules/").unwrap();
    print!("{}", output.report());
    ExitCode::SUCCESS
}
