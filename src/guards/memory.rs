//! Whether the inputs of a graph share memory, where the graph writes into some of them.
//!
//! A backend that functionalizes a graph restores its writes for the aliasing of the example inputs. So an input that
//! does not overlap with a written one must not overlap later, and one that does must overlap in the same way, as views
//! of the same tensor. Nothing is assumed of inputs that are not written.

use crate::python::{Object, storage};
use crate::sources::SourceId;

/// What is assumed of the memory of a graph's inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    pub sources: Box<[SourceId]>,
    /// By input: whether the graph writes into it.
    written: Box<[bool]>,
    /// Pairs that may overlap, one of them written.
    near: Box<[Near]>,
}

/// Two inputs that share memory, by their places among the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Near {
    pair: (usize, usize),
    lie: Lie,
}

/// Where two tensors are in their common storage.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lie {
    places: [Option<storage::Place>; 2],
    bases: [Option<storage::Place>; 2],
    /// Whether they are views of one tensor, the first is one of the second, the second is one of the first.
    kin: [bool; 3],
}

/// A pair of inputs that is not as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// They overlap now.
    Met(usize, usize),
    /// They overlapped, and lie otherwise now.
    Moved(usize, usize),
}

impl Memory {
    /// As it is now; `None` if nothing can be said of it.
    pub fn of(inputs: &[(SourceId, Object)], written: &[bool]) -> Option<Memory> {
        if !storage::is_native() {
            return None;
        }
        let (sources, objects): (Vec<SourceId>, Vec<Object>) = inputs.iter().copied().unzip();
        let memory = Memory { sources: sources.into(), written: written.into(), near: Box::default() };
        let near = memory.meetings(|at| objects.get(at).copied());
        // Of arrays that overlap, no compiler knows.
        let near = near.into_iter().map(|pair| Some(Near { pair, lie: Lie::of(objects[pair.0], objects[pair.1])? }));
        Some(Memory { near: near.collect::<Option<_>>()?, ..memory })
    }

    /// Whether some input overlaps with a written one.
    pub fn overlaps(&self) -> bool {
        !self.near.is_empty()
    }

    /// Whether one of the inputs from this place on does.
    pub fn overlaps_from(&self, first: usize) -> bool {
        self.near.iter().any(|near| near.pair.0.max(near.pair.1) >= first)
    }

    /// Those of which something is assumed: that they overlap, or not.
    pub(super) fn overlapping(&self) -> impl Iterator<Item = SourceId> + '_ {
        (0..).zip(&self.sources).filter(|(at, _)| self.is_near(*at)).map(|(_, source)| *source)
    }

    pub(super) fn apart(&self) -> impl Iterator<Item = SourceId> + '_ {
        (0..).zip(&self.sources).filter(|(at, _)| !self.is_near(*at)).map(|(_, source)| *source)
    }

    fn is_near(&self, at: usize) -> bool {
        self.near.iter().any(|near| near.pair.0 == at || near.pair.1 == at)
    }

    /// The first pair that is not as it was.
    pub(super) fn change(&self, object: impl Fn(usize) -> Option<Object>) -> Option<Change> {
        for Near { pair: (a, b), lie } in &self.near {
            let now = object(*a).zip(object(*b)).and_then(|(a, b)| Lie::of(a, b));
            if now.as_ref() != Some(lie) {
                return Some(Change::Moved(*a, *b));
            }
        }
        let known = |pair: &(usize, usize)| self.near.iter().any(|near| near.pair == *pair);
        self.meetings(object).into_iter().find(|pair| !known(pair)).map(|(a, b)| Change::Met(a, b))
    }

    /// Pairs that overlap in one storage, one of them written.
    fn meetings(&self, object: impl Fn(usize) -> Option<Object>) -> Vec<(usize, usize)> {
        let storage = |at: usize| storage::storage(object(at)?);
        let mut sorted: Vec<(usize, usize)> = (0..self.sources.len()).filter_map(|at| Some((storage(at)?, at))).collect();
        sorted.sort_unstable();
        let mut meetings = Vec::new();
        for group in sorted.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let extents: Vec<_> = group
                .iter()
                .map(|(_, at)| Some((*at, storage::extent(object(*at)?)?)))
                .collect::<Option<_>>()
                .unwrap_or_default();
            for (i, (a, (start, end))) in extents.iter().enumerate() {
                for (b, (other_start, other_end)) in &extents[i + 1..] {
                    let written = self.written.get(*a).copied().unwrap_or(true) || self.written.get(*b).copied().unwrap_or(true);
                    if written && start < other_end && other_start < end {
                        meetings.push((*a, *b));
                    }
                }
            }
        }
        meetings
    }
}

impl Lie {
    /// `None` if they are not in one storage.
    fn of(a: Object, b: Object) -> Option<Lie> {
        if storage::storage(a)? != storage::storage(b)? {
            return None;
        }
        let ((a_name, a_base), (b_name, b_base)) = (storage::identity(a)?, storage::identity(b)?);
        Some(Lie {
            places: [storage::place(a), storage::place(b)],
            bases: [storage::base_place(a), storage::base_place(b)],
            kin: [a_base == b_base, a_base == Some(b_name), b_base == Some(a_name)],
        })
    }
}
