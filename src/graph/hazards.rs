//! What may be lost when the running graph raises: what it has written and drawn by then.

use ahash::AHashSet;

use super::{Graph, NodeId, Target};
use crate::generated::VIEWS;

/// What a node does beside giving a result.
#[derive(Debug, Clone, Default)]
pub struct Conduct {
    /// The nodes into whose tensors it writes.
    pub writes: Vec<NodeId>,
    /// It draws numbers from torch's random number generators.
    pub draws: bool,
    /// It may raise for the data in its arguments.
    pub raises: bool,
    /// A rule describes its result: it is none of its arguments unless the operator is known to make views.
    pub ruled: bool,
    /// A handler of the program's stands around it.
    pub caught: bool,
    /// It is part of a transformation (a level of functorch's), outside of which its result means nothing.
    pub transformed: bool,
}

/// Of a whole graph.
#[derive(Debug, Default)]
pub struct Hazards {
    /// The inputs that it may write into.
    pub written: Vec<NodeId>,
    /// The nodes that draw.
    pub draws: Vec<NodeId>,
    /// Some operator may raise for its data,
    pub raises: bool,
    /// some operator stands where the program has a handler,
    pub caught: bool,
    /// and these two are one.
    pub raises_caught: bool,
}

impl Graph {
    /// What the live nodes may do.
    pub fn hazards(&self, live: &[bool]) -> Hazards {
        let mut hazards = Hazards::default();
        let mut pending = Vec::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| live[*index]) {
            let conduct = &node.conduct;
            hazards.raises |= conduct.raises;
            hazards.caught |= conduct.caught;
            hazards.raises_caught |= conduct.raises && conduct.caught;
            if conduct.draws {
                hazards.draws.push(NodeId(index as u32));
            }
            pending.extend(&conduct.writes);
        }
        let is_input = |id: &NodeId| matches!(self.node(*id).target, Target::Input { .. });
        hazards.written = self.memory_of(pending).into_iter().filter(is_input).collect();
        hazards.written.sort_unstable();
        hazards
    }

    /// The nodes whose memory these may share, themselves among them.
    pub(super) fn memory_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> AHashSet<NodeId> {
        let mut pending: Vec<NodeId> = nodes.into_iter().collect();
        let mut seen = AHashSet::new();
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.node(id).target {
                Target::Input { .. } => {}
                // Which of the arguments it is, who calls the body decides.
                Target::Operand => self.visit_calls_of_bodies(&mut |of| pending.push(of)),
                _ => self.visit_memory(id, &mut |of| pending.push(of)),
            }
        }
        seen
    }

    /// What operators that take bodies are given.
    fn visit_calls_of_bodies(&self, found: &mut impl FnMut(NodeId)) {
        for node in &self.nodes {
            let mut bodies = false;
            node.arguments.iter().for_each(|argument| argument.visit_bodies(&mut |_| bodies = true));
            if bodies {
                node.arguments.iter().for_each(|argument| argument.visit(found));
            }
        }
    }

    /// The nodes whose memory the result of one may be.
    fn visit_memory(&self, id: NodeId, found: &mut impl FnMut(NodeId)) {
        let node = self.node(id);
        node.conduct.writes.iter().copied().for_each(&mut *found);
        if !node.conduct.ruled {
            node.arguments.iter().for_each(|argument| argument.visit(found));
            node.keywords.iter().for_each(|(_, argument)| argument.visit(found));
            return;
        }
        let Some((_, called)) = node.target.operation() else { return };
        let name = called.as_str().map_or_else(|| called.name_text(), str::to_owned);
        if VIEWS.iter().any(|view| view.name == name) {
            node.arguments.iter().take(1).for_each(|argument| argument.visit(found));
        }
    }
}
