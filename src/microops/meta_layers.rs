//! What meta rules ask about windows that slide over dimensions.

use std::rc::Rc;

use super::meta::{dims, items};
use crate::shapes::externs::{MetaExterns, MetaLayersExterns};
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{Dim, Format, Items, MetaArgument, Tensor, Text};
use crate::shapes::{Category, Device, TensorMeta, strides};
use crate::tables::Comparison;

impl MetaLayersExterns for MetaMachine<'_> {
    fn convolved(&mut self, inner: Items, kernel: Items, stride: Items, padding: MetaArgument, dilation: Items) -> Option<Items> {
        let (inner, kernel) = (dims(&inner)?, dims(&kernel)?);
        let (stride, dilation) = (dims(&stride)?, dims(&dilation)?);
        let n = inner.len();
        let padding = match padding {
            // What is left after steps is never the same.
            MetaArgument::Text(text) if &*text == "same" && stride.iter().any(|step| *step != Dim::ONE) => return None,
            MetaArgument::Text(text) => self.named_padding(&text, &kernel, &dilation)?,
            given => {
                let pads = dims(&self.repeated(given, Dim::from(n))?)?;
                self.doubled(pads)?
            }
        };
        let mut sizes = Vec::new();
        self.require_positive(&dilation)?;
        self.require_positive(&kernel)?;
        self.require_positive(&inner)?;
        for at in 0..n {
            let window = self.window(kernel[at], dilation[at])?;
            let size = self.env.add(inner[at], padding[at])?;
            sizes.push(self.slid(size, window, stride[at], false)?);
        }
        Some(items(&sizes))
    }

    fn convolution(
        &mut self,
        input: Tensor,
        weight: Tensor,
        bias: Option<Tensor>,
        n: Dim,
        stride: MetaArgument,
        padding: MetaArgument,
        dilation: MetaArgument,
        groups: Dim,
    ) -> Option<Tensor> {
        let channels = *weight.sizes.first()?;
        let batch = self.convolvable(&input, &weight, bias.as_deref(), n, channels, groups)?;
        self.divides(groups, channels)?;
        let taken = self.env.multiply(*weight.sizes.get(1)?, groups)?;
        if !self.env.is(input.sizes[batch], Comparison::Equal, taken)? {
            return None;
        }
        let (stride, dilation) = (self.repeated(stride, n)?, self.repeated(dilation, n)?);
        let inner = self.convolved(items(&input.sizes[batch + 1..]), items(&weight.sizes[2..]), stride, padding, dilation)?;
        let sizes = [&input.sizes[..batch], &[channels], &dims(&inner)?].concat();
        Some(Rc::new(TensorMeta::new(input.dtype, input.device, sizes)))
    }

    fn transposed_convolution(
        &mut self,
        input: Tensor,
        weight: Tensor,
        bias: Option<Tensor>,
        n: Dim,
        stride: MetaArgument,
        padding: MetaArgument,
        more: MetaArgument,
        groups: Dim,
        dilation: MetaArgument,
    ) -> Option<Tensor> {
        let channels = self.env.multiply(*weight.sizes.get(1)?, groups)?;
        let batch = self.convolvable(&input, &weight, bias.as_deref(), n, channels, groups)?;
        self.divides(groups, weight.sizes[0])?;
        if !self.env.is(input.sizes[batch], Comparison::Equal, weight.sizes[0])? {
            return None;
        }
        let (stride, dilation) = (dims(&self.repeated(stride, n)?)?, dims(&self.repeated(dilation, n)?)?);
        let (padding, more) = (dims(&self.repeated(padding, n)?)?, dims(&self.repeated(more, n)?)?);
        let pads = self.doubled(padding)?;
        self.require_positive(&stride)?;
        self.require_positive(&dilation)?;
        self.require_positive(&input.sizes[batch..])?;
        self.require_positive(&weight.sizes)?;
        let mut sizes = [&input.sizes[..batch], &[channels]].concat();
        for at in 0..stride.len() {
            let widest = if self.env.is(stride[at], Comparison::Less, dilation[at])? { dilation[at] } else { stride[at] };
            if !self.env.is(more[at], Comparison::Less, widest)? || !self.env.is(more[at], Comparison::GreaterEqual, Dim::ZERO)? {
                return None;
            }
            // (size - 1) * stride - pads + window + more
            let last = self.env.subtract(input.sizes[batch + 1 + at], Dim::ONE)?;
            let mut size = self.env.multiply(last, stride[at])?;
            size = self.env.subtract(size, pads[at])?;
            let window = self.window(weight.sizes[2 + at], dilation[at])?;
            size = self.env.add(size, window)?;
            sizes.push(self.env.add(size, more[at])?);
        }
        self.require_positive(&sizes[batch..])?;
        Some(Rc::new(TensorMeta::new(input.dtype, input.device, sizes)))
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
        self.require_positive(&dilation)?;
        let doubled = self.doubled(padding.clone())?;
        self.require_positive(&a.sizes[a.rank() - count - 1..])?;
        if a.dtype.category() != Category::Float {
            return None;
        }
        let mut sizes = a.sizes[..outer].to_vec();
        for at in 0..count {
            let window = self.window(kernel[at], dilation[at])?;
            // A window has more than padding in it.
            if !self.env.is(doubled[at], Comparison::LessEqual, kernel[at])? {
                return None;
            }
            let input = self.env.add(a.sizes[outer + at], doubled[at])?;
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
        if sizes.as_items().is_some_and(|sizes| Dim::from(sizes.len()) != n) {
            return None;
        }
        let wanted = self.repeated(sizes, n)?;
        let outer = a.rank().checked_sub(wanted.len()).filter(|outer| (1..=2).contains(outer))?;
        self.require_positive(&a.sizes[outer - 1..])?;
        if a.dtype.category() != Category::Float {
            return None;
        }
        let mut sizes = a.sizes[..outer].to_vec();
        for (at, size) in wanted.iter().enumerate() {
            match size {
                MetaArgument::None => sizes.push(a.sizes[outer + at]),
                MetaArgument::Dim(size) => {
                    self.require_positive(&[*size])?;
                    sizes.push(*size);
                }
                _ => return None,
            }
        }
        self.window_result(&a, sizes, outer)
    }

    fn is_chance(&mut self, p: MetaArgument) -> Option<bool> {
        Some(match p {
            MetaArgument::Float(chance) => (0.0..=1.0).contains(&chance),
            MetaArgument::Dim(chance) => chance == Dim::ZERO || chance == Dim::ONE,
            _ => false,
        })
    }

    fn on_cpu(&mut self, a: Tensor) -> Option<bool> {
        Some(a.device.kind == Device::CPU.kind)
    }
}

