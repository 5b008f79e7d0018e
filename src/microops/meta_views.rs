//! What meta rules ask about tensors that show the data of another.

use std::rc::Rc;

use super::meta::{dims, items, wrap};
use crate::shapes::externs::MetaViewsExterns;
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{Device, Dim, Format, Items, MetaArgument, Tensor};
use crate::shapes::{Category, Interval, Strides, TensorMeta, strides};
use crate::tables::Comparison;

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
                // A number is the same all over.
                _ if a.rank() == 0 => (Dim::ONE, Dim::ZERO),
                Some(old) => (a.sizes[old], own[old]),
                None => (Dim::ONE, self.env.multiply(sizes[at + 1], strides[at + 1])?),
            };
            if Some(wanted[at]) == MINUS_ONE {
                if at < added {
                    return None;
                }
            } else if !self.env.is(size, Comparison::Equal, wanted[at])? {
                if !self.env.is(size, Comparison::Equal, Dim::ONE)?
                    || !self.env.is(wanted[at], Comparison::GreaterEqual, Dim::ZERO)?
                {
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
        // An index tensor without dimensions selects, which index tensors beside it do not see.
        let mixed = keys.iter().any(picks);
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
                MetaArgument::Tensor(index)
                    if index.dtype.category() == Category::Int && index.dtype.item_size() > 1 && index.rank() == 0 =>
                {
                    if mixed || size == Dim::ZERO {
                        return None;
                    }
                    cursor.next += 1;
                }
                MetaArgument::Tensor(index) if index.dtype.category() == Category::Int && index.dtype.item_size() >= 4 => {
                    if index.strides != Strides::Contiguous || size == Dim::ZERO {
                        return None;
                    }
                    cursor.indices.push((cursor.sizes.len(), index.sizes.clone()));
                    cursor.push(size, stride);
                    cursor.next += 1;
                }
                MetaArgument::List(list) if list.iter().all(|item| matches!(item, MetaArgument::Dim(_))) && !list.is_empty() => {
                    for at in dims(list)? {
                        if !self.is_inside(at, size)? {
                            return self.refuse("a list of indices, one of which is out of range");
                        }
                    }
                    cursor.indices.push((cursor.sizes.len(), [Dim::from(list.len())].into()));
                    cursor.push(size, stride);
                    cursor.next += 1;
                }
                MetaArgument::Tensor(index) if !may_index(index) => {
                    return self.refuse("an index tensor of a dtype that numbers nothing");
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

    fn squeezed(&mut self, a: Tensor, at: Items) -> Option<Tensor> {
        let (at, own) = (dims(&at)?, a.strides(self.env)?);
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for (dimension, (&size, &stride)) in a.sizes.iter().zip(own.iter()).enumerate() {
            if at.contains(&Dim::from(dimension)) && self.env.is(size, Comparison::Equal, Dim::ONE)? {
                continue;
            }
            sizes.push(size);
            strides.push(stride);
        }
        self.view_of(&a, sizes, strides)
    }

    fn suggests(&mut self, a: Tensor, format: Format) -> Option<bool> {
        Some(self.suggested_format(&a)? == format)
    }

    fn or_all(&mut self, index: MetaArgument) -> Option<MetaArgument> {
        if index.is_none() { self.slice_all() } else { Some(index) }
    }

    fn listed(&mut self, x: MetaArgument) -> Option<Items> {
        match x {
            MetaArgument::Dim(_) => Some([x].into()),
            MetaArgument::List(items) | MetaArgument::Tuple(items) => dims(&items).map(|_| items),
            _ => None,
        }
    }

    fn picks(&mut self, key: MetaArgument) -> Option<bool> {
        Some(match &key {
            MetaArgument::Tuple(keys) => keys.iter().any(picks),
            one => picks(one),
        })
    }

    fn is_index(&mut self, index: Tensor) -> Option<bool> {
        Some(index.dtype.category() == Category::Int && index.dtype.item_size() >= 4)
    }

    fn scatters(&mut self, into: Tensor, at: Dim, index: Tensor, src: MetaArgument) -> Option<bool> {
        if into.rank() == 0
            || index.rank() != into.rank()
            || index.dtype.category() != Category::Int
            || index.dtype.item_size() != 8
        {
            return Some(false);
        }
        let at = wrap(at, into.rank())?;
        let others = |sizes: &[Dim]| {
            sizes.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, size)| MetaArgument::Dim(*size)).collect()
        };
        if into.sizes[at] == Dim::ZERO || !self.fits(others(&index.sizes), others(&into.sizes))? {
            return Some(false);
        }
        match src {
            MetaArgument::Tensor(src) => Some(src.dtype == into.dtype && self.fits(items(&index.sizes), items(&src.sizes))?),
            MetaArgument::Dim(_) | MetaArgument::Bool(_) => Some(true),
            MetaArgument::Float(_) => Some(into.dtype.category() >= Category::Float),
            _ => Some(false),
        }
    }

    fn goes_along(&mut self, into: Tensor, at: Dim, index: Tensor, source: Tensor) -> Option<bool> {
        if index.rank() != 1 || into.rank() == 0 || source.rank() != into.rank() || source.dtype != into.dtype {
            return Some(false);
        }
        let mut wanted = into.sizes.to_vec();
        wanted[wrap(at, into.rank())?] = index.sizes[0];
        let mut same = !into.sizes.contains(&Dim::ZERO);
        for (&own, &wanted) in source.sizes.iter().zip(&wanted) {
            same = same && self.env.is(own, Comparison::Equal, wanted)?;
        }
        Some(same)
    }

    fn moved(&mut self, from: Items, to: Items, rank: Dim) -> Option<Items> {
        let rank = usize::try_from(rank.as_constant()?).ok()?;
        let (from, to) = (dims(&from)?, dims(&to)?);
        let mut order = vec![None; rank];
        for (&from, &to) in from.iter().zip(&to) {
            order[wrap(to, rank)?] = Some(from);
        }
        let mut rest = (0..rank).map(Dim::from).filter(|at| !from.contains(at));
        order.into_iter().map(|at| at.or_else(|| rest.next()).map(MetaArgument::Dim)).collect()
    }

    fn joined(&mut self, tensors: Items, at: Dim) -> Option<Tensor> {
        let mut parts = Vec::new();
        for part in tensors.iter() {
            match part {
                MetaArgument::Tensor(part) => parts.push(part.clone()),
                _ => return None,
            }
        }
        let dtype = parts.iter().skip(1).try_fold(parts.first()?.dtype, |dtype, part| dtype.join(part.dtype))?;
        // An empty vector joins with anything, and has a say in the layout alone.
        let joins = |part: &Tensor| *part.sizes != [Dim::ZERO];
        let long: Vec<_> = parts.iter().filter(|part| joins(part)).cloned().collect();
        let (first, rest) = if long.is_empty() { parts.split_first()? } else { long.split_first()? };
        let at = wrap(at, first.rank())?;
        let mut sizes = first.sizes.to_vec();
        for part in rest {
            if part.rank() != first.rank() {
                return None;
            }
            for (dimension, size) in sizes.iter_mut().enumerate() {
                if dimension == at {
                    *size = self.env.add(*size, part.sizes[dimension])?;
                } else if !self.env.is(*size, Comparison::Equal, part.sizes[dimension])? {
                    return None;
                }
            }
        }
        if parts.iter().any(|part| part.device != first.device) {
            return None;
        }
        let mut format = None;
        for part in &parts {
            let own = self.suggested_format(part)?;
            format = match format {
                None => Some(own),
                Some(format) if format == own => Some(own),
                Some(_) => Some(Format::Contiguous),
            };
        }
        let strides = strides::of_format(self.env, &sizes, format?)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(dtype, first.device, sizes) }))
    }

    fn pieces(&mut self, a: Tensor, at: Dim, size: Dim) -> Option<Items> {
        let at = wrap(at, a.rank())?;
        let (whole, own) = (a.sizes[at], a.strides(self.env)?.to_vec());
        if !self.env.is(size, Comparison::Greater, Dim::ZERO)? {
            return None;
        }
        let more = self.env.subtract(size, Dim::ONE)?;
        let rounded = self.env.add(whole, more)?;
        let count = self.env.floor_divide(rounded, size)?;
        // How many results there are must be known.
        let count = self.env.specialise(count)?.max(1);
        let mut pieces = Vec::new();
        let mut left = whole;
        for index in 0..count {
            let last = index + 1 == count;
            let mut sizes = a.sizes.to_vec();
            sizes[at] = if last { left } else { size };
            left = self.env.subtract(left, size)?;
            pieces.push(MetaArgument::Tensor(self.view_of(&a, sizes, own.clone())?));
        }
        Some(pieces.into())
    }

    fn converted(&mut self, a: Tensor, target: Items, copy: bool, format: Format) -> Option<Tensor> {
        let (mut dtype, mut device) = (a.dtype, a.device);
        let (mut copy, mut format) = (copy, format);
        for (index, wanted) in target.iter().enumerate() {
            match wanted {
                MetaArgument::DType(wanted) => dtype = *wanted,
                MetaArgument::Device(wanted) => device = *wanted,
                MetaArgument::Text(text) => device = Device::parse(text)?,
                MetaArgument::Tensor(other) if index == 0 => (dtype, device) = (other.dtype, other.device),
                MetaArgument::Format(wanted) => format = *wanted,
                // `non_blocking` and then `copy` may follow.
                MetaArgument::Bool(wanted) if index > 0 => {
                    let second = matches!(target[index - 1], MetaArgument::Bool(_));
                    copy |= *wanted && second;
                }
                MetaArgument::None => {}
                _ => return None,
            }
        }
        if device.is_current() {
            return None;
        }
        let same = (dtype, device) == (a.dtype, a.device);
        let laid_out = format == Format::Preserve || a.is_contiguous(self.env, format)?;
        if same && laid_out && !copy {
            return Some(a);
        }
        let made = crate::shapes::externs::MetaExterns::formatted(self, a, format)?;
        Some(Rc::new(TensorMeta { dtype, device, ..Rc::unwrap_or_clone(made) }))
    }

    fn slice_all(&mut self) -> Option<MetaArgument> {
        Some(MetaArgument::Slice(Rc::new([MetaArgument::None, MetaArgument::None, MetaArgument::None])))
    }

    fn input_view(&mut self, a: Tensor) -> Option<Tensor> {
        Some(Rc::new(TensorMeta { strides: a.strides.clone(), ..TensorMeta::new(a.dtype, a.device, a.sizes.clone()) }))
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

/// Whether one part of a key takes elements out.
fn picks(key: &MetaArgument) -> bool {
    match key {
        MetaArgument::Tensor(index) => index.rank() > 0,
        key => matches!(key, MetaArgument::List(_)),
    }
}

/// Whether torch takes a tensor in a key for what it is: truths, or integers of certain widths.
fn may_index(index: &TensorMeta) -> bool {
    match index.dtype.category() {
        Category::Bool => true,
        Category::Int => index.rank() == 0 || index.dtype.item_size() != 2,
        _ => false,
    }
}

impl MetaMachine<'_> {
    /// Whether each size is at most its counterpart.
    fn fits(&mut self, a: Items, into: Items) -> Option<bool> {
        let (a, into) = (dims(&a)?, dims(&into)?);
        let mut fits = a.len() == into.len();
        for (&size, &most) in a.iter().zip(&into) {
            fits = fits && self.env.is(size, Comparison::LessEqual, most)?;
        }
        Some(fits)
    }

    /// The format that an operation on this tensor would choose for its result.
    pub(super) fn suggested_format(&mut self, a: &TensorMeta) -> Option<Format> {
        if a.strides == Strides::Contiguous {
            return Some(Format::Contiguous);
        }
        for format in [Format::ChannelsLast, Format::ChannelsLast3d] {
            let own = a.strides(self.env)?;
            if strides::suggests(self.env, &a.sizes, &own, format)? {
                return Some(format);
            }
        }
        Some(Format::Contiguous)
    }

    /// The stride of a dimension of size 1 put before dimension `at`.
    fn stride_of_new(&mut self, a: &TensorMeta, own: &[Dim], at: usize) -> Option<Dim> {
        match at < a.rank() {
            true => self.env.multiply(a.sizes[at], own[at]),
            false => Some(Dim::ONE),
        }
    }

    fn require_index(&mut self, at: Dim, size: Dim) -> Option<()> {
        self.is_inside(at, size)?.then_some(())
    }

    fn is_inside(&mut self, at: Dim, size: Dim) -> Option<bool> {
        let lowest = self.env.negate(size)?;
        Some(self.env.is(at, Comparison::Less, size)? && self.env.is(at, Comparison::GreaterEqual, lowest)?)
    }

    /// How many elements a slice of a dimension takes, and its step.
    fn slice_length(&mut self, size: Dim, start: &MetaArgument, end: &MetaArgument, step: &MetaArgument) -> Option<(Dim, Dim)> {
        let step = match step {
            MetaArgument::None => Dim::ONE,
            // Torch adds the step to a size.
            MetaArgument::Dim(step) if step.as_constant()? > 0 && Interval::REACH.contains(step.as_constant()?.into()) => *step,
            _ => return None,
        };
        let start = self.slice_end(start, Dim::ZERO, size)?;
        let end = self.slice_end(end, size, size)?;
        // Where they meet, the difference says that there are no elements, with no guard that says so of all calls.
        if self.env.is(end, Comparison::Less, start)? {
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

    /// What index tensors give: their common sizes in place of the dimensions that they index, or in front
    /// where those are apart; laid out as if tensor and indices met element by element.
    fn gathered(&mut self, a: &TensorMeta, cursor: Cursor) -> Option<Tensor> {
        let common = self.broadcast_all(cursor.indices.iter().map(|(_, sizes)| &sizes[..]))?;
        let places: Vec<usize> = cursor.indices.iter().map(|(place, _)| *place).collect();
        let adjacent = places.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let before = if adjacent { places[0] } else { 0 };
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        let kept = (0..cursor.sizes.len()).filter(|at| !places.contains(at));
        for at in kept {
            sizes.push(cursor.sizes[at]);
            strides.push(cursor.strides[at]);
        }
        sizes.splice(before..before, common.iter().copied());
        strides.splice(before..before, common.iter().map(|_| Dim::ZERO));
        let mut in_rows = !sizes.contains(&Dim::ZERO);
        let own: Vec<(Dim, Dim)> =
            strides.iter().copied().zip(sizes.iter().copied()).filter(|(stride, _)| *stride != Dim::ZERO).collect();
        for pair in own.windows(2) {
            // Where strides are equal, the smaller dimension comes last.
            let [(before, its_size), (after, size)] = [pair[0], pair[1]];
            let (left, how, right) = match self.env.is(before, Comparison::Equal, after)? {
                true => (its_size, Comparison::GreaterEqual, size),
                false => (before, Comparison::Greater, after),
            };
            in_rows = in_rows && self.env.is(left, how, right)?;
        }
        if in_rows {
            return Some(Rc::new(TensorMeta::new(a.dtype, a.device, sizes)));
        }
        let mut operands =
            vec![TensorMeta { strides: Strides::explicit(strides), ..TensorMeta::new(a.dtype, a.device, sizes.clone()) }];
        for (_, own) in &cursor.indices {
            // An index stands where the common sizes do, with 1 for every other dimension.
            let mut spread = vec![Dim::ONE; sizes.len()];
            let first = before + common.len() - own.len();
            spread[first..first + own.len()].copy_from_slice(own);
            operands.push(TensorMeta::new(a.dtype, a.device, spread));
        }
        let operands: Vec<&TensorMeta> = operands.iter().collect();
        let strides = strides::elementwise(self.env, &operands, &sizes)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, sizes) }))
    }
}
