//! Guards over more than one source: identity between sources, and relations between sizes.

use std::cell::{Cell, RefCell};

use super::memory::Memory;
use crate::shapes::relations::{self, Relations};
use crate::sources::SourceId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relation {
    /// Two sources lead to one object.
    Same(SourceId, SourceId),
    /// No two of the sources lead to one object.
    Distinct(Box<[SourceId]>),
    /// The tensors at the sources share memory as they did while tracing.
    Memory(Memory),
    /// The program releases the objects at the sources, and what is in the containers that it empties, and nothing can
    /// see their end; if `watched`, because none of them ends.
    Released { sources: Box<[SourceId]>, emptied: Box<[SourceId]>, watched: bool },
}

/// A condition over sizes and ints, checked last.
pub trait ShapeGuard {
    /// `values` are those of [`ShapeGuards::inputs`], in order.
    fn holds(&self, values: &[i64]) -> bool;

    /// The condition in the notation of torch's users; `name` gives the text of an input.
    fn text(&self, name: &dyn Fn(usize) -> String) -> String;
}

/// The shape conditions of one trace and the ints they speak of.
#[derive(Default)]
pub struct ShapeGuards {
    /// Sizes, strides and Python ints by source.
    pub inputs: Vec<SourceId>,
    pub guards: Vec<Box<dyn ShapeGuard>>,
}

impl From<Relations> for ShapeGuards {
    fn from(relations: Relations) -> ShapeGuards {
        let guards = relations.checks().iter().map(|check| Box::new(check.clone()) as Box<dyn ShapeGuard>).collect();
        ShapeGuards { inputs: relations.sources, guards }
    }
}

impl ShapeGuard for relations::Check {
    fn holds(&self, values: &[i64]) -> bool {
        relations::Check::holds(self, values)
    }

    /// The text contains the names of the inputs already.
    fn text(&self, _name: &dyn Fn(usize) -> String) -> String {
        self.text.clone()
    }
}

/// Checks that addresses differ pairwise, quickly when few of them changed since the last time.
#[derive(Debug)]
pub(super) struct Distinct<Address> {
    known: RefCell<Vec<Option<Address>>>,
    sorted: RefCell<Vec<Address>>,
    /// Under which state of what is settled they were found distinct last; 0 is none.
    settled: Cell<u64>,
    /// Those that are not settled.
    moving: RefCell<Vec<usize>>,
}

impl<Address: Copy + Ord> Distinct<Address> {
    pub(super) fn new(count: usize) -> Self {
        Distinct {
            known: RefCell::new(vec![None; count]),
            sorted: RefCell::new(Vec::with_capacity(count)),
            settled: Cell::new(0),
            moving: RefCell::default(),
        }
    }

    pub(super) fn set_moving(&self, moving: Vec<usize>) {
        self.moving.replace(moving);
    }

    /// Addresses that were pairwise distinct stay so while they are the same, whatever objects are there now. In one
    /// `settled` state (except 0) only the moving ones can differ from last time.
    pub(super) fn holds(&self, count: usize, address: impl Fn(usize) -> Option<Address>, settled: u64) -> bool {
        let distinct = if settled != 0 && self.settled.get() == settled {
            self.compare(self.moving.borrow().iter().copied(), address)
        } else {
            self.compare(0..count, address)
        };
        self.settled.set(if distinct { settled } else { 0 });
        distinct
    }

    fn compare(&self, places: impl Iterator<Item = usize>, address: impl Fn(usize) -> Option<Address>) -> bool {
        const FEW: usize = 4;
        let mut known = self.known.borrow_mut();
        let mut changed = [0; FEW];
        let mut count = 0;
        for i in places {
            let now = address(i);
            if known[i] != now {
                known[i] = now;
                if count < FEW {
                    changed[count] = i;
                }
                count += 1;
            }
        }
        let distinct = if count <= FEW {
            changed[..count]
                .iter()
                .all(|i| known[*i].is_some() && known.iter().enumerate().all(|(j, other)| j == *i || *other != known[*i]))
        } else {
            let mut sorted = self.sorted.borrow_mut();
            sorted.clear();
            sorted.extend(known.iter().flatten());
            sorted.sort_unstable();
            sorted.len() == known.len() && sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        if !distinct {
            // So that the next check starts anew.
            known.fill(None);
        }
        distinct
    }
}
