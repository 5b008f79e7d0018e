//! From guards to a program: nodes for the sources they need, instructions in an order that fails early.

use std::cell::Cell;

use ahash::AHashMap;

use super::asking::{Question, Questions, What};
use super::program::{Between, Check, Found, GuardProgram, Instruction, IntStep, Node, NodeId, Step};
use super::relation::Distinct;
use super::settled::{Root, Settled};
use super::tensors::TensorChecks;
use super::{Fact, Guard, Guards, Hold, Relation, ShapeGuards};
use crate::guards::observations::Stability;
use crate::guards::observations::{ASKING, OBSERVATIONS};
use crate::python::{GuardKeeper, Object, read};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::{GUARDS, guard_rules};

/// A set of guard rules.
fn rules_as_bits(rules: &[u16]) -> u128 {
    const { assert!(GUARDS.len() <= 128) };
    rules.iter().fold(0, |bits, rule| bits | 1 << rule)
}

impl GuardProgram {
    /// Compiles the guards of a finished trace. From now on the program keeps what its facts need: classes,
    /// functions and instances weakly where they allow it, constants and keys as they are.
    pub fn compile(
        globals: Option<Object>,
        sources: Sources,
        mut guards: Guards,
        shapes: ShapeGuards,
        inputs: &[SourceId],
        packed: usize,
    ) -> GuardProgram {
        // A cell whose contents are looked at is not empty.
        let is_full = |guard: &Guard| guard.rule == guard_rules::CELL_CONTENTS && guard.fact == Fact::Bool(false);
        if guards.iter().any(is_full) {
            let looked_at = guards.looked_at(&sources);
            guards.retain(|guard| {
                let contents = sources.find(SourceKind::CellContents(guard.source));
                !is_full(guard) || !contents.is_some_and(|contents| looked_at.contains(contents))
            });
        }
        // What the entry holds is always itself.
        let is_itself = |guard: &Guard| match (sources.kind(guard.source), &guard.fact) {
            (SourceKind::Held(object), Fact::Identity(seen)) => object == *seen,
            _ => false,
        };
        let mut told = vec![0u128; sources.len()];
        for guard in guards.iter().filter(|guard| !is_itself(guard)) {
            told[guard.source.0 as usize] |= rules_as_bits(GUARDS[guard.rule as usize].implies);
        }
        let guards =
            guards.finished(|guard| !is_itself(guard) && told[guard.source.0 as usize] & rules_as_bits(&[guard.rule]) == 0);
        let mut compiler = Compiler::new(&sources);
        for guard in guards.iter() {
            let node = compiler.node(guard.source);
            let check = compiler.checks.len() as u32;
            compiler.checks.push(Check {
                observation: OBSERVATIONS[GUARDS[guard.rule as usize].observation as usize],
                node,
                parameter: guard.parameter,
                fact: guard.fact.clone(),
                rule: guard.rule,
            });
            compiler.shape[node as usize].checks.push(check);
        }
        let relations: Vec<Between> = guards.relations().map(|relation| compiler.relation(relation)).collect();
        let mut ints: Vec<IntStep> = shapes.inputs.iter().map(|source| compiler.int(*source)).collect();
        let inputs: Vec<NodeId> = inputs.iter().map(|source| compiler.node(*source)).collect();
        let input_steps = compiler.steps_to(&inputs);
        compiler.order();
        let questions = compiler.questions(&mut ints);
        let keeper = compiler.keeper();
        let settled = Settled::new(compiler.settled_roots(), compiler.main.len(), compiler.checks.len());
        let Compiler { nodes, found, keys, checks, tensors, main, blocks, .. } = compiler;
        GuardProgram {
            globals,
            values: shapes.inputs.iter().map(|_| Cell::new(0)).collect(),
            inputs,
            packed,
            input_steps,
            sources,
            guards,
            nodes,
            found,
            keys,
            checks,
            tensors,
            main,
            settled,
            failed: Cell::new(None),
            blocks,
            relations,
            ints,
            shapes,
            questions,
            keeper,
        }
    }
}

