//! Tensors of which only the running graph knows which of two others they are, as `max` gives them.
//!
//! The graph computes a tensor of the same data, but it is another object with memory of its own. So nothing may show that.

use ahash::AHashSet;

use super::{Argument, Graph, NodeId, Target, subgraphs};
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
    /// Whether a choice between two tensors can be a node: arguments and results of operators, views among them.
    pub fn may_choose(&self, between: [NodeId; 2]) -> bool {
        let is_known = |id: &NodeId| {
            let node = self.node(*id);
            (node.is_operation() || matches!(node.target, Target::Input { .. })) && !node.side_effects.transformed
        };
        let may_be = |id: NodeId| !self.may_require_gradients(id) && self.memory_of([id]).iter().all(is_known);
        self.current == subgraphs::WHOLE && between.into_iter().all(may_be)
    }

    /// Whether one of two different tensors may be chosen to be the other.
    pub fn may_be_same(&self, one: NodeId, other: NodeId) -> bool {
        let (one, other) = (self.as_made(one), self.as_made(other));
        let mut pairs = self.choices.iter().map(|choice| (choice.node, self.alike(choice)));
        pairs.any(|(node, alike)| node == one && alike.contains(&other) || node == other && alike.contains(&one))
    }

    /// Whether a choice is seen to be another tensor than the two: if the program asks which object one of them is, if their
    /// memory is written afterwards, or if the choice leaves the graph beside one of them or of what has their memory. If it
    /// may be a part of other memory, it is seen where it leaves at all, or where a view (`as_strided`) may reach the rest.
    pub fn choice_shows(&self, choice: &Choice, outputs: &[Argument]) -> bool {
        let alike = self.alike(choice);
        let memory = self.memory_of(alike.iter().copied());
        let is_outside = |node: &NodeId| matches!(self.node(*node).target, Target::Input { .. });
        let outside = memory.iter().any(is_outside);
        let is_part = outside || memory.len() > alike.len();
        let shares = |nodes: &[NodeId]| {
            let shared = self.memory_of(nodes.iter().copied());
            let with_one = !shared.is_disjoint(&memory) || outside && shared.iter().any(is_outside);
            (shared.contains(&choice.node), with_one)
        };
        let is_asked = |node: &NodeId| alike.contains(node) || self.memory_of([*node]).contains(&choice.node);
        let is_written =
            self.nodes[choice.node.0 as usize + 1..].iter().any(|node| shares(&node.side_effects.writes) != (false, false));
        let mut later = (choice.node.0 + 1..self.nodes.len() as u32).map(NodeId);
        let is_viewed = is_part && later.any(|node| self.memory_of([node]).contains(&choice.node));
        let mut left = Vec::new();
        outputs.iter().for_each(|output| output.visit(&mut |node| left.push(node)));
        let (leaves, beside) = shares(&left);
        self.told_apart.iter().any(is_asked) || is_written || is_viewed || leaves && (beside || is_part)
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
