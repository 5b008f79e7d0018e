//! Side effects of nodes, and what has to be undone when the running graph raises: writes and random numbers.

use super::{Argument, Graph, NodeId, Target};
use crate::python::{Object, storage};
use crate::shapes::{Device, MetaArgument};

/// The side effects of a node.
#[derive(Debug, Clone, Default)]
pub struct SideEffects {
    /// The nodes into whose tensors it writes.
    pub writes: Vec<NodeId>,
    /// The nodes whose memory its result may share.
    pub views: Vec<NodeId>,
    /// The result may also be a copy of `views`.
    pub copies: bool,
    /// A view begins at the same storage offset as its base.
    pub stays: bool,
    /// No version tells of its writes, or of those into a view that it gives.
    pub untold: bool,
    /// It draws numbers from torch's random number generators.
    pub draws: bool,
    /// It may raise for the data in its arguments.
    pub raises: bool,
    /// It stands for another operation of the program, which raises another error.
    pub stands_in: bool,
    /// A meta rule describes its result, which shares memory with `views` alone.
    pub ruled: bool,
    /// Its result shares memory with no argument, though no meta rule describes it.
    pub own_memory: bool,
    /// It runs under an exception handler of the program.
    pub caught: bool,
    /// It is inside of a functorch transform, and its result has no meaning outside of it.
    pub transformed: bool,
    /// Its tensor was made in inference mode: autograd refuses to save it, and nobody may write into it outside of that mode.
    pub inference: bool,
}

/// Three things that one graph must not combine: a write, an input that is a wrapper, and an input that is wrapped by
/// one.
#[derive(Debug, Default)]
pub struct Mixing {
    writes: bool,
    wrappers: bool,
    parts: bool,
}

/// The hazards of a whole graph.
#[derive(Debug, Default)]
pub struct Hazards {
    /// The inputs that it may write into.
    pub written: Vec<NodeId>,
    /// Those that may have been written when an operator raises.
    pub exposed: Vec<NodeId>,
    /// Those that may have been written when an operator raises under a handler.
    pub exposed_to_handlers: Vec<NodeId>,
    /// An operator that raises may have written a part without changing the tensor's version.
    pub partly: bool,
    /// An input may be written without a change of its version, where torch's operators run as they stand in the graph.
    pub untold: bool,
    /// Some operator's error is not what the program would raise.
    pub stands_in: bool,
    /// The nodes that draw.
    pub draws: Vec<NodeId>,
    /// The first operator that may raise for its data.
    pub raising: Option<NodeId>,
    /// Some operator runs under a handler.
    pub caught: bool,
    /// Some operator may raise for its data under a handler.
    pub raises_caught: bool,
}

impl Graph {
    /// What the live nodes may do.
    pub fn hazards(&self, live: &[bool]) -> Hazards {
        let mut hazards = Hazards::default();
        let (mut pending, mut before, mut before_caught) = (Vec::new(), 0, 0);
        for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| live[*index]) {
            let side_effects = &node.side_effects;
            if side_effects.raises {
                hazards.raising.get_or_insert(NodeId(index as u32));
            }
            hazards.stands_in |= side_effects.stands_in;
            hazards.caught |= side_effects.caught;
            hazards.raises_caught |= side_effects.raises && side_effects.caught;
            if side_effects.draws {
                hazards.draws.push(NodeId(index as u32));
            }
            pending.extend(&side_effects.writes);
            hazards.untold |= side_effects.untold && !side_effects.writes.is_empty();
            if side_effects.raises {
                hazards.partly |= !side_effects.writes.is_empty();
                before = pending.len();
                before_caught = if side_effects.caught { before } else { before_caught };
            }
        }
        let inputs = |written: &[NodeId]| {
            let is_input = |id: &NodeId| matches!(self.node(*id).target, Target::Input { .. });
            let mut inputs: Vec<NodeId> = self.memory_of(written.iter().copied()).into_iter().filter(is_input).collect();
            inputs.sort_unstable();
            inputs
        };
        hazards.untold |= self.memory_of(pending.iter().copied()).into_iter().any(|id| self.node(id).side_effects.untold);
        hazards.written = inputs(&pending);
        hazards.exposed = inputs(&pending[..before]);
        hazards.exposed_to_handlers = inputs(&pending[..before_caught]);
        hazards
    }

    /// Notes what a node of these arguments does, and tells whether the graph now writes while a wrapper is in it together
    /// with what that wraps.
    pub fn mixes_wrappers(&mut self, positional: &[Argument], keywords: &[(Object, Argument)], writes: bool) -> bool {
        let (mixing, parts) = (&mut self.mixing, &self.parts);
        mixing.writes |= writes;
        if !parts.is_empty() {
            positional.iter().chain(keywords.iter().map(|(_, argument)| argument)).for_each(|argument| {
                argument.visit(&mut |node| {
                    mixing.wrappers |= parts.contains_key(&node);
                    mixing.parts |= parts.values().flatten().any(|(_, part)| *part == node);
                })
            });
        }
        mixing.writes && mixing.wrappers && mixing.parts
    }

    /// The inputs that the nodes made so far may write into, each given once by repeated calls.
    pub fn newly_written(&mut self) -> Vec<NodeId> {
        let mut memory = std::mem::take(&mut self.written);
        let first = memory.looked_at.min(self.nodes.len());
        memory.looked_at = self.nodes.len();
        let mut inputs = Vec::new();
        let mut pending: Vec<NodeId> =
            self.nodes[first..].iter().flat_map(|node| node.side_effects.writes.iter().copied()).collect();
        self.visit_memory_of(&mut pending, &mut memory.seen, &mut |id, node| {
            if matches!(node.target, Target::Input { .. }) {
                inputs.push(id);
            }
        });
        self.written = memory;
        inputs
    }

    /// The bytes that these inputs span in memory.
    pub fn bytes_of(&self, inputs: &[NodeId]) -> u64 {
        let extent = |input: &NodeId| match self.node(*input).target {
            Target::Input { object, .. } if !self.parts.contains_key(input) => storage::extent(object),
            _ => None,
        };
        inputs
            .iter()
            .fold(0, |sum: u64, input| sum.saturating_add(extent(input).map_or(u64::MAX, |(start, end)| start.abs_diff(end))))
    }

    pub fn devices_drawn_from(&self, draws: &[NodeId]) -> Vec<String> {
        let mut devices = Vec::new();
        for node in draws {
            let mut add = |device: Device| {
                let text = device.text();
                if !devices.contains(&text) {
                    devices.push(text);
                }
            };
            match &self.node(*node).meta {
                MetaArgument::None => add(Device::CPU),
                meta => meta.tensors(&mut |tensor| add(tensor.device)),
            }
        }
        devices
    }
}
