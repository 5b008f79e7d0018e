//! The output graph: tensor operations in the order in which the program would run them.

mod answers;
pub mod choices;
pub mod copied_views;
pub mod gradients;
mod hazards;
pub mod operation;
mod repeats;
pub mod subgraphs;
mod undo;
mod unseen;
pub mod views;

use crate::python::Object;
use crate::shapes::{ShapeEnv, Symbol};
use crate::sources::SourceId;
use crate::values::Value;

pub use crate::values::{Argument, NodeId};
pub use answers::{Fakes, Question};
pub use hazards::{Hazards, Mixing, SideEffects};
pub use operation::{Asked, Operation};
pub use repeats::Writes;
pub use subgraphs::{Bound, Captured, Subgraph};
pub use undo::Mark;
pub use views::Memory;

#[derive(Debug, Clone)]
pub enum Target {
    /// A tensor that exists at entry, reached by its source.
    Input {
        object: Object,
        source: SourceId,
    },
    Function(Object),
    /// A method of the first argument, by name (a `str`).
    Method(Object),
    /// An operand of a body.
    Operand,
}

/// Where in the user's program a node comes from: the inlined frames, outermost first.
#[derive(Debug, Clone, Copy)]
pub struct Site {
    pub code: Object,
    pub line: u32,
    /// Index of the caller's site in [`Graph::sites`].
    pub caller: Option<u32>,
    /// The module, if this is the call of one.
    pub module: Option<Value>,
    /// Whether it is the call of a region that the program marks.
    pub is_marked: bool,
}

#[derive(Debug, Clone)]
pub struct Node {
    pub target: Target,
    pub arguments: Vec<Argument>,
    pub keywords: Vec<(Object, Argument)>,
    pub site: Option<u32>,
    /// Whether gradients were being recorded when the node was made.
    pub grad: bool,
    /// Whether the node must stay although nothing uses its result.
    pub effect: bool,
    /// It sets a mode and computes nothing.
    pub mode: bool,
    /// The first variable of the user's that held the result: its name there.
    pub variable: Option<Object>,
    /// No variable names it any more: the tensor had a name under another node.
    pub settled: bool,
    /// The node that the tensor had before, if the result is the first argument, changed in place.
    pub changed: Option<NodeId>,
    /// The program dropped the result: a changed tensor goes on under the node that it had.
    pub dropped: bool,
    /// Metadata of the result.
    pub meta: crate::shapes::MetaArgument,
    pub side_effects: SideEffects,
}

#[derive(Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    /// For each node its owner: the whole graph, or a body by its number.
    pub owners: Vec<u32>,
    pub subgraphs: Vec<Subgraph>,
    /// The owner of nodes that are added now.
    pub current: u32,
    pub sites: Vec<Site>,
    /// Of each node that sets a mode, what the mode was before, and the node right before it that it undoes.
    mode_sets: ahash::AHashMap<NodeId, (Value, Option<NodeId>)>,
    /// Whether any site is the call of a marked region.
    pub has_marks: bool,
    /// The nodes whose results are unbacked symbols, in order.
    pub computed: Vec<(Symbol, NodeId)>,
    /// The nodes of tensors and ints that exist at entry.
    pub inputs: ahash::AHashMap<SourceId, NodeId>,
    /// One-element tensors whose value the trace knows, because they are made of numbers.
    pub known: ahash::AHashMap<NodeId, Object>,
    /// Of each input that is a wrapper, the tensors in it, which are inputs as well.
    pub parts: ahash::AHashMap<NodeId, Vec<(String, NodeId)>>,
    /// Tensors to which a write may have brought gradients, and whether inputs are among them.
    gained_gradients: ahash::AHashSet<NodeId>,
    inputs_gained_gradients: bool,
    /// Tensors that may or may not require gradients when the graph runs: what transforms of functorch gave.
    open_gradients: ahash::AHashSet<NodeId>,
    pub leaves: Vec<gradients::Leaf>,
    pub choices: Vec<choices::Choice>,
    pub copied_views: Vec<copied_views::CopiedView>,
    /// Tensors of which the program asks which object they are, and not by a comparison of two.
    pub told_apart: ahash::AHashSet<NodeId>,
    /// The memory that was written into so far.
    pub written: Memory,
    /// Whether an operator may raise under a handler.
    pub raises_caught: bool,
    /// Bytes of the written inputs, as far as they were asked for.
    pub bytes_written: u64,
    mixing: Mixing,
    /// Where annotated regions begin, with what they add to the nodes in them, and end: before which node.
    pub annotations: Vec<(NodeId, Option<Argument>)>,
}

impl Graph {
    /// The nodes that follow are in one more annotated region, or in one less.
    pub fn annotate(&mut self, annotation: Option<Argument>) {
        self.annotations.push((NodeId(self.nodes.len() as u32), annotation));
    }

