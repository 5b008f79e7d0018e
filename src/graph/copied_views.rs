//! Copies in the place of what torch does not have: views of NumPy's arrays with negative steps, and arrays that may not be
//! written into.

use ahash::AHashSet;

use super::{Argument, Graph, NodeId, Target};
use crate::rules::Reason;

/// A tensor that is a copy where the program's array is a view, or is the array of an input itself.
#[derive(Debug)]
pub struct CopiedView {
    pub node: NodeId,
    /// What the array is a view of; the node itself if that is an input.
    pub of: NodeId,
    /// Of the root frame.
    pub step: u64,
    /// Why the graph must break there if it shows that the tensor is a copy.
    pub reason: Box<Reason>,
}

impl Graph {
    /// A copied view that is seen to be a copy, with the step that made it: one of the two, or what may have their memory, is
    /// written afterwards, or may be since the view stays in code of the compiled call.
    pub fn copied_view_that_shows(&self, outputs: &[Argument], stays: bool) -> Option<(u64, Box<Reason>)> {
        let mut kept = Vec::new();
        if stays && !self.copied_views.is_empty() {
            outputs.iter().for_each(|output| output.visit(&mut |node| kept.push(node)));
        }
        let kept = self.memory_of(kept);
        let shows = |view: &&CopiedView| {
            let memory = self.memory_of([view.node, view.of]);
            let is_outside = |node: &NodeId| matches!(self.node(*node).target, Target::Input { .. });
            // Of an input that is a copy, made at entry, nobody knows which others have its memory.
            let is_copied = is_outside(&view.node);
            let first = if is_copied { 0 } else { view.node.0 as usize + 1 };
            let is_shared =
                |written: AHashSet<NodeId>| !written.is_disjoint(&memory) || is_copied && written.iter().any(is_outside);
            let mut later = self.nodes[first..].iter().map(|node| &node.side_effects.writes);
            kept.contains(&view.node) || later.any(|written| is_shared(self.memory_of(written.iter().copied())))
        };
        self.copied_views.iter().find(shows).map(|view| (view.step, view.reason.clone()))
    }
}
