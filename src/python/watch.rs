//! Weak references that take a cache entry out of service when what it refers to dies.

use std::ffi::{CStr, c_void};
use std::ptr;
use std::rc::{Rc, Weak};

use pyo3::ffi::{self, PyMethodDef, PyMethodDefPointer, PyObject};

use super::cache::Entry;
use super::gil::UnderGil;
use super::{Object, Owned, clear_error};

const NAME: &CStr = c"alternator.entry";

static METHOD: UnderGil<PyMethodDef> = UnderGil::new(PyMethodDef {
    ml_name: c"on_death".as_ptr(),
    ml_meth: PyMethodDefPointer { PyCFunction: on_death_of },
    ml_flags: ffi::METH_O,
    ml_doc: ptr::null(),
});

/// A weak reference to `object` whose callback retires `entry`; `None` where the object allows none.
pub(super) fn on_death(object: Object, entry: &Rc<Entry>) -> Option<Owned> {
    // SAFETY: the capsule owns the box that it is given and frees it by its destructor; the method's definition is
    // static; the callback's function holds the capsule.
    let reference = unsafe {
        let link = Box::into_raw(Box::new(Rc::downgrade(entry)));
        let capsule = ffi::PyCapsule_New(link.cast(), NAME.as_ptr(), Some(free_link));
        let Some(capsule) = Owned::from_new(capsule) else {
            drop(Box::from_raw(link));
            clear_error();
            return None;
        };
        let method = METHOD.get() as *const PyMethodDef;
        let callback = Owned::from_new(ffi::PyCFunction_NewEx(method.cast_mut(), capsule.as_ptr(), ptr::null_mut()));
        callback.and_then(|callback| Owned::from_new(ffi::PyWeakref_NewRef(object.as_ptr(), callback.as_ptr())))
    };
    if reference.is_none() {
        clear_error();
    }
    reference
}

unsafe extern "C" fn on_death_of(capsule: *mut PyObject, _reference: *mut PyObject) -> *mut PyObject {
    // SAFETY: the function's `self` is the capsule that `on_death` made.
    unsafe {
        let link = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast::<Weak<Entry>>();
        if let Some(entry) = link.as_ref().and_then(Weak::upgrade) {
            entry.retire();
        }
        ffi::Py_NewRef(ffi::Py_None())
    }
}

unsafe extern "C" fn free_link(capsule: *mut PyObject) {
    // SAFETY: the capsule holds the box of `on_death`, and goes now.
    unsafe {
        let link: *mut c_void = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr());
        if !link.is_null() {
            drop(Box::from_raw(link.cast::<Weak<Entry>>()));
        }
    }
}
