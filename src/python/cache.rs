//! The code cache: what has been compiled for a code object, kept in the code object's extra slot and freed with
//! it.
//!
//! Entries stand most recently used first. Each also belongs to the owner of its context (see
//! [`owner`](super::owner)), which shows the objects it keeps to Python's garbage collector.

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

use ahash::AHashSet;
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;

use super::compiler::{Capture, EntryGuards, GivenValues, History, Lives, NewEntry};
use super::follow::Followers;
use super::frame::FrameView;
use super::gil::UnderGil;
use super::layout::LAYOUT;
use super::memory::field;
use super::region::{ContextId, Subject};
use super::{Code, Object, Owned, Result, compiler, dict_watch, fetch_error, owner};

/// A compiled frame and the assumptions under which it holds.
pub struct Entry {
    pub context: ContextId,
    subject: Subject,
    pub guards: Box<dyn EntryGuards>,
    code: Owned,
    followers: RefCell<Followers>,
    number: (u64, u64),
    dead: Cell<bool>,
    /// The cache that holds the entry; null once it is retired.
    home: Cell<*const CodeCache>,
    /// The code with all its arguments positional, made when a frame cannot grow.
    pub(super) flattened: OnceCell<Owned>,
}

impl Entry {
    pub fn code(&self) -> Code {
        self.code.object().as_code().expect("an entry's code was checked when it was made")
    }

    pub fn is_dead(&self) -> bool {
        self.dead.get()
    }

    /// Number of the frame, and which compilation of it this is.
    pub(super) fn number(&self) -> (u64, u64) {
        self.number
    }

    pub(super) fn subject(&self) -> Subject {
        self.subject
    }

    /// Whether the guards hold for the frame, and the entry is still in service afterwards.
    fn serves(&self, frame: &FrameView) -> bool {
        !self.is_dead() && self.guards.check(frame, &|| !self.is_dead()) && !self.is_dead()
    }

    /// Which guard refuses the frame.
    pub(super) fn explain_failure(&self, frame: &FrameView) -> Option<String> {
        self.guards.explain_failure(frame, &|| !self.is_dead())
    }

    /// The same for values that are no frame's.
    pub(super) fn explain_refusal(&self, values: &GivenValues) -> Option<String> {
        self.guards.explain_refusal(values, &|| !self.is_dead())
    }

    /// Finds the inputs for a frame that is served without a check.
    pub(super) fn find_inputs(&self, frame: &FrameView) -> bool {
        self.guards.find_inputs(frame, &|| !self.is_dead()) && !self.is_dead()
    }

    /// Visits each counted reference that the entry owns.
    pub(super) fn traverse(&self, visit: &mut dyn FnMut(Object)) {
        visit(self.code.object());
        if let Some(code) = self.flattened.get() {
            visit(code.object());
        }
        if let Ok(followers) = self.followers.try_borrow() {
            followers.objects().for_each(&mut *visit);
        }
        self.guards.traverse(visit);
    }

    /// Takes the entry out of service. What it held is released once the caller lets go of it.
    pub(super) fn retire(self: &Rc<Entry>) {
        self.dead.set(true);
        // SAFETY: a cache clears `home` of its entries before it goes.
        if let Some(cache) = unsafe { self.home.replace(ptr::null()).as_ref() } {
            cache.remove(self);
        }
        owner::remove(self);
    }
}

/// For guards that do not ask Python: no entry is retired while they are checked.
const ALIVE: Lives<'static> = &|| true;

/// Whether a code object may be captured, for all contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Candidate,
    /// Not captured because of its file, unless a compiled function enters it directly.
    Asked,
    /// Not captured: because of its file or kind, or on request.
    LeftAlone {
        by_request: bool,
    },
    /// Neither it nor anything that it calls is captured.
    TreeLeftAlone,
}

/// The compilation state of a code object under one context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Open,
    /// Not compiled again; existing entries are still used.
    Closed,
    /// As `Closed`, and nothing that the frame calls is captured.
    ClosedTree,
}

#[derive(Clone, Copy)]
pub(super) struct Record {
    context: ContextId,
    subject: Subject,
    pub progress: Progress,
    pub compiled: usize,
    /// Frames seen that no entry served.
    pub missed: usize,
    /// Consecutive compilations without an entry.
    pub fruitless: usize,
}

