//! Graphs inside of the graph: the bodies of operators that take functions (branches, loops, checkpoints).
//!
//! Nodes of a body stand in the same list as all others, and belong to it. What they use from outside is
//! captured: where the body is called, it is passed after the body's own operands.

use super::{Argument, Graph, NodeId, Target};
use crate::python::Object;
use crate::shapes::{ShapeEnv, Symbol};

/// The whole graph, as an owner of nodes.
pub const WHOLE: u32 = 0;

#[derive(Debug, Clone)]
pub struct Subgraph {
    /// What the body is called in the printed graph, before its number.
    pub name: String,
    /// The owner around it.
    pub outer: u32,
    /// How many nodes and values there were before it.
    pub before: (usize, u32),
    /// Whether nothing from outside of it may change before its end.
    pub seals: bool,
    pub operands: Vec<NodeId>,
    pub outputs: Vec<Argument>,
    /// Whether it gives its only output itself, not a tuple of it.
    pub bare: bool,
    /// What its module says of itself (`GraphModule.meta`).
    pub notes: Vec<(String, Object)>,
}

/// What a body needs from outside, in the order in which it is passed.
#[derive(Debug, Clone, Default)]
pub struct Captures {
    pub nodes: Vec<NodeId>,
    pub symbols: Vec<Symbol>,
}

impl Graph {
    /// Begins a body; nodes belong to it until its end.
    pub fn begin(&mut self, name: String, values: u32, seals: bool) {
        let (outer, before) = (self.current, (self.nodes.len(), values));
        let (operands, outputs, notes) = (Vec::new(), Vec::new(), Vec::new());
        self.subgraphs.push(Subgraph { name, outer, before, seals, operands, outputs, bare: false, notes });
        self.current = self.subgraphs.len() as u32;
    }

    /// Ends the body that was begun last, and gives its number.
    pub fn end(&mut self, outputs: Vec<Argument>, bare: bool) -> Option<u32> {
        let ended = self.current;
        let body = self.body_mut(ended)?;
        body.outputs = outputs;
        body.bare = bare;
        self.current = body.outer;
        Some(ended)
    }

    pub fn body(&self, owner: u32) -> Option<&Subgraph> {
        owner.checked_sub(1).and_then(|index| self.subgraphs.get(index as usize))
    }

    pub fn body_mut(&mut self, owner: u32) -> Option<&mut Subgraph> {
        owner.checked_sub(1).and_then(|index| self.subgraphs.get_mut(index as usize))
    }

    pub fn owner(&self, node: NodeId) -> u32 {
        self.owners[node.0 as usize]
    }

    /// Whether a node of a body draws random numbers.
    pub fn draws_inside(&self, body: u32) -> bool {
        let mut nodes = self.nodes.iter().zip(&self.owners);
        nodes.any(|(node, owner)| node.side_effects.draws && self.is_inside(*owner, body))
    }

    /// Whether what is traced now lies in a body of this name.
    pub fn is_within(&self, name: &str) -> bool {
        let bodies = std::iter::successors(self.body(self.current), |body| self.body(body.outer));
        bodies.into_iter().any(|body| body.name == name)
    }

    /// Whether the owner is `within`, or lies inside of it.
    pub fn is_inside(&self, mut owner: u32, within: u32) -> bool {
        loop {
            if owner == within {
                return true;
            }
            match self.body(owner) {
                Some(body) => owner = body.outer,
                None => return false,
            }
        }
    }

    /// Whether a node may be used by what is traced now: it belongs to what is around.
    pub fn is_in_reach(&self, node: NodeId) -> bool {
        self.is_inside(self.current, self.owner(node))
    }

    /// What these bodies take from outside of themselves. They are called alike, with the same captures.
    pub fn captures(&self, bodies: &[u32], live: &[bool], shapes: &ShapeEnv) -> Captures {
        let mut captures = Captures::default();
        let inside = |owner: u32| bodies.iter().any(|body| self.is_inside(owner, *body));
        let mut dims = Vec::new();
        let mut take = |argument: &Argument| {
            argument.visit(&mut |node| {
                if !inside(self.owner(node)) && !captures.nodes.contains(&node) {
                    captures.nodes.push(node);
                }
            });
            argument.visit_dims(&mut |dim| dims.push(dim));
        };
        for (index, node) in self.nodes.iter().enumerate() {
            if live[index] && inside(self.owners[index]) && !matches!(node.target, Target::Input { .. }) {
                node.arguments.iter().for_each(&mut take);
                node.keywords.iter().for_each(|(_, argument)| take(argument));
            }
        }
        for body in bodies.iter().filter_map(|body| self.body(*body)) {
            body.outputs.iter().for_each(&mut take);
        }
        captures.symbols = shapes.symbols_of(&dims);
        captures
    }

    /// What a tensor of the body that is traced is perhaps a view of.
    pub fn base_in_body(&self, mut node: NodeId) -> NodeId {
        while self.is_inside(self.owner(node), self.current) {
            let Some(of) = self.viewed(node) else { return node };
            node = of;
        }
        node
    }
}
