//! Slots: the contents of registers, and their conversion to arguments of externs.

use std::convert::Infallible;

use super::types::{Jump, Name, Object, SourceId, Value, Values};
use super::{Flow, Stop};

#[derive(Debug, Clone, Copy)]
pub enum Slot {
    /// Unset, no result, or a missing `T?`.
    None,
    Bool(bool),
    Int(i64),
    Text(&'static str),
    Name(Name),
    Value(Value),
    Values(Values),
    Object(Object),
    Source(SourceId),
    Jump(Jump),
}

pub trait FromSlot: Sized {
    fn from_slot(slot: Slot) -> Flow<Self>;
}

pub trait IntoSlot {
    fn into_slot(self) -> Slot;
}

/// Conversions for types with a slot variant of their own.
macro_rules! slots {
    ($($kind:ident $ty:ty)*) => {
        $(
            impl FromSlot for $ty {
                fn from_slot(slot: Slot) -> Flow<$ty> {
                    match slot {
                        Slot::$kind(it) => Ok(it),
                        other => Err(mismatch(stringify!($kind), other)),
                    }
                }
            }

            impl IntoSlot for $ty {
                fn into_slot(self) -> Slot {
                    Slot::$kind(self)
                }
            }
        )*
    };
}

slots! {
    Bool bool
    Int i64
    Text &'static str
    Name Name
    Value Value
    Values Values
    Object Object
    Source SourceId
    Jump Jump
}

impl<T: FromSlot> FromSlot for Option<T> {
    fn from_slot(slot: Slot) -> Flow<Option<T>> {
        match slot {
            Slot::None => Ok(None),
            some => T::from_slot(some).map(Some),
        }
    }
}

impl<T: IntoSlot> IntoSlot for Option<T> {
    fn into_slot(self) -> Slot {
        self.map_or(Slot::None, T::into_slot)
    }
}

impl IntoSlot for () {
    fn into_slot(self) -> Slot {
        Slot::None
    }
}

impl IntoSlot for Infallible {
    fn into_slot(self) -> Slot {
        match self {}
    }
}

/// The member of an enum that a rule names by its index.
pub fn member<T: Copy>(slot: Slot, members: &[T]) -> Flow<T> {
    let index = match slot {
        Slot::Int(index) => usize::try_from(index).ok(),
        _ => None,
    };
    index.and_then(|index| members.get(index).copied()).ok_or_else(|| mismatch("a member of an enum", slot))
}

/// A slot of the wrong type: an internal error, since `rulec` has checked the types.
#[cold]
pub fn mismatch(wanted: &str, found: Slot) -> Stop {
    Stop::Abandon(format!("a rule gives {found:?} where {wanted} is wanted"))
}

/// Runs one arm of a large `match`.
#[inline]
pub fn apart<T>(arm: impl FnOnce() -> T) -> T {
    arm()
}

/// A call of an unknown extern: an internal error, since `rulec` writes the calls.
#[cold]
pub fn no_such_extern(id: u16, args: &[Slot]) -> Stop {
    Stop::Abandon(format!("there is no extern {id} with {} arguments", args.len()))
}
