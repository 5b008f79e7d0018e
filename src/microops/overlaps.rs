//! Writes into memory that partly overlaps with another argument, or is read in another order. torch refuses them, or
//! the result depends on its kernels; compilers of graphs assume that arguments do not alias.

use crate::graph::Asked;
use crate::graph::NodeId;
use crate::interpreter::Trace;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Layout, MetaArgument, ShapeEnv, Strides, TensorMeta, TensorRef};
use crate::tables::Comparison;
use crate::tables::Role;

impl Trace<'_> {
    /// Breaks the graph where what an operator writes and what it reads surely overlap in part. `shared` are those of
    /// them that may share memory.
    pub(super) fn check_overlaps(&mut self, shared: &[(NodeId, NodeId)], node: &Asked<'_>) -> Flow<()> {
        for &(written, read) in shared {
            if self.overlap_in_part(written, read, node) {
                return Err(Stop::graph_break("a write into memory that an argument shows in part, or in another order"));
            }
        }
        Ok(())
    }

    /// Storage offsets of views are not tracked: two views surely overlap if together they have more elements than
    /// their memory.
    fn overlap_in_part(&mut self, written: NodeId, read: NodeId, node: &Asked<'_>) -> bool {
        if !self.graph.surely_shares(written) || !self.graph.surely_shares(read) {
            return false;
        }
        let base = self.graph.base(written);
        let (Some(target), Some(source), Some(whole)) = (self.strided(written), self.strided(read), self.strided(base)) else {
            return false;
        };
        let env = &mut self.shapes;
        let (Some(many), Some(few), Some(all)) = (dense_count(env, &target), dense_count(env, &source), dense_count(env, &whole))
        else {
            return false;
        };
        if env.surely_equal(many, all) && env.surely_equal(few, all) {
            return !same_strides(env, &target, &source);
        }
        // What an item is assigned to has as many elements as the item.
        let assigns = node.function == self.role(Role::SetItem);
        let env = &mut self.shapes;
        let Some(together) = env.add(if assigns { few } else { many }, few) else { return false };
        let overlap = env.compare(Comparison::Greater, together, all);
        env.decide(overlap) == Some(true) && !self.graph.is_same_view(written, read, node, assigns)
    }

    fn strided(&self, node: NodeId) -> Option<TensorRef> {
        match &self.graph.node(node).meta {
            MetaArgument::Tensor(meta) if meta.layout == Layout::STRIDED => Some(meta.clone()),
            _ => None,
        }
    }
}

/// The number of elements of a dense tensor, in any order of dimensions.
fn dense_count(env: &mut ShapeEnv, tensor: &TensorMeta) -> Option<Dim> {
    if let Strides::Explicit(strides) = &tensor.strides {
        let mut open: Vec<(Dim, Dim)> =
            tensor.sizes.iter().copied().zip(strides.iter().copied()).filter(|(size, _)| *size != Dim::ONE).collect();
        let mut step = Dim::ONE;
        while !open.is_empty() {
            let next = open.iter().position(|(_, stride)| env.surely_equal(*stride, step))?;
            step = env.multiply(step, open.swap_remove(next).0)?;
        }
    }
    tensor.element_count(env)
}

fn same_strides(env: &mut ShapeEnv, one: &TensorMeta, other: &TensorMeta) -> bool {
    if one.sizes == other.sizes && one.strides == other.strides {
        return true;
    }
    let (Some(one), Some(other)) = (one.strides(env), other.strides(env)) else { return true };
    one.len() == other.len() && one.iter().zip(&*other).all(|(one, other)| env.surely_equal(*one, *other))
}
