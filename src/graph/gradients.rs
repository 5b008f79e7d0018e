//! Tensors that a write may have made require gradients after their metadata was computed, and tensors that require
//! gradients because of a leaf that the graph made.

use std::cmp::Ordering;

use ahash::{AHashMap, AHashSet};

use super::{Argument, Graph, Node, NodeId};
use crate::rules::Reason;
use crate::shapes::{MetaArgument, TensorMeta};
use crate::values::Level;

/// A tensor of the graph that no output may depend on if the output requires gradients: one that was made a leaf, or
/// one whose autograd graph is freed.
#[derive(Debug)]
pub struct Leaf {
    pub node: NodeId,
    /// Holds also for outputs that would require gradients without it.
    pub always: bool,
    /// Of the root frame.
    pub step: u64,
    /// Why the graph must break there if the leaf escapes.
    pub reason: Box<Reason>,
}

/// What a transform of functorch has wrapped.
#[derive(Debug, Clone, Copy)]
pub struct Wrapped {
    pub tensor: NodeId,
    /// By the transform whose results are asked about, not by another one.
    pub here: bool,
}

/// The path of gradients, from tensors back to leaves.
#[derive(Debug, Default)]
pub struct GradientPath {
    /// The inputs and leaves that it ends at, in the order in which they came into the graph.
    pub ends: Vec<NodeId>,
    /// The operators on the path.
    pub between: Vec<NodeId>,
}

impl Graph {
    /// Notes a write of a tensor that requires gradients into one that does not: everything that shares its memory now
    /// requires them, its bases and, for an input, possible views of other inputs included.
    pub fn note_gained_gradients(&mut self, written: Vec<NodeId>) {
        let mut pending = written;
        while let Some(node) = pending.pop() {
            if !self.is_open(node) || !self.gained_gradients.insert(node) {
                continue;
            }
            if self.node(node).is_operation() {
                self.visit_arguments(node, &mut |argument| pending.push(argument));
            } else {
                self.inputs_gained_gradients = true;
            }
        }
    }

    /// Whether a later write may have made the tensor require gradients.
    pub fn may_require_gradients(&self, node: NodeId) -> bool {
        if self.gained_gradients.is_empty() {
            return false;
        }
        let (mut pending, mut seen) = (vec![node], ahash::AHashSet::new());
        while let Some(node) = pending.pop() {
            if !self.is_open(node) || !seen.insert(node) {
                continue;
            }
            if self.gained_gradients.contains(&node) || self.inputs_gained_gradients && !self.node(node).is_operation() {
                return true;
            }
            self.visit_arguments(node, &mut |argument| pending.push(argument));
        }
        false
    }

    /// Notes that only the running graph knows whether a tensor requires gradients.
    pub fn note_open_gradients(&mut self, node: NodeId) {
        self.open_gradients.insert(node);
    }

    /// Whether a tensor is computed of one of those.
    pub fn has_open_gradients(&self, node: NodeId) -> bool {
        let (mut pending, mut seen) = (vec![node], AHashSet::new());
        while let Some(node) = pending.pop().filter(|_| !self.open_gradients.is_empty()) {
            if self.open_gradients.contains(&node) {
                return true;
            }
            if self.requires_gradients(node) && seen.insert(node) {
                self.visit_arguments(node, &mut |argument| pending.push(argument));
            }
        }
        false
    }

    pub fn note_no_gradients(&mut self, node: NodeId) {
        let MetaArgument::Tensor(meta) = &mut self.nodes[node.0 as usize].meta else { return };
        *meta = TensorMeta { requires_grad: false, is_leaf: true, ..(**meta).clone() }.into();
    }

