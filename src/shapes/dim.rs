//! A symbolic integer, small enough to be copied everywhere.

use std::fmt;

/// A constant, or the id of an expression in a [`ShapeEnv`](super::ShapeEnv).
///
/// Both share one word: the lowest 2³² values of `i64`, which sizes never take, are ids of expressions. `Ord` of two
/// `Dim`s is not the order of their values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dim(i64);

const EXPRESSIONS_END: i64 = i64::MIN + (1 << 32);

impl Dim {
    pub const ZERO: Dim = Dim(0);
    pub const ONE: Dim = Dim(1);

    /// `None` for the few ints that stand for expressions.
    pub const fn constant(value: i64) -> Option<Dim> {
        if value < EXPRESSIONS_END { None } else { Some(Dim(value)) }
    }

    pub fn constant_wide(value: i128) -> Option<Dim> {
        i64::try_from(value).ok().and_then(Dim::constant)
    }

    pub const fn as_constant(self) -> Option<i64> {
        if self.0 < EXPRESSIONS_END { None } else { Some(self.0) }
    }

    pub const fn is_constant(self) -> bool {
        self.0 >= EXPRESSIONS_END
    }

    pub(super) const fn expression(id: u32) -> Dim {
        Dim(i64::MIN + id as i64)
    }

    pub(super) const fn id(self) -> Option<u32> {
        if self.is_constant() { None } else { Some((self.0 - i64::MIN) as u32) }
    }
}

impl From<usize> for Dim {
    fn from(value: usize) -> Dim {
        // A count of things in memory is below 2⁶³.
        Dim(value as i64)
    }
}

impl From<i32> for Dim {
    fn from(value: i32) -> Dim {
        Dim(i64::from(value))
    }
}

impl fmt::Debug for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id() {
            Some(id) => write!(f, "#{id}"),
            None => write!(f, "{}", self.0),
        }
    }
}