pub struct CodeCache {
    standing: Cell<Standing>,
    entries: RefCell<Vec<Rc<Entry>>>,
    records: RefCell<Vec<Record>>,
    history: RefCell<History>,
    /// Whether some thread is compiling a frame of this code.
    pub(super) compiling: Cell<bool>,
}

impl CodeCache {
    #[inline]
    pub(super) fn is_left_alone(&self, outermost: bool) -> bool {
        match self.standing.get() {
            Standing::Candidate => false,
            Standing::Asked => !outermost,
            Standing::LeftAlone { .. } | Standing::TreeLeftAlone => true,
        }
    }

    #[inline]
    pub(super) fn is_tree_left_alone(&self) -> bool {
        self.standing.get() == Standing::TreeLeftAlone
    }

    /// The entry that serves the frame, moved to the front.
    #[inline]
    pub(super) fn find(&self, frame: &FrameView, context: ContextId) -> Option<Rc<Entry>> {
        let entries = self.entries.try_borrow().ok()?;
        for (index, entry) in entries.iter().enumerate() {
            if entry.context != context || entry.dead.get() {
                continue;
            }
            if entry.guards.asks() {
                drop(entries);
                return self.find_asking(frame, context);
            }
            if entry.guards.check(frame, ALIVE) {
                let entry = entry.clone();
                drop(entries);
                self.move_to_front(index, &entry);
                return Some(entry);
            }
        }
        None
    }

    /// The same if some entries ask Python, which may reenter the cache and change the list. Only the entry being
    /// checked is held, so that nothing is released after the last check.
    #[cold]
    fn find_asking(&self, frame: &FrameView, context: ContextId) -> Option<Rc<Entry>> {
        let mut tried = Vec::new();
        loop {
            let entries = self.entries.try_borrow().ok()?;
            let fresh = |entry: &&Rc<Entry>| entry.context == context && !entry.is_dead() && !tried.contains(&Rc::as_ptr(entry));
            let entry = entries.iter().find(fresh)?.clone();
            drop(entries);
            tried.push(Rc::as_ptr(&entry));
            if entry.serves(frame) {
                let index = self.entries.try_borrow().ok()?.iter().position(|other| Rc::ptr_eq(other, &entry))?;
                self.move_to_front(index, &entry);
                return Some(entry);
            }
        }
    }

    fn move_to_front(&self, index: usize, entry: &Rc<Entry>) {
        if index > 0
            && let Ok(mut entries) = self.entries.try_borrow_mut()
            && entries.get(index).is_some_and(|other| Rc::ptr_eq(other, entry))
        {
            entries[..=index].rotate_right(1);
        }
    }

    /// The only entry of a context, if there is exactly one.
    pub(super) fn single(&self, context: ContextId) -> Option<Rc<Entry>> {
        let mut entries = self.live(context).into_iter();
        let first = entries.next()?;
        entries.next().is_none().then_some(first)
    }

    /// The entries of a context that can still serve; others are dropped on the way.
    pub(super) fn live(&self, context: ContextId) -> Vec<Rc<Entry>> {
        let (dead, live): (Vec<_>, Vec<_>) =
            self.all().into_iter().filter(|entry| entry.context == context).partition(|entry| entry.is_dead());
        dead.iter().for_each(Entry::retire);
        live
    }

    fn all(&self) -> Vec<Rc<Entry>> {
        self.entries.try_borrow().map(|entries| entries.clone()).unwrap_or_default()
    }

    pub(super) fn insert(&self, context: ContextId, subject: Subject, original: Code, new: NewEntry) -> Result<Rc<Entry>> {
        let refuse = |text: &str| Err(PyRuntimeError::new_err(text.to_owned()));
        let Some(code) = new.code.object().as_code() else { return refuse("replacement code is not a code object") };
        if code.argument_slots() != original.argument_slots() || code.nfreevars() != original.nfreevars() {
            return refuse("replacement code takes other arguments or free variables than the code it replaces");
        }
        let entry = Rc::new(Entry {
            context,
            subject,
            guards: new.guards,
            code: new.code,
            followers: RefCell::default(),
            number: new.number,
            dead: Cell::new(false),
            home: Cell::new(self),
            flattened: OnceCell::new(),
        });
        *entry.followers.borrow_mut() = Followers::new(&entry, new.followed);
        owner::add(&entry)?;
        match self.entries.try_borrow_mut() {
            Ok(mut entries) => entries.insert(0, entry.clone()),
            Err(_) => return refuse("the cache is in use"),
        }
        Ok(entry)
    }

