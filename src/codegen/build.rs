//! Generates code that builds the values of a plan.
//!
//! A value that is used more than once is built once and kept in a temporary. Whatever the effects could change is read
//! before them.

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::assemble::{Assembler, Operand, Slot};
use super::plan::{Node, NodeId, Plan};
use super::resume::Resumes;
use super::{Error, Result};
use crate::bytecode::decode::CodeInfo;
use crate::python::{Object, stack};
use crate::sources::{SourceId, Sources};
use crate::tables::Emit;

/// Deeper values than this are not made: the generator recurses, and so would Python's `repr`.
const DEEPEST: u32 = 1000;

/// A plan's values being made in the code of one frame.
pub(super) struct Builder<'a, 'py> {
    pub py: Python<'py>,
    pub assembler: Assembler<'a>,
    pub plan: &'a Plan,
    pub sources: &'a Sources,
    /// Whether ordinary syntax reads a source as the trace did.
    pub is_plain: &'a dyn Fn(SourceId) -> bool,
    pub info: &'a CodeInfo,
    pub resumes: &'a Resumes,
    /// The variables of `info`.
    pub slots: Vec<Slot>,
    pub graph_result: Option<Slot>,
    pub is_step: bool,
    /// The plan's variables that are still needed.
    pub locals: Vec<(u16, NodeId)>,
    uses: AHashMap<Part, u32>,
    kept: AHashMap<Part, Slot>,
    /// Variables that the frame is entered with.
    given: Vec<Slot>,
    /// The sources that the plan's values are read from, as often as they are.
    pub(super) read: Vec<SourceId>,
    /// Results of the calls that are made before the graph.
    pub(super) drawn: Vec<Slot>,
    temporaries: Vec<Slot>,
    temporaries_made: u32,
    depth: u32,
}

/// What can be kept in a temporary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Node(NodeId),
    Source(SourceId),
}

impl<'a, 'py> Builder<'a, 'py> {
    pub fn new(
        py: Python<'py>,
        mut assembler: Assembler<'a>,
        info: &'a CodeInfo,
        plan: &'a Plan,
        sources: &'a Sources,
        is_plain: &'a dyn Fn(SourceId) -> bool,
        resumes: &'a Resumes,
    ) -> Builder<'a, 'py> {
        let slots = assembler.add_variables(info);
        let mut builder = Builder {
            py,
            assembler,
            plan,
            sources,
            is_plain,
            info,
            resumes,
            slots,
            graph_result: None,
            is_step: false,
            locals: Vec::new(),
            uses: AHashMap::new(),
            kept: AHashMap::new(),
            drawn: Vec::new(),
            temporaries: Vec::new(),
            given: Vec::new(),
            read: Vec::new(),
            temporaries_made: 0,
            depth: 0,
        };
        builder.given = (0..plan.given).map(|index| builder.give(index)).collect();
        builder
    }

    /// A variable that the hook fills when it retargets the frame, behind the original locals.
    pub(super) fn give(&mut self, index: u32) -> Slot {
        let name = self.assembler.text(self.py, &format!("___in{index}"));
        let slot = self.assembler.add_local(name);
        self.temporaries.push(slot);
        slot
    }

    // ------------------------------------------------------------ instructions

    pub fn emit(&mut self, emit: Emit, operands: &[Operand]) -> Result<()> {
        self.assembler.emit(emit, operands)
    }

    pub fn constant(&mut self, object: Object) -> Result<()> {
        self.emit(Emit::LoadConst, &[Operand::Constant(object)])
    }

    pub fn int(&mut self, number: u32) -> Result<()> {
        let object = number.into_pyobject(self.py).map_err(PyErr::from)?.into_any();
        let object = self.assembler.keep(object);
        self.constant(object)
    }

    pub fn none(&mut self) -> Result<()> {
        let object = self.assembler.keep(self.py.None().into_bound(self.py));
        self.constant(object)
    }

