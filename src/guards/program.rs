//! The guards of one cache entry as a flat program.
//!
//! Each source that a guard needs is a node with a slot for its object. Instructions stand parents first. If a dict has
//! not changed since its items were last read (its version tag says so), its items are still in their slots. The
//! instructions that would read them again and check their immutable facts form a block of their own, which is skipped.
//! Whatever can change by itself below unchanged items (another dict, a list, an instance's class, a tensor) is always
//! visited.
//!
//! A run executes no Python code and makes no object, so nothing can change during it. The objects in the slots are
//! borrowed from their parents, up to the frame and the objects that the entry holds; they are valid until Python code
//! runs again. Questions to Python come before the run ([`asking`](super::asking)).

use std::cell::Cell;

use super::asking::{Answer, Questions};
use super::relation::Distinct;
use super::settled::Settled;
use super::tensors::TensorChecks;
use super::{Fact, Guards, Memory, ShapeGuards};
use crate::guards::observations::Observation;
use crate::python::{
    FrameView, GivenValues, GuardKeeper, Lives, Object, Owned, array, context_variables, finalisers, read, storage, tensor,
    torch_state,
};
use crate::sources::{SourceId, Sources};

/// Where the roots of the source trie are found at a call.
pub trait Inputs {
    fn variable(&self, index: usize) -> Option<Object>;
    fn function(&self) -> Option<Object>;
    /// The globals of the code that runs; none where there is no frame.
    fn globals(&self) -> Option<Object>;
}

impl Inputs for GivenValues {
    fn variable(&self, index: usize) -> Option<Object> {
        self.variables.get(index).copied().flatten()
    }

    fn function(&self) -> Option<Object> {
        self.function
    }

    fn globals(&self) -> Option<Object> {
        self.globals
    }
}

impl Inputs for FrameView {
    #[inline]
    fn variable(&self, index: usize) -> Option<Object> {
        FrameView::variable(self, index)
    }

    #[inline]
    fn function(&self) -> Option<Object> {
        FrameView::function(self)
    }

    #[inline]
    fn globals(&self) -> Option<Object> {
        FrameView::globals(self)
    }
}

/// Why a program did not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The frame's function has the same code and other globals.
    Globals,
    /// A source leads nowhere.
    Missing(SourceId),
    /// Python code that ran for a question put another object there.
    Replaced(SourceId),
    /// Python code that ran for a question retired the entry.
    Gone,
    /// The n-th check.
    Check(u32),
    /// The n-th relation.
    Relation(u32),
    /// The n-th shape guard.
    Shape(u32),
}

pub(super) type NodeId = u32;

/// How a node's object is found.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    Variable(u32),
    ClosureCell(u32),
    Function,
    FunctionMode(u16),
    /// Put into its slot once.
    Held,
    Attribute(NodeId, Object),
    /// Put into its slot by the answer to a question.
    AskedAttribute(NodeId, Object),
    InstanceDict(NodeId),
    /// By the n-th key of the program.
    DictItem(NodeId, u32),
    DictKey(NodeId, u32),
    SoleValue(NodeId),
    Item(NodeId, u32),
    Slot(NodeId, Object),
    CellContents(NodeId),
    Class(NodeId),
    FunctionPart(NodeId, read::FunctionPart),
    MethodFunction(NodeId),
    MethodSelf(NodeId),
    Referent(NodeId),
    ContextValue(NodeId),
}

impl Step {
    pub(super) fn parent(self) -> Option<NodeId> {
        match self {
            Step::Variable(_) | Step::ClosureCell(_) | Step::Function | Step::FunctionMode(_) | Step::Held => None,
            Step::Attribute(node, _)
            | Step::AskedAttribute(node, _)
            | Step::InstanceDict(node)
            | Step::DictItem(node, _)
            | Step::DictKey(node, _)
            | Step::SoleValue(node)
            | Step::Item(node, _)
            | Step::Slot(node, _)
            | Step::CellContents(node)
            | Step::Class(node)
            | Step::FunctionPart(node, _)
            | Step::MethodFunction(node)
            | Step::MethodSelf(node)
            | Step::Referent(node)
            | Step::ContextValue(node) => Some(node),
        }
    }
}

