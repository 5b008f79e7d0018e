//! Operators that may raise and whose results are unused. A backend would remove them as dead code, and with them their
//! exceptions.

use super::{Argument, Graph, NodeId, Target, subgraphs};
use crate::shapes::ShapeEnv;

impl Graph {
    /// Tensors that must be computed only because an operator may raise: unused results of such operators, or unused
    /// tensors that they write.
    pub fn unseen_failures(&self, outputs: &[Argument], shapes: &ShapeEnv) -> Vec<NodeId> {
        let may_be_unseen = |index: usize| {
            let node = &self.nodes[index];
            node.side_effects.raises
                && !node.side_effects.transformed
                && node.is_operation()
                && self.owners[index] == subgraphs::WHOLE
        };
        let candidates: Vec<usize> = (0..self.nodes.len()).filter(|index| may_be_unseen(*index)).collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        let live = self.live(outputs, shapes);
        let mut used = vec![false; self.nodes.len()];
        let mut mark = |argument: &Argument| argument.visit(&mut |node| used[node.0 as usize] = true);
        outputs.iter().for_each(&mut mark);
        for node in self.nodes.iter().zip(&live).filter(|(_, live)| **live).map(|(node, _)| node) {
            node.arguments.iter().chain(node.keywords.iter().map(|(_, argument)| argument)).for_each(&mut mark);
        }
        let mut unseen: Vec<NodeId> = Vec::new();
        for index in candidates {
            let id = NodeId(index as u32);
            let wanted = match self.nodes[index].side_effects.writes.first() {
                None => (!used[index]).then_some(id),
                Some(written) => self.is_lost(*written, index, outputs, &live).then_some(*written),
            };
            unseen.extend(wanted.filter(|wanted| !unseen.contains(wanted)));
        }
        unseen
    }

    /// Whether a tensor is unused after the node at `index` has written it.
    fn is_lost(&self, written: NodeId, index: usize, outputs: &[Argument], live: &[bool]) -> bool {
        let memory = self.memory_of([written]);
        if memory.iter().any(|node| matches!(self.node(*node).target, Target::Input { .. } | Target::Operand)) {
            return false;
        }
        let mut seen = false;
        let mut look = |argument: &Argument| {
            argument.visit(&mut |node| seen = seen || self.memory_of([node]).iter().any(|node| memory.contains(node)));
        };
        outputs.iter().for_each(&mut look);
        for (node, live) in self.nodes.iter().zip(live).skip(index + 1) {
            if *live && node.side_effects.writes.is_empty() {
                node.arguments.iter().chain(node.keywords.iter().map(|(_, argument)| argument)).for_each(&mut look);
            }
        }
        !seen
    }
}
