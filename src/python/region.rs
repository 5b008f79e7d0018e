//! Regions: a thread is in a region while its frames are compiled under a context.
//!
//! The frame hook is installed only while some thread is in a region, because a hook disables the interpreter's
//! inlining of Python calls in all threads.

use std::cell::{Cell, OnceCell};
use std::ffi::c_int;
use std::ptr;
use std::rc::Rc;

use pyo3::ffi;

use super::frame::RawFrame;
use super::gil::UnderGil;
use super::layout::LAYOUT;
use super::memory::{field, set_field};
use super::{Object, WeakTable, cache, hook, stance};

/// The number of a compilation's settings. 0 is none.
pub type ContextId = u32;

/// What the user compiled, by address: a class (for its methods or instances), or a function with a closure. Classes
/// share code (`forward`, `_call_impl`), and each has a recompile limit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject(usize);

impl Subject {
    pub const NONE: Subject = Subject(0);

    pub(super) fn of(class: Object) -> Subject {
        let subject = Subject(class.address());
        let known = SUBJECTS.get().get_or_init(WeakTable::default);
        if known.get(class).is_none() {
            known.insert(class, Rc::new(Counted(subject)));
        }
        subject
    }
}

/// The classes whose compiles are counted.
static SUBJECTS: UnderGil<OnceCell<WeakTable<Rc<Counted>>>> = UnderGil::new(OnceCell::new());

/// Ends with its class, whose address may be reused.
#[derive(Debug)]
struct Counted(Subject);

impl Drop for Counted {
    fn drop(&mut self) {
        cache::forget(|_, subject| subject == self.0);
    }
}

/// Whether the next frame is that of a compiled function that was just called, and of which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entering(usize);

impl Entering {
    const NO: Entering = Entering(0);

    /// Addresses are even.
    fn of(subject: Subject) -> Entering {
        Entering(subject.0 | 1)
    }

    #[inline(always)]
    pub(super) fn is_outermost(self) -> bool {
        self.0 != 0
    }

    pub(super) fn subject(self) -> Subject {
        Subject(self.0 & !1)
    }
}

thread_local! {
    static THREAD: ThreadState = const {
        ThreadState {
            active: Cell::new(0),
            compiling: Cell::new(false),
            delegating: Cell::new(ptr::null_mut()),
            continuing: Cell::new(ptr::null_mut()),
            as_written: Cell::new(false),
            entering: Cell::new(Entering::NO),
            regions: Cell::new(0),
        }
    };
}

/// The hook's state of a thread.
pub(super) struct ThreadState {
    /// The context of the innermost region; 0 outside of all and where the hook is switched off.
    pub active: Cell<ContextId>,
    /// Whether this thread is compiling a frame.
    pub compiling: Cell<bool>,
    /// The frame being handed to another evaluator, which may hand it back.
    pub delegating: Cell<*mut RawFrame>,
    /// Function and arguments, as an owned tuple, of the continuation that is about to be entered.
    pub continuing: Cell<*mut ffi::PyObject>,
    /// Whether that frame is to run as written, with everything that it calls.
    pub as_written: Cell<bool>,
    /// Whether a compiled function was called whose frame has not been entered yet.
    entering: Cell<Entering>,
    /// Regions open in this thread; counted only where [`lend_recursion`] needs it.
    regions: Cell<usize>,
}

impl ThreadState {
    /// Whether the frame that comes is that of a compiled function.
    #[inline(always)]
    pub(super) fn take_entering(&self) -> Entering {
        self.entering.replace(Entering::NO)
    }
}

#[inline(always)]
pub(super) fn with_thread<R>(f: impl FnOnce(&ThreadState) -> R) -> R {
    THREAD.with(f)
}

/// The state to restore at the end of a region.
#[derive(Clone, Copy)]
pub struct Token {
    active: ContextId,
    /// A thread that compiles enters no region.
    entered: bool,
}

impl Token {
    /// As a number, for Python to keep.
    pub fn to_number(self) -> u64 {
        u64::from(self.active) << 1 | u64::from(self.entered)
    }

    pub fn from_number(number: u64) -> Token {
        Token { active: (number >> 1) as ContextId, entered: number & 1 == 1 }
    }
}

/// Begins a region of this thread; [`leave`] ends it, in the order of nesting. The GIL is held.
#[inline]
pub fn enter(context: ContextId) -> Token {
    with_thread(|thread| {
        if thread.compiling.get() {
            return Token { active: 0, entered: false };
        }
        hook::install();
        lend_recursion(thread, 1);
        Token { active: thread.active.replace(stance::in_place_of(context)), entered: true }
    })
}

/// Says that the next frame of this thread is that of the compiled function itself.
#[inline]
pub(super) fn expect_outermost(subject: Subject) {
    with_thread(|thread| thread.entering.set(Entering::of(subject)));
}

/// Ends a region.
#[inline]
pub fn leave(token: Token) {
    if token.entered {
        with_thread(|thread| {
            thread.active.set(token.active);
            thread.entering.set(Entering::NO);
            lend_recursion(thread, -1);
        });
        hook::uninstall();
    }
}

/// In versions with a small limit of C recursion, raises it while the thread is in a region.
#[inline]
fn lend_recursion(thread: &ThreadState, change: isize) {
    const LOAN: c_int = 4000;
    let Some(offset) = LAYOUT.thread.c_recursion_remaining.filter(|_| LAYOUT.thread.narrow_c_recursion) else { return };
    let before = thread.regions.get();
    let after = before.saturating_add_signed(change);
    thread.regions.set(after);
    let loan = match (before, after) {
        (0, 1) => LOAN,
        (1, 0) => -LOAN,
        _ => return,
    };
    // SAFETY: the field is a plain count of the current thread.
    unsafe {
        let state = ffi::PyThreadState_Get().cast::<u8>();
        set_field(state, offset, field::<c_int>(state, offset) + loan);
    }
}

/// The context of this thread's innermost region, 0 for none.
pub fn active() -> ContextId {
    with_thread(|thread| thread.active.get())
}

/// Keeps this thread's frames from being captured for as long as it lives.
pub struct Off {
    active: ContextId,
}

impl Off {
    #[expect(clippy::new_without_default, reason = "making one has an effect")]
    #[inline]
    pub fn new() -> Off {
        Off { active: with_thread(|thread| thread.active.replace(0)) }
    }
}

impl Drop for Off {
    #[inline]
    fn drop(&mut self) {
        with_thread(|thread| thread.active.set(self.active));
    }
}

/// Marks this thread as compiling, with the hook off, for as long as it lives.
pub(super) struct Compiling {
    before: bool,
    _off: Off,
}

impl Compiling {
    pub(super) fn new() -> Compiling {
        Compiling { before: with_thread(|thread| thread.compiling.replace(true)), _off: Off::new() }
    }
}

impl Drop for Compiling {
    fn drop(&mut self) {
        with_thread(|thread| thread.compiling.set(self.before));
    }
}
