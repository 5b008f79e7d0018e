//! C containers without public layout (`collections.deque`), whose C functions read an item without running Python
//! code. Build rules name their classes.

use std::cell::RefCell;

use pyo3::ffi;

use super::gil::UnderGil;
use super::{Object, read};

/// Never freed: the modules that define them stay loaded.
static CLASSES: UnderGil<RefCell<Vec<Object>>> = UnderGil::new(RefCell::new(Vec::new()));

/// Registers a class. The `sq_item` of it, or of its C base, must not allocate, and must return an item that the
/// container holds.
pub fn add(class: Object) {
    let Some(class) = written_in_c(class) else { return };
    let mut classes = CLASSES.get().borrow_mut();
    if !classes.contains(&class) {
        // SAFETY: a live class; the reference is kept for good.
        unsafe { ffi::Py_INCREF(class.as_ptr()) };
        classes.push(class);
    }
}

/// The nearest C class in the MRO, whose functions ignore overrides in Python.
fn written_in_c(class: Object) -> Option<Object> {
    let mut class = class;
    while class.is_python_class() {
        // SAFETY: a live class, whose base lives as long.
        class = unsafe { Object::from_pointer((*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_base.cast()) }?;
    }
    Some(class)
}

/// The length of an instance of a Python class that inherits from such a class.
pub(super) fn length(object: Object) -> Option<i64> {
    let class = written_in_c(read::class_of(object))?;
    // SAFETY: the struct of the class is the beginning of the object's; the function is C code of the class's own.
    unsafe {
        let functions = (*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_as_sequence;
        let length = (!functions.is_null()).then(|| (*functions).sq_length)??(object.as_ptr());
        (length >= 0).then_some(length as i64)
    }
}

/// The n-th item of an instance of such a class.
pub(super) fn item(object: Object, index: usize) -> Option<Object> {
    let class = written_in_c(read::class_of(object))?;
    if !CLASSES.get().borrow().contains(&class) {
        return None;
    }
    let pointer = object.as_ptr();
    // SAFETY: the class was named for its `sq_length` and `sq_item`; the index is compared with the length, and the
    // object holds the item when the new reference is given back.
    unsafe {
        let functions = (*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_as_sequence;
        let length = (*functions).sq_length?(pointer);
        let index = ffi::Py_ssize_t::try_from(index).ok().filter(|index| *index < length)?;
        let item = (*functions).sq_item?(pointer, index);
        let found = Object::from_pointer(item)?;
        ffi::Py_DECREF(item);
        Some(found)
    }
}
