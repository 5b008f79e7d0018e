//! The interpreter's own frames, as the hook is given them.

use super::layout::LAYOUT;
use super::memory::{field, object_field};
use super::{Code, Object};

/// `_PyInterpreterFrame`, known by the layout tables alone.
pub use pyo3::ffi::_PyInterpreterFrame as RawFrame;

/// A frame that has not begun to run: its arguments are where the caller put them, cells are not made.
#[derive(Clone, Copy)]
pub struct FrameView {
    frame: *mut u8,
}

impl FrameView {
    /// # Safety
    /// `frame` is a live interpreter frame, and outlives every use of the result.
    #[inline]
    pub(super) unsafe fn new(frame: *mut RawFrame) -> FrameView {
        FrameView { frame: frame.cast() }
    }

    #[inline]
    pub fn code(&self) -> Code {
        Code::of_function(self.part(LAYOUT.frame.code).expect("a frame always has code"))
    }

    /// The function object; on frames that no function made, whatever stands in its place.
    #[inline]
    pub fn function(&self) -> Option<Object> {
        self.part(LAYOUT.frame.func)
    }

    #[inline]
    pub fn globals(&self) -> Option<Object> {
        self.part(LAYOUT.frame.globals)
    }

    #[inline]
    pub fn builtins(&self) -> Option<Object> {
        self.part(LAYOUT.frame.builtins)
    }

    /// The dict of locals, which class bodies, modules and `exec` have and functions don't.
    #[inline]
    pub fn locals_dict(&self) -> Option<Object> {
        self.part(LAYOUT.frame.locals)
    }

    /// The variables by localsplus index: at entry the arguments, the rest `None`. An `Option<Object>` is a
    /// nullable pointer, so that this is the frame's own array.
    #[inline]
    pub fn variables(&self) -> &[Option<Object>] {
        // SAFETY: a frame has as many variable slots as its code says, each null or an object it owns.
        unsafe {
            let first = self.frame.add(LAYOUT.frame.localsplus).cast::<Option<Object>>();
            std::slice::from_raw_parts(first, self.code().nlocalsplus())
        }
    }

    /// One variable, without a bounds check beyond the frame's own size in debug builds.
    #[inline]
    pub fn variable(&self, index: usize) -> Option<Object> {
        self.variables().get(index).copied().flatten()
    }

    /// Whether the frame stands on the thread's data stack (and is not a generator's or a frame object's).
    #[inline]
    pub(super) fn on_data_stack(&self) -> bool {
        // SAFETY: a live frame.
        unsafe { field::<u8>(self.frame, LAYOUT.frame.owner) == LAYOUT.frame.owned_by_thread }
    }

    pub(super) fn base(&self) -> *mut u8 {
        self.frame
    }

    #[inline]
    fn part(&self, offset: usize) -> Option<Object> {
        // SAFETY: a live frame keeps what its fields name alive.
        unsafe { object_field(self.frame, offset) }
    }
}
