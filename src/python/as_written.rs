//! Runs a frame as written after its graph has raised.
//!
//! Only plain Python knows which of the program's handlers an exception meets and what has happened by then. So when
//! the graph raises, compiled code returns a continuation that runs the program's own code with the original arguments,
//! which raises the exception again in its place. Compiled code has no visible effect before the graph has run; what
//! the graph has written and drawn is restored first (`alternator.runtime.saved`).

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use super::continuation::Continuation;
use super::region::Off;
use super::{Object, Owned, Result, compiler, fetch_error, warning};

/// The exception of a graph, and the function that ran it.
pub(super) struct Failure {
    code: Py<PyAny>,
    error: String,
    /// Whether the program may have caught it.
    caught: bool,
}

impl Failure {
    pub fn clone_ref(&self, python: Python<'_>) -> Failure {
        Failure { code: self.code.clone_ref(python), error: self.error.clone(), caught: self.caught }
    }

    /// The program as written has not raised, or has caught the exception: its result stands.
    pub fn was_not_repeated(&self, python: Python<'_>) {
        if !self.caught
            && let Some(code) = Object::from_bound(self.code.bind(python)).as_code()
        {
            warning::of_graph(code, &self.error);
        }
    }
}

/// The continuation of compiled code whose graph has raised.
///
/// - original: a weak reference to the program's code;
/// - closure: its cells, if it has any;
/// - saved: what tells whether the graph has changed anything, and puts it back (`alternator.runtime.saved`), or None;
/// - caught: whether the program may catch what the graph raises;
/// - arguments: by variable of the code, `*args` and `**kwargs` as they are.
///
/// Reraises the error if the program must not be run again: after an interrupt, or if effects of the graph could not be
/// undone.
#[pyfunction]
#[pyo3(signature = (error, original, closure, saved, caught, *arguments))]
fn run_as_written(
    error: &Bound<'_, PyAny>,
    original: &Bound<'_, PyWeakrefReference>,
    closure: Option<&Bound<'_, PyTuple>>,
    saved: Option<&Bound<'_, PyAny>>,
    caught: bool,
    arguments: &Bound<'_, PyTuple>,
) -> PyResult<Continuation> {
    let _off = Off::new();
    let Some(code) = original.upgrade() else { return Err(again(error)) };
    if !error.is_instance_of::<PyException>() || hooks_were_called(error.py())? || !is_undone(saved) {
        return Err(again(error));
    }
    let function = function_of(&code, closure)?;
    let (call, names) = call_of(&code, &function, arguments)?;
    if let Some(compiler) = compiler::compiler() {
        compiler.runs_again();
    }
    let failure = Failure { code: code.unbind(), error: described(error), caught };
    Ok(Continuation { call: call.unbind(), names: names.map(Bound::unbind), failure: Some(failure) })
}

/// The error to reraise, without the traceback entry of the current frame, which is added again.
fn again(error: &Bound<'_, PyAny>) -> PyErr {
    let rest = error.getattr("__traceback__").and_then(|traceback| traceback.getattr("tb_next"));
    if let Ok(rest) = rest {
        drop(error.setattr("__traceback__", rest));
    }
    PyErr::from_value(error.clone())
}

/// Whether the graph may have called hooks for saved tensors. Their effects must not happen twice, and one of them may
/// have raised on purpose: a checkpoint ends its second forward pass so.
fn hooks_were_called(python: Python<'_>) -> PyResult<bool> {
    let Some(torch) = super::loaded_module(python, "torch")? else { return Ok(false) };
    let top = torch.getattr("_C")?.getattr("_autograd")?.getattr("_top_saved_tensors_default_hooks")?;
    Ok(!top.call1((true,))?.is_none())
}

/// Whether all effects of the graph are undone.
fn is_undone(saved: Option<&Bound<'_, PyAny>>) -> bool {
    let put_back = |saved: &Bound<'_, PyAny>| saved.call_method0("put_back")?.is_truthy();
    saved.is_none_or(|saved| put_back(saved).unwrap_or(false))
}

fn described(error: &Bound<'_, PyAny>) -> String {
    let class = error.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    match error.str() {
        Ok(text) => format!("{class}: {text}"),
        Err(_) => class,
    }
}

/// A function of the code that runs.
fn function_of<'py>(code: &Bound<'py, PyAny>, closure: Option<&Bound<'py, PyTuple>>) -> Result<Bound<'py, PyAny>> {
    // SAFETY: live objects of the right classes; the frame that calls this is the innermost, whose globals are the code's.
    unsafe {
        let globals = ffi::PyEval_GetGlobals();
        if globals.is_null() {
            return Err(PyRuntimeError::new_err("no frame has asked to be run as written"));
        }
        let function = Owned::from_result(ffi::PyFunction_New(code.as_ptr(), globals))?;
        if let Some(closure) = closure
            && ffi::PyFunction_SetClosure(function.as_ptr(), closure.as_ptr()) < 0
        {
            return Err(fetch_error());
        }
        Ok(function.object().bound(code.py()))
    }
}

type Call<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyTuple>>);

/// The function and its arguments, as a caller gives them: by position, then by name.
fn call_of<'py>(code: &Bound<'py, PyAny>, function: &Bound<'py, PyAny>, arguments: &Bound<'py, PyTuple>) -> Result<Call<'py>> {
    let python = code.py();
    let signature = Object::from_bound(code).as_code().ok_or_else(|| PyRuntimeError::new_err("code was expected"))?;
    let (positional, by_name) = (signature.argcount(), signature.kwonlyargcount());
    let flags = signature.flags() as i32;
    let mut places = (0..arguments.len()).skip(positional + by_name);
    let mut next = |flag: i32| (flags & flag != 0).then(|| places.next()).flatten();
    let rest = next(ffi::CO_VARARGS).map(|place| arguments.get_item(place)).transpose()?;
    let keywords = next(ffi::CO_VARKEYWORDS).map(|place| arguments.get_item(place)).transpose()?;
    let mut items = vec![function.clone()];
    items.extend(arguments.iter().take(positional));
    if let Some(rest) = rest {
        items.extend(rest.cast_into::<PyTuple>()?.iter());
    }
    let mut names = Vec::new();
    let variables = signature.localsplusnames().bound(python).cast_into::<PyTuple>()?;
    for place in positional..positional + by_name {
        names.push(variables.get_item(place)?);
        items.push(arguments.get_item(place)?);
    }
    if let Some(keywords) = keywords {
        for (name, value) in keywords.cast_into::<PyDict>()?.iter() {
            names.push(name);
            items.push(value);
        }
    }
    let names = (!names.is_empty()).then(|| PyTuple::new(python, names)).transpose()?;
    Ok((PyTuple::new(python, items)?, names))
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_as_written, module)?)
}
