//! Tensors of which only the running graph knows which of two others they are, as `max` gives them.
//!
//! The graph computes a tensor of the same data, but it is another object with memory of its own. So nothing may show that.

use ahash::AHashSet;

use super::{Argument, Graph, NodeId, subgraphs};
use crate::rules::Reason;
use crate::values::Value;

#[derive(Debug)]
pub struct Choice {
    pub node: NodeId,
    pub between: [NodeId; 2],
    /// The three tensors as objects.
    pub values: [Value; 3],
    /// Of the root frame.
    pub step: u64,
    /// Why the graph must break there if it shows that the tensor is neither of the two.
    pub reason: Box<Reason>,
}

impl Graph {
    /// Whether a choice between two tensors can be a node: results of operators, with memory of their own.
    pub fn may_choose(&self, between: [NodeId; 2]) -> bool {
        let is_own = |id: NodeId| {
            let node = self.node(self.as_made(id));
            node.is_operation()
                && !node.side_effects.transformed
                && !self.may_require_gradients(id)
                && self.memory_of([self.as_made(id)]).len() == 1
        };
        self.current == subgraphs::WHOLE && between.into_iter().all(is_own)
    }

    /// Whether one of two different tensors may be chosen to be the other.
    pub fn may_be_same(&self, one: NodeId, other: NodeId) -> bool {
        let (one, other) = (self.as_made(one), self.as_made(other));
        let mut pairs = self.choices.iter().map(|choice| (choice.node, self.alike(choice)));
        pairs.any(|(node, alike)| node == one && alike.contains(&other) || node == other && alike.contains(&one))
    }

    /// Whether a choice is seen to be another tensor than the two: if the program asks which object one of them is, if one
    /// is written afterwards, or if the choice leaves the graph beside one of them.
    pub fn choice_shows(&self, choice: &Choice, outputs: &[Argument]) -> bool {
        let alike = self.alike(choice);
        let shares = |nodes: &[NodeId]| {
            let memory = self.memory_of(nodes.iter().copied());
            (memory.contains(&choice.node), !memory.is_disjoint(&alike))
        };
        let is_asked = self.told_apart.iter().any(|node| *node == choice.node || alike.contains(node));
        let is_written =
            self.nodes[choice.node.0 as usize + 1..].iter().any(|node| shares(&node.side_effects.writes) != (false, false));
        let mut left = Vec::new();
        outputs.iter().for_each(|output| output.visit(&mut |node| left.push(node)));
        is_asked || is_written || shares(&left) == (true, true)
    }

    /// The tensors that a choice may be. Later choices may be between earlier ones.
    fn alike(&self, choice: &Choice) -> AHashSet<NodeId> {
        let mut alike: AHashSet<NodeId> = choice.between.into_iter().map(|id| self.as_made(id)).collect();
        for earlier in self.choices.iter().rev().filter(|earlier| earlier.node < choice.node) {
            if alike.contains(&earlier.node) {
                alike.extend(earlier.between.into_iter().map(|id| self.as_made(id)));
            }
        }
        alike
    }
}