    pub fn attribute(&mut self, name: &str) -> Result<()> {
        let name = self.assembler.text(self.py, name);
        self.emit(Emit::LoadAttr, &[Operand::Name(name)])
    }

    /// Begins the call of a constant; the arguments follow, then [`call`](Self::call).
    pub fn callee(&mut self, object: Object) -> Result<()> {
        self.emit(Emit::BeforeCallee, &[])?;
        self.constant(object)?;
        self.emit(Emit::AfterCallee, &[])
    }

    /// Begins the call of a function of `alternator.runtime.access`.
    pub fn helper(&mut self, name: &str) -> Result<()> {
        let function = crate::python::import(self.py, "alternator.runtime.access")?.getattr(name)?;
        let function = self.assembler.keep(function);
        self.callee(function)
    }

    pub fn call(&mut self, arguments: usize) -> Result<()> {
        self.emit(Emit::Call, &[Operand::Number(arguments as u32)])
    }

    pub fn variable(&self, index: u32) -> Result<Slot> {
        let missing = || Error::Cannot(format!("the plan names variable {index}, which is not there"));
        self.slots.get(index as usize).copied().ok_or_else(missing)
    }

    // ------------------------------------------------------------ temporaries

    pub fn temporary(&mut self) -> Slot {
        let name = self.assembler.text(self.py, &format!("___value{}", self.temporaries_made));
        self.temporaries_made += 1;
        let slot = self.assembler.add_local(name);
        self.temporaries.push(slot);
        slot
    }

    /// Those that may hold something.
    pub fn temporaries_in_use(&self) -> Vec<Slot> {
        self.temporaries.clone()
    }

    /// Empties the temporaries, so that nothing lives longer than in the user's function.
    pub fn drop_temporaries(&mut self) -> Result<()> {
        self.kept.clear();
        self.graph_result = None;
        for slot in std::mem::take(&mut self.temporaries) {
            self.emit(Emit::DeleteFast, &[Operand::Slot(slot)])?;
        }
        Ok(())
    }

    /// Notes that a variable holds the part.
    pub fn keep_in(&mut self, part: Part, slot: Slot) {
        self.kept.insert(part, slot);
    }

    pub fn is_kept(&self, part: Part) -> bool {
        self.kept.contains_key(&part)
    }

    /// Loads the part from its temporary, if it has one by now.
    pub fn load_kept(&mut self, part: Part) -> Result<bool> {
        match self.kept.get(&part) {
            Some(slot) => {
                let slot = *slot;
                self.emit(Emit::LoadFast, &[Operand::Slot(slot)])?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Keeps what is on top of the stack, if the part is wanted again; it stays on top.
    pub fn keep_if_shared(&mut self, part: Part) -> Result<()> {
        if self.uses.get(&part).is_some_and(|uses| *uses > 1) {
            let slot = self.temporary();
            self.emit(Emit::Copy, &[Operand::Number(1)])?;
            self.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
            self.kept.insert(part, slot);
        }
        Ok(())
    }

    /// Counts one more use of a part; true the first time.
    pub fn count(&mut self, part: Part) -> bool {
        let uses = self.uses.entry(part).or_insert(0);
        *uses += 1;
        *uses == 1
    }

    // ------------------------------------------------------------ nodes

    pub fn node(&self, id: NodeId) -> Result<&'a Node> {
        self.plan.nodes.get(id.0 as usize).ok_or_else(|| Error::Cannot(format!("the plan has no node {}", id.0)))
    }

    /// Counts the uses of a value and of all that it is made of.
    pub fn count_uses(&mut self, root: NodeId) -> Result<()> {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let node = self.node(id)?;
            if let Node::Source(source) = node {
                self.count_source_uses(*source);
                self.read.push(*source);
            }
            if self.count(Part::Node(id)) {
                children(node, &mut |child| waiting.push(child));
            }
        }
        Ok(())
    }

    /// Reads the sources of a value at entry, before effects can change them.
    pub fn read_early(&mut self, root: NodeId, seen: &mut ahash::AHashSet<NodeId>) -> Result<()> {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.node(id)?;
            let part = match node {
                Node::Source(source) if self.is_at_hand(*source) || self.sources.drawn_input(*source).is_some() => continue,
                Node::Source(source) => Part::Source(*source),
                Node::Attribute(..) | Node::Item(..) if self.is_read(id)? => Part::Node(id),
                _ => {
                    children(node, &mut |child| waiting.push(child));
                    continue;
                }
            };
            if !self.kept.contains_key(&part) {
                self.load(id)?;
                if self.kept.contains_key(&part) {
                    self.emit(Emit::PopTop, &[])?;
                } else {
                    let slot = self.temporary();
                    self.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
                    self.kept.insert(part, slot);
                }
            }
        }
        Ok(())
    }

