//! Marks that users leave on tensors (`mark_dynamic` and friends), in the attributes where torch keeps them.

use super::Object;
use crate::shapes::Interval;

/// The marks on the dimensions of one tensor.
#[derive(Debug, Default)]
pub struct DimensionMarks {
    dynamic: Vec<i64>,
    maybe: Vec<i64>,
    fixed: Vec<i64>,
    ranges: Vec<(i64, Interval)>,
}

pub fn dimension_marks(tensor: Object) -> DimensionMarks {
    let attribute = |name: &str| {
        let name = super::Owned::interned(name).ok()?;
        tensor.instance_attribute(name.object())
    };
    let numbers = |name: &str| -> Vec<i64> {
        let set = attribute(name).and_then(Object::set_items).unwrap_or_default();
        set.into_iter().filter_map(Object::as_int).collect()
    };
    let ranges = attribute("_dynamo_dynamic_range").and_then(Object::set_items).unwrap_or_default();
    DimensionMarks {
        dynamic: numbers("_dynamo_dynamic_indices"),
        maybe: numbers("_dynamo_weak_dynamic_indices"),
        fixed: numbers("_dynamo_static_indices"),
        ranges: ranges
            .into_iter()
            .filter_map(|range| {
                let dimension = range.item(0)?.as_int()?;
                let bound = |index| range.item(index).and_then(Object::as_int);
                Some((dimension, Interval::new(bound(1), bound(2))))
            })
            .collect(),
    }
}

impl DimensionMarks {
    pub fn is_static(&self, dimension: usize) -> bool {
        self.fixed.contains(&(dimension as i64))
    }

    pub fn is_maybe_dynamic(&self, dimension: usize) -> bool {
        self.maybe.contains(&(dimension as i64))
    }

    /// Whether the dimension is marked dynamic, and the range declared for it.
    pub fn dynamic(&self, dimension: usize) -> Option<Option<Interval>> {
        let dimension = dimension as i64;
        let range = self.ranges.iter().find(|(of, _)| *of == dimension).map(|(_, range)| *range);
        self.dynamic.contains(&dimension).then_some(range)
    }
}