/// What the compiler knows of a node beyond what the program keeps.
#[derive(Default)]
struct Shape {
    children: Vec<NodeId>,
    checks: Vec<u32>,
}

struct Compiler<'a> {
    sources: &'a Sources,
    index: AHashMap<SourceId, NodeId>,
    key_index: AHashMap<Object, u32>,
    shape: Vec<Shape>,
    roots: Vec<NodeId>,
    nodes: Vec<Node>,
    found: Vec<Found>,
    keys: Vec<read::Key>,
    checks: Vec<Check>,
    tensors: TensorChecks,
    main: Vec<Instruction>,
    blocks: Vec<Instruction>,
    /// What has to be asked of Python, and of which node.
    asked: Vec<(NodeId, What)>,
    /// The tensor checks, by their numbers among all checks.
    of_tensors: AHashMap<u32, u32>,
}

impl<'a> Compiler<'a> {
    fn new(sources: &'a Sources) -> Self {
        Compiler {
            sources,
            index: AHashMap::new(),
            key_index: AHashMap::new(),
            shape: Vec::new(),
            roots: Vec::new(),
            nodes: Vec::new(),
            found: Vec::new(),
            keys: Vec::new(),
            checks: Vec::new(),
            tensors: TensorChecks::default(),
            main: Vec::new(),
            blocks: Vec::new(),
            asked: Vec::new(),
            of_tensors: AHashMap::new(),
        }
    }

    // ------------------------------------------------------------ nodes

    fn node(&mut self, source: SourceId) -> NodeId {
        if let Some(node) = self.index.get(&source) {
            return *node;
        }
        let part = |compiler: &mut Self, function, part| {
            let node = compiler.node(function);
            (Step::FunctionPart(node, part), Some(node))
        };
        let (step, parent) = match self.sources.kind(source) {
            SourceKind::Local(index) => (Step::Variable(index.into()), None),
            SourceKind::Closure(index) => (Step::ClosureCell(index.into()), None),
            SourceKind::Function => (Step::Function, None),
            SourceKind::FunctionMode(index) => (Step::FunctionMode(index), None),
            SourceKind::Held(_) | SourceKind::Global(_) => (Step::Held, None),
            // It exists once the guards have held: a guard on it never does.
            SourceKind::Drawn(_) => (Step::Held, None),
            SourceKind::Attribute(parent, name) => self.below(parent, |node| Step::Attribute(node, name)),
            SourceKind::AskedAttribute(parent, name) => self.below(parent, |node| Step::AskedAttribute(node, name)),
            SourceKind::InstanceDict(parent) => self.below(parent, Step::InstanceDict),
            SourceKind::DictItem(parent, key) => {
                let key = self.key(key);
                self.below(parent, |node| Step::DictItem(node, key))
            }
            SourceKind::DictKey(parent, index) => self.below(parent, |node| Step::DictKey(node, index)),
            SourceKind::SoleValue(parent) => self.below(parent, Step::SoleValue),
            SourceKind::Item(parent, index) => self.below(parent, |node| Step::Item(node, index)),
            SourceKind::Slot(parent, descriptor) => self.below(parent, |node| Step::Slot(node, descriptor)),
            SourceKind::CellContents(parent) => self.below(parent, Step::CellContents),
            SourceKind::Type(parent) => self.below(parent, Step::Class),
            SourceKind::FunctionDefault(function, index) => {
                self.item_of_part(function, read::FunctionPart::Defaults, |node, _| Step::Item(node, index.into()))
            }
            SourceKind::FunctionClosure(function, index) => {
                self.item_of_part(function, read::FunctionPart::Closure, |node, _| Step::Item(node, index.into()))
            }
            SourceKind::FunctionKwDefault(function, name) => {
                self.item_of_part(function, read::FunctionPart::KeywordDefaults, |node, compiler| {
                    Step::DictItem(node, compiler.key(name))
                })
            }
            SourceKind::FunctionCode(function) => part(self, function, read::FunctionPart::Code),
            SourceKind::FunctionGlobals(function) => part(self, function, read::FunctionPart::Globals),
            SourceKind::MethodFunction(parent) => self.below(parent, Step::MethodFunction),
            SourceKind::MethodSelf(parent) => self.below(parent, Step::MethodSelf),
            // Guards look at the array itself, and make no tensor of it.
            SourceKind::AsTensor(array) => return self.node(array),
            SourceKind::Referent(parent) => self.below(parent, Step::Referent),
            SourceKind::ContextValue(parent) => self.below(parent, Step::ContextValue),
            // Ints read off a tensor have no object: what asks for them asks the tensor.
            SourceKind::Size(tensor, _)
            | SourceKind::Stride(tensor, _)
            | SourceKind::StorageOffset(tensor)
            | SourceKind::Number(tensor) => return self.node(tensor),
        };
        let node = self.add(step, source, parent);
        self.index.insert(source, node);
        match self.sources.kind(source) {
            SourceKind::Held(object) => self.found[node as usize].object.set(Some(object)),
            SourceKind::Global(_) => self.found[node as usize].object.set(Some(read::none())),
            _ => {}
        }
        node
    }

