//! What meta rules ask about windows that slide over dimensions.

use std::rc::Rc;

use super::meta::{dims, items};
use crate::generated::{MetaExterns, MetaLayersExterns};
use crate::rules::table::Comparison;
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{Dim, Format, Items, MetaArgument, Tensor, Text};
use crate::shapes::{Category, Device, TensorMeta, strides};

impl MetaLayersExterns for MetaMachine<'_> {
    fn convolved(&mut self, inner: Items, kernel: Items, stride: Items, padding: MetaArgument, dilation: Items) -> Option<Items> {
        let (inner, kernel) = (dims(&inner)?, dims(&kernel)?);
        let (stride, dilation) = (dims(&stride)?, dims(&dilation)?);
        let n = inner.len();
        let padding = match padding {
            MetaArgument::Text(text) => self.named_padding(&text, &kernel, &dilation)?,
            given => {
                let pads = dims(&self.repeated(given, Dim::from(n))?)?;
                pads.into_iter().map(|pad| self.env.multiply(pad, Dim::from(2))).collect::<Option<Vec<_>>>()?
            }
        };
        let mut sizes = Vec::new();
        for at in 0..n {
            let window = self.window(kernel[at], dilation[at])?;
            let size = self.env.add(inner[at], padding[at])?;
            sizes.push(self.slid(size, window, stride[at], false)?);
        }
        Some(items(&sizes))
    }

    fn widened(&mut self, size: Dim, kernel: Dim, stride: Dim, padding: Dim, more: Dim, dilation: Dim) -> Option<Dim> {
        let last = self.env.subtract(size, Dim::ONE)?;
        let mut result = self.env.multiply(last, stride)?;
        let pads = self.env.multiply(padding, Dim::from(2))?;
        result = self.env.subtract(result, pads)?;
        let window = self.window(kernel, dilation)?;
        result = self.env.add(result, window)?;
        self.env.add(result, more)
    }

    fn pooled(
        &mut self,
        a: Tensor,
        n: Dim,
        kernel: MetaArgument,
        stride: MetaArgument,
        padding: MetaArgument,
        dilation: MetaArgument,
        ceil: bool,
    ) -> Option<Tensor> {
        let count = usize::try_from(n.as_constant()?).ok()?;
        let outer = a.rank().checked_sub(count).filter(|outer| (1..=2).contains(outer))?;
        let stride = match stride {
            MetaArgument::None => kernel.clone(),
            MetaArgument::List(ref given) if given.is_empty() => kernel.clone(),
            given => given,
        };
        let kernel = dims(&self.repeated(kernel, n)?)?;
        let stride = dims(&self.repeated(stride, n)?)?;
        let padding = dims(&self.repeated(padding, n)?)?;
        let dilation = dims(&self.repeated(dilation, n)?)?;
        let mut sizes = a.sizes[..outer].to_vec();
        for at in 0..count {
            let window = self.window(kernel[at], dilation[at])?;
            let pads = self.env.multiply(padding[at], Dim::from(2))?;
            let input = self.env.add(a.sizes[outer + at], pads)?;
            let mut size = self.slid(input, window, stride[at], ceil)?;
            if ceil {
                // The last window must begin inside of the input or its left padding.
                let before_last = self.env.subtract(size, Dim::ONE)?;
                let begin = self.env.multiply(before_last, stride[at])?;
                let reach = self.env.add(a.sizes[outer + at], padding[at])?;
                if self.env.is(begin, Comparison::GreaterEqual, reach)? {
                    size = before_last;
                }
            }
            sizes.push(size);
        }
        self.window_result(&a, sizes, outer)
    }

    fn adapted(&mut self, a: Tensor, n: Dim, sizes: MetaArgument) -> Option<Tensor> {
        let wanted = self.repeated(sizes, n)?;
        let outer = a.rank().checked_sub(wanted.len()).filter(|outer| (1..=2).contains(outer))?;
        let mut sizes = a.sizes[..outer].to_vec();
        for (at, size) in wanted.iter().enumerate() {
            match size {
                MetaArgument::None => sizes.push(a.sizes[outer + at]),
                MetaArgument::Dim(size) => sizes.push(*size),
                _ => return None,
            }
        }
        self.window_result(&a, sizes, outer)
    }

    fn padded(&mut self, sizes: Items, by: Items) -> Option<Items> {
        let (mut sizes, by) = (dims(&sizes)?, dims(&by)?);
        if by.len() % 2 != 0 || by.len() / 2 > sizes.len() {
            return None;
        }
        for (pair, at) in by.chunks(2).zip((0..sizes.len()).rev()) {
            let more = self.env.add(pair[0], pair[1])?;
            sizes[at] = self.env.add(sizes[at], more)?;
        }
        Some(items(&sizes))
    }

    fn viewed_at(&mut self, a: Tensor, at: Dim, n: Dim) -> Option<Tensor> {
        let count = a.element_count(self.env)?;
        let n = usize::try_from(n.as_constant()?).ok()?;
        let at = usize::try_from(at.as_constant()?).ok().filter(|&at| at < n)?;
        let mut sizes = vec![Dim::ONE; n];
        sizes[at] = count;
        let own = a.strides(self.env)?;
        let (size, stride) = (count, own.first().copied().unwrap_or(Dim::ONE));
        // What lies outside of the vector is as far apart as all of it.
        let whole = self.env.multiply(size, stride)?;
        let strides = (0..n).map(|index| if index < at { whole } else if index == at { stride } else { Dim::ONE }).collect();
        self.view_of(&a, sizes, strides)
    }

    fn on_cpu(&mut self, a: Tensor) -> Option<bool> {
        Some(a.device.kind == Device::CPU.kind)
    }

    /// As torch chooses on the CPU; elsewhere the choice depends on the hardware.
    fn is_fused(&mut self, query: Tensor, key: Tensor, value: Tensor, mask: MetaArgument, dropout: MetaArgument) -> Option<bool> {
        let quiet_mask = match &mask {
            MetaArgument::None => true,
            MetaArgument::Tensor(mask) => !mask.requires_grad && matches!(mask.rank(), 2 | 4),
            _ => false,
        };
        let no_dropout = match dropout {
            MetaArgument::None => true,
            MetaArgument::Float(chance) => chance == 0.0,
            MetaArgument::Dim(chance) => chance == Dim::ZERO,
            _ => false,
        };
        let mut rows = true;
        for tensor in [&query, &key, &value] {
            let strides = tensor.strides(self.env)?;
            rows &= strides.last() == Some(&Dim::ONE) && tensor.rank() == 4 && !tensor.sizes.contains(&Dim::ZERO);
        }
        let (heads, batch) = (query.sizes.get(1)?, query.sizes.first()?);
        let alike = [&key, &value].iter().all(|other| other.sizes.get(1) == Some(heads) && other.sizes.first() == Some(batch));
        let floats = query.dtype.category() == Category::Float && query.dtype.item_size() > 1;
        Some(query.device.kind == Device::CPU.kind && quiet_mask && no_dropout && rows && alike && floats)
    }
}

