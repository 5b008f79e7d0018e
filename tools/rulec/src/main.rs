//! `rulec`: checks rules, and answers questions about them.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

const USAGE: &str = "\
usage: rulec [--rules FOLDER] COMMAND

  check                      compile the rules and report every mistake
  explain VERSION OPCODE     the rule of an opcode after inheritance, and where each part came from
  list                       all rules: kind, name, place, and why a rule is opaque
  coverage FILE…             the rules that the recorded traces (one rule name a line) do not reach

FOLDER is `rules` if it is not said.";

fn main() -> ExitCode {
    match run(env::args().skip(1).collect()) {
        Ok((text, code)) => {
            print!("{text}");
            code
        }
        Err(message) => {
            eprintln!("rulec: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<(String, ExitCode), String> {
    let mut root = PathBuf::from("rules");
    if arguments.first().is_some_and(|a| a == "--rules") {
        let rest = arguments.split_off(2.min(arguments.len()));
        root = arguments.pop().filter(|a| a != "--rules").ok_or(USAGE)?.into();
        arguments = rest;
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = |root: &Path| {
        let prefix = format!("{}/", root.display().to_string().trim_end_matches('/'));
        rulec::compile(root, &prefix).map_err(|e| format!("cannot read {}: {e}", root.display()))
    };
    match words.as_slice() {
        ["check"] => {
            let output = output(&root)?;
            let (rules, opaque) = (output.model.rules.len(), output.opaque_count());
            Ok(match output.diagnostics.len() {
                0 => (format!("{rules} rules, {opaque} of them opaque\n"), ExitCode::SUCCESS),
                mistakes => (format!("{}{mistakes} mistakes\n", output.report()), ExitCode::FAILURE),
            })
        }
        ["explain", version, opcode] => Ok((output(&root)?.explain(version, opcode)?, ExitCode::SUCCESS)),
        ["list"] => Ok((output(&root)?.list(), ExitCode::SUCCESS)),
        ["coverage", files @ ..] if !files.is_empty() => {
            let read = |file: &&str| fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"));
            let traces = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            Ok((output(&root)?.coverage(&traces), ExitCode::SUCCESS))
        }
        _ => Err(USAGE.to_string()),
    }
}
