//! Strides as torch lays them out.

use super::dim::Dim;
use super::env::ShapeEnv;
use super::tensor::{MemoryFormat, Strides, TensorMeta};
use crate::tables::Comparison;

/// Row after row. A size of 0 counts as 1, as in torch.
pub fn contiguous(env: &mut ShapeEnv, sizes: &[Dim]) -> Option<Vec<Dim>> {
    let order: Vec<usize> = (0..sizes.len()).rev().collect();
    dense(env, sizes, &order)
}

/// Without gaps, the dimensions in `order` from the innermost outwards.
pub fn dense(env: &mut ShapeEnv, sizes: &[Dim], order: &[usize]) -> Option<Vec<Dim>> {
    let mut strides = vec![Dim::ONE; sizes.len()];
    let mut step = Dim::ONE;
    for (place, &dimension) in order.iter().enumerate() {
        strides[dimension] = step;
        if place + 1 == order.len() {
            break;
        }
        // A size of 0 by the value of a symbol alone is guarded to be one, and any other not to be.
        let empty = env.is(sizes[dimension], Comparison::Equal, Dim::ZERO).unwrap_or(false);
        step = env.multiply(step, if empty { Dim::ONE } else { sizes[dimension] })?;
    }
    Some(strides)
}

/// The same in another order, with sizes of 0 counted as in torch's channels-last layouts.
fn packed(env: &mut ShapeEnv, sizes: &[Dim], order: &[usize]) -> Option<Vec<Dim>> {
    let mut strides = vec![Dim::ONE; sizes.len()];
    let mut step = Dim::ONE;
    for &dimension in order {
        strides[dimension] = step;
        step = env.multiply(step, sizes[dimension])?;
    }
    Some(strides)
}

/// The order of dimensions, innermost first, of a memory format; `None` for a rank that it has not.
pub fn format_order(format: MemoryFormat, rank: usize) -> Option<Vec<usize>> {
    match (format, rank) {
        (MemoryFormat::Contiguous, _) => Some((0..rank).rev().collect()),
        (MemoryFormat::ChannelsLast, 4) => Some(vec![1, 3, 2, 0]),
        (MemoryFormat::ChannelsLast3d, 5) => Some(vec![1, 4, 3, 2, 0]),
        _ => None,
    }
}

/// Whether the strides are those of a memory format; dimensions of size 1 may have any.
pub fn follows(env: &mut ShapeEnv, sizes: &[Dim], strides: &[Dim], format: MemoryFormat) -> Option<bool> {
    let format = if format == MemoryFormat::Preserve { MemoryFormat::Contiguous } else { format };
    let Some(order) = format_order(format, sizes.len()) else { return Some(false) };
    if format == MemoryFormat::Contiguous && sizes.contains(&Dim::ZERO) {
        return Some(true);
    }
    let mut step = Dim::ONE;
    for dimension in order {
        let size = sizes[dimension];
        if size == Dim::ONE {
            continue;
        }
        if !env.is(strides[dimension], Comparison::Equal, step)? {
            // What is 1 or 0 may be so by a symbol's value alone.
            if env.is(size, Comparison::Equal, Dim::ONE)? {
                continue;
            }
            return if format == MemoryFormat::Contiguous { is_empty(env, sizes) } else { Some(false) };
        }
        step = env.multiply(step, size)?;
    }
    Some(true)
}

