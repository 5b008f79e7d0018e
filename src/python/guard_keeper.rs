//! What a cache entry's guards hold: objects compared by identity weakly, so that guards keep no module,
//! tensor or instance of the user's alive; constants strongly.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ahash::AHashSet;
use pyo3::ffi;

use super::{Object, Owned, clear_error};

/// Holds objects for as long as it lives, or for as long as they do.
#[derive(Default)]
pub struct GuardKeeper {
    known: AHashSet<Object>,
    strong: Vec<Owned>,
    /// Weak references. Their callback notes that an object is gone.
    weak: Vec<Owned>,
    dead: Arc<AtomicBool>,
    callback: Option<Owned>,
}

impl GuardKeeper {
    /// Keeps the object alive.
    pub fn keep(&mut self, object: Object) {
        if self.known.insert(object) {
            self.strong.push(Owned::new(object));
        }
    }

    /// Follows the object without keeping it alive, if its class allows that; else keeps it. Once it is gone,
    /// [`is_dead`](GuardKeeper::is_dead) says so, before its address can belong to another object.
    pub fn keep_weakly(&mut self, object: Object) {
        if !self.known.insert(object) {
            return;
        }
        match self.weak_reference(object) {
            Some(reference) => self.weak.push(reference),
            None => self.strong.push(Owned::new(object)),
        }
    }

    /// Whether the object is kept or followed: while it is not [dead](GuardKeeper::is_dead), nothing else stands at
    /// its address.
    pub fn knows(&self, object: Object) -> bool {
        self.known.contains(&object)
    }

    #[inline]
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    /// What is kept alive.
    pub fn strong(&self) -> impl Iterator<Item = Object> + '_ {
        self.strong.iter().chain(&self.weak).chain(&self.callback).map(Owned::object)
    }

    fn weak_reference(&mut self, object: Object) -> Option<Owned> {
        // SAFETY: a class's weak list offset says whether its instances take weak references.
        if unsafe { (*ffi::Py_TYPE(object.as_ptr())).tp_weaklistoffset } == 0 {
            return None;
        }
        let callback = match &self.callback {
            Some(callback) => callback.object(),
            None => {
                let made = make_callback(self.dead.clone())?;
                self.callback.insert(made).object()
            }
        };
        // SAFETY: a live object and a callable.
        let reference = unsafe { Owned::from_new(ffi::PyWeakref_NewRef(object.as_ptr(), callback.as_ptr())) };
        if reference.is_none() {
            clear_error();
        }
        reference
    }
}

/// A callable that sets the flag.
fn make_callback(dead: Arc<AtomicBool>) -> Option<Owned> {
    struct Method(ffi::PyMethodDef);
    // SAFETY: never written to.
    unsafe impl Sync for Method {}
    static METHOD: Method = Method(ffi::PyMethodDef {
        ml_name: c"note_death".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: note_death },
        ml_flags: ffi::METH_O,
        ml_doc: std::ptr::null(),
    });
    let flag = Arc::into_raw(dead).cast::<c_void>().cast_mut();
    // SAFETY: the capsule owns one count of the flag, which its destructor gives back.
    unsafe {
        let Some(capsule) = Owned::from_new(ffi::PyCapsule_New(flag, FLAG.as_ptr(), Some(drop_flag))) else {
            clear_error();
            drop(Arc::from_raw(flag.cast_const().cast::<AtomicBool>()));
            return None;
        };
        let method = (&raw const METHOD.0).cast_mut();
        let function = Owned::from_new(ffi::PyCFunction_NewEx(method, capsule.as_ptr(), std::ptr::null_mut()));
        if function.is_none() {
            clear_error();
        }
        function
    }
}

const FLAG: &std::ffi::CStr = c"alternator.dead";

unsafe extern "C" fn note_death(capsule: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called by CPython with the capsule that the function was made with.
    unsafe {
        let flag = ffi::PyCapsule_GetPointer(capsule, FLAG.as_ptr()).cast::<AtomicBool>();
        if let Some(flag) = flag.as_ref() {
            flag.store(true, Ordering::Relaxed);
        }
        ffi::Py_NewRef(ffi::Py_None())
    }
}

unsafe extern "C" fn drop_flag(capsule: *mut ffi::PyObject) {
    // SAFETY: called once, by the capsule that owns this count of the flag.
    unsafe {
        let flag = ffi::PyCapsule_GetPointer(capsule, FLAG.as_ptr()).cast::<AtomicBool>();
        if !flag.is_null() {
            drop(Arc::from_raw(flag.cast_const()));
        }
    }
}
