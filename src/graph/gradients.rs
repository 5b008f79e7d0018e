//! Which tensors may have come to require gradients by a write that their metadata does not know of.

use super::{Argument, Graph, NodeId};

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
