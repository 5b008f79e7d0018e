//! Breaks in calls that were inlined.
//!
//! The caller's code and the callee's work before the break are one graph, and so is what they do after it. Between them each
//! frame of the program's runs for the time of one instruction, so that it is there for tracebacks and whoever looks at the
//! stack. The code for that is a *step*: a resume function that ends behind its instruction, and returns its *rest*, a list of
//! the next resume function and its arguments. A step that is in a call itself runs the step of its callee, and hands the rest
//! of that on: its own resume function begins by resuming it. So the outermost frame, which goes on as at any break, captures
//! the rest of all of them.

use std::rc::Rc;

use pyo3::prelude::*;

use super::assemble::{Assembler, Operand, Slot};
use super::breaks::{originals, stack_at, stack_below_call};
use super::build::Builder;
use super::output::{self, Request, Step};
use super::plan::{Exit, FrameState, Node, NodeId, Plan};
use super::resume::{Argument, Begin, Callee, Needed, Resume};
use super::{Error, Result};
use crate::bytecode::decode::{self, CodeInfo};
use crate::bytecode::flow::{self, Kind};
use crate::python::{Object, Owned, bytecode, cache};
use crate::sources::{SourceKind, Sources};
use crate::tables::Emit;

impl Builder<'_, '_> {
    /// Pushes the list of [`Node::Rest`].
    pub(super) fn make_rest(
        &mut self,
        code: &Rc<CodeInfo>,
        globals: Object,
        instruction: u32,
        frame: &FrameState,
        callee: Option<NodeId>,
    ) -> Result<()> {
        let (py, pack) = (self.py, self.assembler.pack);
        let origin = self.resumes.origin(py, code, pack)?;
        let known = &origin.original.known;
        let mut stack = match callee {
            Some(_) => stack_below_call(code, pack, known, instruction, frame)?,
            None => stack_at(code, pack, known, instruction, frame)?,
        };
        stack.extend(callee.map(|_| Kind::Value));
        let here = |index: &u16| originals(&origin, &[u32::from(*index)]);
        let bound: Vec<u32> = frame.locals.iter().flat_map(|(index, _)| here(index)).collect();
        let unread: Vec<u32> = frame.unread.iter().flat_map(here).collect();
        let first = if callee.is_some() { instruction } else { flow::group_start(code, known, instruction) };
        let in_call = callee.map(|callee| self.place_of_rest(callee)).transpose()?;
        let stopped_at = origin.instruction(instruction)?;
        let begin = Begin { instruction: origin.instruction(first)?, in_call, stack: &stack, stopped_at };
        let needed = Needed { bound: &bound, unread: &unread };
        let resume = self.resumes.get(py, pack, &origin.original, &begin, &needed, Some(globals))?;
        let step = self.step_of(&resume, begin.in_call, &stack, globals)?;

        let variable = |of_original: u32| -> Result<NodeId> {
            let index = origin.variable(of_original);
            let found = frame.locals.iter().find(|(local, _)| Some(u32::from(*local)) == index);
            found
                .map(|(_, value)| *value)
                .ok_or_else(|| Error::Cannot("an inlined frame lacks a variable that it reads".to_owned()))
        };
        let closure = resume.closure.iter().map(|index| variable(*index)).collect::<Result<Vec<_>>>()?;
        if closure.is_empty() {
            let function = bytecode::function(&step.object().bound(py), &globals.bound(py))?;
            let function = self.assembler.keep(function);
            self.constant(function)?;
        } else {
            self.load_function(step.object(), globals, &closure)?;
        }
        for argument in &resume.arguments {
            let value = match argument {
                Argument::Local(index) | Argument::Cell(index) => variable(*index)?,
                Argument::Stack(depth) => {
                    let item = frame.stack.get(*depth as usize).copied().unwrap_or(callee);
                    item.ok_or_else(|| Error::Cannot("a step takes more of the stack than there is".to_owned()))?
                }
            };
            self.load(value)?;
        }
        self.emit(Emit::BuildList, &[Operand::Number(resume.arguments.len() as u32 + 1)])
    }

