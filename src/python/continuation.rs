//! Continuations: what compiled code returns at a graph break.
//!
//! The rest of the function is a resume function. Compiled code does not call it: it returns a [`Continuation`], which
//! says what to call with what, and the hook calls that in the frame's place. So the finished frame is not in
//! `sys._getframe` or tracebacks, breaks do not nest, and only the rest of the function keeps its values. In the same
//! way a frame whose graph has raised is run once more, as it was written ([`as_written`](super::as_written)).

use std::ptr;

use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject, PyTypeObject};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use super::as_written::Failure;
use super::gil::UnderGil;
use super::region::{Off, with_thread};

/// A function and its arguments.
#[pyclass(frozen, module = "alternator._engine")]
pub(super) struct Continuation {
    pub call: Py<PyTuple>,
    /// The names of the last arguments, if some are given by name.
    pub names: Option<Py<PyTuple>>,
    /// If the function runs as written, with everything that it calls, the reason.
    pub failure: Option<Failure>,
}

static CLASS: UnderGil<std::cell::Cell<*mut PyTypeObject>> = UnderGil::new(std::cell::Cell::new(ptr::null_mut()));

#[pymethods]
impl Continuation {
    /// Does what the hook does, for code that runs without it. May return another continuation.
    fn __call__(&self, python: Python<'_>) -> PyResult<Py<PyAny>> {
        let call = self.call.bind(python);
        let names: Vec<Bound<'_, PyAny>> = self.names.iter().flat_map(|names| names.bind(python).iter()).collect();
        let positional = call.len() - names.len();
        let keywords = PyDict::new(python);
        for (name, argument) in names.iter().zip(call.iter().skip(positional)) {
            keywords.set_item(name, argument)?;
        }
        let _off = self.failure.as_ref().map(|_| Off::new());
        let result = call.get_item(0)?.call(call.get_slice(1, positional), Some(&keywords))?;
        self.failure.iter().for_each(|failure| failure.was_not_repeated(python));
        Ok(result.unbind())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.call)
    }
}

/// `go_on(function, *arguments)`: the continuation that calls it.
#[pyfunction]
#[pyo3(signature = (*call))]
fn go_on(call: Py<PyTuple>) -> Continuation {
    Continuation { call, names: None, failure: None }
}

/// `resume_call(rest)`: calls the first item of a list with the others, and empties the list, so that the arguments live no
/// longer than the function lets them.
#[pyfunction]
fn resume_call(rest: &Bound<'_, PyList>) -> PyResult<Py<PyAny>> {
    let python = rest.py();
    let call = rest.to_tuple().unbind();
    rest.del_slice(0, rest.len())?;
    if call.bind(python).is_empty() {
        return Err(PyValueError::new_err("a call that has been resumed before"));
    }
    let continuation = Py::new(python, Continuation { call, names: None, failure: None })?;
    // SAFETY: a new reference; the result is one too, or null with the error set.
    unsafe { Bound::from_owned_ptr_or_err(python, follow(continuation.into_ptr())).map(Bound::unbind) }
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Continuation>()?;
    module.add_function(wrap_pyfunction!(go_on, module)?)?;
    module.add_function(wrap_pyfunction!(resume_call, module)?)?;
    CLASS.get().set(module.py().get_type::<Continuation>().as_type_ptr());
    Ok(())
}

/// Finishes a frame that ran compiled code: runs its continuations and returns the final result. With `inner` the frame
/// is itself a continuation, and the outer frame runs the next one.
///
/// # Safety
/// `result` is a new reference, or null with the error set; the GIL is held.
#[inline(always)]
pub(super) unsafe fn finish(result: *mut PyObject, inner: bool) -> *mut PyObject {
    // SAFETY: as the caller promises.
    unsafe { if !result.is_null() && !inner && is_continuation(result) { follow(result) } else { result } }
}

#[inline(always)]
unsafe fn is_continuation(result: *mut PyObject) -> bool {
    // SAFETY: a live object.
    unsafe { ffi::Py_TYPE(result) == CLASS.get().get() }
}

#[inline(never)]
unsafe fn follow(mut result: *mut PyObject) -> *mut PyObject {
    // SAFETY: a new reference of this class; the tuple is not empty, because `go_on` is called with a function.
    unsafe {
        while !result.is_null() && is_continuation(result) {
            let python = Python::assume_attached();
            let continuation = Bound::from_owned_ptr(python, result).cast_into_unchecked::<Continuation>();
            let call = continuation.get().call.clone_ref(python).into_ptr();
            let names = continuation.get().names.as_ref().map(|names| names.clone_ref(python));
            let failure = continuation.get().failure.as_ref().map(|failure| failure.clone_ref(python));
            drop(continuation);
            let items: *mut *mut PyObject = (&raw mut (*call.cast::<ffi::PyTupleObject>()).ob_item).cast();
            let named = names.as_ref().map_or(0, |names| names.bind(python).len());
            let count = ffi::PyTuple_GET_SIZE(call) as usize - named;
            let function = *items;
            ffi::Py_INCREF(function);
            // From here on the tuple belongs to whoever takes it: the hook does, when the function's frame is set
            // up and has taken its arguments, so that they live no longer than the function lets them.
            with_thread(|thread| {
                thread.continuing.set(call);
                thread.as_written.set(failure.is_some());
            });
            let names = names.as_ref().map_or(ptr::null_mut(), Py::as_ptr);
            result = ffi::PyObject_Vectorcall(function, items.add(1).cast_const(), count - 1, names);
            release_arguments();
            ffi::Py_DECREF(function);
            if let (Some(failure), false) = (failure, result.is_null()) {
                failure.was_not_repeated(python);
            }
        }
        result
    }
}

/// Why a frame was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entered {
    /// By a call of the program.
    Call,
    /// As the continuation of another frame.
    Inner,
    /// As a continuation that runs as written, with everything that it calls.
    AsWritten,
}

/// Releases the arguments of a continuation once its frame holds them.
#[inline(always)]
pub(super) fn release_arguments() -> Entered {
    let call = with_thread(|thread| thread.continuing.replace(ptr::null_mut()));
    if call.is_null() {
        return Entered::Call;
    }
    // SAFETY: `follow` gave its reference away.
    unsafe { ffi::Py_DECREF(call) };
    let as_written = with_thread(|thread| thread.as_written.replace(false));
    if as_written { Entered::AsWritten } else { Entered::Inner }
}
