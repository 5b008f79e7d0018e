//! Counted references, and the keeper that holds them for a trace.

use std::cell::RefCell;
use std::fmt;

use ahash::AHashSet;
use pyo3::ffi;
use pyo3::prelude::*;

use super::{Object, Result, fetch_error};

/// A counted reference. Taken and given back with the GIL held; a drop without it takes the GIL first.
pub struct Owned(Object);

impl Owned {
    /// Takes one more reference.
    pub fn new(object: Object) -> Owned {
        // SAFETY: the object is alive.
        unsafe { ffi::Py_INCREF(object.as_ptr()) };
        Owned(object)
    }

    /// Takes over a new reference; `None` for null. A set error stays set.
    ///
    /// # Safety
    /// `pointer` is null or a reference that the caller owns.
    pub unsafe fn from_new(pointer: *mut ffi::PyObject) -> Option<Owned> {
        // SAFETY: the caller's reference keeps the object alive.
        unsafe { Object::from_pointer(pointer).map(Owned) }
    }

    /// Takes over the result of a C function that may have raised.
    ///
    /// # Safety
    /// `pointer` is a reference that the caller owns, or null with the error set.
    pub unsafe fn from_result(pointer: *mut ffi::PyObject) -> Result<Owned> {
        // SAFETY: as the caller promises.
        unsafe { Owned::from_new(pointer) }.ok_or_else(fetch_error)
    }

    pub fn from_bound(object: Bound<'_, PyAny>) -> Owned {
        // SAFETY: the reference of `object` becomes ours.
        unsafe { Owned(Object::from_pointer(object.into_ptr()).expect("a Bound is never null")) }
    }

    #[inline]
    pub fn object(&self) -> Object {
        self.0
    }

    pub fn as_ptr(&self) -> *mut ffi::PyObject {
        self.0.as_ptr()
    }

    /// How many references there are.
    pub fn count(&self) -> isize {
        // SAFETY: the object is alive.
        unsafe { ffi::Py_REFCNT(self.as_ptr()) }
    }

    /// Gives the reference away.
    pub fn into_ptr(self) -> *mut ffi::PyObject {
        let pointer = self.as_ptr();
        std::mem::forget(self);
        pointer
    }

    // ------------------------------------------------------------ new objects

    pub fn none() -> Owned {
        // SAFETY: None lives for ever.
        unsafe { Owned::new(Object::from_pointer(ffi::Py_None()).expect("None exists")) }
    }

    pub fn bool(value: bool) -> Owned {
        // SAFETY: the two constants live for ever.
        unsafe {
            let pointer = if value { ffi::Py_True() } else { ffi::Py_False() };
            Owned::new(Object::from_pointer(pointer).expect("bools exist"))
        }
    }

    pub fn int(value: i64) -> Result<Owned> {
        // SAFETY: makes an object from a plain number.
        unsafe { Owned::from_result(ffi::PyLong_FromLongLong(value)) }
    }

    pub fn float(value: f64) -> Result<Owned> {
        // SAFETY: makes an object from a plain number.
        unsafe { Owned::from_result(ffi::PyFloat_FromDouble(value)) }
    }

    pub fn complex((real, imaginary): (f64, f64)) -> Result<Owned> {
        // SAFETY: makes an object from plain numbers.
        unsafe { Owned::from_result(ffi::PyComplex_FromDoubles(real, imaginary)) }
    }

