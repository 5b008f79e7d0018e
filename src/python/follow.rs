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
    ml_meth: PyMethodDefPointer { PyCFunction: on_death },
    ml_flags: ffi::METH_O,
    ml_doc: ptr::null(),
});

/// How an entry follows objects.
#[derive(Default)]
pub(super) struct Followers {
    /// Weak references, and the callable that they all call.
    weak: Vec<Owned>,
    /// Objects that allow no weak reference.
    kept: Vec<Owned>,
}

impl Followers {
    /// Retires the entry when one of the objects dies, or keeps alive those that nothing can or need follow.
    pub(super) fn new(entry: &Rc<Entry>, objects: Vec<Owned>) -> Followers {
        let Some(callback) = make_callback(entry) else { return Followers { weak: Vec::new(), kept: objects } };
        let mut followers = Followers::default();
        for object in objects {
            // What the trace made is nobody else's, and would be gone at once.
            // SAFETY: a live object.
            let only_ours = unsafe { ffi::Py_REFCNT(object.object().as_ptr()) } == 1;
            match if only_ours { None } else { weak_reference(object.object(), &callback) } {
                Some(reference) => followers.weak.push(reference),
                None => followers.kept.push(object),
            }
        }
        followers.weak.push(callback);
        followers
    }

    /// Everything that is held, for the garbage collector.
    pub(super) fn objects(&self) -> impl Iterator<Item = Object> + '_ {
        self.weak.iter().chain(&self.kept).map(Owned::object)
    }
}

fn weak_reference(object: Object, callback: &Owned) -> Option<Owned> {
    // SAFETY: a live object, whose class's weak list offset says whether it takes weak references, and a callable.
    unsafe {
        if (*ffi::Py_TYPE(object.as_ptr())).tp_weaklistoffset == 0 {
            return None;
        }
        let reference = Owned::from_new(ffi::PyWeakref_NewRef(object.as_ptr(), callback.as_ptr()));
        if reference.is_none() {
            clear_error();
        }
        reference
    }
}

/// A callable that retires the entry.
fn make_callback(entry: &Rc<Entry>) -> Option<Owned> {
    // SAFETY: the capsule owns the box that it is given and frees it by its destructor; the method's definition is
    // static; the function holds the capsule.
    let function = unsafe {
        let link = Box::into_raw(Box::new(Rc::downgrade(entry)));
        match Owned::from_new(ffi::PyCapsule_New(link.cast(), NAME.as_ptr(), Some(free_link))) {
            Some(capsule) => {
                let method = METHOD.get() as *const PyMethodDef;
                Owned::from_new(ffi::PyCFunction_NewEx(method.cast_mut(), capsule.as_ptr(), ptr::null_mut()))
            }
            None => {
                drop(Box::from_raw(link));
                None
            }
        }
    };
    if function.is_none() {
        clear_error();
    }
    function
}

/// Whether this is a callable that retires an entry.
///
/// # Safety
/// A live object.
pub(super) unsafe fn is_callback(callable: *mut PyObject) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        ffi::PyCFunction_CheckExact(callable) != 0
            && ffi::PyCFunction_GetFunction(callable).is_some_and(|function| function as usize == on_death as *const () as usize)
    }
}

unsafe extern "C" fn on_death(capsule: *mut PyObject, _reference: *mut PyObject) -> *mut PyObject {
    // SAFETY: the function's `self` is the capsule that `make_callback` made.
    unsafe {
        let link = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast::<Weak<Entry>>();
        if let Some(entry) = link.as_ref().and_then(Weak::upgrade) {
            entry.retire();
        }
        ffi::Py_NewRef(ffi::Py_None())
    }
}

unsafe extern "C" fn free_link(capsule: *mut PyObject) {
    // SAFETY: the capsule holds the box of `make_callback`, and goes now.
    unsafe {
        let link: *mut c_void = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr());
        if !link.is_null() {
            drop(Box::from_raw(link.cast::<Weak<Entry>>()));
        }
    }
}
