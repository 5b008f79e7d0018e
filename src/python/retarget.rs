//! Retargets a frame: it runs replacement code in place of its own.
//!
//! The frame keeps its arguments, at the same indices; the code is swapped, the added variables are cleared, and
//! CPython's evaluator does the rest. Where the data stack's chunk has no room for a larger frame, the replacement
//! runs as a function of its own, which takes the frame's variables as plain positional arguments.

use std::ffi::c_int;
use std::ptr;

use pyo3::ffi::{self, PyObject, PyThreadState};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::cache::{self, Entry};
use super::collector::uncollected;
use super::frame::{FrameView, RawFrame};
use super::layout::LAYOUT;
use super::memory::{field, set_field};
use super::private::_PyEval_EvalFrameDefault as evaluate;
use super::reference::Reference;
use super::{Code, Object, Owned, Result, clear_error};

const WORD: usize = size_of::<usize>();

/// Makes the frame run the entry's code from its beginning. False, with nothing changed, where the frame cannot grow.
///
/// # Safety
/// `thread` is the current thread, `frame` a fresh frame on its data stack, the code takes the same arguments.
#[inline]
pub(super) unsafe fn retarget(thread: *mut PyThreadState, frame: FrameView, entry: &Entry) -> bool {
    let (old, code) = (frame.code(), entry.code());
    // SAFETY: a fresh frame is the topmost of the data stack, so that what lies above it up to the chunk's limit is
    // free; the variables up to the old code's count are the frame's, those above get cleared.
    unsafe {
        // What the check found is borrowed: nothing may run before it is counted, and nothing is changed before that is sure.
        let Some(tuple) = room_for_inputs(entry) else { return false };
        let base = frame.base();
        let (old_words, new_words) = (old.frame_words(), code.frame_words());
        // The data stack ends where its topmost frame does; a debug build of CPython asserts it.
        if new_words != old_words {
            let thread = thread.cast::<u8>();
            let top: *mut u8 = field(thread, LAYOUT.thread.datastack_top);
            let limit: *mut u8 = field(thread, LAYOUT.thread.datastack_limit);
            let new_top = base.wrapping_add(new_words * WORD);
            let is_topmost = base.wrapping_add(old_words * WORD) == top;
            if new_words > old_words && (!is_topmost || new_top >= limit) {
                return false;
            }
            if is_topmost {
                set_field(thread, LAYOUT.thread.datastack_top, new_top);
            }
        }
        let (old_count, new_count) = (old.nlocalsplus(), code.nlocalsplus());
        let variables = frame.first_place();
        for i in old_count..new_count {
            variables.add(i).write(Reference::NOTHING);
        }
        // The inputs that the check found go into the variables behind the old locals.
        place_inputs(variables.add(old.nlocals()), entry, tuple);
        let before = set_code(frame, code);
        // Last, because the old code may die with it, and its cache entries.
        before.release();
        true
    }
}

/// The tuple for inputs that the code expects in one, if any; `None` if it cannot be allocated.
#[inline(always)]
fn room_for_inputs(entry: &Entry) -> Option<Option<Owned>> {
    let count = entry.guards.packed_inputs() as isize;
    if count == 0 {
        return Some(None);
    }
    // SAFETY: the GIL is held. A tuple of nothing is made, for `place_inputs` to fill.
    let tuple = unsafe { Owned::from_new(uncollected(|| ffi::PyTuple_New(count))) };
    if tuple.is_none() {
        clear_error();
    }
    tuple.map(Some)
}

/// Writes the inputs that the check found into the frame: the packed ones as a tuple in the first variable, the others
/// behind it.
///
/// # Safety The places are empty variables of the frame; the tuple is from `room_for_inputs`.
#[inline(always)]
unsafe fn place_inputs(mut places: *mut Reference, entry: &Entry, tuple: Option<Owned>) {
    let packed = entry.guards.packed_inputs();
    let rest = entry.guards.input_count() - packed;
    // SAFETY: an object or nothing is as large as a reference, and is a pointer or null, as the items of a tuple are.
    // The check, or the search in its place, found all inputs.
    unsafe {
        if let Some(tuple) = tuple {
            let items: *mut Option<Object> = (&raw mut (*tuple.as_ptr().cast::<ffi::PyTupleObject>()).ob_item).cast();
            let items = std::slice::from_raw_parts_mut(items, packed);
            entry.guards.fill_inputs(0, items);
            items.iter().flatten().for_each(|item| ffi::Py_INCREF(item.as_ptr()));
            places.write(Reference::to(tuple.object()));
            // The frame's reference is the only one.
            ffi::Py_DECREF(tuple.into_ptr());
            places = places.add(1);
        }
        let objects = places.cast::<Option<Object>>();
        objects.write_bytes(0, rest);
        entry.guards.fill_inputs(packed, std::slice::from_raw_parts_mut(objects, rest));
        for i in 0..rest {
            places.add(i).write(objects.add(i).read().map_or(Reference::NOTHING, Reference::to));
        }
    }
}

