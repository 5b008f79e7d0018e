//! The frame hook (PEP 523): what CPython calls for every frame while a region runs.
//!
//! It shares the interpreter with other hooks, torch's own among them. The evaluator that was there before is
//! remembered and given every frame that is not ours; one that is set on top later is left in place.

use std::cell::Cell;
use std::ffi::c_int;
use std::ptr;

use pyo3::ffi::{self, PyObject, PyThreadState};

use super::continuation::{self, Entered};
use super::decide::{self, Decision, Verdict};
use super::frame::{FrameView, RawFrame};
use super::gil::UnderGil;
use super::private::_PyEval_EvalFrameDefault as evaluate;
use super::region::{Off, with_thread};
use super::{profiler, retarget};

type Evaluator = unsafe extern "C" fn(*mut PyThreadState, *mut RawFrame, c_int) -> *mut PyObject;

/// The state of the hook in the interpreter.
struct Installed {
    /// Regions open in all threads.
    regions: Cell<usize>,
    /// The evaluator to delegate to; none is CPython's own.
    previous: Cell<Option<Evaluator>>,
}

static INSTALLED: UnderGil<Installed> = UnderGil::new(Installed { regions: Cell::new(0), previous: Cell::new(None) });

/// One more region is open.
#[inline]
pub(super) fn install() {
    let installed = INSTALLED.get();
    let regions = installed.regions.get();
    installed.regions.set(regions + 1);
    if regions == 0 {
        // SAFETY: the GIL is held; the hook is an evaluator.
        unsafe {
            let interpreter = ffi::PyInterpreterState_Get();
            let current = ffi::_PyInterpreterState_GetEvalFrameFunc(interpreter);
            // Another hook may have put ours back after we had left.
            if current as usize != hook as Evaluator as usize {
                let own = current as usize == evaluate as *const () as usize;
                installed.previous.set((!own).then_some(current));
                ffi::_PyInterpreterState_SetEvalFrameFunc(interpreter, Some(hook));
            }
        }
    }
}

/// One region less is open; with the last, the interpreter gets back what it had, unless another hook has been
/// set on top of ours: then ours stays below it and only delegates.
#[inline]
pub(super) fn uninstall() {
    let installed = INSTALLED.get();
    let regions = installed.regions.get().saturating_sub(1);
    installed.regions.set(regions);
    if regions == 0 {
        withdraw();
    }
}

/// Whether the interpreter's evaluator is our hook now.
pub fn is_installed() -> bool {
    // SAFETY: the GIL is held.
    unsafe { ffi::_PyInterpreterState_GetEvalFrameFunc(ffi::PyInterpreterState_Get()) as usize == hook as Evaluator as usize }
}

/// Regions open in all threads.
pub fn open_regions() -> usize {
    INSTALLED.get().regions.get()
}

fn withdraw() {
    if is_installed() {
        let previous = INSTALLED.get().previous.get().unwrap_or(evaluate);
        // SAFETY: the GIL is held; `previous` was the interpreter's evaluator before.
        unsafe { ffi::_PyInterpreterState_SetEvalFrameFunc(ffi::PyInterpreterState_Get(), Some(previous)) };
    }
}

/// The hook. Its own stack frame is kept tiny, because one stands below every Python frame: whatever needs
/// room is in functions that are not inlined.
unsafe extern "C" fn hook(thread: *mut PyThreadState, frame: *mut RawFrame, throw: c_int) -> *mut PyObject {
    let (context, delegating, entering) =
        with_thread(|thread| (thread.active.get(), thread.delegating.get(), thread.take_entering()));
    // SAFETY: CPython calls an evaluator with its thread state and a frame ready to run; each frame is handed on
    // exactly once, or retargeted and handed to CPython's evaluator.
    unsafe {
        if context == 0 || throw != 0 || delegating == frame {
            return aside(thread, frame, throw, delegating);
        }
        let inner = match continuation::release_arguments() {
            Entered::Call => false,
            Entered::Inner => true,
            Entered::AsWritten => return as_written(thread, frame),
        };
        let decision = decide::decide(thread, FrameView::new(frame), context, entering);
        match decision.verdict {
            Verdict::Plain => delegate(thread, frame, 0),
            Verdict::Run => continuation::finish(evaluate(thread, frame, 0), inner),
            _ => unusual(thread, frame, decision, inner),
        }
    }
}

/// A frame that runs with the hook off, whatever it calls.
#[cold]
#[inline(never)]
unsafe fn as_written(thread: *mut PyThreadState, frame: *mut RawFrame) -> *mut PyObject {
    let _off = Off::new();
    // SAFETY: as in `hook`.
    unsafe { delegate(thread, frame, 0) }
}

/// Frames that are not captured.
#[inline(never)]
unsafe fn aside(thread: *mut PyThreadState, frame: *mut RawFrame, throw: c_int, delegating: *mut RawFrame) -> *mut PyObject {
    // SAFETY: as in `hook`.
    unsafe {
        if delegating == frame {
            // The evaluator below us gave the frame back: it delegates to us as we do to it.
            with_thread(|thread| thread.delegating.set(ptr::null_mut()));
            return evaluate(thread, frame, throw);
        }
        if INSTALLED.get().regions.get() == 0 {
            withdraw();
        }
        delegate(thread, frame, throw)
    }
}

#[inline(always)]
unsafe fn delegate(thread: *mut PyThreadState, frame: *mut RawFrame, throw: c_int) -> *mut PyObject {
    // SAFETY: as in `hook`.
    unsafe {
        match INSTALLED.get().previous.get() {
            None => evaluate(thread, frame, throw),
            Some(previous) => delegate_to(previous, thread, frame, throw),
        }
    }
}

#[inline(never)]
unsafe fn delegate_to(previous: Evaluator, thread: *mut PyThreadState, frame: *mut RawFrame, throw: c_int) -> *mut PyObject {
    with_thread(|thread| thread.delegating.set(frame));
    // SAFETY: as in `hook`.
    let result = unsafe { previous(thread, frame, throw) };
    with_thread(|thread| thread.delegating.set(ptr::null_mut()));
    result
}

/// The rare verdicts: an exception instead of a run, a run with the hook off, a frame without room.
#[cold]
#[inline(never)]
unsafe fn unusual(thread: *mut PyThreadState, frame: *mut RawFrame, decision: Decision, inner: bool) -> *mut PyObject {
    // SAFETY: as in `hook`.
    unsafe {
        match decision.verdict {
            Verdict::Raise => {
                retarget::abandon(thread, FrameView::new(frame));
                ptr::null_mut()
            }
            Verdict::PlainTree => as_written(thread, frame),
            Verdict::NoRoom => match retarget::call_flattened(FrameView::new(frame), decision.take_entry()) {
                Some(result) => {
                    retarget::abandon(thread, FrameView::new(frame));
                    continuation::finish(result, inner)
                }
                None => delegate(thread, frame, 0),
            },
            Verdict::RunRecorded => {
                let event = profiler::begin_region(decision.take_entry().number());
                let result = evaluate(thread, frame, 0);
                event.end_beside_error();
                continuation::finish(result, inner)
            }
            Verdict::Plain | Verdict::Run => delegate(thread, frame, 0),
        }
    }
}
