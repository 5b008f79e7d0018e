//! Aliasing: which nodes may share memory.

use ahash::AHashSet;

use super::{Argument, Asked, Graph, Node, NodeId, Target};
use crate::shapes::MetaArgument;

/// The progress of [`Graph::newly_written`].
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) seen: AHashSet<NodeId>,
    pub(super) looked_at: usize,
}

/// The storage offset of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// Zero.
    Memory,
    /// That of an input.
    Input(NodeId),
    /// That of an input, or zero if the tensor is a copy.
    InputOrMemory(NodeId),
}

impl Graph {
    /// The node whose memory the operator of this one was given, if it may make a view of it.
    pub fn viewed(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).side_effects.views.first().copied()
    }

    /// Pairs of a tensor that an operator writes and another that it reads, which may share memory.
    pub fn shared(&self, written: &[NodeId], node: &Asked<'_>) -> Vec<(NodeId, NodeId)> {
        if written.is_empty() {
            return Vec::new();
        }
        let bases: Vec<NodeId> = written.iter().map(|written| self.base(*written)).collect();
        let mut shared = Vec::new();
        node.visit(&mut |read| {
            let base = (!written.contains(&read)).then(|| self.base(read));
            let pairs = written.iter().zip(&bases).filter(|(_, other)| base == Some(**other));
            shared.extend(pairs.map(|(written, _)| (*written, read)));
        });
        shared
    }

    /// The node that made the tensor, before writes into it.
    pub fn as_made(&self, mut id: NodeId) -> NodeId {
        while self.viewed(id).is_none()
            && let Some(of) = self.node(id).side_effects.writes.first()
        {
            id = *of;
        }
        id
    }

    /// Whether a tensor shares the memory of the one that it is a view of, as `base` has it, and is no copy.
    pub fn surely_shares(&self, id: NodeId) -> bool {
        let (base, mut id) = (self.base(id), self.as_made(id));
        while id != base {
            let sliced = matches!(self.node(id).arguments.get(1), Some(Argument::Slice(_)));
            let copies = self.node(id).side_effects.copies && !sliced;
            let Some(of) = self.viewed(id).filter(|_| !copies) else { return false };
            id = self.as_made(of);
        }
        true
    }

    /// The storage offset of a tensor; `None` if the graph does not tell.
    pub fn beginning(&self, mut id: NodeId) -> Option<Beginning> {
        let dtype = |id: NodeId| match &self.node(id).meta {
            MetaArgument::Tensor(meta) => Some(meta.dtype),
            _ => None,
        };
        let (own, mut copied) = (dtype(id)?, false);
        loop {
            let node = self.node(id);
            match node.target {
                Target::Input { .. } if copied || dtype(id) != Some(own) => return Some(Beginning::InputOrMemory(id)),
                Target::Input { .. } => return Some(Beginning::Input(id)),
                _ if !node.side_effects.ruled || node.side_effects.transformed => return None,
                _ => {}
            }
            id = match self.viewed(id) {
                Some(_) if !node.side_effects.stays => return None,
                Some(of) => {
                    copied |= node.side_effects.copies;
                    of
                }
                None => match node.side_effects.writes.first() {
                    Some(written) => *written,
                    None => return dtype(id).map(|_| Beginning::Memory),
                },
            };
        }
    }

    /// The tensor that a tensor is a view of, as far as the graph tells: another dtype or device takes a copy.
    pub fn base(&self, id: NodeId) -> NodeId {
        let kind = |id: NodeId| match &self.node(id).meta {
            MetaArgument::Tensor(meta) => Some((meta.dtype, meta.device)),
            _ => None,
        };
        let (own, mut base) = (kind(id), id);
        while let Some(of) = self
            .viewed(base)
            .or(self.node(base).side_effects.writes.first().copied())
            .filter(|of| kind(*of).is_none_or(|of| own == Some(of)))
        {
            base = of;
        }
        base
    }

    /// The nodes whose memory these may share, themselves among them.
    pub(super) fn memory_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> AHashSet<NodeId> {
        let mut seen = AHashSet::new();
        self.visit_memory_of(&mut nodes.into_iter().collect(), &mut seen, &mut |_, _| {});
        seen
    }

    /// Whether a node may have written into memory from outside.
    pub fn writes_outside(&self) -> bool {
        let written: Vec<NodeId> = self.nodes.iter().flat_map(|node| node.side_effects.writes.iter().copied()).collect();
        let is_outside = |node: NodeId| matches!(self.node(node).target, Target::Input { .. } | Target::Operand);
        self.memory_of(written).into_iter().any(is_outside)
    }

    /// The same, without those that were visited before.
    pub(super) fn visit_memory_of(
        &self,
        pending: &mut Vec<NodeId>,
        seen: &mut AHashSet<NodeId>,
        found: &mut impl FnMut(NodeId, &Node),
    ) {
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            found(id, self.node(id));
            match self.node(id).target {
                Target::Input { .. } => {}
                // Which of the arguments it is, who calls the body decides.
                Target::Operand => self.visit_calls_of_bodies(&mut |of| pending.push(of)),
                _ => self.visit_memory(id, &mut |of| pending.push(of)),
            }
        }
    }

    /// The arguments of operators that take bodies.
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
        node.side_effects.writes.iter().copied().for_each(&mut *found);
        if node.side_effects.own_memory {
            return;
        }
        if !node.side_effects.ruled {
            node.arguments.iter().for_each(|argument| argument.visit(found));
            node.keywords.iter().for_each(|(_, argument)| argument.visit(found));
            return;
        }
        node.side_effects.views.iter().copied().for_each(found);
    }

    /// Whether the tensor that is read is the same view as the written one, made by the same call.
    pub fn is_same_view(&self, written: NodeId, read: NodeId, node: &Asked<'_>, assigns: bool) -> bool {
        let (written, read) = (self.as_made(written), self.as_made(read));
        let (one, other) = (self.node(written), self.node(read));
        if assigns {
            return self.viewed(read).map(|of| self.as_made(of)) == Some(written)
                && other.arguments.get(1) == node.positional.get(1);
        }
        let from = |id| self.viewed(id).map(|of| self.as_made(of));
        let called = |operation: Option<(_, _)>| operation.map(|(_, called)| called);
        written == read
            || from(written) == from(read)
                && called(one.target.operation()) == called(other.target.operation())
                && one.arguments.get(1..) == other.arguments.get(1..)
                && one.keywords == other.keywords
    }
}
