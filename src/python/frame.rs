//! The interpreter's own frames, as the hook is given them.

use super::layout::LAYOUT;
use super::memory::{field, object_field};
use super::reference::Reference;
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
        Code::of_function(self.reference(LAYOUT.frame.code).expect("a frame always has code"))
    }

    /// The function object; on frames that no function made, whatever stands in its place.
    #[inline]
    pub fn function(&self) -> Option<Object> {
        self.reference(LAYOUT.frame.func)
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

    /// The variables by localsplus index: at entry the arguments, the rest `None`.
    #[inline]
    pub fn variables(&self) -> impl Iterator<Item = Option<Object>> {
        // SAFETY: the frame outlives this view.
        self.places().iter().map(|place| unsafe { place.object() })
    }

    /// One variable; `None` beyond the last as well.
    #[inline]
    pub fn variable(&self, index: usize) -> Option<Object> {
        // SAFETY: the frame outlives this view.
        self.places().get(index).and_then(|place| unsafe { place.object() })
    }

    #[inline]
    fn places(&self) -> &[Reference] {
        // SAFETY: a frame has as many variable slots as its code says.
        unsafe { std::slice::from_raw_parts(self.first_place(), self.code().nlocalsplus()) }
    }

    /// Where the variables begin.
    #[inline]
    pub(super) fn first_place(&self) -> *mut Reference {
        // SAFETY: within the frame.
        unsafe { self.frame.add(LAYOUT.frame.localsplus).cast() }
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
    fn reference(&self, offset: usize) -> Option<Object> {
        // SAFETY: a live frame keeps what its fields name alive.
        unsafe { field::<Reference>(self.frame, offset).object() }
    }

    #[inline]
    fn part(&self, offset: usize) -> Option<Object> {
        // SAFETY: a live frame keeps what its fields name alive.
        unsafe { object_field(self.frame, offset) }
    }
}