impl MetaMachine<'_> {
    /// How far a window reaches: `dilation * (kernel - 1) + 1`.
    fn window(&mut self, kernel: Dim, dilation: Dim) -> Option<Dim> {
        let gaps = self.env.subtract(kernel, Dim::ONE)?;
        let reach = self.env.multiply(dilation, gaps)?;
        self.env.add(reach, Dim::ONE)
    }

    /// How many places a window takes that moves by `stride`.
    fn slid(&mut self, size: Dim, window: Dim, stride: Dim, ceil: bool) -> Option<Dim> {
        let mut room = self.env.subtract(size, window)?;
        if !self.env.is(room, Comparison::GreaterEqual, Dim::ZERO)? {
            return None;
        }
        if ceil {
            let more = self.env.subtract(stride, Dim::ONE)?;
            room = self.env.add(room, more)?;
        }
        let steps = self.env.floor_divide(room, stride)?;
        self.env.add(steps, Dim::ONE)
    }

    /// What a padding given by name adds to each dimension.
    fn named_padding(&mut self, name: &Text, kernel: &[Dim], dilation: &[Dim]) -> Option<Vec<Dim>> {
        match &**name {
            "valid" => Some(vec![Dim::ZERO; kernel.len()]),
            "same" => {
                let windows = kernel.iter().zip(dilation).map(|(&kernel, &dilation)| {
                    let window = self.window(kernel, dilation)?;
                    self.env.subtract(window, Dim::ONE)
                });
                windows.collect()
            }
            _ => None,
        }
    }

    /// The result of pooling a batch keeps a channels-last layout; any other is left to torch.
    fn window_result(&mut self, a: &TensorMeta, sizes: Vec<Dim>, outer: usize) -> Option<Tensor> {
        let mut format = Format::Contiguous;
        if !a.is_contiguous(self.env, format)? {
            format = self.suggested_format(a)?;
            if outer != 2 || a.rank() != 4 {
                return None;
            }
        }
        let strides = strides::of_format(self.env, &sizes, format)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, sizes) }))
    }
}
