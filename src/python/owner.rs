//! Owners of cache entries: one small Python object for each context.
//!
//! Code objects are invisible to Python's garbage collector, and so are entries in them. So each entry belongs to the
//! owner of its context, which the collector does see: the callables compiled under the context hold it, and it
//! traverses every reference that its entries hold. When the last callable is freed, alone or in a cycle, so are the
//! owner and the entries.
//!
//! Entries of a context that may be used again *rest* when its last callable is freed: they stay in their code objects,
//! and a new owner of the context takes them over. Entries in a garbage cycle are freed with it.

use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::rc::{Rc, Weak};

use ahash::{AHashMap, AHashSet};
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, PyObject, visitproc};

use super::cache::{self, Entry};
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
    /// The collector has found it in an unreachable cycle.
    in_dead_cycle: bool,
}

struct Owners {
    class: Cell<*mut ffi::PyTypeObject>,
    /// The living owners, not counted.
    living: RefCell<Vec<(ContextId, *mut Owner)>>,
    /// Owners of contexts under which no callable was made (`with optimize(…)`): held until a reset.
    held: RefCell<Vec<Owned>>,
    /// Contexts whose entries rest, and those that do.
    may_rest: RefCell<Option<AHashSet<ContextId>>>,
    resting: RefCell<Option<AHashMap<ContextId, Vec<Weak<Entry>>>>>,
}

static OWNERS: UnderGil<Owners> = UnderGil::new(Owners {
    class: Cell::new(std::ptr::null_mut()),
    living: RefCell::new(Vec::new()),
    held: RefCell::new(Vec::new()),
    may_rest: RefCell::new(None),
    resting: RefCell::new(None),
});

/// Lets the entries of a context rest when its last callable is freed.
pub fn let_rest(context: ContextId) {
    OWNERS.get().may_rest.borrow_mut().get_or_insert_default().insert(context);
}

/// The owner of a context's entries, made if there is none. Holding it keeps the entries.
pub fn of_context(context: ContextId) -> Result<Owned> {
    if let Some(owner) = find(context) {
        // SAFETY: a living owner.
        return unsafe {
            (*owner).in_dead_cycle = false;
            Owned::from_result(ffi::Py_NewRef(owner.cast()))
        };
    }
    let class = class()?;
    // SAFETY: the allocator of the class gives a zeroed object of the class's size.
    unsafe {
        let owner = Owned::from_result(ffi::PyType_GenericAlloc(class, 0))?;
        let raw = owner.as_ptr().cast::<Owner>();
        (*raw).context = context;
        let rested = take_resting(context).into_iter().map(|entry| (Rc::as_ptr(&entry), entry)).collect();
        (*raw).entries = Box::into_raw(Box::new(RefCell::new(rested)));
        OWNERS.get().living.borrow_mut().push((context, raw));
        Ok(owner)
    }
}

/// The entries of a context that rest, and still serve.
fn take_resting(context: ContextId) -> Vec<Rc<Entry>> {
    let resting = OWNERS.get().resting.borrow_mut().as_mut().and_then(|resting| resting.remove(&context));
    resting.iter().flatten().filter_map(Weak::upgrade).filter(|entry| !entry.is_dead()).collect()
}

/// Releases the entries of an owner that is freed, or lets them rest.
unsafe fn put_to_rest(owner: *mut Owner) {
    let owners = OWNERS.get();
    // SAFETY: the caller has an owner with its box.
    unsafe {
        let may_rest = owners.may_rest.borrow().as_ref().is_some_and(|contexts| contexts.contains(&(*owner).context));
        if (*owner).in_dead_cycle || !may_rest {
            return clear_entries(owner.cast());
        }
        let taken = entries_of(owner.cast()).map(RefCell::take).unwrap_or_default();
        let weak = taken.values().map(Rc::downgrade).collect();
        owners.resting.borrow_mut().get_or_insert_default().insert((*owner).context, weak);
        // Their code objects have them as well.
        drop(taken);
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

/// Releases the owners that only the engine holds.
pub(super) fn release_all() {
    let (held, resting) = (OWNERS.get().held.take(), OWNERS.get().resting.take());
    drop((held, resting));
}

/// Drops the entries, state and limit of a context that will not be used again.
pub fn drop_context(context: ContextId) {
    limit::forget(context);
    cache::forget(|other, _| other == context);
    if let Some(contexts) = OWNERS.get().may_rest.borrow_mut().as_mut() {
        contexts.remove(&context);
    }
    let resting = take_resting(context);
    resting.iter().for_each(Entry::retire);
    drop(resting);
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
            slot(ffi::Py_tp_finalize, finalize as *mut c_void),
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

/// Called by the collector before it clears anything of a garbage cycle: objects that entries refer to may be cleared
/// before them.
unsafe extern "C" fn finalize(owner: *mut PyObject) {
    // SAFETY: a living owner.
    unsafe { (*owner.cast::<Owner>()).in_dead_cycle = true };
}

unsafe extern "C" fn dealloc(owner: *mut PyObject) {
    // SAFETY: the last reference is gone; the class is released after the object, as for all heap types.
    unsafe {
        ffi::PyObject_GC_UnTrack(owner.cast());
        OWNERS.get().living.borrow_mut().retain(|(_, other)| other.cast::<PyObject>() != owner);
        let raw = owner.cast::<Owner>();
        put_to_rest(raw);
        if !(*raw).entries.is_null() {
            drop(Box::from_raw((*raw).entries));
        }
        class_spec::free(owner);
    }
}
