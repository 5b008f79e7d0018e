//! The tensor checks of a program, packed: a model has a thousand parameters, and reading what they should
//! be costs as much as reading what they are.

use super::program::NodeId;
use crate::python::TensorFact;
use crate::python::tensor::{ANY, Pattern, PatternHead, following};

#[derive(Default)]
pub(super) struct TensorChecks {
    checks: Vec<Packed>,
    /// Sizes and then strides of each check.
    dims: Vec<i64>,
}

struct Packed {
    node: NodeId,
    /// Index of the check that explains a failure.
    check: u32,
    dims: u32,
    strides: u32,
    head: PatternHead,
}

/// One check, as it is read.
pub(super) struct TensorCheck<'a> {
    pub(super) node: NodeId,
    pub(super) check: u32,
    pub(super) pattern: Pattern<'a>,
}

impl TensorChecks {
    pub(super) fn push(&mut self, node: NodeId, check: u32, fact: &TensorFact) -> u32 {
        let dims = self.dims.len() as u32;
        self.dims.extend(fact.sizes.iter().map(|n| n.unwrap_or(ANY)));
        let strides = self.dims.len() as u32;
        let follows = |at: usize| fact.follows.get(at).copied().flatten();
        self.dims.extend(fact.strides.iter().enumerate().map(|(at, n)| n.unwrap_or_else(|| follows(at).map_or(ANY, following))));
        self.checks.push(Packed { node, check, dims, strides, head: PatternHead::of(fact) });
        self.checks.len() as u32 - 1
    }

    /// The one that a check of the program is.
    pub(super) fn of_check(&self, check: u32) -> Option<u32> {
        (0..).zip(&self.checks).find(|(_, packed)| packed.check == check).map(|(index, _)| index)
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> TensorCheck<'_> {
        let packed = &self.checks[index as usize];
        let end = self.checks.get(index as usize + 1).map_or(self.dims.len(), |next| next.dims as usize);
        let (sizes, strides) = (packed.dims as usize..packed.strides as usize, packed.strides as usize..end);
        TensorCheck {
            node: packed.node,
            check: packed.check,
            pattern: Pattern { head: &packed.head, sizes: &self.dims[sizes], strides: &self.dims[strides] },
        }
    }
}
