//! Guards shown to the user's filter, which says which to keep (`options={"guard_filter_fn": …}`).

use ahash::AHashMap;

use super::display::guard_text;
use super::{Fact, Guards};
use crate::guards::observations::OBSERVATIONS;
use crate::python::Object;
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::GUARDS;

/// What the filter sees of a guard, in the fields of torch's `GuardFilterEntry`.
#[derive(Debug, Clone)]
pub struct FilterEntry {
    /// The source as text.
    pub name: String,
    /// What was there while tracing, if it was an object.
    pub value: Option<Object>,
    /// The name of the guard rule.
    pub guard_type: &'static str,
    /// Whether the source begins at a module's globals.
    pub is_global: bool,
    pub code: String,
    /// The classes of the objects on the way to the source, nearest first, as far as guards fix them.
    pub classes: Vec<Object>,
}

/// Drops the guards for which the filter says `false`. It is asked once, about all of them, in order.
pub fn filter<E>(
    sources: &Sources,
    guards: &mut Guards,
    seen_at: impl Fn(SourceId) -> Option<Object>,
    keep: impl FnOnce(&[FilterEntry]) -> Result<Vec<bool>, E>,
) -> Result<(), E> {
    let classes: AHashMap<SourceId, Object> = guards
        .iter()
        .filter_map(|guard| {
            let observation = OBSERVATIONS[GUARDS[guard.rule as usize].observation as usize];
            Some((guard.source, observation.class(&guard.fact)?))
        })
        .collect();
    let entries: Vec<FilterEntry> = guards
        .iter()
        .map(|guard| {
            let rule = &GUARDS[guard.rule as usize];
            FilterEntry {
                name: sources.display(guard.source).to_string(),
                value: seen_at(guard.source).or(match &guard.fact {
                    Fact::Identity(object) | Fact::Equal(object) => Some(*object),
                    _ => None,
                }),
                guard_type: rule.name,
                is_global: is_global(sources, guard.source),
                classes: path(sources, guard.source).filter_map(|at| classes.get(&at).copied()).collect(),
                code: guard_text(sources, guard.rule, guard.source, guard.parameter, &guard.fact),
            }
        })
        .collect();
    let kept = keep(&entries)?;
    let mut answers = kept.into_iter();
    guards.retain(|_| answers.next().unwrap_or(true));
    Ok(())
}

/// The source and what it was read from, up to its root.
fn path(sources: &Sources, source: SourceId) -> impl Iterator<Item = SourceId> + '_ {
    std::iter::successors(Some(source), |at| sources.parent(*at))
}

fn is_global(sources: &Sources, source: SourceId) -> bool {
    let root = path(sources, source).last().unwrap_or(source);
    matches!(sources.kind(root), SourceKind::Held(object) if object.is_dict())
}