/// Swaps the code in. The reference to the old one is the caller's to give back.
unsafe fn set_code(frame: FrameView, code: Code) -> Reference {
    let base = frame.base();
    // SAFETY: as in `retarget`.
    unsafe {
        let before = field::<Reference>(base, LAYOUT.frame.code);
        set_field(base, LAYOUT.frame.code, Reference::to(code.object()));
        set_field(base, LAYOUT.frame.instr, code.instructions().wrapping_offset(LAYOUT.frame.start));
        if let Some(stacktop) = LAYOUT.frame.stacktop {
            set_field(base, stacktop, code.nlocalsplus() as c_int);
        }
        if let Some(stackpointer) = LAYOUT.frame.stackpointer {
            set_field(base, stackpointer, frame.first_place().add(code.nlocalsplus()));
        }
        before
    }
}

/// Clears a fresh frame that will not run, in versions where that is the evaluator's task. A set error stays set.
///
/// # Safety
/// As [`retarget`]; nobody uses the frame afterwards.
pub(super) unsafe fn abandon(thread: *mut PyThreadState, frame: FrameView) {
    if !LAYOUT.frame.cleared_by_evaluator {
        return;
    }
    // SAFETY: the frame's variables are its own to release; the code that it is pointed at needs no variables and
    // a stack of one, which any frame has.
    unsafe {
        let (mut kind, mut value, mut traceback) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        #[allow(deprecated, reason = "one call for all versions")]
        ffi::PyErr_Fetch(&mut kind, &mut value, &mut traceback);
        if let Some(nothing) = returns_none() {
            for i in 0..frame.code().nlocalsplus() {
                frame.first_place().add(i).replace(Reference::NOTHING).release();
            }
            set_code(frame, nothing).release();
            let raw = frame.base().cast::<RawFrame>();
            drop(Owned::from_new(evaluate(thread, raw, 0)));
        }
        #[allow(deprecated, reason = "one call for all versions")]
        ffi::PyErr_Restore(kind, value, traceback);
    }
}

/// The code of `lambda: None`, made when the engine is imported: where it is wanted there may be no room left to make anything.
static RETURNS_NONE: pyo3::sync::PyOnceLock<Py<PyAny>> = pyo3::sync::PyOnceLock::new();

pub(super) fn prepare(python: Python<'_>) -> PyResult<()> {
    let make = || Ok::<_, PyErr>(python.eval(c"(lambda: None).__code__", None, None)?.unbind());
    RETURNS_NONE.get_or_try_init(python, make).map(drop)
}

fn returns_none() -> Option<Code> {
    // SAFETY: the GIL is held.
    let python = unsafe { Python::assume_attached() };
    Object::from_bound(RETURNS_NONE.get(python)?.bind(python)).as_code()
}

/// Runs the entry's code as a function called with the frame's variables. `None` where that was not possible:
/// nothing has run, no error is set. Otherwise a new reference, or null with the error set.
///
/// # Safety
/// `frame` is fresh.
#[inline(never)]
pub(super) unsafe fn call_flattened(frame: FrameView, entry: std::rc::Rc<Entry>) -> Option<*mut PyObject> {
    // A function cannot be given variables that are no arguments.
    if entry.guards.input_count() > 0 {
        return None;
    }
    let arguments = frame.variables().take(entry.code().argument_slots());
    let arguments: Vec<*mut PyObject> = arguments.map(|argument| argument.map(Object::as_ptr)).collect::<Option<_>>()?;
    // SAFETY: the GIL is held; live objects.
    unsafe {
        let made = Python::attach(|python| flattened_function(python, frame, &entry));
        let Ok(function) = made else {
            drop(made);
            clear_error();
            return None;
        };
        drop(entry);
        Some(ffi::PyObject_Vectorcall(function.as_ptr(), arguments.as_ptr(), arguments.len(), ptr::null_mut()))
    }
}

fn flattened_function(python: Python<'_>, frame: FrameView, entry: &Entry) -> Result<Owned> {
    let code = match entry.flattened.get() {
        Some(code) => code.object(),
        None => {
            let code = flatten(python, entry.code())?;
            cache::skip_code(code.object().as_code().unwrap_or(entry.code()))?;
            entry.flattened.get_or_init(|| code).object()
        }
    };
    let globals = frame.globals().ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("a frame without globals"))?;
    // SAFETY: live objects of the right classes.
    unsafe {
        let function = Owned::from_result(ffi::PyFunction_New(code.as_ptr(), globals.as_ptr()))?;
        let closure = frame.function().and_then(Object::as_function).and_then(|f| f.closure());
        if let Some(closure) = closure
            && ffi::PyFunction_SetClosure(function.as_ptr(), closure.as_ptr()) < 0
        {
            return Err(super::fetch_error());
        }
        Ok(function)
    }
}

/// The same code with every argument slot positional: `*args` and `**kwargs` arrive as the tuple and dict they are.
fn flatten(python: Python<'_>, code: Code) -> Result<Owned> {
    const COLLECTING: u32 = 0x4 | 0x8;
    let changes = PyDict::new(python);
    changes.set_item("co_argcount", code.argument_slots())?;
    changes.set_item("co_posonlyargcount", 0)?;
    changes.set_item("co_kwonlyargcount", 0)?;
    changes.set_item("co_flags", code.flags() & !COLLECTING)?;
    // `*args` stands before the keyword-only arguments in the signature, but after them in the variables; as plain
    // positional slots they keep the order of the variables.
    Ok(Owned::from_bound(code.object().bound(python).call_method("replace", (), Some(&changes))?))
}