/// An int that shape guards speak of.
#[derive(Debug, Clone, Copy)]
pub(super) enum IntStep {
    Size(NodeId, u32),
    ArraySize(NodeId, u32),
    Stride(NodeId, u32),
    StorageOffset(NodeId),
    Number(NodeId),
    Int(NodeId),
    /// From the answer to the n-th question.
    AskedSize(u32, u32),
    AskedStride(u32, u32),
}

impl IntStep {
    pub(super) fn is_asked(&self) -> bool {
        matches!(self, IntStep::AskedSize(..) | IntStep::AskedStride(..))
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Instruction {
    Step(NodeId),
    Check(u32),
    /// Runs the node's block unless its dict is unchanged.
    Dict(NodeId),
    /// Runs the node's block unless its class and all its bases are unchanged.
    Class(NodeId),
    /// The n-th tensor check.
    Tensor(u32),
}

pub(super) struct Node {
    pub(super) step: Step,
    pub(super) source: SourceId,
    /// For dicts and classes: what to do when the object has changed.
    pub(super) block: (u32, u32),
}

/// What a node found last. Apart from [`Node`], because a check that passes reads little else.
#[derive(Default)]
pub(super) struct Found {
    pub(super) object: Cell<Option<Object>>,
    /// For dicts and classes: the version tag under which the block last passed; where dicts have no tags, the dict of
    /// which it did. 0 is none.
    pub(super) tag: Cell<u64>,
}

pub(super) struct Check {
    pub(super) observation: &'static dyn Observation,
    pub(super) node: NodeId,
    pub(super) parameter: Option<Object>,
    pub(super) fact: Fact,
    /// Index of the guard rule.
    pub(super) rule: u16,
}

pub(super) enum Between {
    Same(NodeId, NodeId),
    Distinct { nodes: Box<[NodeId]>, distinct: Distinct<Object> },
    Memory { nodes: Box<[NodeId]>, distinct: Distinct<usize>, memory: Memory },
    Released { nodes: Box<[NodeId]>, emptied: Box<[NodeId]>, watched: bool },
}

/// How many instructions ahead a dict is fetched from memory.
const AHEAD: usize = 8;

/// The guards of one cache entry.
pub struct GuardProgram {
    /// The globals of the frame that was traced: functions of one code may have different ones.
    pub(super) globals: Option<Object>,
    pub(super) sources: Sources,
    pub(super) guards: Guards,
    /// Nodes of the graph's inputs and of other objects that the compiled code reads. The frame gets them in variables.
    pub(super) inputs: Vec<NodeId>,
    /// How many of them, the first ones, it wants as one tuple; 0 if it wants none.
    pub(super) packed: usize,
    /// The nodes on the way to them, parents first.
    pub(super) input_steps: Vec<NodeId>,
    pub(super) nodes: Vec<Node>,
    pub(super) found: Vec<Found>,
    pub(super) keys: Vec<read::Key>,
    pub(super) checks: Vec<Check>,
    pub(super) tensors: TensorChecks,
    /// Run at every check, except for what is settled.
    pub(super) main: Vec<Instruction>,
    pub(super) settled: Settled,
    /// What failed last behind much else: it is tried first, because what tells an entry from others most often stays that.
    pub(super) failed: Cell<Option<Instruction>>,
    /// Blocks of dicts, run when they changed.
    pub(super) blocks: Vec<Instruction>,
    pub(super) relations: Vec<Between>,
    pub(super) ints: Vec<IntStep>,
    pub(super) values: Vec<Cell<i64>>,
    pub(super) shapes: ShapeGuards,
    pub(super) questions: Questions,
    pub(super) keeper: GuardKeeper,
}

impl GuardProgram {
    pub fn guard_count(&self) -> usize {
        self.checks.len() + self.relations.len() + self.shapes.guards.len()
    }

    /// Whether all guards hold.
    #[inline]
    pub fn holds(&self, inputs: &impl Inputs, lives: Lives<'_>) -> bool {
        self.find_failure(inputs, lives).is_ok()
    }

    /// The first guard that fails.
    #[inline]
    pub fn find_failure(&self, inputs: &impl Inputs, lives: Lives<'_>) -> Result<(), Failure> {
        if inputs.globals() != self.globals {
            return Err(Failure::Globals);
        }
        match self.asks() {
            false => self.find_failure_in_memory(inputs, &[]),
            true => self.find_failure_asking(inputs, lives),
        }
    }

    /// Whether a guard depends on an object's reference count or weak references.
    pub fn counts_references(&self) -> bool {
        self.relations.iter().any(|relation| matches!(relation, Between::Released { .. }))
    }

    /// Whether Python has to be asked.
    #[inline]
    pub fn asks(&self) -> bool {
        !self.questions.list.is_empty()
    }

    /// The same, given the answers to the questions.
    pub(super) fn find_failure_in_memory(&self, inputs: &impl Inputs, answers: &[Answer]) -> Result<(), Failure> {
        if let Some(failed) = self.failed.get()
            && let Some(check) = self.fails_again(failed, inputs)
        {
            return Err(Failure::Check(check));
        }
        let settled = self.settled.run(self, inputs)?;
        for (i, relation) in (0..).zip(&self.relations) {
            let holds = match relation {
                Between::Same(a, b) => self.object(*a) == self.object(*b),
                Between::Distinct { nodes, distinct } => distinct.holds(nodes.len(), |at| self.object(nodes[at]), settled),
                Between::Memory { nodes, distinct, memory } => {
                    let object = |at: usize| self.object(nodes[at]);
                    let storage = |at: usize| storage::storage(object(at)?);
                    !memory.overlaps() && distinct.holds(nodes.len(), storage, settled) || memory.change(object).is_none()
                }
                Between::Released { nodes, emptied, watched } => {
                    let given_back = nodes.iter().filter_map(|node| self.object(*node));
                    let emptied = emptied.iter().filter_map(|node| self.object(*node));
                    !finalisers::are_seen(given_back, emptied, *watched, &|_| 0)
                }
            };
            if !holds {
                return Err(Failure::Relation(i));
            }
        }
        if self.shapes.guards.is_empty() { Ok(()) } else { self.check_shapes(answers) }
    }

    /// Finds the graph's inputs without checking anything. False if one is missing.
    pub fn find_inputs(&self, inputs: &impl Inputs, lives: Lives<'_>) -> bool {
        if self.asks() && !self.read_asked_attributes(inputs, lives) {
            return false;
        }
        // The next check finds everything anew: what is in the slots is this frame's, and unchecked.
        self.settled.forget();
        self.input_steps.iter().all(|id| {
            let step = self.nodes[*id as usize].step;
            self.found[*id as usize].tag.set(0);
            if matches!(step, Step::Held | Step::AskedAttribute(..)) {
                return true;
            }
            let object = self.step(step, inputs);
            self.found[*id as usize].object.set(object);
            object.is_some()
        })
    }

    /// The inputs from the n-th on, as the last check (or [`find_inputs`](Self::find_inputs)) found them. They are borrowed,
    /// and must be counted before anything else runs.
    #[inline]
    pub fn inputs(&self, first: usize) -> impl Iterator<Item = Option<Object>> {
        self.inputs.iter().skip(first).map(|node| self.object(*node))
    }

    /// The objects at whose end the entry must be retired, because guards compare their addresses.
    pub fn take_followed(&mut self) -> Vec<Owned> {
        self.keeper.take_followed()
    }

    /// The objects that the program keeps alive, for the garbage collector.
    pub fn traverse(&self, visit: &mut dyn FnMut(Object)) {
        self.keeper.strong().for_each(visit);
    }

    /// Nodes, checks, instructions that always run, instructions that run when a dict changed.
    pub fn size(&self) -> (usize, usize, usize, usize) {
        (self.nodes.len(), self.checks.len(), self.main.len(), self.blocks.len())
    }

    #[inline]
    pub(super) fn object(&self, node: NodeId) -> Option<Object> {
        self.found[node as usize].object.get()
    }

    pub(super) fn run(&self, instructions: &[Instruction], inputs: &impl Inputs) -> Result<(), Failure> {
        for (i, instruction) in instructions.iter().enumerate() {
            if let Some(Instruction::Dict(next)) = instructions.get(i + AHEAD) {
                read::expect_soon(self.object(*next));
            }
            match *instruction {
                Instruction::Step(id) => {
                    let node = &self.nodes[id as usize];
                    let object = self.step(node.step, inputs);
                    if object.is_none() {
                        return Err(Failure::Missing(node.source));
                    }
                    self.found[id as usize].object.set(object);
                }
                Instruction::Check(id) => {
                    let check = &self.checks[id as usize];
                    let holds = self
                        .object(check.node)
                        .is_some_and(|object| check.observation.holds(object, check.parameter, &check.fact));
                    if !holds {
                        return Err(Failure::Check(id));
                    }
                }
                Instruction::Dict(id) => {
                    let found = &self.found[id as usize];
                    let tag = found.object.get().map_or(0, |dict| self.tag(id, dict));
                    if tag == 0 || tag != found.tag.get() {
                        self.read_again(id, inputs)?;
                    }
                }
                Instruction::Class(id) => {
                    let found = &self.found[id as usize];
                    let tag = found.object.get().map_or(0, read::class_tag);
                    if tag == 0 || tag != found.tag.get() {
                        self.look_up_again(id, inputs)?;
                    }
                }
                Instruction::Tensor(id) => {
                    let check = self.tensors.get(id);
                    if !self.object(check.node).is_some_and(|object| tensor::matches_pattern(object, &check.pattern)) {
                        return Err(Failure::Check(check.check));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes note of a check that failed only after much else had held.
    #[cold]
    pub(super) fn note_failure(&self, failure: &Failure) {
        if let Failure::Check(check) = *failure
            && self.leads_directly(self.checks[check as usize].node)
        {
            self.failed.set(Some(self.tensors.of_check(check).map_or(Instruction::Check(check), Instruction::Tensor)));
        }
    }

    /// Whether a node is found by reading memory alone, whatever the objects on the way are.
    fn leads_directly(&self, node: NodeId) -> bool {
        let step = self.nodes[node as usize].step;
        let is_direct = matches!(
            step,
            Step::Variable(_)
                | Step::ClosureCell(_)
                | Step::Function
                | Step::Held
                | Step::InstanceDict(_)
                | Step::DictItem(..)
                | Step::Item(..)
                | Step::CellContents(_)
                | Step::Class(_)
                | Step::FunctionPart(..)
        );
        is_direct && step.parent().is_none_or(|parent| self.leads_directly(parent))
    }

    /// The check, if it fails of what is found by itself now; no slot is changed.
    fn fails_again(&self, instruction: Instruction, inputs: &impl Inputs) -> Option<u32> {
        let (check, holds) = match instruction {
            Instruction::Check(id) => {
                let check = &self.checks[id as usize];
                (id, check.observation.holds(self.find(check.node, inputs)?, check.parameter, &check.fact))
            }
            Instruction::Tensor(id) => {
                let check = self.tensors.get(id);
                (check.check, tensor::matches_pattern(self.find(check.node, inputs)?, &check.pattern))
            }
            Instruction::Step(_) | Instruction::Dict(_) | Instruction::Class(_) => return None,
        };
        (!holds).then_some(check)
    }

    /// The object of a node that [`leads_directly`](Self::leads_directly).
    fn find(&self, node: NodeId, inputs: &impl Inputs) -> Option<Object> {
        match self.nodes[node as usize].step {
            Step::Held => self.object(node),
            step => {
                let at = step.parent().map(|parent| self.find(parent, inputs));
                if at == Some(None) { None } else { self.step_below(step, at.flatten(), inputs) }
            }
        }
    }

    /// Reads a changed dict's items again. A failure on the way leaves no tag, because some slots are then older than
    /// others.
    #[cold]
    #[inline(never)]
    fn read_again(&self, id: NodeId, inputs: &impl Inputs) -> Result<(), Failure> {
        let Found { object, tag } = &self.found[id as usize];
        tag.set(0);
        self.run(self.block(id), inputs)?;
        tag.set(object.get().map_or(0, |dict| match read::dict_tag(dict) {
            0 => dict.as_ptr().addr() as u64,
            tag => tag,
        }));
        Ok(())
    }

    /// Looks up the names in a changed class again. Its version tag stands for one state of the class and all its
    /// bases; a lookup assigns one.
    #[cold]
    #[inline(never)]
    fn look_up_again(&self, id: NodeId, inputs: &impl Inputs) -> Result<(), Failure> {
        let Found { object, tag } = &self.found[id as usize];
        tag.set(0);
        self.run(self.block(id), inputs)?;
        tag.set(object.get().map_or(0, read::new_class_tag));
        Ok(())
    }

    /// A tag for the present state of a dict; 0 if there is none.
    #[inline]
    fn tag(&self, id: NodeId, dict: Object) -> u64 {
        match read::dict_tag(dict) {
            0 if self.settled.is_unchanged(id, dict) => dict.as_ptr().addr() as u64,
            tag => tag,
        }
    }

    /// The instructions to run when a node's dict or class has changed.
    pub(super) fn block(&self, id: NodeId) -> &[Instruction] {
        let (start, end) = self.nodes[id as usize].block;
        &self.blocks[start as usize..end as usize]
    }

    #[inline]
    pub(super) fn step(&self, step: Step, inputs: &impl Inputs) -> Option<Object> {
        self.step_from(step, inputs, |node| self.object(node))
    }

    /// A step below an object that is not in its slot.
    pub(super) fn step_below(&self, step: Step, at: Option<Object>, inputs: &impl Inputs) -> Option<Object> {
        self.step_from(step, inputs, |_| at)
    }

    #[inline(always)]
    fn step_from(&self, step: Step, inputs: &impl Inputs, parent: impl Fn(NodeId) -> Option<Object>) -> Option<Object> {
        match step {
            Step::Variable(index) => inputs.variable(index as usize),
            Step::ClosureCell(index) => closure_cell(inputs.function()?, index),
            Step::Function => inputs.function(),
            Step::FunctionMode(index) => torch_state::function_mode(index.into()),
            Step::Held | Step::AskedAttribute(..) => None,
            Step::Attribute(node, name) => read::attribute(parent(node)?, name),
            Step::InstanceDict(node) => read::instance_dict(parent(node)?),
            Step::DictItem(node, key) => read::dict_item(parent(node)?, &self.keys[key as usize]),
            Step::DictKey(node, index) => read::dict_keys(parent(node)?).nth(index as usize),
            Step::SoleValue(node) => read::sole_value(parent(node)?),
            Step::Item(node, index) => read::sequence_item(parent(node)?, index as usize),
            Step::Slot(node, descriptor) => read::slot(parent(node)?, descriptor),
            Step::CellContents(node) => read::cell_contents(parent(node)?),
            Step::Class(node) => parent(node).map(read::class_of),
            Step::FunctionPart(node, part) => read::function_part(parent(node)?, part),
            Step::MethodFunction(node) => read::method_function(parent(node)?),
            Step::MethodSelf(node) => read::receiver(parent(node)?),
            Step::Referent(node) => read::referent(parent(node)?),
            Step::ContextValue(node) => context_variables::value(parent(node)?),
        }
    }

    pub(super) fn check_shapes(&self, answers: &[Answer]) -> Result<(), Failure> {
        let answered = |question: u32, n: u32, is_stride| answers.get(question as usize)?.number(n as usize, is_stride);
        for ((value, step), source) in self.values.iter().zip(&self.ints).zip(&self.shapes.inputs) {
            let read = match *step {
                IntStep::Size(node, n) => self.object(node).and_then(|object| tensor::size(object, n as usize)),
                IntStep::ArraySize(node, n) => self.object(node).and_then(|object| array::size(object, n as usize)),
                IntStep::Stride(node, n) => self.object(node).and_then(|object| tensor::stride(object, n as usize)),
                IntStep::StorageOffset(node) => self.object(node).and_then(storage::storage_offset),
                IntStep::Number(node) => self.object(node).and_then(storage::number),
                IntStep::Int(node) => self.object(node).and_then(read::integer),
                IntStep::AskedSize(question, n) => answered(question, n, false),
                IntStep::AskedStride(question, n) => answered(question, n, true),
            };
            value.set(read.ok_or(Failure::Missing(*source))?);
        }
        let values = values_of(&self.values);
        match self.shapes.guards.iter().position(|guard| !guard.holds(values)) {
            Some(failed) => Err(Failure::Shape(failed as u32)),
            None => Ok(()),
        }
    }
}

fn closure_cell(function: Object, index: u32) -> Option<Object> {
    read::sequence_item(read::function_part(function, read::FunctionPart::Closure)?, index as usize)
}

/// The numbers in the cells, as a slice for the time of one evaluation.
fn values_of(values: &[Cell<i64>]) -> &[i64] {
    // SAFETY: `Cell<i64>` has the layout of `i64`, and nothing writes to the cells while the slice is used.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
}