    /// Whether some tensors of a functorch level may require gradients below that level: if they were computed of one that did
    /// before it was wrapped, or of one that comes from outside of the level.
    pub fn requires_gradients_below(&self, nodes: Vec<NodeId>, wrappers: &AHashMap<NodeId, Wrapped>) -> bool {
        let (mut pending, mut seen) = (nodes, AHashSet::new());
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            match wrappers.get(&node) {
                Some(wrapped) if wrapped.here => {
                    if self.requires_gradients(wrapped.tensor) {
                        return true;
                    }
                }
                Some(wrapped) => pending.push(wrapped.tensor),
                None if !self.requires_gradients(node) => {}
                None if !self.node(node).is_operation() || self.leaves.iter().any(|leaf| leaf.node == node) => return true,
                None => self.visit_arguments(node, &mut |argument| pending.push(argument)),
            }
        }
        false
    }

    /// Whether a tensor that requires gradients does so at its outermost level: wrappers of vmap require none, and others
    /// if they were computed of one that does at the same level. `levels` are the active ones, outermost first; `wrappers`
    /// are the tensors that these have wrapped, with the numbers of the levels, from 1.
    pub fn requires_gradients_outermost(&self, node: NodeId, levels: &[Level], wrappers: &AHashMap<NodeId, usize>) -> bool {
        let Some(first) = levels.first().map(|level| level.began.0 as usize) else { return self.requires_gradients(node) };
        // From the first node in a level: the outermost level of its result, 0 for none, and whether it requires gradients there.
        let mut results: Vec<(usize, bool)> = Vec::new();
        for id in (first as u32..=node.0).map(NodeId) {
            if !self.node(id).is_operation() {
                // An input, which may come into the graph late.
                results.push((0, self.requires_gradients(id)));
                continue;
            }
            let of_operator =
                || levels.iter().rposition(|level| !level.batches && level.began <= id).map_or(0, |index| index + 1);
            let wrapper = wrappers.get(&id).copied();
            let mut level = wrapper.unwrap_or_else(of_operator);
            let mut given = wrapper.is_some() || level == 0;
            let mut argument_found = |argument: NodeId| {
                let known = (argument.0 as usize).checked_sub(first).and_then(|index| results.get(index));
                let (of_argument, requires) = known.copied().unwrap_or((0, self.requires_gradients(argument)));
                match of_argument.cmp(&level) {
                    Ordering::Greater => (level, given) = (of_argument, requires),
                    Ordering::Equal => given |= requires,
                    Ordering::Less => {}
                }
            };
            if wrapper.is_none() {
                self.visit_arguments(id, &mut argument_found);
            }
            let batched = level.checked_sub(1).is_some_and(|index| levels[index].batches);
            results.push((level, given && !batched && self.requires_gradients(id)));
        }
        match node.0 as usize >= first {
            true => results.last().is_some_and(|(_, requires)| *requires),
            false => self.requires_gradients(node),
        }
    }

    /// A leaf that the graph made and that makes an output, or a written tensor, require gradients, with the step that
    /// made it: backends only differentiate with respect to inputs.
    pub fn leaf_that_escapes(&self, outputs: &[Argument]) -> Option<(u64, Box<Reason>)> {
        if self.leaves.is_empty() {
            return None;
        }
        // By node: the leaf without which it would not require gradients.
        let mut owed: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut escaping = None;
        for (index, node) in self.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            let (mut leaf, mut anyway) = (None, false);
            let mut given = |argument: NodeId| match owed[argument.0 as usize] {
                Some(of) if leaf.is_none() || self.leaves[of].always => leaf = Some(of),
                Some(_) => {}
                None => anyway |= self.requires_gradients(argument),
            };
            match self.outputs_of_body(node) {
                Some(outputs) => outputs.iter().for_each(|output| output.visit(&mut given)),
                None => self.visit_arguments(id, &mut given),
            }
            let leaf = leaf.filter(|leaf: &usize| !anyway || self.leaves[*leaf].always);
            let own = self.leaves.iter().position(|leaf| leaf.node == id);
            if leaf.is_some() && own.is_none() && node.effect && !node.mode && node.grad {
                escaping = leaf;
                break;
            }
            owed.push(own.or(leaf.filter(|_| self.requires_gradients(id))));
        }
        if escaping.is_none() {
            outputs.iter().for_each(|output| output.visit(&mut |node| escaping = escaping.or(owed[node.0 as usize])));
        }
        escaping.map(|leaf| (self.leaves[leaf].step, self.leaves[leaf].reason.clone()))
    }

    /// The path of gradients from some tensors back to others.
    pub fn gradient_path(&self, outputs: &[NodeId], inputs: &[NodeId]) -> GradientPath {
        let (mut pending, mut seen, mut way) = (outputs.to_vec(), AHashSet::new(), GradientPath::default());
        while let Some(id) = pending.pop() {
            if !self.requires_gradients(id) || !seen.insert(id) {
                continue;
            }
            let made = self.leaves.iter().any(|leaf| leaf.node == id && !leaf.always);
            let begins = made || !self.node(id).is_operation();
            if begins || inputs.contains(&id) {
                way.ends.push(id);
            }
            if !begins {
                way.between.push(id);
                self.visit_arguments(id, &mut |argument| pending.push(argument));
            }
        }
        way.ends.sort_unstable_by_key(|id| id.0);
        // Autograd goes no further than it must for what it was asked for.
        way.between.sort_unstable_by_key(|id| id.0);
        let mut leads = AHashSet::new();
        for &id in &way.between {
            self.visit_arguments(id, &mut |argument| {
                if leads.contains(&argument) || inputs.contains(&argument) && seen.contains(&argument) {
                    leads.insert(id);
                }
            });
        }
        way.between.retain(|id| leads.contains(id));
        way
    }

    fn requires_gradients(&self, node: NodeId) -> bool {
        let mut requires = false;
        self.node(node).meta.tensors(&mut |tensor| requires |= tensor.requires_grad);
        requires
    }

    /// Of a node that takes one of the results of an operator with a body: what the body gives there.
    fn outputs_of_body(&self, node: &Node) -> Option<&[Argument]> {
        let [Argument::Node(of), Argument::Constant(index)] = &node.arguments[..] else { return None };
        let mut bodies = Vec::new();
        self.node(*of).arguments.iter().for_each(|argument| argument.visit_bodies(&mut |body| bodies.push(body)));
        // One with tensors bound to what it is given is followed through these.
        let outputs = &self.body(*bodies.first()?).filter(|body| body.bound.is_empty())?.outputs;
        let index = usize::try_from(index.as_int()?).ok()?;
        outputs.get(index..=index)
    }

    /// Whether a result is floating and does not require gradients according to its metadata, which a write may have
    /// outdated.
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