    /// The annotation of the innermost region that a node is in.
    pub fn annotation(&self, node: NodeId) -> Option<&Argument> {
        let mut open = Vec::new();
        for (_, annotation) in self.annotations.iter().take_while(|(first, _)| *first <= node) {
            match annotation {
                Some(annotation) => open.push(annotation),
                None => drop(open.pop()),
            }
        }
        open.last().copied()
    }

    /// The line of the root frame at which a node was added.
    pub fn root_line(&self, node: NodeId) -> Option<i32> {
        let mut site = &self.sites[self.node(node).site? as usize];
        while let Some(caller) = site.caller {
            site = &self.sites[caller as usize];
        }
        i32::try_from(site.line).ok()
    }

    pub fn add(&mut self, node: Node) -> NodeId {
        let is_input = matches!(node.target, Target::Input { .. });
        self.owners.push(if is_input { subgraphs::WHOLE } else { self.current });
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Replaces the metadata of a node's result.
    pub fn set_meta(&mut self, id: NodeId, meta: crate::shapes::MetaArgument) {
        self.nodes[id.0 as usize].meta = meta;
    }

    /// Dead code elimination: marks what `outputs` and nodes with effects need, backwards.
    pub fn live(&self, outputs: &[Argument], shapes: &ShapeEnv) -> Vec<bool> {
        let mut live = vec![false; self.nodes.len()];
        outputs.iter().for_each(|output| self.mark_needed(output, shapes, &mut live));
        let mut bodies = vec![false; self.subgraphs.len() + 1];
        bodies[subgraphs::WHOLE as usize] = true;
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            live[index] |= node.effect && bodies[self.owners[index] as usize];
            if live[index] {
                let all = node.arguments.iter().chain(node.keywords.iter().map(|(_, argument)| argument));
                all.for_each(|argument| argument.visit_bodies(&mut |body| bodies[body as usize] = true));
            }
            if live[index] {
                node.arguments.iter().for_each(|argument| self.mark_needed(argument, shapes, &mut live));
                node.keywords.iter().for_each(|(_, argument)| self.mark_needed(argument, shapes, &mut live));
            }
        }
        live
    }

