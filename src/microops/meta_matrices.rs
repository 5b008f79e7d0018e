//! What meta rules ask about matrices.

use std::rc::Rc;

use super::meta::dims;
use crate::shapes::externs::{MetaExterns, MetaMatricesExterns};
use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{DType, Device, Dim, Items, MetaArgument, Tensor};
use crate::shapes::{Category, TensorMeta, strides};
use crate::tables::Comparison;

impl MetaMatricesExterns for MetaMachine<'_> {
    fn is_matrix(&mut self, a: Tensor) -> Option<bool> {
        let bytes = match a.dtype.category() {
            Category::Float => a.dtype.item_size(),
            Category::Complex => a.dtype.item_size() / 2,
            _ => 0,
        };
        Some(a.rank() >= 2 && bytes >= 4 && a.device.kind == Device::CPU.kind)
    }

    fn is_square(&mut self, a: Tensor) -> Option<bool> {
        let [.., rows, columns] = *a.sizes else { return Some(false) };
        Some(self.is_matrix(a)? && self.env.is(rows, Comparison::Equal, columns)?)
    }

    fn in_columns(&mut self, a: Tensor, sizes: Items) -> Option<Tensor> {
        let sizes = dims(&sizes)?;
        let rank = sizes.len();
        let mut order: Vec<usize> = (0..rank).rev().collect();
        if rank >= 2 {
            order.swap(0, 1);
        }
        let own = strides::dense(self.env, &sizes, &order)?;
        let strides = self.strides_of(&sizes, own)?;
        Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(a.dtype, a.device, sizes) }))
    }

    fn real_dtype(&mut self, dtype: DType) -> Option<DType> {
        if dtype.category() == Category::Complex { dtype.pair() } else { Some(dtype) }
    }

    fn complex_dtype(&mut self, dtype: DType) -> Option<DType> {
        if dtype.category() == Category::Complex { Some(dtype) } else { dtype.pair() }
    }

    fn is_matrix_order(&mut self, order: MetaArgument) -> Option<bool> {
        Some(match order {
            MetaArgument::Text(name) => matches!(&*name, "fro" | "nuc"),
            MetaArgument::Dim(order) => matches!(order.as_constant()?.unsigned_abs(), 1 | 2),
            MetaArgument::Float(order) => order.is_infinite() || matches!(order.abs(), 1.0 | 2.0),
            _ => false,
        })
    }

    fn triangle(&mut self, rows: Dim, columns: Dim, diagonal: Dim) -> Option<Dim> {
        let (rows, columns) = (self.fixed(rows)?.as_constant()?, self.fixed(columns)?.as_constant()?);
        let diagonal = self.fixed(diagonal)?.as_constant()?;
        if rows < 0 || columns < 0 {
            return None;
        }
        // Row `r` has `r + diagonal + 1` of them, none less than none and none more than there are: first the
        // rows with none, then those with some, then those with all.
        let empty = diagonal.checked_add(1)?.checked_neg()?.clamp(0, rows);
        let full_from = columns.checked_sub(diagonal.checked_add(1)?)?.clamp(empty, rows);
        let (first, growing) = (empty.checked_add(diagonal)?.checked_add(1)?, full_from - empty);
        let some = growing.checked_mul(first)?.checked_add(growing.checked_mul(growing - 1)? / 2)?;
        Dim::constant(some.checked_add((rows - full_from).checked_mul(columns)?)?)
    }

    fn is_step(&mut self, input: Tensor, hidden: Tensor, of_input: Tensor, of_hidden: Tensor, gates: Dim) -> Option<bool> {
        if [&input, &hidden, &of_input, &of_hidden].iter().any(|matrix| matrix.rank() != 2) {
            return Some(false);
        }
        let rows = self.env.multiply(hidden.sizes[1], gates)?;
        let pairs = [
            (input.sizes[0], hidden.sizes[0]),
            (input.sizes[1], of_input.sizes[1]),
            (hidden.sizes[1], of_hidden.sizes[1]),
            (of_input.sizes[0], rows),
            (of_hidden.sizes[0], rows),
        ];
        for (a, b) in pairs {
            if !self.env.is(a, Comparison::Equal, b)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
