//! What meta rules ask about tensors that show the data of another.

use std::rc::Rc;

use super::meta::{dims, items, wrap};
use crate::generated::MetaViewsExterns;
use crate::rules::table::Comparison;
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{Dim, Items, MetaArgument, Tensor};
use crate::shapes::{Category, Strides, TensorMeta, strides};

const MINUS_ONE: Option<Dim> = Dim::constant(-1);

impl MetaViewsExterns for MetaMachine<'_> {
    fn completed(&mut self, sizes: Items, count: Dim) -> Option<Items> {
        let mut sizes = dims(&sizes)?;
        let open = sizes.iter().position(|&size| Some(size) == MINUS_ONE);
        if let Some(at) = open {
            sizes[at] = Dim::ONE;
        }
        for &size in &sizes {
            if !self.env.is(size, Comparison::GreaterEqual, Dim::ZERO)? {
                return None;
            }
        }
        let known = self.env.product(&sizes)?;
        match open {
            Some(at) => {
                let rest = self.env.modulo(count, known)?;
                if !self.env.is(rest, Comparison::Equal, Dim::ZERO)? {
                    return None;
                }
                sizes[at] = self.env.floor_divide(count, known)?;
            }
            None if !self.env.is(known, Comparison::Equal, count)? => return None,
            None => {}
        }
        Some(items(&sizes))
    }

    fn viewed(&mut self, a: Tensor, sizes: Items) -> Option<Option<Tensor>> {
        let sizes = dims(&sizes)?;
        let Some(strides) = strides::view(self.env, &a, &sizes)? else { return Some(None) };
        let strides = match strides {
            Strides::Explicit(own) => self.strides_of(&sizes, own.into_vec())?,
            Strides::Contiguous => Strides::Contiguous,
        };
        Some(Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, sizes) })))
    }

    fn permuted(&mut self, a: Tensor, order: Items) -> Option<Tensor> {
        let own = a.strides(self.env)?;
        let order = dims(&order)?;
        if order.len() != a.rank() {
            return None;
        }
        let mut seen = vec![false; a.rank()];
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for at in order {
            let at = wrap(at, a.rank())?;
            if std::mem::replace(&mut seen[at], true) {
                return None;
            }
            sizes.push(a.sizes[at]);
            strides.push(own[at]);
        }
        self.view_of(&a, sizes, strides)
    }

    fn expanded(&mut self, a: Tensor, sizes: Items) -> Option<Tensor> {
        let wanted = dims(&sizes)?;
        let own = a.strides(self.env)?;
        let added = wanted.len().checked_sub(a.rank())?;
        let (mut sizes, mut strides) = (vec![Dim::ONE; wanted.len()], vec![Dim::ZERO; wanted.len()]);
        for at in (0..wanted.len()).rev() {
            let (mut size, mut stride) = match at.checked_sub(added) {
                Some(old) => (a.sizes[old], own[old]),
                None if at + 1 == wanted.len() => (Dim::ONE, Dim::ONE),
                None => (Dim::ONE, self.env.multiply(sizes[at + 1], strides[at + 1])?),
            };
            if Some(wanted[at]) == MINUS_ONE {
                if at < added {
                    return None;
                }
            } else if !self.env.is(size, Comparison::Equal, wanted[at])? {
                if !self.env.is(size, Comparison::Equal, Dim::ONE)? || !self.env.is(wanted[at], Comparison::GreaterEqual, Dim::ZERO)? {
                    return None;
                }
                (size, stride) = (wanted[at], Dim::ZERO);
            }
            (sizes[at], strides[at]) = (size, stride);
        }
        self.view_of(&a, sizes, strides)
    }

    fn indexed(&mut self, a: Tensor, key: MetaArgument) -> Option<Tensor> {
        let keys: Items = match key {
            MetaArgument::Tuple(keys) => keys,
            one => [one].into(),
        };
        let own = a.strides(self.env)?;
        let taken = keys.iter().filter(|key| !matches!(key, MetaArgument::None | MetaArgument::Ellipsis)).count();
        let mut hidden = a.rank().checked_sub(taken)?;
        let mut cursor = Cursor { sizes: Vec::new(), strides: Vec::new(), indices: Vec::new(), next: 0 };
        let mut ellipsis = false;
        for key in keys.iter() {
            let (size, stride) = match cursor.next < a.rank() {
                true => (a.sizes[cursor.next], own[cursor.next]),
                false => (Dim::ONE, Dim::ONE),
            };
            match key {
                MetaArgument::None => cursor.push(Dim::ONE, self.stride_of_new(&a, &own, cursor.next)?),
                MetaArgument::Ellipsis if ellipsis => return None,
                MetaArgument::Ellipsis => {
                    ellipsis = true;
                    for _ in 0..std::mem::take(&mut hidden) {
                        cursor.push(a.sizes[cursor.next], own[cursor.next]);
                        cursor.next += 1;
                    }
                }
                MetaArgument::Dim(at) => {
                    self.require_index(*at, size)?;
                    cursor.next += 1;
                }
                MetaArgument::Slice(parts) => {
                    let (count, step) = self.slice_length(size, &parts[0], &parts[1], &parts[2])?;
                    let stride = self.env.multiply(stride, step)?;
                    cursor.push(count, stride);
                    cursor.next += 1;
                }
                MetaArgument::Tensor(index) if index.dtype.category() == Category::Int && index.dtype.item_size() > 1 => {
                    if index.strides != Strides::Contiguous {
                        return None;
                    }
                    cursor.indices.push((cursor.sizes.len(), index.sizes.clone()));
                    cursor.push(size, stride);
                    cursor.next += 1;
                }
                MetaArgument::List(list) if list.iter().all(|item| matches!(item, MetaArgument::Dim(_))) && !list.is_empty() => {
                    for at in dims(list)? {
                        self.require_index(at, size)?;
                    }
                    cursor.indices.push((cursor.sizes.len(), [Dim::from(list.len())].into()));
                    cursor.push(size, stride);
                    cursor.next += 1;
                }
                _ => return None,
            }
        }
        while cursor.next < a.rank() {
            cursor.push(a.sizes[cursor.next], own[cursor.next]);
            cursor.next += 1;
        }
        match cursor.indices.is_empty() {
            true => self.view_of(&a, cursor.sizes, cursor.strides),
            false => self.gathered(&a, cursor),
        }
    }

    fn sliced(&mut self, a: Tensor, at: Dim, start: MetaArgument, end: MetaArgument, step: MetaArgument) -> Option<Tensor> {
        let at = wrap(at, a.rank())?;
        let own = a.strides(self.env)?;
        let (count, step) = self.slice_length(a.sizes[at], &start, &end, &step)?;
        let (mut sizes, mut strides) = (a.sizes.to_vec(), own.to_vec());
        (sizes[at], strides[at]) = (count, self.env.multiply(own[at], step)?);
        self.view_of(&a, sizes, strides)
    }
}

