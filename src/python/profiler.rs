//! Cache lookups as events of torch's profiler.

use std::sync::OnceLock;

use pyo3::prelude::*;

use super::of_torch::{attached, loaded};
use super::symbols;

const EVENT: &str = "Alternator Cache Lookup";

/// An event that ends when it is dropped.
pub struct Event {
    record: Option<Py<PyAny>>,
}

/// Begins the event of a lookup, if anything listens; where nothing does, asking costs some ten nanoseconds.
#[inline]
pub fn begin_lookup() -> Event {
    let record = if is_listening() { attached(begin) } else { None };
    Event { record }
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
fn is_listening() -> bool {
    static LISTENING: OnceLock<Option<Listening>> = OnceLock::new();
    let listening = LISTENING.get_or_init(|| symbols::find("libtorch_cpu.so", c"_ZN2at12hasCallbacksEv"));
    // SAFETY: torch's own function, which takes nothing and reads two lists of callbacks.
    listening.is_some_and(|listening| unsafe { listening() })
}

#[cold]
fn begin(python: Python<'_>) -> Option<Py<PyAny>> {
    let record = loaded(python, "torch._C._profiler")?.getattr("_RecordFunctionFast").ok()?.call1((EVENT,)).ok()?;
    record.call_method0("__enter__").ok()?;
    Some(record.unbind())
}

#[cold]
fn end(python: Python<'_>, record: &Py<PyAny>) {
    let none = python.None();
    // An event that cannot be ended ends with its object.
    drop(record.call_method1(python, "__exit__", (&none, &none, &none)));
}