    /// Whether a value is read from what was there at entry.
    fn is_read(&self, mut id: NodeId) -> Result<bool> {
        loop {
            id = match self.node(id)? {
                Node::Source(_) => return Ok(true),
                Node::Attribute(of, _) | Node::Item(of, _) => *of,
                _ => return Ok(false),
            }
        }
    }

    /// Pushes a value.
    pub fn load(&mut self, id: NodeId) -> Result<()> {
        let node = self.node(id)?;
        match node {
            Node::Constant(object) => return self.constant(*object),
            Node::Source(source) => return self.load_source(*source),
            Node::FrameCell(index) => {
                let slot = self.variable((*index).into())?;
                return self.emit(Emit::LoadClosure, &[Operand::Slot(slot)]);
            }
            _ => {}
        }
        if self.load_kept(Part::Node(id))? {
            return Ok(());
        }
        if self.depth == DEEPEST || stack::is_short() {
            return Err(Error::Cannot("a value is nested too deeply to be made again".to_owned()));
        }
        self.depth += 1;
        self.make(node)?;
        self.depth -= 1;
        self.keep_if_shared(Part::Node(id))
    }

    fn load_all(&mut self, ids: &[NodeId]) -> Result<u32> {
        for id in ids {
            self.load(*id)?;
        }
        Ok(ids.len() as u32)
    }

    fn make(&mut self, node: &Node) -> Result<()> {
        let collect = |builder: &mut Self, emit: Emit, items: &[NodeId]| {
            let count = builder.load_all(items)?;
            builder.emit(emit, &[Operand::Number(count)])
        };
        match node {
            Node::Constant(_) | Node::Source(_) | Node::FrameCell(_) => Ok(()),
            Node::Given(index) => {
                let missing = || Error::Cannot("the plan takes an input that the frame is not given".to_owned());
                let slot = self.given.get(*index as usize).copied().ok_or_else(missing)?;
                self.emit(Emit::LoadFast, &[Operand::Slot(slot)])
            }
            Node::GraphOutput(index) => {
                let missing = || Error::Cannot("the plan takes an output of a graph that it does not call".to_owned());
                let result = self.graph_result.ok_or_else(missing)?;
                self.emit(Emit::LoadFast, &[Operand::Slot(result)])?;
                self.int(*index)?;
                self.emit(Emit::LoadItem, &[])
            }
            Node::Tuple(items) => collect(self, Emit::BuildTuple, items),
            Node::List(items) => collect(self, Emit::BuildList, items),
            Node::Set(items) => collect(self, Emit::BuildSet, items),
            Node::Dict(pairs) => {
                for (key, value) in pairs {
                    self.load(*key)?;
                    self.load(*value)?;
                }
                self.emit(Emit::BuildMap, &[Operand::Number(pairs.len() as u32)])
            }
            Node::Slice(start, stop, step) => {
                self.load(*start)?;
                self.load(*stop)?;
                step.map_or(Ok(()), |step| self.load(step))?;
                self.emit(Emit::BuildSlice, &[Operand::Number(if step.is_some() { 3 } else { 2 })])
            }
            Node::Call { callee, positional, keywords } => self.make_call(*callee, positional, keywords),
            Node::Attribute(of, name) => {
                self.load(*of)?;
                self.emit(Emit::LoadAttr, &[Operand::Name(*name)])
            }
            Node::Item(of, key) => {
                self.load(*of)?;
                self.load(*key)?;
                self.emit(Emit::LoadItem, &[])
            }
            Node::NewCell => {
                self.helper("new_cell")?;
                self.call(0)
            }
            Node::Function { code, globals, defaults, kwdefaults, closure, name } => {
                self.helper("make_function")?;
                self.constant(*code)?;
                self.constant(*globals)?;
                for part in [name, defaults, kwdefaults, closure] {
                    match part {
                        Some(id) => self.load(*id)?,
                        None => self.none()?,
                    }
                }
                self.call(6)
            }
            Node::Generator { code, globals, instruction, frame } => self.make_generator(code, *globals, *instruction, frame),
            Node::Rest { code, globals, instruction, frame, callee } => {
                self.make_rest(code, *globals, *instruction, frame, *callee)
            }
        }
    }

