//! A compiler written in Python, for the tests of hook and cache alone: debug builds have it.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::compiler::{Capture, Compiler, FrameFilter, FrameRequest, NewEntry, Outcome};
use super::module::ArgumentClass;
use super::{Owned, compiler};

/// Calls `compiler(code, function, variables, context, failures, compiled_before, history)`, which returns new code,
/// a pair of new code and the index of an argument whose class is guarded, or one of the words "skip", "never" and
/// "tree"; or raises. It may append to the list `history`. Files called `left_alone.py` are left alone; a frame with
/// an argument of a class called `Dull` is not worth a compilation.
#[pyfunction]
fn set_test_compiler(function: Bound<'_, PyAny>) {
    compiler::set_compiler(Box::new(PythonCompiler(Owned::from_bound(function))));
    compiler::set_filter(FrameFilter {
        code: |code| match code.filename().text().ends_with("left_alone.py") {
            true => Capture::LeftAlone,
            false => Capture::Candidate,
        },
        frame: |frame| !frame.variables().flatten().any(|v| v.class().class_name() == "Dull"),
    });
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(set_test_compiler, module)?)
}

struct PythonCompiler(Owned);

impl Compiler for PythonCompiler {
    fn compile(&self, python: Python<'_>, request: FrameRequest<'_>) -> Outcome {
        self.ask(python, request).unwrap_or_else(Outcome::Raise)
    }
}

impl PythonCompiler {
    fn ask(&self, python: Python<'_>, request: FrameRequest<'_>) -> PyResult<Outcome> {
        let variables: Vec<_> = request.variables.iter().flatten().map(|variable| variable.bound(python)).collect();
        let history = request.history.get_or_insert_with(|| Box::new(PyList::empty(python).unbind()));
        let history = history.downcast_ref::<Py<PyList>>().map(|list| list.clone_ref(python));
        let answer = self.0.object().bound(python).call1((
            request.code.object().bound(python),
            request.function.bound(python),
            PyTuple::new(python, variables)?,
            request.context,
            request.failures,
            request.compiled_before,
            history,
        ))?;
        if let Ok(word) = answer.extract::<String>() {
            return match word.as_str() {
                "skip" => Ok(Outcome::Skip { forever: false }),
                "never" => Ok(Outcome::Skip { forever: true }),
                "tree" => Ok(Outcome::SkipWholeTree),
                _ => Err(PyTypeError::new_err(word)),
            };
        }
        let (code, index) = match answer.extract::<(Bound<'_, PyAny>, usize)>() {
            Ok((code, index)) => (code, Some(index)),
            Err(_) => (answer, None),
        };
        let guarded = index.and_then(|index| {
            let argument = request.variables.get(index).copied().flatten()?;
            Some((index, Owned::new(argument.class())))
        });
        Ok(Outcome::Compiled(NewEntry {
            guards: Box::new(ArgumentClass { class: guarded, kept: None }),
            code: Owned::from_bound(code),
            followed: Vec::new(),
            number: (0, 0),
        }))
    }
}