    /// Marks the inputs that the graph may write into: arguments of nodes with an effect, and what these are made of.
    pub fn perhaps_written(&self, live: &[bool], shapes: &ShapeEnv) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if reached[index] || live[index] && node.effect && !node.mode {
                node.arguments.iter().for_each(|argument| self.mark_needed(argument, shapes, &mut reached));
                node.keywords.iter().for_each(|(_, argument)| self.mark_needed(argument, shapes, &mut reached));
            }
        }
        reached
    }

    /// Marks the nodes that an argument names, and those that compute its symbols.
    fn mark_needed(&self, argument: &Argument, shapes: &ShapeEnv, live: &mut [bool]) {
        argument.visit(&mut |id| live[id.0 as usize] = true);
        argument.visit_bodies(&mut |body| {
            let outputs = self.body(body).map(|body| &body.outputs[..]).unwrap_or_default();
            outputs.iter().for_each(|output| self.mark_needed(output, shapes, live));
        });
        if self.computed.is_empty() {
            return;
        }
        let mut dims = Vec::new();
        argument.visit_dims(&mut |dim| dims.push(dim));
        for symbol in shapes.symbols_of(&dims) {
            if let Some((_, id)) = self.computed.iter().find(|(computed, _)| *computed == symbol) {
                live[id.0 as usize] = true;
            }
        }
    }

    /// Visits the sizes of an input, and of the tensors in it.
    pub fn visit_sizes(&self, input: NodeId, visit: &mut impl FnMut(crate::shapes::Dim)) {
        if let crate::shapes::MetaArgument::Tensor(tensor) = &self.node(input).meta {
            tensor.sizes.iter().copied().for_each(&mut *visit);
        }
        for (_, part) in self.parts.get(&input).into_iter().flatten() {
            self.visit_sizes(*part, visit);
        }
    }

    /// The tensors inside of inputs that are wrappers: source and object of each, and the wrapper's source.
    pub fn parts_of_inputs(&self) -> impl Iterator<Item = (SourceId, Object, SourceId)> + '_ {
        let input = |node: NodeId| match self.node(node).target {
            Target::Input { object, source } => Some((source, object)),
            _ => None,
        };
        let parts = self.parts.iter().flat_map(|(wrapper, parts)| parts.iter().map(|(_, part)| (*wrapper, *part)));
        parts.filter_map(move |(wrapper, part)| {
            input(part).zip(input(wrapper)).map(|((source, object), (of, _))| (source, object, of))
        })
    }

    /// Whether a size is one that a node gives.
    pub fn is_computed(&self, size: crate::shapes::Dim, shapes: &ShapeEnv) -> bool {
        let symbols = shapes.symbols_of(&[size]);
        self.computed.iter().any(|(computed, _)| symbols.contains(computed))
    }

    /// Operations, not counting inputs.
    pub fn operations(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_operation()).count()
    }

    /// The placeholder of a source, made once.
    pub fn input_node(&mut self, source: SourceId, target: Target, meta: crate::shapes::MetaArgument) -> NodeId {
        if let Some(node) = self.inputs.get(&source) {
            return *node;
        }
        let node = self.add(Node::new(target, Vec::new(), meta));
        self.inputs.insert(source, node);
        node
    }

    /// Notes that the program has dropped what the last node gave it.
    pub fn note_dropped(&mut self, node: NodeId) {
        if node.0 as usize + 1 == self.nodes.len() {
            self.nodes[node.0 as usize].dropped = true;
        }
    }

    /// Notes that a node has set a mode by a function.
    pub fn note_mode_set(&mut self, node: NodeId, function: Object, before: Value, now: Value) {
        let last = self.nodes[..node.0 as usize].iter().rposition(Node::is_operation);
        let undone = last.map(|last| NodeId(last as u32)).filter(|last| {
            let is_setter = matches!(self.node(*last).target, Target::Function(setter) if setter == function);
            let own = self.owner(*last) == self.owner(node);
            own && is_setter && self.mode_sets.get(last).is_some_and(|(before, undone)| *before == now && undone.is_none())
        });
        self.mode_sets.insert(node, (before, undone));
    }

    /// Leaves out pairs of nodes of which one undoes what the other has done, as torch does.
    pub fn leave_out_undone(&self, live: &mut [bool]) {
        for (node, (_, undone)) in &self.mode_sets {
            if let Some(undone) = undone
                && live.get(node.0 as usize) == Some(&true)
            {
                live[node.0 as usize] = false;
                live[undone.0 as usize] = false;
            }
        }
    }

    /// The node under which torch's graphs go on with a tensor that a node has changed: the one that it had before, where
    /// the program dropped the result.
    pub fn changed_under(&self, node: NodeId) -> Option<NodeId> {
        let mut under = self.node(node).changed.filter(|_| self.node(node).dropped)?;
        // A chain of methods goes on with the result of each.
        while let Some(before) = self.node(under).changed.filter(|_| self.node(under).variable.is_none()) {
            under = before;
        }
        Some(under)
    }

    /// The node that gets the name of a variable which holds this one's tensor.
    pub fn named_node(&self, node: NodeId) -> NodeId {
        self.bound_to(self.changed_under(node).unwrap_or(node))
    }

    /// Whether a node has the name of a variable, or gets none any more.
    pub fn has_name(&self, node: NodeId) -> bool {
        let node = self.node(node);
        node.variable.is_some() || node.settled
    }

    /// Notes whether an input's tensor was made in inference mode.
    pub fn note_inference(&mut self, input: NodeId, is_made_there: bool) {
        self.nodes[input.0 as usize].side_effects.inference = is_made_there;
    }

    /// A further node with the place in the program of another one.
    pub fn derived_node(
        &mut self,
        of: NodeId,
        target: Target,
        arguments: Vec<Argument>,
        meta: crate::shapes::MetaArgument,
    ) -> NodeId {
        let (site, grad) = (self.node(of).site, self.node(of).grad);
        let inference = self.node(of).side_effects.inference;
        let side_effects = SideEffects { ruled: true, views: vec![of], inference, ..SideEffects::default() };
        let new = Node::new(target, arguments, meta);
        self.add(Node { site, grad, side_effects, ..new })
    }

    /// Whether the operator takes tensors and the trace knows the value of each: then torch computes the result while
    /// tracing.
    pub fn all_known(&self, node: &Asked<'_>) -> bool {
        if self.known.is_empty() {
            return false;
        }
        let (mut any, mut all) = (false, true);
        node.visit(&mut |node| {
            any = true;
            all &= self.known.contains_key(&node);
        });
        any && all
    }

    /// These tensors are written: forgets the values of tensors that share their memory.
    pub fn forget_known(&mut self, written: &[NodeId]) {
        if written.iter().any(|node| self.known.contains_key(node)) {
            self.known.clear();
        }
    }
}

impl Target {
    /// What a node of this target does, and with what; `None` for an input.
    pub fn operation(&self) -> Option<(Operation, Object)> {
        match self {
            Target::Function(function) => Some((Operation::Function, *function)),
            Target::Method(name) => Some((Operation::Method, *name)),
            Target::Input { .. } | Target::Operand => None,
        }
    }
}

impl Node {
    /// A node without a place in the program and without an effect.
    pub fn new(target: Target, arguments: Vec<Argument>, meta: crate::shapes::MetaArgument) -> Node {
        Node {
            target,
            arguments,
            keywords: Vec::new(),
            site: None,
            grad: false,
            effect: false,
            mode: false,
            variable: None,
            settled: false,
            changed: None,
            dropped: false,
            meta,
            side_effects: SideEffects::default(),
        }
    }

    pub fn is_operation(&self) -> bool {
        matches!(self.target, Target::Function(_) | Target::Method(_))
    }

    /// Every node that this one is given.
    pub fn visit_arguments(&self, found: &mut impl FnMut(NodeId)) {
        self.arguments
            .iter()
            .chain(self.keywords.iter().map(|(_, argument)| argument))
            .for_each(|argument| argument.visit(found));
    }
}
