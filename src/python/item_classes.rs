//! Classes of C containers that keep their items where no header tells (`collections.deque`), and whose own functions read
//! one without running Python code: a build rule names them.

use std::cell::RefCell;

use pyo3::ffi;

use super::gil::UnderGil;
use super::{Object, read};

/// They live as long as the process: the modules that define them never go.
static CLASSES: UnderGil<RefCell<Vec<Object>>> = UnderGil::new(RefCell::new(Vec::new()));

/// From now on the `sq_item` of the class, or of the class in C that it inherits from, is called for what instances hold:
/// it allocates nothing and gives back what the object goes on holding.
pub fn add(class: Object) {
    let Some(class) = written_in_c(class) else { return };
    let mut classes = CLASSES.get().borrow_mut();
    if !classes.contains(&class) {
        // SAFETY: a live class; the reference is kept for good.
        unsafe { ffi::Py_INCREF(class.as_ptr()) };
        classes.push(class);
    }
}

/// The nearest class in C, whose functions read what C keeps of an instance, whatever a class below it says.
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
