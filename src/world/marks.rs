//! Marks that users leave on tensors (`mark_dynamic`, `mark_static`, …), read where torch keeps them: in attributes of
//! the tensor itself.

use crate::python::{Object, Owned, read};
use crate::shapes::Interval;

/// What is marked, by dimension.
#[derive(Debug, Clone, Default)]
pub struct DimensionMarks {
    fixed: Vec<i64>,
    symbolic: Vec<i64>,
    perhaps_symbolic: Vec<i64>,
    ranges: Vec<(i64, Interval)>,
    unseen: Vec<(i64, Unseen)>,
}

/// An unbacked size (`mark_unbacked`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unseen {
    pub range: Option<Interval>,
    /// Dimensions with the same name are of the same size.
    pub shape: Option<String>,
}

impl DimensionMarks {
    pub fn is_static(&self, dimension: usize) -> bool {
        has(&self.fixed, dimension)
    }

    /// Whether the dimension must be symbolic (specialising it is an error), and its declared range.
    pub fn dynamic(&self, dimension: usize) -> Option<Option<Interval>> {
        has(&self.symbolic, dimension).then(|| self.range(dimension))
    }

    /// Whether the dimension is to be symbolic unless the program fixes it.
    pub fn is_maybe_dynamic(&self, dimension: usize) -> bool {
        has(&self.perhaps_symbolic, dimension)
    }

    /// Whether the size is unbacked.
    pub fn unseen(&self, dimension: usize) -> Option<&Unseen> {
        self.unseen.iter().find(|(index, _)| *index == dimension as i64).map(|(_, unseen)| unseen)
    }

    /// The range declared for a dimension, however it is marked.
    pub fn range(&self, dimension: usize) -> Option<Interval> {
        self.ranges.iter().find(|(index, _)| *index == dimension as i64).map(|(_, range)| *range)
    }
}

/// The marks of a tensor. Runs no Python code.
pub fn dimension_marks(tensor: Object) -> DimensionMarks {
    let any = |names: &[&str]| names.iter().flat_map(|name| indices(tensor, name)).collect();
    DimensionMarks {
        fixed: indices(tensor, "_dynamo_static_indices"),
        symbolic: any(&["_dynamo_dynamic_indices", "_dynamo_strict_unbacked_indices"]),
        perhaps_symbolic: any(&[
            "_dynamo_weak_dynamic_indices",
            // What torch itself knows to change: the rows of a jagged tensor.
            "_dynamo_propagated_dynamic_indices",
        ]),
        ranges: members(tensor, "_dynamo_dynamic_range").into_iter().filter_map(range).collect(),
        unseen: indices(tensor, "_dynamo_unbacked_indices").into_iter().map(|index| (index, unseen(tensor, index))).collect(),
    }
}

fn unseen(tensor: Object, dimension: i64) -> Unseen {
    let said = |name: &str| {
        let entries = attribute(tensor, name).filter(|said| said.is_dict())?.dict_entries();
        entries.into_iter().find(|entry| entry.key.as_int() == Some(dimension)).map(|entry| entry.value)
    };
    let bounds = said("_dynamo_unbacked_bounds");
    let bound = |index: usize| bounds.and_then(|bounds| bounds.item(index)).and_then(Object::as_int);
    Unseen {
        range: bounds.map(|_| Interval::new(bound(0), bound(1))),
        shape: said("_dynamo_shape_ids").filter(|id| id.is_str()).map(|id| id.text().to_owned()),
    }
}

fn has(indices: &[i64], dimension: usize) -> bool {
    indices.contains(&(dimension as i64))
}

fn indices(tensor: Object, name: &str) -> Vec<i64> {
    members(tensor, name).into_iter().filter_map(Object::as_int).collect()
}

/// The members of a set that an attribute of the tensor itself holds.
fn members(tensor: Object, name: &str) -> Vec<Object> {
    attribute(tensor, name).and_then(Object::set_items).unwrap_or_default()
}

/// A declared range: a tuple of dimension, least and greatest size, or an instance with these three attributes.
fn range(declared: Object) -> Option<(i64, Interval)> {
    let part =
        |index: usize, name: &str| declared.item(index).or_else(|| attribute(declared, name)).or_else(|| slot(declared, name));
    let bound = |part: Option<Object>| part.and_then(Object::as_int);
    let dimension = bound(part(0, "dim"))?;
    Some((dimension, Interval::new(bound(part(1, "min")), bound(part(2, "max")))))
}

/// The value of a `__slots__` attribute.
fn slot(object: Object, name: &str) -> Option<Object> {
    let name = Owned::interned(name).ok()?;
    read::slot(object, object.class().type_lookup(name.object())?)
}

/// Whether the tensor's address is guarded (`mark_static_address(guard=True)`).
pub fn has_guarded_address(tensor: Object) -> bool {
    attribute(tensor, "_dynamo_static_input_type").is_some_and(|kind| kind.is_str() && kind.text() == "guarded")
}

fn attribute(object: Object, name: &str) -> Option<Object> {
    let name = Owned::interned(name).ok()?;
    object.instance_attribute(name.object())
}
