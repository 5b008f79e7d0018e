//! Owners of cache entries: one small Python object for each context.
//!
//! Code objects are invisible to Python's garbage collector, and so is what hangs on them. Therefore an entry
//! belongs to the owner of its context, which the collector does see: the callables compiled under the context
//! hold it, and it shows every reference that its entries hold. When the last callable goes, alone or in a cycle,
//! the owner goes, and the entries with it.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::rc::Rc;

use ahash::AHashMap;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, PyObject, visitproc};

use super::cache::Entry;
use super::class_spec::{self, slot};
use super::gil::UnderGil;
use super::region::ContextId;
use super::{Object, Owned, Result, limit};

type Entries = RefCell<AHashMap<*const Entry, Rc<Entry>>>;

#[repr(C)]
struct Owner {
    base: PyObject,
    context: ContextId,
    /// A box; null while the object is being made.
    entries: *mut Entries,
}

struct Owners {
    class: Cell<*mut ffi::PyTypeObject>,
    /// The living owners, not counted.
    living: RefCell<Vec<(ContextId, *mut Owner)>>,
    /// Owners of contexts under which no callable was made (`with optimize(…)`): held until a reset.
    held: RefCell<Vec<Owned>>,
}

static OWNERS: UnderGil<Owners> = UnderGil::new(Owners {
    class: Cell::new(std::ptr::null_mut()),
    living: RefCell::new(Vec::new()),
    held: RefCell::new(Vec::new()),
});

/// The owner of a context's entries, made now if there is none. Who holds it keeps the entries.
pub(super) fn of_context(context: ContextId) -> Result<Owned> {
    if let Some(owner) = find(context) {
        // SAFETY: a living owner.
        return unsafe { Owned::from_result(ffi::Py_NewRef(owner.cast())) };
    }
    let class = class()?;
    // SAFETY: the allocator of the class gives a zeroed object of the class's size.
    unsafe {
        let owner = Owned::from_result(ffi::PyType_GenericAlloc(class, 0))?;
        let raw = owner.as_ptr().cast::<Owner>();
        (*raw).context = context;
        (*raw).entries = Box::into_raw(Box::default());
        OWNERS.get().living.borrow_mut().push((context, raw));
        Ok(owner)
    }
}

/// Gives an entry to the owner of its context.
pub(super) fn add(entry: &Rc<Entry>) -> Result<()> {
    let made = find(entry.context).is_none();
    let owner = of_context(entry.context)?;
    // SAFETY: a living owner with its box.
    let entries = unsafe { entries_of(owner.as_ptr()) };
    match entries.and_then(|entries| entries.try_borrow_mut().ok()) {
        Some(mut entries) => entries.insert(Rc::as_ptr(entry), entry.clone()),
        None => return Err(PyRuntimeError::new_err("the owner of the cache entries is in use")),
    };
    if made {
        OWNERS.get().held.borrow_mut().push(owner);
    }
    Ok(())
}

/// Takes an entry from its owner.
pub(super) fn remove(entry: &Rc<Entry>) {
    let Some(owner) = find(entry.context) else { return };
    // SAFETY: a living owner.
    let taken = unsafe { entries_of(owner.cast()) }
        .and_then(|entries| entries.try_borrow_mut().ok())
        .and_then(|mut entries| entries.remove(&Rc::as_ptr(entry)));
    drop(taken);
}

/// Lets go of the owners that only the engine holds.
pub(super) fn release_all() {
    let held = OWNERS.get().held.take();
    drop(held);
}

/// Drops all entries of a context and its limit: nobody will ask for it again.
pub fn drop_context(context: ContextId) {
    limit::forget(context);
    let Some(owner) = find(context) else { return };
    // SAFETY: a living owner, held for the length of the call.
    unsafe {
        let _held = Owned::from_new(ffi::Py_NewRef(owner.cast()));
        clear_entries(owner.cast());
        let released: Vec<Owned> = {
            let mut held = OWNERS.get().held.borrow_mut();
            let (gone, stay) = held.drain(..).partition(|other: &Owned| other.as_ptr() == owner.cast());
            *held = stay;
            gone
        };
        drop(released);
    }
}

fn find(context: ContextId) -> Option<*mut Owner> {
    OWNERS.get().living.borrow().iter().find(|(other, _)| *other == context).map(|(_, owner)| *owner)
}

unsafe fn entries_of<'a>(owner: *mut PyObject) -> Option<&'a Entries> {
    // SAFETY: the caller has a living owner.
    unsafe { (*owner.cast::<Owner>()).entries.as_ref() }
}

unsafe fn clear_entries(owner: *mut PyObject) {
    // SAFETY: the caller has a living owner. Entries go after the borrow: destructors may come back here.
    let taken = unsafe { entries_of(owner) }
        .and_then(|entries| entries.try_borrow_mut().ok().map(|mut entries| std::mem::take(&mut *entries)));
    for entry in taken.iter().flat_map(|entries| entries.values()) {
        entry.retire();
    }
    drop(taken);
}

// ---------------------------------------------------------------- the class

fn class() -> Result<*mut ffi::PyTypeObject> {
    let known = OWNERS.get().class.get();
    if !known.is_null() {
        return Ok(known);
    }
    let class = class_spec::make(
        c"alternator._engine.EntryOwner",
        size_of::<Owner>(),
        ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_HAVE_GC | ffi::Py_TPFLAGS_DISALLOW_INSTANTIATION,
        &mut [
            slot(ffi::Py_tp_traverse, traverse as *mut c_void),
            slot(ffi::Py_tp_clear, clear as *mut c_void),
            slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        ],
    )?;
    OWNERS.get().class.set(class);
    Ok(class)
}

unsafe extern "C" fn traverse(owner: *mut PyObject, visit: visitproc, argument: *mut c_void) -> c_int {
    // SAFETY: CPython's collector calls with a living owner. Entries in use just now are not shown, which only
    // makes the collector careful.
    unsafe {
        let mut stopped = visit(ffi::Py_TYPE(owner).cast(), argument);
        let Some(entries) = entries_of(owner).and_then(|entries| entries.try_borrow().ok()) else { return stopped };
        for entry in entries.values() {
            entry.traverse(&mut |object: Object| {
                if stopped == 0 {
                    stopped = visit(object.as_ptr(), argument);
                }
            });
        }
        stopped
    }
}

unsafe extern "C" fn clear(owner: *mut PyObject) -> c_int {
    // SAFETY: a living owner that is part of a dead cycle.
    unsafe { clear_entries(owner) };
    0
}

unsafe extern "C" fn dealloc(owner: *mut PyObject) {
    // SAFETY: the last reference is gone; the class is released after the object, as for all heap types.
    unsafe {
        ffi::PyObject_GC_UnTrack(owner.cast());
        OWNERS.get().living.borrow_mut().retain(|(_, other)| other.cast::<PyObject>() != owner);
        clear_entries(owner);
        let raw = owner.cast::<Owner>();
        if !(*raw).entries.is_null() {
            drop(Box::from_raw((*raw).entries));
        }
        class_spec::free(owner);
    }
}