    fn below(&mut self, parent: SourceId, step: impl FnOnce(NodeId) -> Step) -> (Step, Option<NodeId>) {
        let node = self.node(parent);
        (step(node), Some(node))
    }

    /// The default or closure cell of a function: one source, but two steps of the program.
    fn item_of_part(
        &mut self,
        function: SourceId,
        part: read::FunctionPart,
        step: impl FnOnce(NodeId, &mut Self) -> Step,
    ) -> (Step, Option<NodeId>) {
        let function_node = self.node(function);
        let known = self.shape[function_node as usize]
            .children
            .iter()
            .copied()
            .find(|child| matches!(self.nodes[*child as usize].step, Step::FunctionPart(_, known) if known == part));
        let part = match known {
            Some(part) => part,
            None => self.add(Step::FunctionPart(function_node, part), function, Some(function_node)),
        };
        (step(part, self), Some(part))
    }

    fn add(&mut self, step: Step, source: SourceId, parent: Option<NodeId>) -> NodeId {
        let node = self.nodes.len() as NodeId;
        self.nodes.push(Node { step, source, block: (0, 0) });
        self.found.push(Found::default());
        self.shape.push(Shape::default());
        match parent {
            Some(parent) => self.shape[parent as usize].children.push(node),
            None => self.roots.push(node),
        }
        node
    }

    /// The nodes on the way to some others, parents first.
    fn steps_to(&self, wanted: &[NodeId]) -> Vec<NodeId> {
        let mut needed = vec![false; self.nodes.len()];
        wanted.iter().for_each(|node| needed[*node as usize] = true);
        // A parent was made before its children.
        for node in (0..self.nodes.len()).rev() {
            let below = &self.shape[node].children;
            needed[node] |= below.iter().any(|child| needed[*child as usize]);
        }
        (0..).zip(needed).filter(|(_, needed)| *needed).map(|(node, _)| node).collect()
    }

    fn key(&mut self, object: Object) -> u32 {
        let keys = &mut self.keys;
        *self.key_index.entry(object).or_insert_with(|| {
            keys.push(read::Key::new(object));
            keys.len() as u32 - 1
        })
    }

    fn relation(&mut self, relation: &Relation) -> Between {
        match relation {
            Relation::Same(a, b) => Between::Same(self.node(*a), self.node(*b)),
            Relation::Distinct(sources) => {
                let nodes = self.all(sources);
                let distinct = Distinct::new(nodes.len());
                Between::Distinct { nodes, distinct }
            }
            Relation::Memory(memory) => {
                let nodes = self.all(&memory.sources);
                let distinct = Distinct::new(nodes.len());
                Between::Memory { nodes, distinct, memory: memory.clone() }
            }
            Relation::Released { sources, emptied, watched } => {
                Between::Released { nodes: self.all(sources), emptied: self.all(emptied), watched: *watched }
            }
        }
    }

