//! Which tensors may have come to require gradients by a write that their metadata does not know of, and which require
//! them for the sake of a leaf that the graph made.

use super::{Argument, Graph, NodeId};
use crate::interpreter::Reason;

/// A tensor of the graph that was made to require gradients.
#[derive(Debug)]
pub struct Leaf {
    pub node: NodeId,
    /// Of the root frame.
    pub step: u64,
    /// Why the graph must break there if the leaf escapes.
    pub reason: Box<Reason>,
}

impl Graph {
    /// Notes a write of what requires gradients into what does not: all that shares memory with it requires them now.
    /// What it was made of may be a base of it, and an input the view of another.
    pub fn note_spread_gradients(&mut self, written: &Argument) {
        let mut pending = Vec::new();
        written.visit(&mut |node| pending.push(node));
        while let Some(node) = pending.pop() {
            if !self.is_open(node) || !self.spread.insert(node) {
                continue;
            }
            if self.node(node).is_operation() {
                self.visit_arguments(node, &mut |argument| pending.push(argument));
            } else {
                self.inputs_are_spread = true;
            }
        }
    }

    /// Whether gradients may have come to a tensor that did not require them when it was made.
    pub fn may_require_gradients(&self, node: NodeId) -> bool {
        if self.spread.is_empty() {
            return false;
        }
        let (mut pending, mut seen) = (vec![node], ahash::AHashSet::new());
        while let Some(node) = pending.pop() {
            if !self.is_open(node) || !seen.insert(node) {
                continue;
            }
            if self.spread.contains(&node) || self.inputs_are_spread && !self.node(node).is_operation() {
                return true;
            }
            self.visit_arguments(node, &mut |argument| pending.push(argument));
        }
        false
    }

    /// The leaf that the graph made for whose sake one of the outputs requires gradients, or something that was written
    /// to, and the step that made it: a backend knows leaves among a graph's inputs alone.
    pub fn leaf_that_escapes(&self, outputs: &[Argument]) -> Option<(u64, Box<Reason>)> {
        if self.leaves.is_empty() {
            return None;
        }
        let mut of: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut escaping = None;
        for (index, node) in self.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            let mut leaf = None;
            self.visit_arguments(id, &mut |argument| leaf = leaf.or(of[argument.0 as usize]));
            let own = self.leaves.iter().position(|leaf| leaf.node == id);
            if leaf.is_some() && own.is_none() && node.effect && !node.mode && node.grad {
                escaping = leaf;
                break;
            }
            let mut requires = false;
            node.meta.tensors(&mut |tensor| requires |= tensor.requires_grad);
            of.push(own.or(leaf.filter(|_| requires)));
        }
        if escaping.is_none() {
            outputs.iter().for_each(|output| output.visit(&mut |node| escaping = escaping.or(of[node.0 as usize])));
        }
        escaping.map(|leaf| (self.leaves[leaf].step, self.leaves[leaf].reason.clone()))
    }

    /// Of numbers that have gradients, though as far as is known nobody asked for them.
    fn is_open(&self, node: NodeId) -> bool {
        let mut open = false;
        self.node(node).meta.tensors(&mut |tensor| open |= tensor.dtype.is_differentiable() && !tensor.requires_grad);
        open
    }

    fn visit_arguments(&self, node: NodeId, found: &mut impl FnMut(NodeId)) {
        let node = self.node(node);
        node.arguments.iter().for_each(|argument| argument.visit(found));
        node.keywords.iter().for_each(|(_, argument)| argument.visit(found));
    }
}
