//! Cache lookups and compiled code as events of torch's profiler, under torch's names for them.

use std::sync::OnceLock;

use pyo3::prelude::*;

use super::of_torch::{attached, loaded};
use super::symbols;
use crate::tables::TorchSymbol;

const LOOKUP: &str = "TorchDynamo Cache Lookup";
const REGION: &str = "Torch-Compiled Region: ";

/// An event that ends when it is dropped.
pub struct Event {
    record: Option<Py<PyAny>>,
}

/// Begins the event of a cache lookup, if a profiler listens. Without one this costs some ten nanoseconds.
#[inline]
pub fn begin_lookup() -> Event {
    let record = if is_listening() { attached(|python| begin(python, LOOKUP)) } else { None };
    Event { record }
}

/// Begins the event of compiled code that runs, by the number of its frame and which compilation of it this is.
#[cold]
pub fn begin_region((frame, attempt): (u64, u64)) -> Event {
    Event { record: attached(|python| begin(python, &format!("{REGION}{frame}/{attempt}"))) }
}

impl Event {
    /// Whether something listens.
    #[inline]
    pub fn is_recorded(&self) -> bool {
        self.record.is_some()
    }

    /// Ends the event and preserves a set exception.
    #[cold]
    pub fn end_beside_error(self) {
        attached(|python| {
            let raised = PyErr::take(python);
            drop(self);
            if let Some(error) = raised {
                error.restore(python);
            }
        });
    }
}

impl Drop for Event {
    #[inline]
    fn drop(&mut self) {
        if let Some(record) = self.record.take() {
            attached(|python| end(python, &record));
        }
    }
}

type Listening = unsafe extern "C" fn() -> bool;

/// Whether callbacks of `at::RecordFunction` are set, for the thread or for all.
#[inline]
pub fn is_listening() -> bool {
    static LISTENING: OnceLock<Option<Listening>> = OnceLock::new();
    let listening = LISTENING.get_or_init(|| symbols::find(TorchSymbol::Hooked));
    // SAFETY: torch's own function, which takes nothing and reads two lists of callbacks.
    listening.is_some_and(|listening| unsafe { listening() })
}

#[cold]
fn begin(python: Python<'_>, name: &str) -> Option<Py<PyAny>> {
    let record = loaded(python, "torch._C._profiler")?.getattr("_RecordFunctionFast").ok()?.call1((name,)).ok()?;
    record.call_method0("__enter__").ok()?;
    Some(record.unbind())
}

#[cold]
fn end(python: Python<'_>, record: &Py<PyAny>) {
    let none = python.None();
    // An event that cannot be ended ends with its object.
    drop(record.call_method1(python, "__exit__", (&none, &none, &none)));
}
