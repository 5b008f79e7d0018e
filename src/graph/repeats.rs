//! Stretches of the graph that are added once more, with other tensors.

use ahash::AHashMap;

use super::{Argument, Graph, Node, NodeId, Target, subgraphs};

/// The writes of a graph at some time.
#[derive(Debug, Default)]
pub struct Writes(AHashMap<NodeId, usize>);

impl Graph {
    /// Whether the graph has nothing but nodes that may be added once more: no bodies that are open, no wrappers, and nothing
    /// that is decided by what the whole graph does with a tensor.
    pub fn is_plain(&self) -> bool {
        self.current == subgraphs::WHOLE
            && self.parts.is_empty()
            && self.leaves.is_empty()
            && self.choices.is_empty()
            && self.copied_views.is_empty()
            && self.told_apart.is_empty()
            && self.gained_gradients.is_empty()
            && self.open_gradients.is_empty()
    }

    /// How much there is beside nodes.
    pub fn extent(&self) -> [usize; 5] {
        [self.subgraphs.len(), self.known.len(), self.computed.len(), self.mode_sets.len(), self.annotations.len()]
    }

    /// Whether a node may be added once more with other tensors of the same form: one that writes at most into what nodes
    /// from the `first` on have made.
    pub fn is_repeatable(&self, node: &Node, first: NodeId) -> bool {
        let effects = &node.side_effects;
        let mut bodies = false;
        let arguments = node.arguments.iter().chain(node.keywords.iter().map(|(_, argument)| argument));
        arguments.for_each(|argument| argument.visit_bodies(&mut |_| bodies = true));
        matches!(node.target, Target::Input { .. })
            || node.is_operation()
                && !bodies
                && !node.mode
                && effects.writes.iter().all(|written| self.is_own(*written, first))
                && !effects.untold
                && !effects.transformed
                && !(effects.raises && effects.caught)
    }

    fn is_own(&self, written: NodeId, first: NodeId) -> bool {
        let base = self.base(written);
        base >= first && self.node(base).is_operation() && self.node(base).side_effects.ruled
    }

    /// Whether two tensors came about in the same way, as far as their memory goes.
    pub fn are_alike(&self, one: NodeId, other: NodeId) -> bool {
        if one == other {
            return true;
        }
        let (first, second) = (self.node(one), self.node(other));
        let (of, like) = (&first.side_effects, &second.side_effects);
        first.is_operation()
            && second.is_operation()
            && first.meta == second.meta
            && !self.known.contains_key(&one)
            && !self.known.contains_key(&other)
            && (of.copies, of.stays, of.untold, of.ruled, of.transformed, of.inference)
                == (like.copies, like.stays, like.untold, like.ruled, like.transformed, like.inference)
            && (of.views.len(), of.writes.len()) == (like.views.len(), like.writes.len())
            && (of.views.is_empty() && of.writes.is_empty() && of.ruled || first.target.operation() == second.target.operation())
            && of.views.iter().zip(&like.views).all(|(one, other)| self.are_alike(*one, *other))
            && of.writes.iter().zip(&like.writes).all(|(one, other)| self.are_alike(*one, *other))
    }

    /// How many operators have written into which memory, by the node that it is of.
    pub fn writes(&self) -> Writes {
        let mut writes = Writes::default();
        for written in self.nodes.iter().flat_map(|node| &node.side_effects.writes) {
            *writes.0.entry(self.base(*written)).or_default() += 1;
        }
        writes
    }

    /// How many of these writes went into a tensor's memory.
    pub fn count_writes(&self, writes: &Writes, into: NodeId) -> usize {
        match writes.0.is_empty() {
            true => 0,
            false => writes.0.get(&self.base(into)).copied().unwrap_or_default(),
        }
    }

    /// The node with the tensors and the site that stand for its own.
    pub fn repeated(&self, node: &Node, nodes: &AHashMap<NodeId, NodeId>, site: Option<u32>) -> Node {
        let mut node = node.clone();
        let exchange = &mut |id: &mut NodeId| *id = nodes.get(id).copied().unwrap_or(*id);
        node.arguments.iter_mut().for_each(|argument| argument.exchange(exchange));
        node.keywords.iter_mut().for_each(|(_, argument)| argument.exchange(exchange));
        node.side_effects.views.iter_mut().chain(&mut node.side_effects.writes).chain(&mut node.changed).for_each(exchange);
        Node { site, ..node }
    }
}

impl Argument {
    /// Puts other nodes in the place of those in it.
    fn exchange(&mut self, with: &mut impl FnMut(&mut NodeId)) {
        match self {
            Argument::Node(node) => with(node),
            Argument::Tuple(parts) | Argument::List(parts) => parts.iter_mut().for_each(|part| part.exchange(with)),
            Argument::Slice(parts) => parts.iter_mut().for_each(|part| part.exchange(with)),
            Argument::Dict(parts) => parts.iter_mut().for_each(|(_, part)| part.exchange(with)),
            Argument::Constant(_)
            | Argument::Dim(_)
            | Argument::Body(_)
            | Argument::Captured { .. }
            | Argument::Places { .. } => {}
        }
    }
}