    fn all(&mut self, sources: &[SourceId]) -> Box<[NodeId]> {
        sources.iter().map(|source| self.node(*source)).collect()
    }

    fn int(&mut self, source: SourceId) -> IntStep {
        match self.sources.kind(source) {
            SourceKind::Size(tensor, dimension) => match self.sources.kind(tensor) {
                SourceKind::AsTensor(array) => IntStep::ArraySize(self.node(array), dimension.into()),
                _ => IntStep::Size(self.node(tensor), dimension.into()),
            },
            SourceKind::Stride(tensor, dimension) => IntStep::Stride(self.node(tensor), dimension.into()),
            SourceKind::StorageOffset(tensor) => IntStep::StorageOffset(self.node(tensor)),
            SourceKind::Number(tensor) => IntStep::Number(self.node(tensor)),
            _ => IntStep::Int(self.node(source)),
        }
    }

    // ------------------------------------------------------------ order

    /// Arguments first, because calls differ in them most, and among them those with few sources below; then torch's
    /// state; then the objects that the entry holds.
    fn order(&mut self) {
        for at in 0..self.shape.len() {
            let mut checks = std::mem::take(&mut self.shape[at].checks);
            checks.sort_by_key(|check| GUARDS[self.checks[*check as usize].rule as usize].cost);
            self.shape[at].checks = checks;
        }
        let mut roots = std::mem::take(&mut self.roots);
        roots.sort_by_cached_key(|root| {
            let source = self.sources.kind(self.nodes[*root as usize].source);
            let rank = match source {
                SourceKind::Local(_) if self.is_shallow(*root) => 0,
                SourceKind::Global(_) => 1,
                SourceKind::Local(_) => 2,
                SourceKind::Closure(_) | SourceKind::Function => 3,
                _ => 4,
            };
            (rank, *root)
        });
        for root in roots {
            if !matches!(self.nodes[root as usize].step, Step::Held) {
                self.main.push(Instruction::Step(root));
            }
            self.visit(root);
        }
    }

    fn is_shallow(&self, node: NodeId) -> bool {
        self.shape[node as usize].children.iter().all(|child| self.shape[*child as usize].children.is_empty())
    }

    /// A node whose step has just been done in the main program: its checks, then its children.
    fn visit(&mut self, node: NodeId) {
        let contents_apart = self.has_contents(node);
        for check in self.shape[node as usize].checks.clone() {
            let stability = self.stability(check);
            if !(contents_apart && stability == Stability::Contents) && stability != Stability::Class {
                self.main_check(check);
            }
        }
        self.visit_class(node);
        self.visit_below(node);
    }

    /// Emits the checks that a class passes as long as it is unchanged.
    fn visit_class(&mut self, node: NodeId) {
        let checks = self.shape[node as usize].checks.iter().copied();
        let of_class: Vec<u32> = checks.filter(|check| self.stability(*check) == Stability::Class).collect();
        if of_class.is_empty() {
            return;
        }
        let start = self.blocks.len() as u32;
        self.blocks.extend(of_class.into_iter().map(Instruction::Check));
        self.nodes[node as usize].block = (start, self.blocks.len() as u32);
        self.main.push(Instruction::Class(node));
    }

    /// The children of a node, and for a dict the guards on its contents.
    fn visit_below(&mut self, node: NodeId) {
        let children = self.shape[node as usize].children.clone();
        let (items, others): (Vec<NodeId>, Vec<NodeId>) = children.into_iter().partition(|child| self.is_item(*child));
        if self.has_contents(node) {
            self.main.push(Instruction::Dict(node));
            let mut block = Vec::new();
            for check in self.shape[node as usize].checks.clone() {
                if self.stability(check) == Stability::Contents {
                    block.push(Instruction::Check(check));
                }
            }
            items.iter().for_each(|item| self.settle(*item, &mut block));
            let start = self.blocks.len() as u32;
            self.blocks.extend(block);
            self.nodes[node as usize].block = (start, self.blocks.len() as u32);
            items.iter().for_each(|item| self.visit_settled(*item));
        }
        for child in others {
            self.visit_other(child);
        }
    }

