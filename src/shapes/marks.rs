//! Marks that users leave on tensors (`mark_dynamic`, `mark_static`, …), read where torch keeps them: in attributes of
//! the tensor itself.

use std::fmt;

use crate::python::{DictEntry as Entry, Object, Owned, read};
use crate::shapes::Interval;

/// What is marked, by dimension.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DimensionMarks {
    fixed: Vec<i64>,
    symbolic: Vec<i64>,
    perhaps_symbolic: Vec<i64>,
    /// What torch itself knows to change: sizes of a graph's results, the rows of a jagged tensor.
    propagated: Vec<i64>,
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
        has(&self.perhaps_symbolic, dimension) || has(&self.propagated, dimension)
    }

    /// Takes a dimension that is symbolic for as good as marked to be so perhaps.
    pub fn note_symbolic(&mut self, dimension: usize) {
        self.perhaps_symbolic.push(dimension as i64);
    }

    /// Whether what was compiled for a tensor with the other marks does what these say. Without a mark anything does.
    pub fn are_met_by(&self, others: &DimensionMarks) -> bool {
        let within = |marks: &[i64], others: &[i64]| marks.iter().all(|index| others.contains(index));
        within(&self.fixed, &others.fixed)
            && within(&self.symbolic, &others.symbolic)
            && within(&self.perhaps_symbolic, &others.perhaps_symbolic)
            && self.unseen.iter().all(|mark| others.unseen.contains(mark))
            && (self.is_empty() || same_members(&self.ranges, &others.ranges))
    }

    fn is_empty(&self) -> bool {
        [&self.fixed, &self.symbolic, &self.perhaps_symbolic].iter().all(|marks| marks.is_empty()) && self.unseen.is_empty()
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

fn has(indices: &[i64], dimension: usize) -> bool {
    indices.contains(&(dimension as i64))
}

fn same_members<T: PartialEq>(some: &[T], others: &[T]) -> bool {
    some.len() == others.len() && some.iter().all(|member| others.contains(member))
}

/// By dimension, what is said of it, as `{0: dynamic, 1: static}`.
impl fmt::Display for DimensionMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [(&self.fixed, "static"), (&self.symbolic, "dynamic"), (&self.perhaps_symbolic, "perhaps dynamic")];
        let marks = kinds.into_iter().flat_map(|(indices, kind)| indices.iter().map(move |index| (*index, kind)));
        let mut marks: Vec<(i64, &str)> = marks.chain(self.unseen.iter().map(|(index, _)| (*index, "unbacked"))).collect();
        marks.sort_unstable();
        let texts: Vec<String> = marks.iter().map(|(index, kind)| format!("{index}: {kind}")).collect();
        write!(f, "{{{}}}", texts.join(", "))
    }
}

/// The marks of a tensor. Runs no Python code.
pub fn dimension_marks(tensor: Object) -> DimensionMarks {
    let own = Attributes::of(tensor);
    let any = |names: &[&str]| names.iter().flat_map(|name| own.indices(name)).collect();
    DimensionMarks {
        fixed: own.indices("_dynamo_static_indices"),
        symbolic: any(&["_dynamo_dynamic_indices", "_dynamo_strict_unbacked_indices"]),
        perhaps_symbolic: own.indices("_dynamo_weak_dynamic_indices"),
        propagated: own.indices("_dynamo_propagated_dynamic_indices"),
        ranges: own.members("_dynamo_dynamic_range").into_iter().filter_map(range).collect(),
        unseen: own.indices("_dynamo_unbacked_indices").into_iter().map(|index| (index, own.unseen(index))).collect(),
    }
}

/// Whether the tensor's address is guarded (`mark_static_address(guard=True)`).
pub fn has_guarded_address(tensor: Object) -> bool {
    Attributes::of(tensor).get("_dynamo_static_input_type").is_some_and(|kind| kind.is_str() && kind.text() == "guarded")
}

/// The attributes of an instance itself. Most tensors have none.
struct Attributes(Vec<Entry>);

impl Attributes {
    fn of(instance: Object) -> Attributes {
        Attributes(instance.instance_entries())
    }

    fn get(&self, name: &str) -> Option<Object> {
        self.0.iter().find(|entry| entry.key.is_str() && entry.key.text() == name).map(|entry| entry.value)
    }

    /// The members of a set.
    fn members(&self, name: &str) -> Vec<Object> {
        self.get(name).and_then(Object::set_items).unwrap_or_default()
    }

    fn indices(&self, name: &str) -> Vec<i64> {
        self.members(name).into_iter().filter_map(Object::as_int).collect()
    }

    fn unseen(&self, dimension: i64) -> Unseen {
        let said = |name: &str| {
            let entries = self.get(name).filter(|said| said.is_dict())?.dict_entries();
            entries.into_iter().find(|entry| entry.key.as_int() == Some(dimension)).map(|entry| entry.value)
        };
        let bounds = said("_dynamo_unbacked_bounds");
        let bound = |index: usize| bounds.and_then(|bounds| bounds.item(index)).and_then(Object::as_int);
        Unseen {
            range: bounds.map(|_| Interval::new(bound(0), bound(1))),
            shape: said("_dynamo_shape_ids").filter(|id| id.is_str()).map(|id| id.text().to_owned()),
        }
    }
}

/// A declared range: a tuple of dimension, least and greatest size, or an instance with these three attributes.
fn range(declared: Object) -> Option<(i64, Interval)> {
    let own = Attributes::of(declared);
    let part = |index: usize, name: &str| declared.item(index).or_else(|| own.get(name)).or_else(|| slot(declared, name));
    let bound = |part: Option<Object>| part.and_then(Object::as_int);
    let dimension = bound(part(0, "dim"))?;
    Some((dimension, Interval::new(bound(part(1, "min")), bound(part(2, "max")))))
}

/// The value of a `__slots__` attribute.
fn slot(object: Object, name: &str) -> Option<Object> {
    let name = Owned::interned(name).ok()?;
    read::slot(object, object.class().type_lookup(name.object())?)
}