    pub fn str(text: &str) -> Result<Owned> {
        // SAFETY: pointer and length are those of a valid UTF-8 slice.
        unsafe { Owned::from_result(ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len() as isize)) }
    }

    /// An interned `str`, as attribute names are.
    pub fn interned(text: &str) -> Result<Owned> {
        let mut pointer = Owned::str(text)?.into_ptr();
        // SAFETY: we own the reference, and own the one that replaces it.
        unsafe {
            ffi::PyUnicode_InternInPlace(&mut pointer);
            Owned::from_result(pointer)
        }
    }

    /// The interned `str` that is equal to an object, which is a text.
    pub fn interned_equal(text: Object) -> Result<Owned> {
        // SAFETY: a live object, of which CPython says itself if it is no text; the reference is owned, as in `interned`.
        unsafe {
            let mut pointer = Owned::from_result(ffi::PyUnicode_FromObject(text.as_ptr()))?.into_ptr();
            ffi::PyUnicode_InternInPlace(&mut pointer);
            Owned::from_result(pointer)
        }
    }

    /// Texts one after another.
    pub fn joined(texts: &[Object]) -> Result<Owned> {
        let (nothing, texts) = (Owned::str("")?, Owned::tuple(texts)?);
        // SAFETY: live objects, of which CPython says itself if they are no texts.
        unsafe { Owned::from_result(ffi::PyUnicode_Join(nothing.object().as_ptr(), texts.object().as_ptr())) }
    }

    pub fn bytes(bytes: &[u8]) -> Result<Owned> {
        // SAFETY: pointer and length are those of a slice.
        unsafe { Owned::from_result(ffi::PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as isize)) }
    }

    pub fn tuple(items: &[Object]) -> Result<Owned> {
        // SAFETY: the new tuple has room for the items; each gets a reference of its own.
        unsafe {
            let tuple = Owned::from_result(ffi::PyTuple_New(items.len() as isize))?;
            for (i, item) in items.iter().enumerate() {
                ffi::PyTuple_SET_ITEM(tuple.as_ptr(), i as isize, Owned::new(*item).into_ptr());
            }
            Ok(tuple)
        }
    }

    pub fn frozenset(items: &[Object]) -> Result<Owned> {
        Python::attach(|python| {
            let items = items.iter().map(|item| item.bound(python).clone());
            Ok(Owned::from_bound(pyo3::types::PyFrozenSet::new(python, items)?.into_any()))
        })
    }

    pub fn weak_reference(object: Object) -> Result<Owned> {
        // SAFETY: a new reference, or null with an exception set.
        unsafe { Owned::from_result(ffi::PyWeakref_NewRef(object.as_ptr(), std::ptr::null_mut())) }
    }

    pub fn list(items: &[Object]) -> Result<Owned> {
        // SAFETY: the new list has room for the items; each gets a reference of its own.
        unsafe {
            let list = Owned::from_result(ffi::PyList_New(items.len() as isize))?;
            for (i, item) in items.iter().enumerate() {
                ffi::PyList_SET_ITEM(list.as_ptr(), i as isize, Owned::new(*item).into_ptr());
            }
            Ok(list)
        }
    }

    /// A dict with these items in order. Hashing the keys may run user code.
    pub fn dict(items: &[(Object, Object)]) -> Result<Owned> {
        // SAFETY: live objects; the dict takes references of its own.
        unsafe {
            let dict = Owned::from_result(ffi::PyDict_New())?;
            for (key, value) in items {
                if ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), value.as_ptr()) < 0 {
                    return Err(fetch_error());
                }
            }
            Ok(dict)
        }
    }
}

impl Clone for Owned {
    fn clone(&self) -> Self {
        Owned::new(self.0)
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: we own one reference. Once the interpreter is gone there is nothing to give back to.
        unsafe {
            if ffi::Py_IsInitialized() == 0 {
                // A thread-local of ours may die later than the interpreter, whose check of the GIL then says yes.
            } else if ffi::PyGILState_Check() != 0 {
                ffi::Py_DECREF(self.as_ptr());
            } else {
                let state = ffi::PyGILState_Ensure();
                ffi::Py_DECREF(self.as_ptr());
                ffi::PyGILState_Release(state);
            }
        }
    }
}

impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Holds strong references for as long as it lives: what makes the [`Object`]s of a trace safe to use.
#[derive(Default)]
pub struct Keeper {
    kept: RefCell<Kept>,
}

#[derive(Default)]
struct Kept {
    known: AHashSet<Object>,
    objects: Vec<Owned>,
}

impl Keeper {
    /// Keeps the object alive; the result may be used for as long as the keeper lives.
    pub fn keep(&self, object: Object) -> Object {
        let mut kept = self.kept.borrow_mut();
        if kept.known.insert(object) {
            kept.objects.push(Owned::new(object));
        }
        object
    }

    /// Keeps a reference that the caller owns.
    pub fn keep_owned(&self, owned: Owned) -> Object {
        let object = owned.object();
        let mut kept = self.kept.borrow_mut();
        if kept.known.insert(object) {
            kept.objects.push(owned);
        }
        object
    }

    pub fn holds(&self, object: Object) -> bool {
        self.kept.borrow().known.contains(&object)
    }
}