    /// A node whose parent does not determine it.
    fn visit_other(&mut self, node: NodeId) {
        match self.nodes[node as usize].step {
            Step::AskedAttribute(of, name) => self.asked.push((of, What::Attribute(node, name))),
            _ => self.main.push(Instruction::Step(node)),
        }
        self.visit(node);
    }

    /// Emits what need not be checked while a dict is unchanged: the item, its immutable facts, and the items of a
    /// tuple.
    fn settle(&self, node: NodeId, block: &mut Vec<Instruction>) {
        block.push(Instruction::Step(node));
        for check in &self.shape[node as usize].checks {
            if self.stability(*check) == Stability::Object || self.is_fixed_length(node, *check) {
                block.push(Instruction::Check(*check));
            }
        }
        if self.is_tuple(node) {
            for child in &self.shape[node as usize].children {
                if matches!(self.nodes[*child as usize].step, Step::Item(..)) {
                    self.settle(*child, block);
                }
            }
        }
    }

    /// Emits what has to be checked of an item although its dict is unchanged.
    fn visit_settled(&mut self, node: NodeId) {
        let contents_apart = self.has_contents(node);
        for check in self.shape[node as usize].checks.clone() {
            let settled = match self.stability(check) {
                Stability::Object => true,
                Stability::Contents => contents_apart || self.is_fixed_length(node, check),
                Stability::Class => true,
                Stability::Moment => false,
            };
            if !settled {
                self.main_check(check);
            }
        }
        self.visit_class(node);
        if !self.is_tuple(node) {
            return self.visit_below(node);
        }
        for child in self.shape[node as usize].children.clone() {
            if matches!(self.nodes[child as usize].step, Step::Item(..)) {
                self.visit_settled(child);
            } else {
                self.visit_other(child);
            }
        }
    }

    fn main_check(&mut self, index: u32) {
        let check = &self.checks[index as usize];
        let instruction = match &check.fact {
            Fact::Tensor(fact) => {
                let tensor = self.tensors.push(check.node, index, fact);
                self.of_tensors.insert(index, tensor);
                Instruction::Tensor(tensor)
            }
            _ => Instruction::Check(index),
        };
        self.main.push(instruction);
        let asking = ASKING[GUARDS[check.rule as usize].observation as usize];
        if let Some(asking) = asking.filter(|asking| asking.asks(&check.fact)) {
            self.asked.push((check.node, What::Check(index, asking)));
        }
    }

    /// What has to be asked, in the order of the program. Numbers of tensors that are asked about are part of the answers.
    fn questions(&mut self, ints: &mut [IntStep]) -> Questions {
        let asked = std::mem::take(&mut self.asked);
        let metadata = |of: NodeId| {
            let is_metadata = |(node, what): &(NodeId, What)| {
                *node == of && matches!(what, What::Check(id, _) if matches!(self.checks[*id as usize].fact, Fact::Tensor(_)))
            };
            asked.iter().position(is_metadata).map(|question| question as u32)
        };
        for int in ints {
            *int = match *int {
                IntStep::Size(node, n) => metadata(node).map_or(*int, |question| IntStep::AskedSize(question, n)),
                IntStep::Stride(node, n) => metadata(node).map_or(*int, |question| IntStep::AskedStride(question, n)),
                _ => *int,
            };
        }
        let of_process = |node: NodeId| matches!(self.nodes[node as usize].step, Step::Held);
        let look_first = asked.iter().any(|(node, _)| !of_process(*node))
            && !asked.iter().any(|(_, what)| matches!(what, What::Attribute(..)));
        let list = asked.into_iter().map(|(node, what)| Question { node, what, path: self.path(node) }).collect();
        Questions::new(list, look_first)
    }

