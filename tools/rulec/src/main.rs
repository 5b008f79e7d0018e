//! `rulec`: checks rules, and answers questions about them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

const USAGE: &str = "\
usage: rulec [--rules FOLDER] COMMAND

  check                      compile the rules and report every mistake
  explain VERSION OPCODE     the rule of an opcode after inheritance, and where each part came from
  explain NAME               what rules and facts say of a rule, an extern or a Python object, and what is recorded of it
  list                       all rules: kind, name, place, and why a rule is opaque
  externs                    the externs that serve a single rule
  names                      all names of Python objects in the rules: what is recorded of each release
  symbols                    all symbols of torch's libraries in the rules: the same
  coverage KNOWN VERSION=FILE…
                             the rules that the traces recorded on these versions (one rule name a line) do not reach:
                             a mistake if all versions are there, but for the rules that KNOWN has a reason for

FOLDER is `rules` if it is not said.";

fn main() -> ExitCode {
    match run(env::args().skip(1).collect()) {
        Ok((text, code)) => {
            // Whoever reads may have read enough (`| head`).
            let _ = std::io::stdout().write_all(text.as_bytes());
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
                mistakes => {
                    let noun = if mistakes == 1 { "mistake" } else { "mistakes" };
                    (format!("{}{mistakes} {noun}\n", output.report()), ExitCode::FAILURE)
                }
            })
        }
        ["explain", version, opcode] => Ok((output(&root)?.explain(version, opcode)?, ExitCode::SUCCESS)),
        ["explain", name] => Ok((output(&root)?.about(name)?, ExitCode::SUCCESS)),
        ["names"] => {
            let output = output(&root)?;
            // Of names that nobody has recorded there may be any number, but the rules must have been read.
            if output.model.rules.is_empty() { Err(output.report()) } else { Ok((output.names(), ExitCode::SUCCESS)) }
        }
        ["symbols"] => Ok((output(&root)?.symbols(), ExitCode::SUCCESS)),
        ["externs"] => Ok((output(&root)?.externs(), ExitCode::SUCCESS)),
        ["list"] => Ok((output(&root)?.list(), ExitCode::SUCCESS)),
        ["coverage", known, files @ ..] if !files.is_empty() => {
            let read = |file: &str| fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"));
            let trace = |word: &&str| {
                let (version, file) = word.split_once('=').ok_or(USAGE)?;
                Ok::<_, String>((version.to_owned(), read(file)?))
            };
            let traces = files.iter().map(trace).collect::<Result<BTreeMap<_, _>, _>>()?;
            let known: BTreeMap<String, String> =
                serde_yaml::from_str(&read(known)?).map_err(|e| format!("cannot read {known}: {e}"))?;
            let (text, good) = output(&root)?.coverage(&traces, &known);
            Ok((text, if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
        }
        _ => Err(USAGE.to_string()),
    }
}
