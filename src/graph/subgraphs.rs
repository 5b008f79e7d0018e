//! Graphs inside of the graph: the bodies of operators that take functions (branches, loops, checkpoints).
//!
//! Nodes of a body stand in the same list as all others, and belong to it. What they use from outside is
//! captured: where the body is called, it is passed after the body's own operands.

use super::{Argument, Graph, NodeId, Target};
use crate::python::Object;
use crate::shapes::{Dim, ShapeEnv, Symbol};

/// The whole graph, as an owner of nodes.
pub const WHOLE: u32 = 0;

/// What is known of a body before it is traced.
#[derive(Debug, Clone)]
pub struct BodyKind {
    /// What the body is called in the printed graph, before its number.
    pub name: String,
    /// What marks the parameters that only it takes of those that several bodies are passed.
    pub branch: String,
    /// What its nodes are said to come from, if not from the operator that takes it.
    pub origin: Option<Object>,
    /// Whether nothing from outside of it may change before its end.
    pub seals: bool,
    /// Whether it runs just once, where it is called.
    pub once: bool,
    /// Whether it is the backward pass of the body around it, and is given what it takes of that.
    pub backward: bool,
}

#[derive(Debug, Clone)]
pub struct Subgraph {
    pub kind: BodyKind,
    /// The owner around it.
    pub outer: u32,
    /// How many nodes and values there were before it.
    pub before: (usize, u32),
    pub operands: Vec<NodeId>,
    /// Tensors that stand for others from around the body, which it captures.
    pub bound: Vec<Bound>,
    pub outputs: Vec<Argument>,
    /// Of a backward pass: the nodes that its outputs are the gradients of.
    pub gradients_of: Vec<NodeId>,
    /// Whether it gives its only output itself, not a tuple of it.
    pub bare: bool,
    /// What its module says of itself (`GraphModule.meta`).
    pub notes: Vec<(String, Object)>,
}

/// A tensor of a body that stands for one from outside of it.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    pub operand: NodeId,
    pub outside: NodeId,
    /// Whether a variable held the other one before.
    pub named: bool,
}

/// What a body needs from outside, in the order in which it is passed.
#[derive(Debug, Clone, Default)]
pub struct Captures {
    pub nodes: Vec<NodeId>,
    pub symbols: Vec<Symbol>,
}

/// A node or a symbol that a body needs from outside.
#[derive(Debug, Clone, Copy)]
pub enum Captured {
    Node(NodeId),
    Symbol(Symbol),
}

impl Graph {
    /// Begins a body; nodes belong to it until its end. `values` is the number of the trace's values so far.
    pub fn begin(&mut self, kind: BodyKind, values: u32) {
        self.subgraphs.push(Subgraph {
            kind,
            outer: self.current,
            before: (self.nodes.len(), values),
            operands: Vec::new(),
            bound: Vec::new(),
            outputs: Vec::new(),
            gradients_of: Vec::new(),
            bare: false,
            notes: Vec::new(),
        });
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
        bodies.into_iter().any(|body| body.kind.name == name)
    }

    /// Whether what is traced now lies in a body that runs just once, where it is called.
    pub fn is_within_once(&self) -> bool {
        let mut around = std::iter::successors(self.body(self.current), |body| self.body(body.outer));
        around.find(|body| body.kind.once || body.kind.backward).is_some_and(|body| body.kind.once)
    }

    /// The tensor outside of all bodies that one stands for; otherwise the tensor itself.
    pub fn bound_to(&self, mut node: NodeId) -> NodeId {
        while let Some(bound) = self.bound(node) {
            node = bound.outside;
        }
        node
    }

    pub fn bound(&self, operand: NodeId) -> Option<&Bound> {
        let body = self.body(self.owner(operand)).filter(|_| matches!(self.node(operand).target, Target::Operand))?;
        body.bound.iter().find(|bound| bound.operand == operand)
    }

    /// The backward passes of a body.
    pub fn backwards_of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        self.subgraphs.iter().zip(1..).filter(move |(of, _)| of.kind.backward && of.outer == body).map(|(_, number)| number)
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

    /// Whether the symbols of an expression may be used by what is traced now.
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
        let bound: Vec<Bound> = bodies.iter().filter_map(|body| self.body(*body)).flat_map(|body| body.bound.clone()).collect();
        let all_bound = Argument::Tuple(bound.iter().map(|bound| Argument::Node(bound.outside)).collect());
        let backwards: Vec<u32> = bodies.iter().flat_map(|body| self.backwards_of(*body)).collect();
        let mut dims = Vec::new();
        let mut take = |argument: &Argument| {
            argument.visit(&mut |node| {
                let node = bound.iter().find(|bound| bound.operand == node).map_or(node, |bound| bound.outside);
                if !inside(self.owner(node)) && !captures.nodes.contains(&node) {
                    captures.nodes.push(node);
                }
            });
            argument.visit_dims(&mut |dim| dims.push(dim));
        };
        for (index, node) in self.nodes.iter().enumerate() {
            if live[index] && inside(self.owners[index]) && !matches!(node.target, Target::Input { .. }) {
                // What the backward pass alone takes comes behind all that the forward pass is given.
                if backwards.iter().any(|body| self.is_inside(self.owners[index], *body)) {
                    take(&all_bound);
                }
                node.arguments.iter().for_each(&mut take);
                node.keywords.iter().for_each(|(_, argument)| take(argument));
            }
        }
        take(&all_bound);
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

    /// The captures of a body in torch's order: before a tensor the symbols of its sizes.
    pub fn captured_in_order(&self, body: u32, live: &[bool], shapes: &ShapeEnv) -> Vec<Captured> {
        let Captures { nodes, mut symbols } = self.captures(&[body], live, shapes);
        let mut found = Vec::with_capacity(nodes.len() + symbols.len());
        let operands = self.body(body).map(|body| &body.operands[..]).unwrap_or_default();
        let free = operands.iter().filter(|operand| self.bound(**operand).is_none()).map(|operand| (*operand, None));
        for (node, captured) in free.chain(nodes.into_iter().map(|node| (node, Some(Captured::Node(node))))) {
            self.node(node).meta.tensors(&mut |tensor| {
                for symbol in tensor.sizes.iter().flat_map(|size| shapes.symbols_of(&[*size])) {
                    if let Some(at) = symbols.iter().position(|needed| *needed == symbol) {
                        found.push(Captured::Symbol(symbols.remove(at)));
                    }
                }
            });
            found.extend(captured);
        }
        found.extend(symbols.into_iter().map(Captured::Symbol));
        found
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
