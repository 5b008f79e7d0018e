//! Warnings to the user when the engine gives something up.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::CString;

use ahash::AHashSet;
use pyo3::ffi;
use pyo3::prelude::*;

use super::Code;
use super::compiler::Limit;
use super::frame::FrameView;
use super::gil::UnderGil;

/// What went wrong inside since it was last asked for. A program comes to no harm by it, so that only tests would notice.
static FAULTS: UnderGil<RefCell<Vec<String>>> = UnderGil::new(RefCell::new(Vec::new()));

/// As many are kept: a fault that comes at each call says nothing new.
const KEPT_FAULTS: usize = 100;

/// Notes a fault of the engine's. The caller holds the GIL.
pub fn note_fault(text: String) {
    tracing::error!(target: "alternator", "{text}");
    if let Ok(mut faults) = FAULTS.get().try_borrow_mut()
        && faults.len() < KEPT_FAULTS
    {
        faults.push(text);
    }
}

/// The faults noted since the last call.
#[pyfunction]
pub(super) fn faults() -> Vec<String> {
    FAULTS.get().take()
}

/// One warning a process: the first panic says enough, and what follows may follow from it.
pub(super) fn of_panic(frame: &FrameView, panic: &(dyn Any + Send)) {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned());
    static WARNED: UnderGil<Cell<bool>> = UnderGil::new(Cell::new(false));
    note_fault(format!("panic at {}: {text}", place(frame)));
    if WARNED.get().replace(true) {
        return;
    }
    warn(&format!(
        "alternator failed inside while it looked at {}, which now runs as it is written; this is a bug of \
         alternator's, please report it: {text}",
        place(frame)
    ));
}

pub(super) fn of_limit(limit: &Limit<'_>) {
    let Limit { code, setting, times, failure } = limit;
    let why = failure.map(|failure| format!(" (the last reason: {failure})")).unwrap_or_default();
    warn(&format!(
        "{} was compiled {times} times, the limit set by config.{setting}; what is compiled still serves, \
         other calls run as they are written{why}",
        place_of(*code)
    ));
}

/// Why entries refuse a frame, for logs and errors.
pub fn listed(failures: &[String]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    format!("\n    triggered by the following guard failure(s):\n    - {}", failures.join("\n    - "))
}

/// Said once for a function: its graph has raised, and run as written it has not.
pub(super) fn of_graph(code: Code, error: &str) {
    static TOLD: UnderGil<RefCell<Option<AHashSet<String>>>> = UnderGil::new(RefCell::new(None));
    let place = place_of(code);
    tracing::warn!(target: "alternator", "the graph of {place} has raised {error}");
    if !TOLD.get().borrow_mut().get_or_insert_default().insert(place.clone()) {
        return;
    }
    warn(&format!(
        "the compiled graph of {place} has raised where the program as written does not; it was run as it is written, \
         and what that gave stands. The backend's error: {error}"
    ));
}

fn place(frame: &FrameView) -> String {
    place_of(frame.code())
}

fn place_of(code: Code) -> String {
    format!("{} ({}:{})", code.qualname().text(), code.filename().text(), code.firstlineno())
}

/// A `RuntimeWarning`. Where the user's filters make it an error, it is printed and the program goes on.
fn warn(text: &str) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    let _off = super::region::Off::new();
    Python::attach(|_| {
        // SAFETY: the GIL is held; a C string and a class that lives for ever.
        unsafe {
            if ffi::PyErr_WarnEx(ffi::PyExc_RuntimeWarning, text.as_ptr(), 1) < 0 {
                ffi::PyErr_WriteUnraisable(std::ptr::null_mut());
            }
        }
    });
}