    /// The steps from a root to a node, and what is checked on the way.
    fn path(&self, node: NodeId) -> Box<[Instruction]> {
        let above = |node: &NodeId| self.nodes[*node as usize].step.parent();
        let mut nodes: Vec<NodeId> = std::iter::successors(Some(node), above).collect();
        nodes.reverse();
        let mut path = Vec::new();
        for node in nodes {
            path.push(Instruction::Step(node));
            path.extend(self.shape[node as usize].checks.iter().map(|check| match self.of_tensors.get(check) {
                Some(tensor) => Instruction::Tensor(*tensor),
                None => Instruction::Check(*check),
            }));
        }
        path.into()
    }

    fn stability(&self, check: u32) -> Stability {
        let check = &self.checks[check as usize];
        check.observation.stability(&check.fact)
    }

    /// Whether the node is a dict of which items, keys or size are guarded.
    fn has_contents(&self, node: NodeId) -> bool {
        let shape = &self.shape[node as usize];
        let is_dict = || {
            matches!(self.nodes[node as usize].step, Step::InstanceDict(_)) || self.class(node).is_some_and(read::is_dict_class)
        };
        shape.children.iter().any(|child| self.is_item(*child))
            || is_dict() && shape.checks.iter().any(|check| self.stability(*check) == Stability::Contents)
    }

    fn is_item(&self, node: NodeId) -> bool {
        matches!(self.nodes[node as usize].step, Step::DictItem(..))
    }

    /// The exact class of the node's object, where a check says it.
    fn class(&self, node: NodeId) -> Option<Object> {
        self.shape[node as usize].checks.iter().find_map(|check| {
            let check = &self.checks[*check as usize];
            check.observation.class(&check.fact)
        })
    }

    fn is_tuple(&self, node: NodeId) -> bool {
        self.class(node).is_some_and(read::is_tuple_class)
    }

    fn is_fixed_length(&self, node: NodeId, check: u32) -> bool {
        self.is_tuple(node) && self.stability(check) == Stability::Contents
    }

    /// By node: whether it leads to an object that is likely to be the same at the next call. Arguments with few
    /// sources below most likely differ; tuples, lists and cells may differ and still hold the same objects.
    fn settled_roots(&self) -> Vec<Root> {
        let mut roots: Vec<Root> = Vec::with_capacity(self.nodes.len());
        for (at, node) in (0..).zip(&self.nodes) {
            let given = match node.step {
                Step::Variable(_) | Step::Function | Step::ClosureCell(_) => true,
                Step::Item(parent, _) | Step::CellContents(parent) => roots[parent as usize] == Root::Through,
                _ => false,
            };
            roots.push(match node.step {
                _ if !given || self.is_shallow(at) => Root::No,
                Step::ClosureCell(_) => Root::Through,
                _ if self.class(at).is_some_and(read::is_sequence_class) => Root::Through,
                _ => Root::Compared,
            });
        }
        roots
    }

    // ------------------------------------------------------------ lifetimes

    fn keeper(&self) -> GuardKeeper {
        let mut keeper = GuardKeeper::default();
        let mut keep = |object, hold| match hold {
            Hold::Identity => keeper.follow(object),
            Hold::Value => keeper.keep(object),
        };
        for object in &self.sources.own {
            keep(*object, Hold::Value);
        }
        for check in &self.checks {
            check.fact.objects(&mut keep);
            if let Some(parameter) = check.parameter {
                keep(parameter, Hold::Identity);
            }
        }
        for key in &self.keys {
            keep(key.object, Hold::Identity);
        }
        for (node, found) in self.nodes.iter().zip(&self.found) {
            match (node.step, found.object.get()) {
                (Step::Held, Some(object)) => keep(object, Hold::Identity),
                (Step::Attribute(_, object) | Step::AskedAttribute(_, object) | Step::Slot(_, object), _) => {
                    keep(object, Hold::Identity)
                }
                _ => {}
            }
        }
        keeper
    }
}
