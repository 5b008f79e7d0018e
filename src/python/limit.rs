//! Recompile limits.

use std::cell::{Cell, RefCell};

use super::gil::UnderGil;
use super::region::ContextId;

struct Limits {
    general: Cell<usize>,
    ever: Cell<usize>,
    /// Contexts with a limit of their own.
    own: RefCell<Vec<(ContextId, usize)>>,
}

static LIMITS: UnderGil<Limits> =
    UnderGil::new(Limits { general: Cell::new(8), ever: Cell::new(256), own: RefCell::new(Vec::new()) });

/// How many entries a code object may have, for one context or for all that have no limit of their own.
pub fn set(limit: usize, context: Option<ContextId>) {
    let limits = LIMITS.get();
    match context {
        None => limits.general.set(limit),
        Some(context) => {
            let mut own = limits.own.borrow_mut();
            own.retain(|(other, _)| *other != context);
            own.push((context, limit));
        }
    }
}

/// Compilations of one code under one context in all, entries that have died included.
pub(super) fn ever() -> usize {
    LIMITS.get().ever.get()
}

pub fn set_ever(limit: usize) {
    LIMITS.get().ever.set(limit);
}

pub(super) fn of_context(context: ContextId) -> usize {
    let limits = LIMITS.get();
    let own = limits.own.borrow().iter().find(|(other, _)| *other == context).map(|(_, limit)| *limit);
    own.unwrap_or_else(|| limits.general.get())
}

pub(super) fn forget(context: ContextId) {
    LIMITS.get().own.borrow_mut().retain(|(other, _)| *other != context);
}
