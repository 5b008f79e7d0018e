//! Tables with weak keys: an entry ends with its object.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::ptr;
use std::rc::{Rc, Weak};

use ahash::AHashMap;
use pyo3::ffi::{self, PyMethodDef, PyMethodDefPointer, PyObject};

use super::gil::UnderGil;
use super::{Object, Owned, clear_error};

/// Values by objects. Used with the GIL held.
#[derive(Debug)]
pub struct WeakTable<V: 'static>(Rc<Rows<V>>);

#[derive(Debug)]
struct Rows<V> {
    by_object: RefCell<AHashMap<Object, Row<V>>>,
    /// By the address of the weak reference.
    by_reference: RefCell<AHashMap<usize, Object>>,
    callback: RefCell<Option<Owned>>,
}

#[derive(Debug)]
struct Row<V> {
    value: V,
    /// To the object; the object itself where it allows none.
    #[expect(dead_code, reason = "held")]
    reference: Owned,
}

impl<V: Clone> WeakTable<V> {
    /// What is said of an object.
    pub fn get(&self, object: Object) -> Option<V> {
        self.0.by_object.borrow().get(&object).map(|row| row.value.clone())
    }

    /// Says something of an object, from now on and until its end. What was said before is given back.
    pub fn insert(&self, object: Object, value: V) -> Option<V> {
        if let Some(row) = self.0.by_object.borrow_mut().get_mut(&object) {
            return Some(std::mem::replace(&mut row.value, value));
        }
        let rows = Rc::downgrade(&self.0);
        let known = self.0.callback.borrow().clone();
        let callback = known.or_else(|| on_death(move |reference| Rows::forget(&rows, reference)));
        let reference = callback.as_ref().and_then(|callback| weak_reference(object, callback));
        self.0.callback.replace(callback);
        if let Some(reference) = &reference {
            self.0.by_reference.borrow_mut().insert(reference.as_ptr().addr(), object);
        }
        let row = Row { value, reference: reference.unwrap_or_else(|| Owned::new(object)) };
        let before = self.0.by_object.borrow_mut().insert(object, row);
        before.map(|row| row.value)
    }

    pub fn clear(&self) {
        let rows = (self.0.by_object.take(), self.0.by_reference.take());
        drop(rows);
    }
}

impl<V> Default for WeakTable<V> {
    fn default() -> Self {
        WeakTable(Rc::new(Rows { by_object: RefCell::default(), by_reference: RefCell::default(), callback: RefCell::default() }))
    }
}

impl<V> Rows<V> {
    /// The object of a weak reference dies.
    fn forget(rows: &Weak<Rows<V>>, reference: *mut PyObject) {
        let Some(rows) = rows.upgrade() else { return };
        let object = rows.by_reference.borrow_mut().remove(&reference.addr());
        let row = object.and_then(|object| rows.by_object.borrow_mut().remove(&object));
        // Once no borrow is open: what goes with it may run code.
        drop(row);
    }
}

// ---------------------------------------------------------------- weak references

/// What is called when an object dies, with the weak reference to it.
type OnDeath = Box<dyn Fn(*mut PyObject)>;

const NAME: &CStr = c"alternator.on_death";

static METHOD: UnderGil<PyMethodDef> = UnderGil::new(PyMethodDef {
    ml_name: c"on_death".as_ptr(),
    ml_meth: PyMethodDefPointer { PyCFunction: call },
    ml_flags: ffi::METH_O,
    ml_doc: ptr::null(),
});

/// A weak reference to an object that calls back when the object dies; `None` where the object allows none.
pub(super) fn weak_reference(object: Object, callback: &Owned) -> Option<Owned> {
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

/// A callable for weak references.
pub(super) fn on_death(then: impl Fn(*mut PyObject) + 'static) -> Option<Owned> {
    // SAFETY: the capsule owns the box that it is given and frees it by its destructor; the method's definition is
    // static; the function holds the capsule.
    let function = unsafe {
        let then: *mut OnDeath = Box::into_raw(Box::new(Box::new(then)));
        match Owned::from_new(ffi::PyCapsule_New(then.cast(), NAME.as_ptr(), Some(free))) {
            Some(capsule) => {
                let method = METHOD.get() as *const PyMethodDef;
                Owned::from_new(ffi::PyCFunction_NewEx(method.cast_mut(), capsule.as_ptr(), ptr::null_mut()))
            }
            None => {
                drop(Box::from_raw(then));
                None
            }
        }
    };
    if function.is_none() {
        clear_error();
    }
    function
}

/// Whether this is a callable of [`on_death`].
///
/// # Safety
/// A live object.
pub(super) unsafe fn is_callback(callable: *mut PyObject) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        ffi::PyCFunction_CheckExact(callable) != 0
            && ffi::PyCFunction_GetFunction(callable).is_some_and(|function| function as usize == call as *const () as usize)
    }
}

unsafe extern "C" fn call(capsule: *mut PyObject, reference: *mut PyObject) -> *mut PyObject {
    // SAFETY: the function's `self` is the capsule that `on_death` made.
    unsafe {
        let then = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast::<OnDeath>();
        if let Some(then) = then.as_ref() {
            then(reference);
        }
        ffi::Py_NewRef(ffi::Py_None())
    }
}

unsafe extern "C" fn free(capsule: *mut PyObject) {
    // SAFETY: the capsule holds the box of `on_death`, and goes now.
    unsafe {
        let then: *mut c_void = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr());
        if !then.is_null() {
            drop(Box::from_raw(then.cast::<OnDeath>()));
        }
    }
}
