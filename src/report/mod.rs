//! Everything that the user sees of the engine: logs, counters, messages.

pub mod counters;
pub mod listener;
pub mod logs;
pub mod progress;
pub mod tally;
pub mod timing;

use pyo3::prelude::*;

use crate::python::{Code, ContextId, Limit, listed};
use crate::rules::Reason;

/// The beginning of a compilation.
pub struct Start {
    frame: u64,
    attempt: u64,
    /// Whether the listener waits for the end.
    pub told: bool,
}

impl Start {
    pub fn now(
        python: Python<'_>,
        code: Code,
        context: ContextId,
        compiled_before: usize,
        failures: &[String],
    ) -> PyResult<Start> {
        let frame = counters::frame_number(code.object());
        let began = ("began", frame, compiled_before, code.object().bound(python), context, failures);
        let told = listener::tell_program(python, began)?;
        if compiled_before > 0 && !failures.is_empty() {
            counters::recompile();
            logs::write("recompiles", || format!("{}{}", recompiling(code), listed(failures)));
        }
        Ok(Start { frame, attempt: compiled_before as u64, told })
    }

    /// Number of the frame, and which compilation of it this is.
    pub fn compile_id(&self) -> (u64, u64) {
        (self.frame, self.attempt)
    }
}

/// Reports a frame that runs as written.
pub fn abandoned(python: Python<'_>, reason: &Reason) {
    broke(python, reason);
    note(&reason.text);
}

/// Reports an error that makes a frame run as written.
pub fn suppressed(python: Python<'_>, error: &PyErr, code: Code) {
    let told = crate::python::import(python, "alternator.logs")
        .and_then(|logs| logs.call_method1("suppressed", (error.value(python), code.object().bound(python))));
    if let Err(error) = told {
        error.write_unraisable(python, None);
    }
}

/// A graph break.
pub fn broke(python: Python<'_>, reason: &Reason) {
    counters::graph_break(reason);
    listener::tell(python, ("broke", &reason.text, &reason.stack));
    logs::write("graph_breaks", || break_text(reason));
}

/// A note in the log, for debugging.
pub fn note(text: &str) {
    tracing::debug!(target: "alternator::note", "{text}");
}

fn break_text(reason: &Reason) -> String {
    let mut text = String::from("Graph break");
    if let Some((file, line, _)) = reason.stack.last() {
        text.push_str(&format!(" in user code at {file}:{line}"));
    }
    text.push_str(&format!("\nGraph Break Reason: {}", reason.text));
    for line in notes(&reason.text).unwrap_or_default() {
        text.push_str(&format!("\n  {line}"));
    }
    text.push_str("\nUser code traceback:");
    for (file, line, name) in &reason.stack {
        text.push_str(&format!("\n  File \"{file}\", line {line}, in {name}"));
        if let Some(source) = source_line(file, *line) {
            text.push_str(&format!("\n    {source}"));
        }
    }
    text
}

/// torch's name for a break of this kind, and what to do about it (`alternator.break_kinds`).
fn notes(reason: &str) -> PyResult<Vec<String>> {
    Python::attach(|python| crate::python::import(python, "alternator.break_kinds")?.call_method1("notes", (reason,))?.extract())
}

/// A line of a source file, by Python's own cache of them.
fn source_line(file: &str, line: u32) -> Option<String> {
    Python::attach(|python| {
        let text: String =
            crate::python::import(python, "linecache").ok()?.call_method1("getline", (file, line)).ok()?.extract().ok()?;
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    })
}

/// The exception of `fullgraph=True`.
pub fn unsupported(python: Python<'_>, reason: &Reason) -> PyResult<PyErr> {
    uncapturable(python, "unsupported", reason)
}

/// An exception of `alternator.errors` about the line where a trace has ended.
pub fn uncapturable(python: Python<'_>, class: &str, reason: &Reason) -> PyResult<PyErr> {
    let (file, line, _) = reason.stack.last().cloned().unwrap_or_default();
    error(python, class, (&reason.text, file, line, python.None(), reason.stack.clone()))
}

/// Says through torch's logs that a function is compiled no more.
pub fn limit_is_hit(python: Python<'_>, limit: &Limit<'_>) -> PyResult<()> {
    let Limit { code, setting, times, failure } = limit;
    let (name, line) = code.reported();
    let arguments = (setting, times, name, format!("{}:{line}", code.filename().text()), failure);
    crate::python::import(python, "alternator.logs")?.call_method1("limit_is_hit", arguments).map(drop)
}

/// The exception for a frame that may not be compiled once more; `why` goes before what torch says of every recompilation.
pub fn recompile_error(python: Python<'_>, class: &str, why: &str, code: Code, failures: &[String]) -> PyResult<PyErr> {
    error(python, class, (format!("{why}{}{}", recompiling(code), listed(failures)),))
}

fn recompiling(code: Code) -> String {
    let (name, line) = code.reported();
    format!("Recompiling function {name} in {}:{line}", code.filename().text())
}

/// An exception of `alternator.errors`.
pub fn error<'py>(python: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyResult<PyErr> {
    Ok(PyErr::from_value(error_class(python, class)?.call1(arguments)?))
}

/// Whether it is an exception of this class of `alternator.errors`.
pub fn is_error(python: Python<'_>, error: &PyErr, class: &str) -> PyResult<bool> {
    Ok(error.is_instance(python, &error_class(python, class)?))
}

fn error_class<'py>(python: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    crate::python::import(python, "alternator.errors")?.getattr(name)
}