fn is_empty(env: &mut ShapeEnv, sizes: &[Dim]) -> Option<bool> {
    for size in sizes {
        if env.is(*size, Comparison::Equal, Dim::ZERO)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether the strides are in the order of a channels-last format, gaps or not: what `suggest_memory_format` asks.
pub fn suggests(env: &mut ShapeEnv, sizes: &[Dim], strides: &[Dim], format: MemoryFormat) -> Option<bool> {
    let Some(order) = format_order(format, sizes.len()) else { return Some(false) };
    let channels = strides[order[0]];
    if channels == Dim::ZERO || sizes.contains(&Dim::ZERO) {
        return Some(false);
    }
    let mut least = Dim::ZERO;
    for &dimension in &order {
        if env.is(strides[dimension], Comparison::Less, least)? {
            return Some(false);
        }
        // One channel of one pixel is taken for contiguous.
        if dimension == 0 && least == channels {
            return Some(false);
        }
        least = match sizes[dimension] {
            Dim::ONE => strides[dimension],
            size => env.multiply(strides[dimension], size)?,
        };
    }
    Some(true)
}

/// Whether every element of the storage's span is one of the tensor's, once.
pub fn is_dense(env: &mut ShapeEnv, sizes: &[Dim], strides: &[Dim]) -> Option<bool> {
    if sizes.is_empty() {
        return Some(true);
    }
    if let [size] = sizes {
        return match size.as_constant() {
            Some(0 | 1) => Some(true),
            _ => Some(env.is(strides[0], Comparison::Equal, Dim::ONE)? || env.is(*size, Comparison::Less, Dim::from(2))?),
        };
    }
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    // By stride, sizes below 2 last; an insertion sort, since a comparison may have no answer.
    for i in 1..order.len() {
        let mut at = i;
        while at > 0 && comes_before(env, sizes, strides, order[at], order[at - 1])? {
            order.swap(at, at - 1);
            at -= 1;
        }
    }
    let mut step = Dim::ONE;
    for dimension in order {
        if matches!(sizes[dimension].as_constant(), Some(0 | 1)) {
            return Some(true);
        }
        if !env.is(strides[dimension], Comparison::Equal, step)? {
            if env.is(sizes[dimension], Comparison::Less, Dim::from(2))? {
                continue;
            }
            return Some(false);
        }
        step = env.multiply(step, sizes[dimension])?;
    }
    Some(true)
}

fn comes_before(env: &mut ShapeEnv, sizes: &[Dim], strides: &[Dim], a: usize, b: usize) -> Option<bool> {
    let small = |at: usize| matches!(sizes[at].as_constant(), Some(0 | 1));
    match (small(a), small(b)) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => env.is(strides[a], Comparison::Less, strides[b]),
    }
}

/// The layout of the result of an elementwise operation on these operands, as TensorIterator chooses it:
/// that of the operands where they agree, else dense in the order that their strides suggest.
pub fn elementwise(env: &mut ShapeEnv, operands: &[&TensorMeta], sizes: &[Dim]) -> Option<Strides> {
    let same_shape = operands.iter().all(|operand| *operand.sizes == *sizes);
    let in_rows = operands.iter().all(|operand| operand.strides == Strides::Contiguous);
    if in_rows && (same_shape || !sizes.contains(&Dim::ZERO)) {
        return Some(Strides::Contiguous);
    }
    let mut all = Vec::with_capacity(operands.len());
    for operand in operands {
        all.push(operand.strides(env)?);
    }
    if same_shape {
        for format in [MemoryFormat::Contiguous, MemoryFormat::ChannelsLast] {
            if all_follow(env, sizes, &all, format)? {
                return of_format(env, sizes, format);
            }
        }
        let agree = all.iter().all(|strides| *strides == all[0]);
        if agree && is_dense(env, sizes, &all[0])? {
            return Some(Strides::Explicit(all.swap_remove(0)));
        }
    }
    let order = elementwise_order(env, operands, &all, sizes)?;
    if order.iter().rev().copied().eq(0..sizes.len()) {
        return Some(Strides::Contiguous);
    }
    packed(env, sizes, &order).map(Strides::explicit)
}

fn all_follow(env: &mut ShapeEnv, sizes: &[Dim], all: &[Box<[Dim]>], format: MemoryFormat) -> Option<bool> {
    for strides in all {
        if !follows(env, sizes, strides, format)? {
            return Some(false);
        }
    }
    Some(true)
}

pub fn of_format(env: &mut ShapeEnv, sizes: &[Dim], format: MemoryFormat) -> Option<Strides> {
    match format {
        MemoryFormat::Contiguous => Some(Strides::Contiguous),
        _ => {
            let order = format_order(format, sizes.len())?;
            packed(env, sizes, &order).map(Strides::explicit)
        }
    }
}

/// Dimensions from the innermost outwards, sorted by the strides of the operands in turn.
fn elementwise_order(env: &mut ShapeEnv, operands: &[&TensorMeta], all: &[Box<[Dim]>], sizes: &[Dim]) -> Option<Vec<usize>> {
    let rank = sizes.len();
    let mut broadcast = Vec::with_capacity(all.len());
    for (operand, strides) in operands.iter().zip(all) {
        let offset = rank - operand.rank();
        let mut spread = vec![Dim::ZERO; rank];
        for (at, (&size, &stride)) in operand.sizes.iter().zip(strides.iter()).enumerate() {
            if size != Dim::ONE || sizes[offset + at] == Dim::ONE {
                spread[offset + at] = stride;
            }
        }
        broadcast.push(spread);
    }
    let mut order: Vec<usize> = (0..rank).rev().collect();
    for i in 1..rank {
        let mut moving = i;
        for at in (0..i).rev() {
            match should_swap(env, &broadcast, sizes, order[at], order[moving])? {
                std::cmp::Ordering::Greater => {
                    order.swap(at, moving);
                    moving = at;
                }
                std::cmp::Ordering::Less => break,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    Some(order)
}

/// `Greater` if dimension `a`, now further in than `b`, belongs further out.
fn should_swap(env: &mut ShapeEnv, broadcast: &[Vec<Dim>], sizes: &[Dim], a: usize, b: usize) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering;
    for strides in broadcast {
        let (x, y) = (strides[a], strides[b]);
        if x == Dim::ZERO || y == Dim::ZERO {
            continue;
        }
        if x == y {
            if env.is(sizes[a], Comparison::Greater, sizes[b])? {
                return Some(Ordering::Greater);
            }
        } else if env.is(x, Comparison::Less, y)? {
            return Some(Ordering::Less);
        } else if env.is(x, Comparison::Greater, y)? {
            return Some(Ordering::Greater);
        }
    }
    Some(Ordering::Equal)
}

/// The strides of the same elements seen with other sizes, if no copy is needed; what `view` does.
pub fn view(env: &mut ShapeEnv, old: &TensorMeta, sizes: &[Dim]) -> Option<Option<Strides>> {
    if old.strides == Strides::Contiguous {
        return Some(Some(Strides::Contiguous));
    }
    let strides = old.strides(env)?;
    if sizes.contains(&Dim::ZERO) {
        return if *old.sizes == *sizes { Some(Some(Strides::Explicit(strides))) } else { Some(Some(Strides::Contiguous)) };
    }
    // Runs of old dimensions that lie in memory as one, from the innermost outwards; each is cut anew.
    let mut new = vec![Dim::ONE; sizes.len()];
    let mut at = sizes.len();
    let mut base = strides.last().copied().unwrap_or(Dim::ONE);
    let (mut old_count, mut new_count) = (Dim::ONE, Dim::ONE);
    for dimension in (0..old.rank()).rev() {
        old_count = env.multiply(old_count, old.sizes[dimension])?;
        let run_ends = match dimension {
            0 => true,
            _ => {
                let joined = env.multiply(old_count, base)?;
                old.sizes[dimension - 1] != Dim::ONE && !env.is(strides[dimension - 1], Comparison::Equal, joined)?
            }
        };
        if !run_ends {
            continue;
        }
        while at > 0 {
            let more = env.is(new_count, Comparison::Less, old_count)?;
            if !more && sizes[at - 1] != Dim::ONE {
                break;
            }
            at -= 1;
            new[at] = env.multiply(new_count, base)?;
            new_count = env.multiply(new_count, sizes[at])?;
        }
        if !env.is(new_count, Comparison::Equal, old_count)? {
            return Some(None);
        }
        if dimension > 0 {
            base = strides[dimension - 1];
            (old_count, new_count) = (Dim::ONE, Dim::ONE);
        }
    }
    Some((at == 0).then(|| Strides::explicit(new)))
}
