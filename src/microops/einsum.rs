//! The shape of `einsum`.

use std::rc::Rc;

use crate::shapes::meta::MetaMachine;
use crate::shapes::words::{Dim, Tensor};
use crate::shapes::{Strides, TensorMeta, strides};
use crate::tables::Comparison;

/// The product of two tensors, each letter once in each. torch computes it by a batched matrix product, so the result
/// is laid out as batches, rows of the left, columns of the right. Anything else (one operand or three, diagonals, an
/// ellipsis, summed letters of one operand, sizes of 1) is unknown.
pub fn contracted(machine: &mut MetaMachine<'_>, equation: &str, operands: &[Tensor], count: usize) -> Option<Tensor> {
    let [left, right] = operands else { return None };
    let equation: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (inputs, output) = equation.split_once("->")?;
    let (a, b) = inputs.split_once(',')?;
    let of = |text: &str, tensor: &Tensor| letters(text).filter(|letters| letters.len() == tensor.rank());
    let (a, b, output) = (of(a, left)?, of(b, right)?, letters(output)?);
    if count != 2 || left.dtype != right.dtype || left.device != right.device {
        return None;
    }
    let size = |letters: &[char], tensor: &Tensor, letter: char| {
        letters.iter().position(|own| *own == letter).and_then(|at| tensor.sizes.get(at).copied())
    };
    // Batches, then what the left has alone, then what the right has alone.
    let mut groups: [Vec<(usize, Dim)>; 3] = Default::default();
    for (place, letter) in output.iter().enumerate() {
        let (group, size) = match (size(&a, left, *letter), size(&b, right, *letter)) {
            (Some(one), Some(other)) if machine.env.is(one, Comparison::Equal, other)? => (0, one),
            (Some(one), None) => (1, one),
            (None, Some(other)) => (2, other),
            _ => return None,
        };
        if !machine.env.is(size, Comparison::Greater, Dim::ONE)? {
            return None;
        }
        groups[group].push((place, size));
    }
    let mut summed = false;
    for letter in a.iter().chain(&b).filter(|letter| !output.contains(letter)) {
        let (one, other) = (size(&a, left, *letter)?, size(&b, right, *letter)?);
        let more = machine.env.is(one, Comparison::Greater, Dim::ONE)?;
        if !more || !machine.env.is(one, Comparison::Equal, other)? {
            return None;
        }
        summed = true;
    }
    if !summed {
        return None;
    }
    // What stands wholly in front in the result is taken for the left.
    if let (Some((last, _)), Some((first, _))) = (groups[2].last(), groups[1].first())
        && last < first
    {
        groups.swap(1, 2);
    }
    let order: Vec<(usize, Dim)> = groups.concat();
    let inner_first: Vec<usize> = order.iter().rev().map(|(place, _)| *place).collect();
    let mut sizes = vec![Dim::ONE; order.len()];
    order.iter().for_each(|(place, size)| sizes[*place] = *size);
    let strides = Strides::explicit(strides::dense(machine.env, &sizes, &inner_first)?);
    let strides = if inner_first.iter().rev().copied().eq(0..sizes.len()) { Strides::Contiguous } else { strides };
    Some(Rc::new(TensorMeta { strides, ..TensorMeta::new(left.dtype, left.device, sizes) }))
}

/// Letters, each once.
fn letters(text: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = text.chars().collect();
    let once = letters.iter().enumerate().all(|(at, letter)| letter.is_ascii_alphabetic() && !letters[..at].contains(letter));
    once.then_some(letters)
}
