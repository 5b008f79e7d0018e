//! Nodes of the graph, and their arguments.

use crate::python::Object;
use crate::shapes::Dim;
use crate::tables::Passing;

/// A node of the graph, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// Any Python object that the graph may hold: numbers, text, dtypes, devices, None.
    Constant(Object),
    Node(NodeId),
    /// A symbolic int; its nodes are made when the graph is finished.
    Dim(Dim),
    Tuple(Vec<Argument>),
    List(Vec<Argument>),
    Slice(Box<[Argument; 3]>),
    Dict(Vec<(Object, Argument)>),
    /// The module of a body.
    Body(u32),
    /// The captures of these bodies.
    Captured {
        bodies: Vec<u32>,
        passing: Passing,
        /// Those of them that bound operands stand for.
        bound: Vec<NodeId>,
    },
    /// The places of some nodes among what a body captures, as a list of ints.
    Places {
        body: u32,
        nodes: Vec<NodeId>,
    },
}

impl Argument {
    /// Every node in it.
    pub fn visit(&self, found: &mut impl FnMut(NodeId)) {
        match self {
            Argument::Constant(_) | Argument::Dim(_) | Argument::Body(_) | Argument::Places { .. } => {}
            Argument::Node(node) => found(*node),
            Argument::Captured { bound, .. } => bound.iter().for_each(|node| found(*node)),
            Argument::Tuple(parts) | Argument::List(parts) => parts.iter().for_each(|part| part.visit(found)),
            Argument::Slice(parts) => parts.iter().for_each(|part| part.visit(found)),
            Argument::Dict(parts) => parts.iter().for_each(|(_, part)| part.visit(found)),
        }
    }

    /// Every symbolic int in it.
    pub fn visit_dims(&self, found: &mut impl FnMut(Dim)) {
        match self {
            Argument::Constant(_)
            | Argument::Node(_)
            | Argument::Body(_)
            | Argument::Captured { .. }
            | Argument::Places { .. } => {}
            Argument::Dim(dim) => found(*dim),
            Argument::Tuple(parts) | Argument::List(parts) => parts.iter().for_each(|part| part.visit_dims(found)),
            Argument::Slice(parts) => parts.iter().for_each(|part| part.visit_dims(found)),
            Argument::Dict(parts) => parts.iter().for_each(|(_, part)| part.visit_dims(found)),
        }
    }

    /// Every body in it, called or captured for.
    pub fn visit_bodies(&self, found: &mut impl FnMut(u32)) {
        match self {
            Argument::Body(body) => found(*body),
            Argument::Tuple(parts) | Argument::List(parts) => parts.iter().for_each(|part| part.visit_bodies(found)),
            _ => {}
        }
    }
}
