//! Python classes written by hand: what pyo3's classes cannot do (vectorcall without a wrapper).

use std::ffi::{CStr, c_int, c_ulong, c_void};

use pyo3::ffi::{self, PyMemberDef, PyObject, PyType_Slot, PyType_Spec};

use super::{Owned, Result};

pub(super) fn slot(number: c_int, function: *mut c_void) -> PyType_Slot {
    PyType_Slot { slot: number, pfunc: function }
}

/// A read-only member that tells CPython an offset (`__vectorcalloffset__`, `__dictoffset__`, …).
pub(super) const fn offset_member(name: &'static CStr, offset: usize) -> PyMemberDef {
    PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as isize,
        flags: ffi::Py_READONLY,
        doc: std::ptr::null(),
    }
}

pub(super) const END_OF_MEMBERS: PyMemberDef =
    PyMemberDef { name: std::ptr::null(), type_code: 0, offset: 0, flags: 0, doc: std::ptr::null() };

/// Makes a class that lives as long as the process. `name` is dotted; `slots` get their end mark here.
pub(super) fn make(
    name: &'static CStr,
    size: usize,
    flags: c_ulong,
    slots: &mut [PyType_Slot],
) -> Result<*mut ffi::PyTypeObject> {
    let mut slots: Vec<PyType_Slot> = slots.iter().map(|s| PyType_Slot { slot: s.slot, pfunc: s.pfunc }).collect();
    slots.push(slot(0, std::ptr::null_mut()));
    let mut spec = PyType_Spec {
        name: name.as_ptr(),
        basicsize: size as c_int,
        itemsize: 0,
        flags: flags as u32,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a complete specification; names, members and methods it points to are static.
    let class = unsafe { Owned::from_result(ffi::PyType_FromSpec(&mut spec))? };
    Ok(class.into_ptr().cast())
}

/// Frees an object of a class made here and gives back its reference to the class.
///
/// # Safety
/// At the end of the object's `tp_dealloc`.
pub(super) unsafe fn free(object: *mut PyObject) {
    // SAFETY: as the caller promises.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if let Some(free) = (*class).tp_free {
            free(object.cast());
        }
        ffi::Py_DECREF(class.cast());
    }
}
