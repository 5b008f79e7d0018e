//! Graphs inside of the graph: the bodies of operators that take functions (branches, loops, checkpoints).
//!
//! Nodes of a body stand in the same list as all others, and belong to it. What they use from outside is
//! captured: where the body is called, it is passed after the body's own operands.

use super::{Argument, Graph, NodeId, Target};
use crate::python::Object;
use crate::shapes::{Dim, ShapeEnv, Symbol};

/// The whole graph, as an owner of nodes.
pub const WHOLE: u32 = 0;

#[derive(Debug, Clone)]
pub struct Subgraph {
    /// What the body is called in the printed graph, before its number.
    pub name: String,
    /// What marks the parameters that only it takes of those that several bodies are passed.
    pub branch: String,
    /// The owner around it.
    pub outer: u32,
    /// How many nodes and values there were before it.
    pub before: (usize, u32),
    /// Whether nothing from outside of it may change before its end.
    pub seals: bool,
    /// Whether it runs just once, where it is called.
    pub once: bool,
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
    pub fn begin(&mut self, name: String, branch: String, values: u32, seals: bool, once: bool) {
        let (outer, before) = (self.current, (self.nodes.len(), values));
        let (operands, outputs, notes) = (Vec::new(), Vec::new(), Vec::new());
        self.subgraphs.push(Subgraph { name, branch, outer, before, seals, once, operands, outputs, bare: false, notes });
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

    /// Takes numbers that are known without a call out of what an operator's bodies give.
    pub fn drop_outputs(&mut self, arguments: &[Argument], known: &[(usize, Dim)]) {
        let mut bodies = Vec::new();
        arguments.iter().for_each(|argument| argument.visit_bodies(&mut |body| bodies.push(body)));
        for body in bodies {
            let Some(body) = self.body_mut(body) else { continue };
            let outputs = std::mem::take(&mut body.outputs).into_iter().enumerate();
            let needed = outputs.filter(|(place, _)| !known.iter().any(|(at, _)| at == place));
            body.outputs = needed.map(|(_, output)| output).collect();
        }
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

    /// Whether what is traced now lies in a body that runs just once, where it is called.
    pub fn is_within_once(&self) -> bool {
        std::iter::successors(self.body(self.current), |body| self.body(body.outer)).any(|body| body.once)
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

    /// The nodes that give the symbols of an expression.
    fn computing(&self, dim: Dim, shapes: &ShapeEnv) -> impl Iterator<Item = NodeId> + '_ {
        let symbols = if self.computed.is_empty() { Vec::new() } else { shapes.symbols_of(&[dim]) };
        self.computed.iter().filter(move |(symbol, _)| symbols.contains(symbol)).map(|(_, node)| *node)
    }

    /// The same for an expression.
    pub fn is_number_in_reach(&self, dim: Dim, shapes: &ShapeEnv) -> bool {
        self.computing(dim, shapes).all(|node| self.is_in_reach(node))
    }

    /// Whether the body that is traced gives a symbol of an expression, or is called with it.
    pub fn is_number_of_body(&self, dim: Dim, shapes: &ShapeEnv) -> bool {
        self.current != WHOLE && self.computing(dim, shapes).any(|node| self.is_inside(self.owner(node), self.current))
    }

    /// Whether a body is traced that does not give all of an expression's symbols that only the running graph knows.
    pub fn asks_outside(&self, dim: Dim, shapes: &ShapeEnv) -> bool {
        let inside = |symbol: &Symbol| {
            let node = self.computed.iter().find(|(computed, _)| computed == symbol);
            node.is_some_and(|(_, node)| self.is_inside(self.owner(*node), self.current))
        };
        let unseen = |symbol: &Symbol| shapes.symbol(*symbol).hint.is_none();
        self.current != WHOLE && shapes.symbols_of(&[dim]).iter().any(|symbol| unseen(symbol) && !inside(symbol))
    }

    /// Whether a number is a body's operand, which is another one in each call of the body.
    pub fn is_operand(&self, dim: Dim, shapes: &ShapeEnv) -> bool {
        self.computing(dim, shapes).any(|node| matches!(self.node(node).target, Target::Operand))
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
        for (body, owner) in self.subgraphs.iter().zip(1..).filter(|(_, owner)| inside(*owner)) {
            let called = bodies.contains(&owner) || self.is_called(owner, live);
            body.outputs.iter().filter(|_| called).for_each(&mut take);
        }
        let gives = |symbol: &Symbol| {
            let node = self.computed.iter().find(|(computed, _)| computed == symbol);
            node.is_some_and(|(_, node)| inside(self.owner(*node)))
        };
        captures.symbols = shapes.symbols_of(&dims);
        let owned = (0..self.nodes.len()).filter(|index| live[*index] && inside(self.owners[*index]));
        owned.for_each(|index| self.visit_sizes_met(NodeId(index as u32), shapes, &mut |symbol| captures.symbols.push(symbol)));
        captures.symbols.sort_unstable_by_key(|symbol| symbol.0);
        captures.symbols.dedup();
        captures.symbols.retain(|symbol| !gives(symbol));
        captures
    }

    /// The symbols of inputs that the sizes of a body's node, and of what it takes, are made of: compilers look for them
    /// among what the body is called with.
    pub fn visit_sizes_met(&self, node: NodeId, shapes: &ShapeEnv, found: &mut impl FnMut(Symbol)) {
        let mut dims = Vec::new();
        let mut sizes = |node: NodeId| self.node(node).meta.tensors(&mut |tensor| dims.extend_from_slice(&tensor.sizes));
        sizes(node);
        self.node(node).arguments.iter().for_each(|argument| argument.visit(&mut sizes));
        let symbols = shapes.symbols_of(&dims).into_iter();
        symbols.filter(|symbol| !shapes.symbol(*symbol).sources.is_empty()).for_each(found);
    }

    /// Whether a node of the graph calls the body.
    fn is_called(&self, body: u32, live: &[bool]) -> bool {
        let mut called = false;
        let nodes = self.nodes.iter().zip(live).filter(|(_, live)| **live);
        nodes
            .for_each(|(node, _)| node.arguments.iter().for_each(|part| part.visit_bodies(&mut |found| called |= found == body)));
        called
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