    /// Where the frame of a [`Node::Rest`] and those that it called are.
    pub(super) fn place_of_rest(&self, id: NodeId) -> Result<Callee> {
        let Node::Rest { code, instruction, callee, .. } = self.node(id)? else {
            return Err(Error::Cannot("what is no rest of a call".to_owned()));
        };
        let origin = self.resumes.origin(self.py, code, self.assembler.pack)?;
        let callee = callee.map(|callee| self.place_of_rest(callee)).transpose()?;
        let place = (origin.original.info.code.address(), origin.instruction(*instruction)?, callee);
        Ok(Callee(ahash::RandomState::with_seeds(0, 0, 0, 0).hash_one(place)))
    }

    /// The code of a resume function up to behind the instruction that it begins at.
    fn step_of(&self, resume: &Resume, in_call: Option<Callee>, stack: &[Kind], globals: Object) -> Result<Owned> {
        let (py, pack) = (self.py, self.assembler.pack);
        let code = resume.code.bind(py);
        let info = Rc::new(decode::decode(code, pack)?);
        let origin = self.resumes.origin(py, &info, pack)?;
        let instruction = origin.begins_at()?;

        // Its arguments are its variables, then what is on the stack.
        let (mut plan, mut sources) = (Plan::default(), Sources::default());
        let mut argument = |plan: &mut Plan, index: usize| {
            plan.nodes.push(Node::Source(sources.intern(SourceKind::Local(index as u16))));
            NodeId(plan.nodes.len() as u32 - 1)
        };
        let live = origin.live_locals(instruction)?;
        let mut items = vec![None; stack.len()];
        for (index, of) in resume.arguments.iter().enumerate() {
            match of {
                Argument::Cell(_) => {}
                Argument::Local(_) => {
                    let value = argument(&mut plan, index);
                    plan.frame.locals.push((index as u16, value));
                    plan.frame.unread.extend((!live.contains(&(index as u16))).then_some(index as u16));
                }
                Argument::Stack(depth) => items[*depth as usize] = Some(argument(&mut plan, index)),
            }
        }
        let callee = in_call.and_then(|_| items.pop().flatten());
        plan.frame.stack = items;
        plan.exit = Some(Exit::Break { instruction, callee });
        let (step, _) = output::generate(
            py,
            Request {
                pack,
                info: &info,
                plan: &plan,
                sources: &sources,
                is_plain: &|_| true,
                is_found: &|_| false,
                globals: Some(globals),
                resumes: self.resumes,
                step: Some(Step { in_call }),
            },
        )?;
        let step = Owned::from_bound(step);
        cache::skip_code(step.object().as_code().ok_or_else(|| Error::Cannot("a step is no code".to_owned()))?)?;
        Ok(step)
    }

    /// Pushes a function of this code, which has these cells.
    pub(super) fn load_function(&mut self, code: Object, globals: Object, closure: &[NodeId]) -> Result<()> {
        self.helper("make_function")?;
        let code = self.assembler.keep(code.bound(self.py));
        self.constant(code)?;
        self.constant(globals)?;
        (0..3).try_for_each(|_| self.none())?;
        closure.iter().try_for_each(|cell| self.load(*cell))?;
        self.emit(Emit::BuildTuple, &[Operand::Number(closure.len() as u32)])?;
        self.call(6)
    }
}

/// Goes on with the call whose rest is in a variable, and empties the variable. The call is the last instruction.
pub(super) fn resume_call(assembler: &mut Assembler, py: Python<'_>, rest: Slot) -> Result<()> {
    let function = crate::python::import(py, "alternator.runtime.access")?.getattr("resume_call")?;
    let function = assembler.keep(function);
    assembler.emit(Emit::BeforeCallee, &[])?;
    assembler.emit(Emit::LoadConst, &[Operand::Constant(function)])?;
    assembler.emit(Emit::AfterCallee, &[])?;
    assembler.emit(Emit::LoadFast, &[Operand::Slot(rest)])?;
    assembler.emit(Emit::DeleteFast, &[Operand::Slot(rest)])?;
    assembler.emit(Emit::Call, &[Operand::Number(1)])
}
