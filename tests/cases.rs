//! Runs the cases that take a Python process: one file, one case.
//!
//! - `tests/data/meta/*.yaml`: calls of torch's functions, whose results meta rules must foretell;
//! - `tests/data/trace/**/*.py`: a program with the graphs, guards, breaks and result expected of it;
//! - `tests/data/guards/*.py`: what each guard holds for, and what it refuses;
//! - `tests/data/python/<version>/*.py`: programs whose result must equal plain CPython's, of that version
//!   and those after it;
//! - `tests/data/found/*.py`: what the machines of `tools/fuzz` found, made small.
//!
//! `tests/worker.py` runs them in one process, so that torch is imported once, and says what the
//! files may contain. A case that kills the process fails alone: the next one gets a new process.
//! `tools/test` says which interpreter has torch (`ALTERNATOR_PYTHON`, or else the `PYO3_PYTHON` that cargo built for); the engine is the one built with
//! these tests, and nothing of it is linked here.

#[path = "support/extension.rs"]
mod extension;

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

/// A case that has not answered by then is taken for hanging.
const PATIENCE: Duration = Duration::from_secs(240);

/// The folders of Python cases for the version that these tests are built for.
const VERSIONS: &str = env!("CASES_OF_VERSION");

static WORKER: Mutex<Option<Worker>> = Mutex::new(None);

datatest_stable::harness! {
    { test = trace, root = "tests/data/trace", pattern = r"\.py$" },
    { test = guards, root = "tests/data/guards", pattern = r"\.py$" },
    { test = meta, root = "tests/data/meta", pattern = r"\.yaml$" },
    { test = python, root = "tests/data/python", pattern = VERSIONS },
    { test = found, root = "tests/data/found", pattern = r"\.py$" },
}

fn trace(path: &Path) -> datatest_stable::Result<()> {
    run("trace", path)
}

fn guards(path: &Path) -> datatest_stable::Result<()> {
    run("guards", path)
}

fn meta(path: &Path) -> datatest_stable::Result<()> {
    run("meta", path)
}

fn python(path: &Path) -> datatest_stable::Result<()> {
    run("python", path)
}

fn found(path: &Path) -> datatest_stable::Result<()> {
    run("found", path)
}

fn run(kind: &str, path: &Path) -> Result<(), Failure> {
    let mut slot = WORKER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut worker = match slot.take() {
        Some(worker) => worker,
        None => Worker::start()?,
    };
    let answer = worker.ask(kind, path)?; // a worker that failed to answer is dropped, and so ended
    *slot = Some(worker);
    if answer.is_empty() { Ok(()) } else { Err(Box::new(Reason(answer))) }
}

/// Why a case failed. The harness prints errors by `Debug`, which for text would be one long line.
struct Reason(String);

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Reason {}

/// A Python process that runs one case after the other.
struct Worker {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    fn start() -> Result<Worker, Failure> {
        let mut process =
            extension::python(&["python"])?.arg("tests/worker.py").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(requests), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("the worker has no pipes".into());
        };
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Worker { process, requests, answers })
    }

    /// The reason why a case failed; empty when it passed.
    fn ask(&mut self, kind: &str, path: &Path) -> Result<String, Failure> {
        writeln!(self.requests, "{kind} {}", path.display())?;
        let mut reason = String::new();
        loop {
            match self.answers.recv_timeout(PATIENCE) {
                Ok(line) if line == "done" => return Ok(reason),
                Ok(line) => {
                    // Every line of a reason begins with a bar, which keeps it apart from `done`.
                    reason.push_str(line.strip_prefix('|').unwrap_or(&line));
                    reason.push('\n');
                }
                Err(RecvTimeoutError::Timeout) => return Err(format!("no answer in {PATIENCE:?}").into()),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.process.wait()?;
                    return Err(format!("the case ended the process: {status}\n{reason}").into());
                }
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Whether it had ended already makes no difference here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