    fn remove(&self, entry: &Rc<Entry>) {
        let taken = self.entries.try_borrow_mut().ok().and_then(|mut entries| {
            let index = entries.iter().position(|other| Rc::ptr_eq(other, entry))?;
            Some(entries.remove(index))
        });
        drop(taken);
    }

    pub(super) fn record(&self, context: ContextId, subject: Subject) -> Record {
        let new = Record { context, subject, progress: Progress::Open, compiled: 0, missed: 0, fruitless: 0 };
        let is_it = |record: &&Record| record.context == context && record.subject == subject;
        self.records.borrow().iter().find(is_it).copied().unwrap_or(new)
    }

    /// How often the code was compiled under a context.
    pub(super) fn compiled(&self, context: ContextId) -> usize {
        self.records.borrow().iter().filter(|record| record.context == context).map(|record| record.compiled).sum()
    }

    pub(super) fn set_record(&self, record: Record) {
        let mut records = self.records.borrow_mut();
        match records.iter_mut().find(|other| other.context == record.context && other.subject == record.subject) {
            Some(other) => *other = record,
            None => records.push(record),
        }
    }

    pub(super) fn take_history(&self) -> History {
        self.history.borrow_mut().take()
    }

    pub(super) fn put_history(&self, history: History) {
        let before = self.history.replace(history);
        drop(before);
    }

    /// Forgets everything except marks of [`skip_code`]. Drop the result when no cache is borrowed: it runs destructors
    /// of Python objects.
    fn clear(&self) -> (Vec<Rc<Entry>>, History) {
        self.records.borrow_mut().clear();
        (self.all(), self.take_history())
    }
}

impl Drop for CodeCache {
    fn drop(&mut self) {
        for entry in self.all() {
            entry.home.set(ptr::null());
            entry.retire();
        }
    }
}

// ---------------------------------------------------------------- the extra slot

struct Caches {
    /// The slot's index, asked of CPython once.
    slot: Cell<isize>,
    /// All caches that are alive.
    all: RefCell<Option<AHashSet<*const CodeCache>>>,
}

static CACHES: UnderGil<Caches> = UnderGil::new(Caches { slot: Cell::new(-1), all: RefCell::new(None) });

/// Asks CPython for a slot in code objects. Once, before anything is compiled.
pub fn initialise() -> Result<()> {
    let caches = CACHES.get();
    if caches.slot.get() < 0 {
        // SAFETY: the GIL is held; `free` fits what we put into the slot.
        let slot = unsafe { ffi::PyUnstable_Eval_RequestCodeExtraIndex(free) };
        if slot < 0 {
            return Err(PyRuntimeError::new_err("no slot is left in code objects: too many tools extend them"));
        }
        caches.slot.set(slot);
    }
    Ok(())
}

/// The cache of a code object, if it has one.
#[inline]
pub(super) fn peek(code: Code) -> Option<&'static CodeCache> {
    let slot = CACHES.get().slot.get();
    // SAFETY: `co_extra` is null or points to a count and that many slots; ours holds null or a cache that is freed
    // with the code object. Callers use it while they hold the code object.
    unsafe {
        let extra: *const u8 = field(code.base(), LAYOUT.code.extra);
        if extra.is_null() || slot >= field::<isize>(extra, 0) {
            return None;
        }
        field::<*const CodeCache>(extra, (1 + slot as usize) * size_of::<usize>()).as_ref()
    }
}

/// The cache of a code object, made now if it has none.
pub(super) fn of_code(code: Code) -> Result<&'static CodeCache> {
    if let Some(cache) = peek(code) {
        return Ok(cache);
    }
    let cache = Box::into_raw(Box::new(CodeCache {
        standing: Cell::new(classify(code)),
        entries: RefCell::default(),
        records: RefCell::default(),
        history: RefCell::default(),
        compiling: Cell::new(false),
    }));
    let caches = CACHES.get();
    // SAFETY: a live code object and our slot; what the slot holds is freed by `free`.
    unsafe {
        if ffi::PyUnstable_Code_SetExtra(code.object().as_ptr(), caches.slot.get(), cache.cast()) < 0 {
            drop(Box::from_raw(cache));
            return Err(fetch_error());
        }
        caches.all.borrow_mut().get_or_insert_default().insert(cache);
        Ok(&*cache)
    }
}

