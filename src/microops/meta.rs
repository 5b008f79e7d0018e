//! What meta rules ask about tensors, sizes and dtypes.

use std::rc::Rc;

use crate::shapes::externs::MetaExterns;
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{DType, Device, Dim, Format, Items, MetaArgument, Tensor, Text};
use crate::shapes::{Category, Kind, Strides, TensorMeta, strides};
use crate::tables::Comparison;

impl MetaExterns for MetaMachine<'_> {
    fn sizes(&mut self, a: Tensor) -> Option<Items> {
        Some(items(&a.sizes))
    }

    fn strides(&mut self, a: Tensor) -> Option<Items> {
        Some(items(&a.strides(self.env)?))
    }

    fn rank(&mut self, a: Tensor) -> Option<Dim> {
        Some(Dim::from(a.rank()))
    }

    fn size(&mut self, a: Tensor, at: Dim) -> Option<Dim> {
        Some(a.sizes[wrap(at, a.rank())?])
    }

    fn dtype(&mut self, a: Tensor) -> Option<DType> {
        Some(a.dtype)
    }

    fn device(&mut self, a: Tensor) -> Option<Device> {
        Some(a.device)
    }

    fn element_count(&mut self, a: Tensor) -> Option<Dim> {
        a.element_count(self.env)
    }

    fn is_contiguous(&mut self, a: Tensor, format: Format) -> Option<bool> {
        a.is_contiguous(self.env, format)
    }

    fn is_tensor(&mut self, a: MetaArgument) -> Option<bool> {
        Some(matches!(a, MetaArgument::Tensor(_)))
    }

    fn is_int(&mut self, a: MetaArgument) -> Option<bool> {
        Some(matches!(a, MetaArgument::Dim(_)))
    }

    fn is_real(&mut self, a: MetaArgument) -> Option<bool> {
        Some(matches!(a, MetaArgument::Dim(_) | MetaArgument::Float(_)))
    }

    fn is_bool(&mut self, a: MetaArgument) -> Option<bool> {
        Some(matches!(a, MetaArgument::Bool(_)))
    }

    fn is_dtype(&mut self, a: MetaArgument) -> Option<bool> {
        Some(matches!(a, MetaArgument::DType(_)))
    }

    fn tensor(&mut self, sizes: Items, dtype: DType, device: Device) -> Option<Tensor> {
        let sizes = dims(&sizes)?;
        self.require_sizes(&sizes)?;
        Some(Rc::new(TensorMeta::new(dtype, device, sizes)))
    }

    fn strided(&mut self, sizes: Items, strides: Items, dtype: DType, device: Device) -> Option<Tensor> {
        let (sizes, strides) = (dims(&sizes)?, dims(&strides)?);
        if sizes.len() != strides.len() {
            return None;
        }
        self.require_sizes(&sizes)?;
        let strides = self.strides_of(&sizes, strides)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(dtype, device, sizes) }))
    }

    fn like(&mut self, a: Tensor, sizes: Items) -> Option<Tensor> {
        MetaExterns::tensor(self, sizes, a.dtype, a.device)
    }

    fn formatted(&mut self, a: Tensor, format: Format) -> Option<Tensor> {
        let strides = match format {
            Format::Contiguous => Strides::Contiguous,
            Format::Preserve => {
                let own = a.strides(self.env)?;
                match strides::is_dense(self.env, &a.sizes, &own)? {
                    true => a.strides.clone(),
                    false => strides::elementwise(self.env, &[&a], &a.sizes)?,
                }
            }
            _ => strides::of_format(self.env, &a.sizes, format)?,
        };
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, a.sizes.clone()) }))
    }

    fn with_dtype(&mut self, a: Tensor, dtype: DType) -> Option<Tensor> {
        Some(Rc::new(TensorMeta { strides: a.strides.clone(), ..TensorMeta::new(dtype, a.device, a.sizes.clone()) }))
    }

    fn with_device(&mut self, a: Tensor, device: Device) -> Option<Tensor> {
        Some(Rc::new(TensorMeta { strides: a.strides.clone(), ..TensorMeta::new(a.dtype, device, a.sizes.clone()) }))
    }

    fn with_gradient(&mut self, a: MetaArgument, required: bool) -> Option<MetaArgument> {
        self.gradient_settled = true;
        settled(a, required)
    }

    fn requires_grad(&mut self, a: Tensor) -> Option<bool> {
        Some(a.requires_grad)
    }

    fn differentiable_in(&mut self, a: MetaArgument, sources: Items) -> Option<MetaArgument> {
        let mut any = false;
        sources.iter().for_each(|source| source.tensors(&mut |tensor| any |= tensor.requires_grad));
        self.any_grad = any;
        Some(a)
    }

    fn fixed(&mut self, n: Dim) -> Option<Dim> {
        self.env.specialise(n).and_then(Dim::constant)
    }

    fn is_true(&mut self, x: MetaArgument) -> Option<bool> {
        match x {
            MetaArgument::None => Some(false),
            MetaArgument::Bool(truth) => Some(truth),
            MetaArgument::Dim(number) => number.as_constant().map(|number| number != 0),
            MetaArgument::Float(number) => Some(number != 0.0),
            _ => None,
        }
    }

    fn is_less(&mut self, a: MetaArgument, b: MetaArgument) -> Option<bool> {
        if let (MetaArgument::Dim(a), MetaArgument::Dim(b)) = (&a, &b) {
            return self.env.is(*a, Comparison::Less, *b);
        }
        let number = |x: &MetaArgument| match x {
            MetaArgument::Float(number) => Some(*number),
            MetaArgument::Dim(number) => number.as_constant().map(|number| number as f64),
            _ => None,
        };
        Some(number(&a)? < number(&b)?)
    }

    fn floor_divide(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.env.floor_divide(a, b)
    }

    fn modulo(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.env.modulo(a, b)
    }

    fn maximum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.env.maximum(a, b)
    }

    fn minimum(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.env.minimum(a, b)
    }

    fn product(&mut self, sizes: Items) -> Option<Dim> {
        let sizes = dims(&sizes)?;
        self.env.product(&sizes)
    }

    fn steps(&mut self, start: MetaArgument, end: MetaArgument, step: MetaArgument) -> Option<Dim> {
        match (start, end, step) {
            (MetaArgument::Dim(start), MetaArgument::Dim(end), MetaArgument::Dim(step)) => {
                // From the start towards the end, or else torch refuses; ceil((end - start) / step), by
                // Python's floor division.
                let (low, high) = if self.env.is(step, Comparison::Greater, Dim::ZERO)? { (start, end) } else { (end, start) };
                if !self.env.is(low, Comparison::LessEqual, high)? {
                    return None;
                }
                let distance = self.env.subtract(start, end)?;
                let whole = self.env.floor_divide(distance, step)?;
                self.env.negate(whole)
            }
            (start, end, step) => {
                if let (Some(start), Some(end), Some(step)) = (real(&start), real(&end), real(&step)) {
                    let count = (end - start) / step;
                    return (0.0..1e15).contains(&count).then(|| Dim::constant(count.ceil() as i64))?;
                }
                // Beside a symbol: in halves and the like, which are exact, everything is a whole number.
                let parts = [start, end, step];
                let scale = (0..8).map(|bits| 1i64 << bits).find(|scale| parts.iter().all(|part| self.is_whole(part, *scale)))?;
                let [start, end, step] = parts.map(|part| match part {
                    MetaArgument::Float(number) => Dim::constant((number * scale as f64) as i64).map(MetaArgument::Dim),
                    MetaArgument::Dim(dim) => self.env.multiply(dim, Dim::constant(scale)?).map(MetaArgument::Dim),
                    _ => None,
                });
                self.steps(start?, end?, step?)
            }
        }
    }

    fn scaled(&mut self, size: Dim, factor: MetaArgument) -> Option<Dim> {
        if let MetaArgument::Dim(factor) = factor {
            return self.env.multiply(size, factor);
        }
        let factor = real(&factor)?;
        // Halves and the like are exact, and may be said of a symbol; others take the number.
        let exact = (0..8u32).map(|bits| (factor * f64::from(1 << bits), 1i64 << bits)).find(|(whole, _)| whole.fract() == 0.0);
        if let (Some((whole, parts)), None) = (exact.filter(|(whole, _)| whole.abs() < 1e9), size.as_constant()) {
            let product = self.env.multiply(size, Dim::constant(whole as i64)?)?;
            return self.env.floor_divide(product, Dim::constant(parts)?);
        }
        let scaled = (self.env.specialise(size)? as f64 * factor).floor();
        (scaled.abs() < 1e15).then(|| Dim::constant(scaled as i64))?
    }

    fn axis(&mut self, at: Dim, rank: Dim) -> Option<Dim> {
        // A tensor without dimensions takes 0 and -1 as if it had one.
        wrap(at, usize::try_from(rank.as_constant()?).ok()?.max(1)).map(Dim::from)
    }

    fn axes(&mut self, at: MetaArgument, rank: Dim) -> Option<Items> {
        let count = usize::try_from(rank.as_constant()?).ok()?;
        let all = || (0..count).map(|at| MetaArgument::Dim(Dim::from(at))).collect();
        match at {
            MetaArgument::None => Some(all()),
            MetaArgument::Dim(at) => Some([MetaArgument::Dim(self.axis(at, rank)?)].into()),
            MetaArgument::List(given) | MetaArgument::Tuple(given) => {
                let mut axes = Vec::new();
                for at in dims(&given)? {
                    let axis = MetaArgument::Dim(self.axis(at, rank)?);
                    if axes.contains(&axis) {
                        return None;
                    }
                    axes.push(axis);
                }
                Some(axes.into())
            }
            _ => None,
        }
    }

    fn repeated(&mut self, x: MetaArgument, n: Dim) -> Option<Items> {
        let n = usize::try_from(n.as_constant()?).ok()?;
        match x {
            MetaArgument::Dim(_) | MetaArgument::Float(_) => Some(std::iter::repeat_n(x, n).collect()),
            MetaArgument::List(given) | MetaArgument::Tuple(given) => match given.len() {
                1 => Some(std::iter::repeat_n(given[0].clone(), n).collect()),
                len => (len == n).then_some(given),
            },
            _ => None,
        }
    }

    fn varargs(&mut self, arguments: Items) -> Option<Items> {
        match &arguments[..] {
            [MetaArgument::List(only) | MetaArgument::Tuple(only)] => Some(only.clone()),
            _ => Some(arguments),
        }
    }

    fn same(&mut self, a: Items, b: Items) -> Option<bool> {
        let (a, b) = (dims(&a)?, dims(&b)?);
        if a.len() != b.len() {
            return Some(false);
        }
        for (&x, &y) in a.iter().zip(&b) {
            if !self.env.is(x, Comparison::Equal, y)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn none_negative(&mut self, numbers: Items) -> Option<bool> {
        for number in dims(&numbers)? {
            if !self.env.is(number, Comparison::GreaterEqual, Dim::ZERO)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn part(&mut self, items: Items, from: Dim, to: Dim) -> Option<Items> {
        let (from, to) = (end_of_part(from, items.len())?, end_of_part(to, items.len())?);
        items.get(from..to).map(Into::into)
    }

    fn without(&mut self, items: Items, at: Dim) -> Option<Items> {
        let mut rest = items.to_vec();
        rest.remove(wrap(at, items.len())?);
        Some(rest.into())
    }

    fn replaced(&mut self, items: Items, at: Dim, by: MetaArgument) -> Option<Items> {
        let mut rest = items.to_vec();
        rest[wrap(at, items.len())?] = by;
        Some(rest.into())
    }

    fn inserted(&mut self, items: Items, at: Dim, item: MetaArgument) -> Option<Items> {
        let mut more = items.to_vec();
        more.insert(wrap(at, items.len() + 1)?, item);
        Some(more.into())
    }

    fn filled(&mut self, item: MetaArgument, count: Dim) -> Option<Items> {
        let count = usize::try_from(count.as_constant()?).ok().filter(|&count| count < 100_000)?;
        Some(std::iter::repeat_n(item, count).collect())
    }

    fn text_has(&mut self, words: Text, word: Text) -> Option<bool> {
        Some(words.split(' ').any(|own| *own == *word))
    }

    fn default_dtype(&mut self) -> Option<DType> {
        Some(self.context.default_dtype)
    }

    fn default_device(&mut self) -> Option<Device> {
        Some(self.context.default_device)
    }

    fn is_floating(&mut self, dtype: DType) -> Option<bool> {
        Some(dtype.category() == Category::Float)
    }

    fn is_complex(&mut self, dtype: DType) -> Option<bool> {
        Some(dtype.category() == Category::Complex)
    }

    fn is_integral(&mut self, dtype: DType) -> Option<bool> {
        Some(dtype.category() <= Category::Int)
    }

    fn float_dtype(&mut self, dtype: DType) -> Option<DType> {
        Some(if dtype.category() <= Category::Int { self.context.default_dtype } else { dtype })
    }

    fn item_size(&mut self, dtype: DType) -> Option<Dim> {
        Dim::constant(i64::from(dtype.item_size()))
    }

    fn dtype_named(&mut self, dtype: DType) -> Option<DType> {
        Some(dtype)
    }

    fn optional(&mut self, x: MetaArgument) -> Option<Items> {
        Some(if x.is_none() { [].into() } else { [x].into() })
    }

    fn multiply(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        self.env.multiply(a, b)
    }

    fn running_sums(&mut self, items: Items) -> Option<Items> {
        let mut sums = vec![MetaArgument::Dim(Dim::ZERO)];
        let mut sum = Dim::ZERO;
        for item in dims(&items)? {
            sum = self.env.add(sum, item)?;
            sums.push(MetaArgument::Dim(sum));
        }
        Some(sums.into())
    }

    fn total(&mut self, items: Items) -> Option<Dim> {
        dims(&items)?.into_iter().try_fold(Dim::ZERO, |sum, item| self.env.add(sum, item))
    }

    fn dtype_or(&mut self, wanted: Option<DType>, otherwise: DType) -> Option<DType> {
        Some(wanted.unwrap_or(otherwise))
    }

    fn device_or(&mut self, wanted: Option<Device>, otherwise: Device) -> Option<Device> {
        let device = wanted.unwrap_or(otherwise);
        // Which one is current is not known here.
        (!device.is_current()).then_some(device)
    }

    fn summed_dtype(&mut self, dtype: DType) -> Option<DType> {
        if dtype.category() <= Category::Int { DType::of_category(Category::Int) } else { Some(dtype) }
    }

    fn same_dtypes(&mut self, a: Tensor, others: Items) -> Option<bool> {
        Some(others.iter().all(|other| matches!(other, MetaArgument::Tensor(other) if other.dtype == a.dtype)))
    }

    fn dims_or_all(&mut self, at: MetaArgument) -> Option<MetaArgument> {
        Some(if at.as_items().is_some_and(|items| items.is_empty()) { MetaArgument::None } else { at })
    }

    fn reduced(&mut self, a: Tensor, at: MetaArgument, keep: bool) -> Option<Items> {
        let axes = dims(&self.axes(at, Dim::from(a.rank()))?)?;
        let mut sizes = Vec::new();
        for (index, &size) in a.sizes.iter().enumerate() {
            match axes.contains(&Dim::from(index)) {
                true if keep => sizes.push(Dim::ONE),
                true => {}
                false => sizes.push(size),
            }
        }
        Some(items(&sizes))
    }

    fn tensor_of(&mut self, data: MetaArgument) -> Option<Tensor> {
        let mut sizes = Vec::new();
        let mut level = &data;
        while let Some(inner) = level.as_items() {
            sizes.push(Dim::from(inner.len()));
            match inner.first() {
                Some(first) => level = first,
                None => return Some(Rc::new(TensorMeta::new(self.context.default_dtype, self.context.default_device, sizes))),
            }
        }
        let mut numbers = Vec::new();
        leaves(&data, &sizes, &mut numbers)?;
        let dtype = crate::shapes::externs::MetaPointwiseExterns::promote(self, numbers.into())?;
        Some(Rc::new(TensorMeta::new(dtype, self.context.default_device, sizes)))
    }

    fn pair_of(&mut self, dtype: DType) -> Option<DType> {
        dtype.pair()
    }
}

impl MetaMachine<'_> {
    /// Whether a number times a scale is whole.
    fn is_whole(&self, number: &MetaArgument, scale: i64) -> bool {
        match number {
            MetaArgument::Dim(dim) => self.env.kind(*dim) == Kind::Int,
            MetaArgument::Float(value) => (value * scale as f64).fract() == 0.0 && value.abs() < 1e9,
            _ => false,
        }
    }

    /// Explicit strides that are those of a contiguous tensor are not worth keeping.
    pub(super) fn strides_of(&mut self, sizes: &[Dim], own: Vec<Dim>) -> Option<Strides> {
        let contiguous = strides::contiguous(self.env, sizes)?;
        Some(if contiguous == own { Strides::Contiguous } else { Strides::explicit(own) })
    }

    /// A view of a tensor: its dtype and device, other sizes and strides.
    pub(super) fn view_of(&mut self, a: &TensorMeta, sizes: Vec<Dim>, own: Vec<Dim>) -> Option<Tensor> {
        let strides = self.strides_of(&sizes, own)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, sizes) }))
    }

    /// Sizes are not negative: torch raises where one would be.
    fn require_sizes(&mut self, sizes: &[Dim]) -> Option<()> {
        for &size in sizes {
            if !self.env.is(size, Comparison::GreaterEqual, Dim::ZERO)? {
                return None;
            }
        }
        Some(())
    }
}

