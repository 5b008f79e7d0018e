//! References in a frame's variables; some versions tag borrowed ones.

use pyo3::ffi;

use super::Object;
use super::layout::{LAYOUT, ReferencesLayout};
use super::memory::field;

/// A variable of a frame: an object or null (`_PyStackRef`, or a plain pointer).
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Reference(usize);

/// The tag bit of a borrowed reference; 0 in versions without tags.
const UNCOUNTED: usize = match LAYOUT.frame.references {
    ReferencesLayout::Plain {} => 0,
    ReferencesLayout::Tagged { uncounted } => uncounted,
};

impl Reference {
    pub const NOTHING: Reference = Reference(UNCOUNTED);

    /// One more reference to the object.
    #[inline(always)]
    pub fn to(object: Object) -> Reference {
        let pointer = object.as_ptr();
        // SAFETY: a live object; its flags say whether it is one that nobody counts.
        let flags: u16 = LAYOUT.object.flags.map_or(0, |offset| unsafe { field(pointer.cast(), offset) });
        // SAFETY: a live object.
        unsafe { ffi::Py_INCREF(pointer) };
        Reference(pointer as usize | (usize::from(flags) & UNCOUNTED))
    }

    #[inline(always)]
    #[allow(clippy::bad_bit_mask, reason = "there is no such bit in versions that count all references")]
    fn is_counted(self) -> bool {
        self.0 & UNCOUNTED == 0
    }

    /// The object, borrowed from the frame.
    ///
    /// # Safety
    /// The frame that holds the reference outlives every use of the result.
    #[inline(always)]
    pub(super) unsafe fn object(self) -> Option<Object> {
        // SAFETY: an object that the frame keeps alive, or nothing.
        unsafe { Object::from_pointer((self.0 & !UNCOUNTED) as *mut ffi::PyObject) }
    }

    /// Releases the reference.
    ///
    /// # Safety The caller owns the reference and does not use it again.
    #[inline]
    pub(super) unsafe fn release(self) {
        if self.is_counted() {
            // SAFETY: a counted reference, or null.
            unsafe { ffi::Py_XDECREF(self.0 as *mut ffi::PyObject) };
        }
    }
}