/// Called by CPython when a code object goes.
unsafe extern "C" fn free(slot: *mut c_void) {
    if slot.is_null() {
        return;
    }
    let cache = slot.cast::<CodeCache>();
    if let Some(all) = CACHES.get().all.borrow_mut().as_mut() {
        all.remove(&cache.cast_const());
    }
    // SAFETY: the slot held the only pointer to the box. Objects that die with it run destructors, which must not
    // see or change an exception that is on its way.
    unsafe {
        let (mut kind, mut value, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        #[allow(deprecated, reason = "one call for all versions")]
        ffi::PyErr_Fetch(&mut kind, &mut value, &mut traceback);
        drop(Box::from_raw(cache));
        #[allow(deprecated, reason = "one call for all versions")]
        ffi::PyErr_Restore(kind, value, traceback);
    }
}

/// Frames that are never captured: class bodies, modules, generators and coroutines, files that the engine names.
fn classify(code: Code) -> Standing {
    match (compiler::filter().code)(code) {
        Capture::Candidate if is_plain_function(code) => Standing::Candidate,
        Capture::Candidate | Capture::LeftAlone => Standing::LeftAlone { by_request: false },
        Capture::TreeLeftAlone => Standing::TreeLeftAlone,
    }
}

fn is_function(code: Code) -> bool {
    const FUNCTION: u32 = 0x1 | 0x2;
    code.flags() & FUNCTION == FUNCTION
}

fn is_plain_function(code: Code) -> bool {
    const SUSPENDS: u32 = 0x20 | 0x80 | 0x100 | 0x200;
    is_function(code) && code.flags() & SUSPENDS == 0
}

// ---------------------------------------------------------------- what others ask for

/// The user compiles this very function: calls of it are captured whatever file it is in. Of a generator the compiler says
/// that it cannot be.
pub fn ask_for(code: Code) -> Result<()> {
    let cache = of_code(code)?;
    if is_function(code) && matches!(cache.standing.get(), Standing::LeftAlone { by_request: false }) {
        cache.standing.set(Standing::Asked);
    }
    Ok(())
}

/// Leaves the frames of one code object alone from now on, but not those it calls.
pub fn skip_code(code: Code) -> Result<()> {
    of_code(code)?.standing.set(Standing::LeftAlone { by_request: true });
    Ok(())
}

/// The live entries of a code object, most recently used first.
pub fn entries(code: Code) -> Vec<Rc<Entry>> {
    peek(code).map(|cache| cache.all().into_iter().filter(|entry| !entry.is_dead()).collect()).unwrap_or_default()
}

/// How many code objects have a cache, and how many entries there are.
pub fn sizes() -> (usize, usize) {
    let caches = all();
    // SAFETY: a cache leaves the registry before it is freed.
    let entries = caches.iter().map(|cache| unsafe { (**cache).entries.try_borrow().map_or(0, |e| e.len()) }).sum();
    (caches.len(), entries)
}

/// Forgets the state of code objects under the contexts or subjects that are gone.
pub(super) fn forget(is_gone: impl Fn(ContextId, Subject) -> bool) {
    for cache in all() {
        // SAFETY: a cache leaves the registry before it is freed, and nothing is freed in this loop.
        unsafe { (*cache).records.borrow_mut().retain(|record| !is_gone(record.context, record.subject)) };
    }
}

/// Forgets every entry, history and count. Marks set by [`skip_code`] stay.
pub fn reset() {
    let mut forgotten = Vec::new();
    for cache in all() {
        // SAFETY: a cache leaves the registry before it is freed, and nothing is freed in this loop.
        let cache = unsafe { &*cache };
        forgotten.push(cache.clear());
    }
    for (entries, _) in &forgotten {
        entries.iter().for_each(Entry::retire);
    }
    owner::release_all();
    drop(forgotten);
    dict_watch::reset();
}

fn all() -> Vec<*const CodeCache> {
    CACHES.get().all.borrow().iter().flatten().copied().collect()
}