impl MetaMachine<'_> {
    /// How many dimensions of the input lie before its channels, where a convolution takes these tensors.
    fn convolvable(
        &mut self,
        input: &TensorMeta,
        weight: &TensorMeta,
        bias: Option<&TensorMeta>,
        n: Dim,
        channels: Dim,
        groups: Dim,
    ) -> Option<usize> {
        let n = usize::try_from(n.as_constant()?).ok()?;
        let batch = input.rank().checked_sub(n + 1).filter(|batch| *batch <= 1)?;
        if weight.rank() != n + 2 || weight.dtype != input.dtype {
            return None;
        }
        if let Some(bias) = bias {
            let fits =
                bias.rank() == 1 && bias.dtype == input.dtype && self.env.is(bias.sizes[0], Comparison::Equal, channels)?;
            fits.then_some(())?;
        }
        self.require_positive(&[channels, groups])?;
        Some(batch)
    }

    fn divides(&mut self, parts: Dim, size: Dim) -> Option<()> {
        let rest = self.env.modulo(size, parts)?;
        self.env.is(rest, Comparison::Equal, Dim::ZERO)?.then_some(())
    }

    fn require_positive(&mut self, sizes: &[Dim]) -> Option<()> {
        for &size in sizes {
            if !self.env.is(size, Comparison::Greater, Dim::ZERO)? {
                return None;
            }
        }
        Some(())
    }

    /// Padding at both ends, none of it negative.
    fn doubled(&mut self, pads: Vec<Dim>) -> Option<Vec<Dim>> {
        let mut doubled = Vec::with_capacity(pads.len());
        for pad in pads {
            if !self.env.is(pad, Comparison::GreaterEqual, Dim::ZERO)? {
                return None;
            }
            doubled.push(self.env.multiply(pad, Dim::from(2))?);
        }
        Some(doubled)
    }

    /// How far a window reaches: `dilation * (kernel - 1) + 1`.
    fn window(&mut self, kernel: Dim, dilation: Dim) -> Option<Dim> {
        let gaps = self.env.subtract(kernel, Dim::ONE)?;
        let reach = self.env.multiply(dilation, gaps)?;
        self.env.add(reach, Dim::ONE)
    }

    /// How many places a window takes that moves by `stride`.
    fn slid(&mut self, size: Dim, window: Dim, stride: Dim, ceil: bool) -> Option<Dim> {
        for positive in [window, stride] {
            if !self.env.is(positive, Comparison::Greater, Dim::ZERO)? {
                return None;
            }
        }
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
