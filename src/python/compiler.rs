//! The interface between the hook and the engine: requests and outcomes of compilations.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;

use super::frame::FrameView;
use super::gil::UnderGil;
use super::region::ContextId;
use super::{Code, Object, Owned};

/// The engine's own data about a code object, kept between compilations.
pub type History = Option<Box<dyn Any>>;

/// Turns frames into cache entries. Registered once; called with the hook off for the thread.
pub trait Compiler {
    fn compile(&self, python: Python<'_>, request: FrameRequest<'_>) -> Outcome;

    /// Notes what a frame is called with, and makes nothing of it: what has changed by the next call is dynamic there.
    fn watch(&self, _python: Python<'_>, _request: FrameRequest<'_>) {}

    /// The error that settings demand instead of a recompilation, or beyond the limit.
    fn objection(&self, _python: Python<'_>, _request: &FrameRequest<'_>, _limit_is_hit: bool) -> Option<PyErr> {
        None
    }

    /// A frame runs as it was written, since its graph has raised.
    fn runs_again(&self) {}

    /// Says that a function is compiled no more: once for a code object and context.
    fn tell_limit(&self, _python: Python<'_>, limit: &Limit<'_>) {
        super::warning::of_limit(limit);
    }
}

/// The limit that a function has come to.
pub struct Limit<'a> {
    pub code: Code,
    pub setting: &'static str,
    /// How often it was compiled.
    pub times: usize,
    /// Why one of its entries refused the last frame.
    pub failure: Option<&'a str>,
}

/// A frame that no cache entry serves, before its first instruction. All objects live at least until
/// `compile` returns.
pub struct FrameRequest<'a> {
    pub code: Code,
    pub function: Object,
    pub globals: Object,
    pub builtins: Object,
    /// The variables at entry, by localsplus index: arguments are set, cells are not made.
    pub variables: Vec<Option<Object>>,
    pub context: ContextId,
    pub history: &'a mut History,
    /// Why each existing entry of the context refused the frame.
    pub failures: Vec<String>,
    /// Compilations of this code under this context before.
    pub compiled_before: usize,
    /// Whether the program has called a compiled function, and this is its frame.
    pub is_entered: bool,
}

/// The outcome of a compilation.
pub enum Outcome {
    /// Run this now, and whenever the guards pass.
    Compiled(NewEntry),
    /// Run the frame as it is. `forever`: do not ask again for this code and context.
    Skip { forever: bool },
    /// Run the frame, and everything it calls, as it is; do not ask again for this code and context.
    SkipWholeTree,
    /// Raise instead of running the frame.
    Raise(PyErr),
}

pub struct NewEntry {
    pub guards: Box<dyn EntryGuards>,
    /// A code object with the same arguments at the same indices; it makes its own cells.
    pub code: Owned,
    /// The entry dies when one of these does. What cannot be referred to weakly is kept instead.
    pub followed: Vec<Owned>,
    /// Number of the frame, and which compilation of it this is.
    pub number: (u64, u64),
}

/// Whether an entry is still in service. The objects of a retired entry's guards may be freed.
pub type Lives<'a> = &'a dyn Fn() -> bool;

/// The guards of a cache entry. Those that ask run Python code, which may retire the entry.
pub trait EntryGuards {
    /// Whether the entry serves this frame. Runs no Python code and allocates nothing, unless it [asks](Self::asks).
    fn check(&self, frame: &FrameView, lives: Lives<'_>) -> bool;

    /// Whether Python has to be asked.
    fn asks(&self) -> bool {
        false
    }

    /// Whether guards that held while tracing surely hold when the entry is made: none asks Python, and none counts
    /// references, of which a backend may take some.
    fn is_lasting(&self) -> bool {
        true
    }

    /// How many objects, found by the check, the entry's code expects in the variables behind its locals.
    fn input_count(&self) -> usize {
        0
    }

    /// How many of them, the first ones, the code expects as one tuple in the first variable; 0 for no tuple.
    fn packed_inputs(&self) -> usize {
        0
    }

    /// Writes those from the n-th on, as the last check found them. They are borrowed: take references before anything
    /// else runs.
    fn fill_inputs(&self, _first: usize, _places: &mut [Option<Object>]) {}

    /// Finds them for a frame that is served without a check. False if one is missing.
    fn find_inputs(&self, _frame: &FrameView, _lives: Lives<'_>) -> bool {
        true
    }

    /// Whether its tensors are as the guards say: all that is checked where no more is wanted.
    fn tensors_hold(&self, _frame: &FrameView) -> bool {
        true
    }

    /// One sentence saying which guard refuses the frame; `None` if none does.
    fn explain_failure(&self, frame: &FrameView, lives: Lives<'_>) -> Option<String>;

    /// The same for values that are no frame's.
    fn explain_refusal(&self, _values: &GivenValues, _lives: Lives<'_>) -> Option<String> {
        None
    }

    /// Visits each counted reference that the guards themselves own, for Python's garbage collector.
    fn traverse(&self, visit: &mut dyn FnMut(Object));

    /// The guards as text, one a line.
    fn lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What a frame would be entered with.
pub struct GivenValues {
    /// In the order of the code's variables.
    pub variables: Vec<Option<Object>>,
    pub function: Option<Object>,
    pub globals: Option<Object>,
}

/// Whether frames of a code object are captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    Candidate,
    LeftAlone,
    /// With everything that they call.
    TreeLeftAlone,
}

/// Decides before a compilation which frames are candidates.
#[derive(Clone, Copy)]
pub struct FrameFilter {
    /// Whether frames of this code may be captured (by its file, for one). Asked once for a code object.
    pub code: fn(Code) -> Capture,
    /// Whether this frame is worth a compilation. Not asked about the frame that a call of a compiled function enters.
    pub frame: fn(&FrameView) -> bool,
}

struct Registered {
    compiler: RefCell<Option<Rc<dyn Compiler>>>,
    filter: Cell<FrameFilter>,
}

static REGISTERED: UnderGil<Registered> = UnderGil::new(Registered {
    compiler: RefCell::new(None),
    filter: Cell::new(FrameFilter { code: |_| Capture::Candidate, frame: |_| true }),
});

/// Registers the engine.
pub fn set_compiler(compiler: Box<dyn Compiler>) {
    let before = REGISTERED.get().compiler.replace(Some(Rc::from(compiler)));
    drop(before);
}

pub fn set_filter(filter: FrameFilter) {
    REGISTERED.get().filter.set(filter);
}

pub(super) fn compiler() -> Option<Rc<dyn Compiler>> {
    REGISTERED.get().compiler.borrow().clone()
}

pub(super) fn filter() -> FrameFilter {
    REGISTERED.get().filter.get()
}
