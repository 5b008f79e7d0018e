//! Context variables, as the interpreter knows them.

use pyo3::ffi;

use super::Object;

/// Whether the running context has a value for a context variable.
pub fn has(variable: Object) -> Option<bool> {
    let mut value = std::ptr::null_mut();
    // SAFETY: `PyContextVar_Get` checks the class; on success it gives a new reference. Without a value that is to the
    // default given here, the variable itself, which nobody sets a variable to.
    unsafe {
        if ffi::PyContextVar_Get(variable.as_ptr(), variable.as_ptr(), &mut value) < 0 {
            ffi::PyErr_Clear();
            return None;
        }
        ffi::Py_XDECREF(value);
        Some(value != variable.as_ptr())
    }
}

/// What a context variable holds, or else its own default.
pub fn value(variable: Object) -> Option<Object> {
    let mut value = std::ptr::null_mut();
    // SAFETY: `PyContextVar_Get` checks the class; on success it gives a new reference or null. The context, or the
    // variable for its default, keeps the value alive after that reference is given up.
    unsafe {
        if ffi::PyContextVar_Get(variable.as_ptr(), std::ptr::null_mut(), &mut value) < 0 {
            ffi::PyErr_Clear();
            return None;
        }
        if value.is_null() {
            return None;
        }
        ffi::Py_DECREF(value);
        Object::from_pointer(value)
    }
}
