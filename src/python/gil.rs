//! State shared by all threads and touched with the GIL held.

use pyo3::ffi;

/// A static under the GIL's protection: its content is `Cell`s and `RefCell`s. A borrow of a `RefCell` in it ends before
/// Python code runs, which may come here again, or let another thread.
pub struct UnderGil<T>(T);

// SAFETY: only code that holds the GIL reads or writes it, one thread at a time.
unsafe impl<T> Sync for UnderGil<T> {}

impl<T> UnderGil<T> {
    pub const fn new(value: T) -> UnderGil<T> {
        UnderGil(value)
    }

    /// The caller holds the GIL.
    #[inline(always)]
    pub fn get(&self) -> &T {
        debug_assert!(is_held(), "touched without the GIL");
        &self.0
    }
}

/// Whether this thread holds the GIL.
#[inline]
pub(super) fn is_held() -> bool {
    // SAFETY: asks about the calling thread.
    unsafe { ffi::PyGILState_Check() != 0 }
}
