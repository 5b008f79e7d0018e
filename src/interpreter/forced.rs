//! For tests: records the positions that traces reach, and forces a break before one of them.
//!
//! A position is an instruction of a user's function, by its offset in bytes. The same instruction in a resume function
//! is the same position.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;
use pyo3::prelude::*;

use super::trace::Trace;
use crate::codegen::Resumes;
use crate::python::{Object, Owned, UnderGil};
use crate::rules::{Flow, Stop};

/// The reason of a forced break.
const REASON: &str = "a break that a test forces";

/// Whether a test records positions or forces breaks.
static WANTED: AtomicBool = AtomicBool::new(false);

static DOOR: UnderGil<RefCell<Door>> = UnderGil::new(RefCell::new(Door { notes: None, before: None, made: 0 }));

struct Door {
    /// The positions reached, in order, with references that keep the code alive.
    notes: Option<IndexMap<(Object, u32), Owned, ahash::RandomState>>,
    before: Option<(Owned, u32)>,
    made: u64,
}

/// Starts or stops recording positions; returns those recorded so far.
#[pyfunction]
pub fn note_positions(python: Python<'_>, on: bool) -> Vec<(Py<PyAny>, u32)> {
    let notes = {
        let mut door = DOOR.get().borrow_mut();
        let before = std::mem::replace(&mut door.notes, on.then(IndexMap::default));
        WANTED.store(on || door.before.is_some(), Ordering::Relaxed);
        before
    };
    notes.into_iter().flatten().map(|((code, offset), _kept)| (code.bound(python).unbind(), offset)).collect()
}

/// Makes traces break before this instruction of this code, or nowhere without arguments. Returns how often one did
/// since.
#[pyfunction]
#[pyo3(signature = (code=None, offset=0))]
pub fn break_before(code: Option<Bound<'_, PyAny>>, offset: u32) -> u64 {
    let (made, before) = {
        let mut door = DOOR.get().borrow_mut();
        let before = std::mem::replace(&mut door.before, code.map(|code| (Owned::from_bound(code), offset)));
        WANTED.store(door.notes.is_some() || door.before.is_some(), Ordering::Relaxed);
        (std::mem::take(&mut door.made), before)
    };
    // Ends here, where nothing is borrowed.
    drop(before);
    made
}

/// Whether a test records positions or forces breaks.
#[inline]
pub fn is_wanted() -> bool {
    WANTED.load(Ordering::Relaxed)
}

impl Trace<'_> {
    /// Records the position of the frame on top, or breaks there.
    pub(super) fn visit_position(&mut self, current: u32) -> Flow<()> {
        let info = &self.frame()?.code;
        let resumes = Resumes::of_process();
        let place = match resumes.is_resume(info.code) {
            true => Python::attach(|python| resumes.place(python, info.code, current)),
            false => info.instructions.get(current as usize).map(|instruction| (Owned::new(info.code), instruction.offset)),
        };
        let Some((code, offset)) = place else { return Ok(()) };
        let mut door = DOOR.get().borrow_mut();
        if door.before.as_ref().is_some_and(|(wanted, at)| wanted.object() == code.object() && *at == offset) {
            door.made += 1;
            return Err(Stop::graph_break(REASON));
        }
        if let Some(notes) = &mut door.notes {
            notes.entry((code.object(), offset)).or_insert(code);
        }
        Ok(())
    }
}
