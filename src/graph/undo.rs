//! Back to an earlier state of the graph.

use super::{Graph, Memory, NodeId, subgraphs};

/// How much of a graph there was.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    nodes: usize,
    subgraphs: usize,
    annotations: usize,
}

impl Graph {
    pub fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), subgraphs: self.subgraphs.len(), annotations: self.annotations.len() }
    }

    /// Takes out what was added since the mark.
    pub fn roll_back(&mut self, mark: Mark) {
        let is_left = |node: &NodeId| (node.0 as usize) < mark.nodes;
        self.nodes.truncate(mark.nodes);
        self.owners.truncate(mark.nodes);
        self.subgraphs.truncate(mark.subgraphs);
        self.annotations.truncate(mark.annotations);
        // A body is begun and ended by one instruction of the root frame.
        self.current = subgraphs::WHOLE;
        self.inputs.retain(|_, node| is_left(node));
        self.parts.retain(|node, _| is_left(node));
        self.known.retain(|node, _| is_left(node));
        self.mode_sets.retain(|node, _| is_left(node));
        self.leaves.retain(|leaf| is_left(&leaf.node));
        self.choices.retain(|choice| is_left(&choice.node));
        self.copied_views.retain(|view| is_left(&view.node));
        self.told_apart.retain(is_left);
        self.computed.retain(|(_, node)| is_left(node));
        self.written = Memory::default();
        self.raises_caught = false;
        self.bytes_written = 0;
    }
}
