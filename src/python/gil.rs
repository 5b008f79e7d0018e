//! State shared by all threads and touched with the GIL held.

/// A static under the GIL's protection: its content is `Cell`s and `RefCell`s.
pub(super) struct UnderGil<T>(T);

// SAFETY: only code that holds the GIL reads or writes it, one thread at a time.
unsafe impl<T> Sync for UnderGil<T> {}

impl<T> UnderGil<T> {
    pub(super) const fn new(value: T) -> UnderGil<T> {
        UnderGil(value)
    }

    /// The caller holds the GIL.
    #[inline(always)]
    pub(super) fn get(&self) -> &T {
        &self.0
    }
}