pub(super) fn items(dims: &[Dim]) -> Items {
    dims.iter().map(|&dim| MetaArgument::Dim(dim)).collect()
}

pub(super) fn dims(items: &Items) -> Option<Vec<Dim>> {
    items
        .iter()
        .map(|item| match item {
            MetaArgument::Dim(dim) => Some(*dim),
            _ => None,
        })
        .collect()
}

/// An index counted from the end if negative.
pub(super) fn wrap(at: Dim, len: usize) -> Option<usize> {
    let (at, len) = (at.as_constant()?, len as i64);
    let at = if at < 0 { at + len } else { at };
    (0..len).contains(&at).then_some(at as usize)
}

fn end_of_part(at: Dim, len: usize) -> Option<usize> {
    let wrapped = wrap(at, len + 1)?;
    if at.as_constant() < Some(0) { wrapped.checked_sub(1) } else { Some(wrapped) }
}

fn real(number: &MetaArgument) -> Option<f64> {
    match number {
        MetaArgument::Dim(dim) => dim.as_constant().map(|value| value as f64),
        MetaArgument::Float(value) => Some(*value),
        _ => None,
    }
}

/// The numbers of nested lists, all at the same depth.
fn leaves(data: &MetaArgument, sizes: &[Dim], found: &mut Vec<MetaArgument>) -> Option<()> {
    match (data, sizes) {
        (MetaArgument::Bool(_) | MetaArgument::Dim(_) | MetaArgument::Float(_) | MetaArgument::Complex, []) => {
            found.push(data.clone());
            Some(())
        }
        (MetaArgument::List(inner) | MetaArgument::Tuple(inner), [size, deeper @ ..]) if Dim::from(inner.len()) == *size => {
            inner.iter().try_for_each(|item| leaves(item, deeper, found))
        }
        _ => None,
    }
}

fn settled(a: MetaArgument, required: bool) -> Option<MetaArgument> {
    Some(match a {
        MetaArgument::Tensor(tensor) => {
            let mut meta = Rc::unwrap_or_clone(tensor);
            if required && !meta.dtype.is_differentiable() {
                return None;
            }
            meta.requires_grad = required;
            meta.is_leaf = true;
            MetaArgument::Tensor(Rc::new(meta))
        }
        MetaArgument::Tuple(items) => {
            MetaArgument::Tuple(items.iter().map(|item| settled(item.clone(), required)).collect::<Option<_>>()?)
        }
        other => other,
    })
}
