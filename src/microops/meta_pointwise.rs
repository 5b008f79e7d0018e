//! What meta rules ask about operands that meet element by element.

use std::rc::Rc;

use super::meta::{dims, items};
use crate::shapes::externs::MetaPointwiseExterns;
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{DType, Device, Dim, Items, MetaArgument, Tensor, Text};
use crate::shapes::{Category, TensorMeta, strides};
use crate::tables::Comparison;

impl MetaPointwiseExterns for MetaMachine<'_> {
    /// Tensors with dimensions decide, then tensors without, then Python's numbers; a lower rank only
    /// counts where its category is stronger.
    fn promote(&mut self, operands: Items) -> Option<DType> {
        let mut ranks: [Option<DType>; 3] = [None; 3];
        for operand in operands.iter() {
            let (rank, dtype) = match operand {
                MetaArgument::Tensor(tensor) => (usize::from(tensor.rank() == 0), tensor.dtype),
                number => (2, self.dtype_of_number(number)?),
            };
            ranks[rank] = Some(match ranks[rank] {
                Some(other) => other.join(dtype)?,
                None => dtype,
            });
        }
        let lower = combine(ranks[1], ranks[2])?;
        combine(ranks[0], lower)?
    }

    fn can_hold(&mut self, to: DType, from: DType) -> Option<bool> {
        Some(from.category() <= to.category())
    }

    fn broadcast(&mut self, operands: Items) -> Option<Items> {
        let tensors: Vec<Tensor> = tensors(&operands);
        self.broadcast_all(tensors.iter().map(|tensor| &tensor.sizes[..])).map(|sizes| items(&sizes))
    }

    fn broadcast_sizes(&mut self, a: Items, b: Items) -> Option<Items> {
        let (a, b) = (dims(&a)?, dims(&b)?);
        self.broadcast_all([&a[..], &b[..]].into_iter()).map(|sizes| items(&sizes))
    }

    fn dtypes_alone(&mut self, operands: Items) -> Option<Items> {
        let alone = tensors(&operands).into_iter().map(|tensor| {
            let sizes: Box<[Dim]> = [Dim::ONE].into();
            MetaArgument::Tensor(Rc::new(TensorMeta::new(tensor.dtype, tensor.device, sizes)))
        });
        Some(alone.collect())
    }

    fn contracted(&mut self, equation: Text, operands: Items) -> Option<Tensor> {
        super::einsum::contracted(self, &equation, &tensors(&operands), operands.len())
    }

    fn elementwise(&mut self, operands: Items, dtype: DType) -> Option<Tensor> {
        let device = self.common_device(operands.clone())?;
        let mut tensors = tensors(&operands);
        if let ([only], 1) = (&tensors[..], operands.len()) {
            let strides = strides::elementwise(self.env, &[only], &only.sizes)?;
            return Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(dtype, device, only.sizes.clone()) }));
        }
        // A number is an operand without dimensions.
        if tensors.len() < operands.len() {
            tensors.push(Rc::new(TensorMeta::new(dtype, device, [])));
        }
        let sizes = self.broadcast_all(tensors.iter().map(|tensor| &tensor.sizes[..]))?;
        let metas: Vec<&TensorMeta> = tensors.iter().map(|tensor| &**tensor).collect();
        let strides = strides::elementwise(self.env, &metas, &sizes)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(dtype, device, sizes) }))
    }
}

impl MetaMachine<'_> {
    /// A tensor without dimensions on the CPU may meet tensors of any device.
    fn common_device(&mut self, operands: Items) -> Option<Device> {
        let mut common: Option<(Device, bool)> = None;
        for tensor in tensors(&operands) {
            let loose = tensor.rank() == 0 && tensor.device.kind == Device::CPU.kind;
            common = match common {
                None => Some((tensor.device, loose)),
                Some((device, _)) if device == tensor.device => common,
                Some((_, true)) => Some((tensor.device, loose)),
                Some(_) if loose => common,
                Some(_) => return None,
            };
        }
        common.map(|(device, _)| device)
    }

    pub(super) fn broadcast_all<'s>(&mut self, all: impl Iterator<Item = &'s [Dim]>) -> Option<Vec<Dim>> {
        let mut result: Vec<Dim> = Vec::new();
        for sizes in all {
            if sizes.len() > result.len() {
                let missing = sizes.len() - result.len();
                result.splice(0..0, std::iter::repeat_n(Dim::ONE, missing));
            }
            let offset = result.len() - sizes.len();
            for (at, &size) in sizes.iter().enumerate() {
                result[offset + at] = self.broadcast_size(result[offset + at], size)?;
            }
        }
        Some(result)
    }

    /// Equal, or one of them 1.
    fn broadcast_size(&mut self, a: Dim, b: Dim) -> Option<Dim> {
        if a == b || b == Dim::ONE {
            return Some(a);
        }
        if a == Dim::ONE {
            return Some(b);
        }
        if self.env.is(a, Comparison::Equal, b)? {
            // A constant says more than a symbol that equals it.
            return Some(if b.is_constant() { b } else { a });
        }
        if self.env.is(a, Comparison::Equal, Dim::ONE)? {
            return Some(b);
        }
        self.env.is(b, Comparison::Equal, Dim::ONE)?.then_some(a)
    }

    /// The dtype that Python's number has among tensors.
    fn dtype_of_number(&self, number: &MetaArgument) -> Option<DType> {
        let default = self.context.default_dtype;
        match number {
            MetaArgument::Bool(_) => DType::of_category(Category::Bool),
            MetaArgument::Dim(_) => DType::of_category(Category::Int),
            MetaArgument::Float(_) => Some(default),
            MetaArgument::Complex => default.pair(),
            _ => None,
        }
    }
}

/// Outer `None` where the dtypes may not meet.
fn combine(higher: Option<DType>, lower: Option<DType>) -> Option<Option<DType>> {
    let (Some(high), Some(low)) = (higher, lower) else { return Some(higher.or(lower)) };
    Some(Some(match (high.category(), low.category()) {
        (Category::Float, Category::Complex) => high.pair().or_else(|| high.join(low))?,
        (Category::Complex | Category::Float, _) => high,
        (Category::Bool, _) | (Category::Int, Category::Float | Category::Complex) => high.join(low)?,
        (Category::Int, _) => high,
    }))
}

fn tensors(operands: &Items) -> Vec<Tensor> {
    let mut found = Vec::new();
    for operand in operands.iter() {
        if let MetaArgument::Tensor(tensor) = operand {
            found.push(tensor.clone());
        }
    }
    found
}
