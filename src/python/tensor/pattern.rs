//! What a guard expects of a tensor, in a flat form for fast comparison.

use super::{IMPLEMENTATION, INLINE_DIMENSIONS, View, reader};
use crate::python::{Object, TensorFact, Words, read};

/// A wildcard in a [`Pattern`].
pub const ANY: i64 = i64::MIN;

/// A stride in a [`Pattern`] that is the product of a dimension's size and stride.
pub fn following(dimension: u8) -> i64 {
    ANY + 1 + i64::from(dimension)
}

/// A tensor fact in a flat form for fast comparison.
pub struct Pattern<'a> {
    pub head: &'a PatternHead,
    pub sizes: &'a [i64],
    pub strides: &'a [i64],
}

impl Pattern<'_> {
    /// Notes the fields of a tensor that just matched; false if they do not suffice.
    pub fn note(&self, object: Object, words: &mut Words) -> bool {
        let exact = |dims: &[i64]| dims.iter().all(|n| *n >= 0);
        let view = reader().and_then(|reader| reader.view(object));
        let Some(view) = view.filter(|_| exact(self.sizes) && exact(self.strides)) else { return false };
        let offsets = &view.native.offsets;
        let (sizes, strides) = view.sizes_and_strides();
        if sizes.len() > INLINE_DIMENSIONS {
            return false;
        }
        // The dtype's word takes in the device, and flags behind it that hardly change.
        let dims = [1, 1 + INLINE_DIMENSIONS].map(|first| (first..first + strides.len()).map(|n| offsets.sizes + 8 * n));
        let fields = [offsets.keys, offsets.dtype, offsets.sizes].into_iter().chain(dims.into_iter().flatten());
        words.note_class(object);
        // SAFETY: a tensor, which keeps its implementation alive, and that, its metadata.
        unsafe {
            words.note(object.as_ptr().byte_add(IMPLEMENTATION).cast());
            fields.for_each(|offset| words.note(view.implementation.add(offset).cast()));
            match view.native.gradients.as_ref().and_then(|layout| layout.words(view.implementation)) {
                Some(gradient) => gradient.into_iter().for_each(|word| words.note(word)),
                None => words.note_gradient(Gradient { view, requires_grad: self.head.requires_grad }),
            }
        }
        true
    }
}

/// A check of `requires_grad` by torch's own method.
pub struct Gradient {
    view: View,
    requires_grad: bool,
}

impl Gradient {
    #[inline]
    pub fn holds(&self) -> bool {
        self.view.requires_grad() == self.requires_grad
    }
}

pub struct PatternHead {
    class: Object,
    dispatch_keys: u64,
    dtype: i8,
    device: (i8, i8),
    requires_grad: bool,
}

impl PatternHead {
    pub fn of(fact: &TensorFact) -> PatternHead {
        PatternHead {
            class: fact.class,
            dispatch_keys: fact.dispatch_keys,
            dtype: fact.dtype,
            device: (fact.device_type, fact.device_index),
            requires_grad: fact.requires_grad,
        }
    }
}

/// Whether a tensor matches a pattern, as far as memory tells.
#[inline]
pub fn matches_pattern(object: Object, pattern: &Pattern<'_>) -> bool {
    let head = pattern.head;
    if read::class_of(object) != head.class {
        return false;
    }
    let Some(reader) = reader() else { return false };
    let Some(view) = reader.view(object) else { return reader.is_of_kind(object, head.dispatch_keys) };
    if view.keys() != head.dispatch_keys || view.dtype() != head.dtype || view.device() != head.device {
        return false;
    }
    let (sizes, strides) = view.sizes_and_strides();
    matches(sizes, pattern.sizes) && strides_match(sizes, strides, pattern.strides) && view.requires_grad() == head.requires_grad
}

#[inline]
pub(super) fn matches(found: &[i64], expected: &[i64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(found, expected)| found == expected || *expected == ANY)
}

#[inline]
fn strides_match(sizes: &[i64], strides: &[i64], expected: &[i64]) -> bool {
    strides.len() == expected.len()
        && strides.iter().zip(expected).all(|(found, expected)| found == expected || follows(sizes, strides, *found, *expected))
}

/// Whether a stride matches a pattern that is no number.
fn follows(sizes: &[i64], strides: &[i64], stride: i64, expected: i64) -> bool {
    if expected == ANY {
        return true;
    }
    let over = usize::try_from(expected.wrapping_sub(following(0))).ok().filter(|over| *over <= usize::from(u8::MAX));
    over.and_then(|over| Some(sizes.get(over)?.wrapping_mul(*strides.get(over)?))) == Some(stride)
}

/// Whether a tensor's present fact agrees with the guarded one.
pub fn agrees(now: &TensorFact, fact: &TensorFact) -> bool {
    let sizes = numbers(&now.sizes);
    let expected = |at: usize, stride: &Option<i64>| {
        stride.unwrap_or_else(|| fact.follows.get(at).copied().flatten().map_or(ANY, following))
    };
    let strides: Vec<i64> = fact.strides.iter().enumerate().map(|(at, stride)| expected(at, stride)).collect();
    now.class == fact.class
        && now.dispatch_keys == fact.dispatch_keys
        && now.dtype == fact.dtype
        && (now.device_type, now.device_index) == (fact.device_type, fact.device_index)
        && now.requires_grad == fact.requires_grad
        && now.has_strides == fact.has_strides
        && matches(&sizes, &numbers(&fact.sizes))
        && strides_match(&sizes, &numbers(&now.strides), &strides)
}

/// Sizes as Python gave them; those that it could not give as an int match only what matches anything.
pub(super) fn numbers(dims: &[Option<i64>]) -> Vec<i64> {
    dims.iter().map(|n| n.unwrap_or(ANY)).collect()
}