    /// Pushes the result of a call.
    pub fn call_node(&mut self, callee: NodeId, positional: &[NodeId]) -> Result<()> {
        self.make_call(callee, positional, &[])
    }

    /// Keeps what is on top of the stack, and leaves it: the result of a call made before the graph.
    pub fn keep_drawn(&mut self, index: u16) -> Result<()> {
        let slot = self.temporary();
        self.drawn.push(slot);
        debug_assert_eq!(self.drawn.len(), usize::from(index) + 1);
        self.emit(Emit::StoreFast, &[Operand::Slot(slot)])
    }

    fn make_call(&mut self, callee: NodeId, positional: &[NodeId], keywords: &[(Object, NodeId)]) -> Result<()> {
        self.emit(Emit::BeforeCallee, &[])?;
        self.load(callee)?;
        self.emit(Emit::AfterCallee, &[])?;
        self.load_all(positional)?;
        if keywords.is_empty() {
            return self.call(positional.len());
        }
        for (_, value) in keywords {
            self.load(*value)?;
        }
        let names = PyTuple::new(self.py, keywords.iter().map(|(name, _)| name.bound(self.py)))?;
        let names = self.assembler.keep(names.into_any());
        let count = (positional.len() + keywords.len()) as u32;
        self.emit(Emit::CallKeywords, &[Operand::Number(count), Operand::Constant(names)])
    }
}

/// What a node is made of.
fn children(node: &Node, visit: &mut dyn FnMut(NodeId)) {
    match node {
        Node::Constant(_) | Node::Source(_) | Node::Given(_) | Node::GraphOutput(_) | Node::NewCell | Node::FrameCell(_) => {}
        Node::Tuple(items) | Node::List(items) | Node::Set(items) => items.iter().copied().for_each(visit),
        Node::Dict(pairs) => pairs.iter().flat_map(|(key, value)| [*key, *value]).for_each(visit),
        Node::Slice(start, stop, step) => [*start, *stop].into_iter().chain(*step).for_each(visit),
        Node::Call { callee, positional, keywords } => {
            visit(*callee);
            positional.iter().copied().for_each(&mut *visit);
            keywords.iter().map(|(_, value)| *value).for_each(visit);
        }
        Node::Attribute(of, _) => visit(*of),
        Node::Item(of, key) => [*of, *key].into_iter().for_each(visit),
        Node::Function { defaults, kwdefaults, closure, name, .. } => {
            [defaults, kwdefaults, closure, name].into_iter().flatten().copied().for_each(visit);
        }
        Node::Generator { frame, .. } => frame.values().for_each(visit),
        Node::Rest { frame, callee, .. } => frame.values().chain(*callee).for_each(visit),
    }
}
