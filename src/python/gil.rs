//! State shared by all threads and touched with the GIL held.

use pyo3::ffi;

/// A static protected by the GIL, made of `Cell`s and `RefCell`s. End every borrow before Python code runs, because it
/// may reenter or switch threads.
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