/// The dimensions of an indexing as far as they are known.
struct Cursor {
    sizes: Vec<Dim>,
    strides: Vec<Dim>,
    /// Index tensors: the place of the dimension that each takes the place of, and its sizes.
    indices: Vec<(usize, Box<[Dim]>)>,
    /// The next dimension of the indexed tensor.
    next: usize,
}

impl Cursor {
    fn push(&mut self, size: Dim, stride: Dim) {
        self.sizes.push(size);
        self.strides.push(stride);
    }
}

impl MetaMachine<'_> {
    /// The stride of a dimension of size 1 put before dimension `at`.
    fn stride_of_new(&mut self, a: &TensorMeta, own: &[Dim], at: usize) -> Option<Dim> {
        match at < a.rank() {
            true => self.env.multiply(a.sizes[at], own[at]),
            false => Some(Dim::ONE),
        }
    }

    fn require_index(&mut self, at: Dim, size: Dim) -> Option<()> {
        let lowest = self.env.negate(size)?;
        let inside = self.env.is(at, Comparison::Less, size)? && self.env.is(at, Comparison::GreaterEqual, lowest)?;
        inside.then_some(())
    }

    /// How many elements a slice of a dimension takes, and its step.
    fn slice_length(&mut self, size: Dim, start: &MetaArgument, end: &MetaArgument, step: &MetaArgument) -> Option<(Dim, Dim)> {
        let step = match step {
            MetaArgument::None => Dim::ONE,
            MetaArgument::Dim(step) if step.as_constant()? > 0 => *step,
            _ => return None,
        };
        let start = self.slice_end(start, Dim::ZERO, size)?;
        let end = self.slice_end(end, size, size)?;
        if !self.env.is(start, Comparison::Less, end)? {
            return Some((Dim::ZERO, step));
        }
        let span = self.env.subtract(end, start)?;
        let more = self.env.subtract(step, Dim::ONE)?;
        let span = self.env.add(span, more)?;
        Some((self.env.floor_divide(span, step)?, step))
    }

    fn slice_end(&mut self, given: &MetaArgument, default: Dim, size: Dim) -> Option<Dim> {
        let mut at = match given {
            MetaArgument::None => return Some(default),
            MetaArgument::Dim(at) => *at,
            _ => return None,
        };
        if self.env.is(at, Comparison::Less, Dim::ZERO)? {
            at = self.env.add(at, size)?;
            if self.env.is(at, Comparison::Less, Dim::ZERO)? {
                return Some(Dim::ZERO);
            }
        }
        Some(if self.env.is(at, Comparison::Greater, size)? { size } else { at })
    }

    /// What index tensors give: their common sizes in place of the dimensions that they index, or in
    /// front where those are apart. Only for tensors laid out in the order of their dimensions.
    fn gathered(&mut self, a: &TensorMeta, cursor: Cursor) -> Option<Tensor> {
        for pair in cursor.strides.windows(2) {
            if !self.env.is(pair[0], Comparison::GreaterEqual, pair[1])? {
                return None;
            }
        }
        let common = self.broadcast_all(cursor.indices.iter().map(|(_, sizes)| &sizes[..]))?;
        let places: Vec<usize> = cursor.indices.iter().map(|(place, _)| *place).collect();
        let adjacent = places.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let mut sizes: Vec<Dim> = Vec::new();
        if !adjacent {
            sizes.extend(&common);
        }
        for (at, &size) in cursor.sizes.iter().enumerate() {
            if !places.contains(&at) {
                sizes.push(size);
            } else if adjacent && at == places[0] {
                sizes.extend(&common);
            }
        }
        Some(Rc::new(TensorMeta::new(a.dtype, a.device, sizes)))
    }
}
