//! Python's garbage collector, and when it had better wait.

use std::marker::PhantomData;

use pyo3::ffi;
use pyo3::prelude::*;

use super::layout::LAYOUT;

/// The collector runs no more until this is dropped, unless it was off anyway.
///
/// While a frame is traced it must not: a finaliser is code of the program, and tracing has no effect.
pub struct Paused<'py> {
    was_on: bool,
    held: PhantomData<Python<'py>>,
}

impl<'py> Paused<'py> {
    pub fn new(_: Python<'py>) -> Paused<'py> {
        // SAFETY: this thread holds the GIL, as the argument shows.
        Paused { was_on: unsafe { ffi::PyGC_Disable() } != 0, held: PhantomData }
    }
}

impl Drop for Paused<'_> {
    fn drop(&mut self) {
        if self.was_on {
            // SAFETY: as in `new`: what shows that the GIL is held outlives this.
            unsafe { ffi::PyGC_Enable() };
        }
    }
}

/// Runs C code that may allocate objects where nothing of the program's may run: in the middle of a guard, or between
/// the guards and the compiled code. The GIL is held.
#[inline]
pub(super) fn uncollected<T>(run: impl FnOnce() -> T) -> T {
    if !LAYOUT.collector.while_allocating {
        return run();
    }
    // SAFETY: the GIL is held.
    let was_on = unsafe { ffi::PyGC_Disable() } != 0;
    let result = run();
    if was_on {
        // SAFETY: as above; what ran has given the GIL to nobody.
        unsafe { ffi::PyGC_Enable() };
    }
    result
}
