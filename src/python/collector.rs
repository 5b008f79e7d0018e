//! Pauses Python's garbage collector.

use std::marker::PhantomData;

use pyo3::ffi;
use pyo3::prelude::*;

use super::layout::LAYOUT;

/// Disables the collector until this is dropped, unless it was off anyway.
///
/// While tracing, a collection would run finalisers, which are code of the program.
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

/// Runs C code that may allocate, without a garbage collection: inside of a guard check, or between it and the compiled
/// code, no code of the program may run. The GIL is held.
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
