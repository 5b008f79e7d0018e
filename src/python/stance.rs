//! Stances: what may happen when no entry holds. Global to the process.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use super::gil::UnderGil;
use super::region::ContextId;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stance {
    Default,
    /// Run everything as written.
    ForceEager,
    /// Use what is compiled, run the rest as written.
    EagerOnRecompile,
    /// Use what is compiled, raise for the rest.
    FailOnRecompile,
    /// Run a function once as written before it is compiled.
    EagerThenCompile,
}

const NAMES: [(&str, Stance); 6] = [
    ("default", Stance::Default),
    ("force_eager", Stance::ForceEager),
    ("eager_on_recompile", Stance::EagerOnRecompile),
    ("fail_on_recompile", Stance::FailOnRecompile),
    ("eager_then_compile", Stance::EagerThenCompile),
    ("aot_eager_then_compile", Stance::EagerThenCompile),
];

static STANCE: AtomicU8 = AtomicU8::new(0);
/// The name as it was given, since two mean the same.
static NAME: AtomicU8 = AtomicU8::new(0);
static TRUST_SINGLE_ENTRY: AtomicBool = AtomicBool::new(false);
/// While `force_backend` is in effect: by context, the one with that backend.
static IN_PLACE: UnderGil<RefCell<Vec<(ContextId, ContextId)>>> = UnderGil::new(RefCell::new(Vec::new()));
static FORCES_BACKEND: AtomicBool = AtomicBool::new(false);

#[inline]
pub fn get() -> Stance {
    let number = STANCE.load(Relaxed);
    NAMES.iter().map(|(_, stance)| *stance).find(|stance| *stance as u8 == number).unwrap_or(Stance::Default)
}

/// Whether what is compiled is used: one load on the path of a cache hit.
#[inline(always)]
pub fn serves() -> bool {
    STANCE.load(Relaxed) != Stance::ForceEager as u8
}

/// Whether nothing but the default applies.
pub fn is_plain() -> bool {
    STANCE.load(Relaxed) == 0 && !TRUST_SINGLE_ENTRY.load(Relaxed)
}

/// Whether of a lone entry nothing is checked but its tensors, and nothing new is compiled.
pub fn trusts_single_entry() -> bool {
    TRUST_SINGLE_ENTRY.load(Relaxed)
}

pub fn name() -> &'static str {
    NAMES.get(NAME.load(Relaxed) as usize).map_or("default", |(name, _)| name)
}

/// Sets the stance by its name; false for an unknown one.
pub fn set(name: &str, skip_guard_eval_unsafe: bool) -> bool {
    let Some(index) = NAMES.iter().position(|(known, _)| *known == name) else { return false };
    STANCE.store(NAMES[index].1 as u8, Relaxed);
    NAME.store(index as u8, Relaxed);
    TRUST_SINGLE_ENTRY.store(skip_guard_eval_unsafe, Relaxed);
    true
}

/// Replaces the map of contexts that are entered in the place of others.
pub fn enter_in_place(others: Vec<(ContextId, ContextId)>) {
    FORCES_BACKEND.store(!others.is_empty(), Relaxed);
    IN_PLACE.get().replace(others);
}

/// The context to enter in the place of this one.
#[inline(always)]
pub(super) fn in_place_of(context: ContextId) -> ContextId {
    if FORCES_BACKEND.load(Relaxed) { other_in_place_of(context) } else { context }
}

#[cold]
fn other_in_place_of(context: ContextId) -> ContextId {
    IN_PLACE.get().borrow().iter().find(|(asked_for, _)| *asked_for == context).map_or(context, |(_, other)| *other)
}
