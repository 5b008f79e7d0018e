//! Code for a graph break: the stack and the variables as they were, the instruction, and what goes on behind it.

use super::assemble::{Label, Operand, Slot};
use super::build::Builder;
use super::nested::resume_call;
use super::plan::{FrameState, Node, NodeId};
use super::resume::{Argument, Begin, Callee, Needed, Origin, Resume};
use super::{Error, Result};
use crate::bytecode::decode::{CodeInfo, Handler, Variable, falls_through, opcode_rule};
use crate::bytecode::flow::{self, Kind, Known};
use crate::python::Object;
use crate::sources::SourceKind;
use crate::tables::{ArgumentKind, Emit, Pack};

/// A place in the code that is being written where the stack and the variables are as they were when the
/// user's function was about to run the instruction.
pub(super) struct Break {
    pub instruction: u32,
    pub stack: Vec<Kind>,
    /// Variables that have a value, cells or not.
    pub bound: Vec<u32>,
    pub globals: Option<Object>,
}

/// What lies on the stack at an instruction where `frame` stands. Refuses one that the rest of the code could not go on
/// from.
pub(super) fn stack_at(info: &CodeInfo, pack: &Pack, known: &Known, instruction: u32, frame: &FrameState) -> Result<Vec<Kind>> {
    with_values(&stack_before(info, pack, known, instruction)?, frame)
}

/// As [`stack_at`], where the instruction is a call that has taken its callee and arguments off the stack.
pub(super) fn stack_below_call(
    info: &CodeInfo,
    pack: &Pack,
    known: &Known,
    instruction: u32,
    frame: &FrameState,
) -> Result<Vec<Kind>> {
    let before = stack_before(info, pack, known, instruction)?;
    let call = info.instructions[instruction as usize];
    let mut stack = flow::after(pack, known, &call, &before, false)?;
    stack.pop();
    with_values(&stack, frame)
}

fn stack_before(info: &CodeInfo, pack: &Pack, known: &Known, instruction: u32) -> Result<Vec<Kind>> {
    if instruction as usize >= info.instructions.len() {
        return Err(Error::Cannot("the plan breaks at an instruction that is not there".to_owned()));
    }
    let mut stacks = flow::stacks(info, pack, known)?;
    let stack = stacks.get_mut(flow::group_start(info, known, instruction) as usize).and_then(Option::take);
    stack.ok_or_else(|| Error::Cannot("the plan breaks at an instruction that is never reached".to_owned()))
}

/// The kinds of the items of a frame's stack.
fn with_values(stack: &[Kind], frame: &FrameState) -> Result<Vec<Kind>> {
    if stack.len() != frame.stack.len() {
        let (found, depth) = (frame.stack.len(), stack.len());
        return Err(Error::Cannot(format!("the plan has {found} values on the stack where there are {depth}")));
    }
    let handled = stack.iter().filter(|kind| **kind == Kind::Handled).count();
    if handled != frame.handled.len() {
        let found = frame.handled.len();
        return Err(Error::Cannot(format!("the plan has {found} exceptions being handled where there are {handled}")));
    }
    // A value may be null where the instructions alone do not tell.
    let kinds = stack.iter().zip(&frame.stack);
    Ok(kinds
        .map(|(kind, item)| match kind {
            Kind::Handled | Kind::LastInstruction | Kind::Raised => *kind,
            _ if item.is_some() => Kind::Value,
            _ => Kind::Null,
        })
        .collect())
}

/// Puts the stack and the variables of the plan in place. Returns the variable that holds `callee`, if there is one.
pub(super) fn restore(builder: &mut Builder, stack: &[Kind], callee: Option<NodeId>) -> Result<Option<Slot>> {
    let (plan, info, locals) = (builder.plan, builder.info, builder.locals.clone());
    let mut handled = plan.frame.handled.iter();
    for (depth, (kind, item)) in stack.iter().zip(&plan.frame.stack).enumerate() {
        match (kind, item) {
            (Kind::Handled, _) => {
                let missing = || Error::Cannot("the plan lacks an exception that is being handled".to_owned());
                builder.load(*handled.next().ok_or_else(missing)?)?;
            }
            (Kind::LastInstruction, _) => {}
            (_, Some(value)) => builder.load(*value)?,
            (_, None) => builder.emit(Emit::PushNull, &[])?,
        }
        builder.assembler.settle(builder.py, stack, depth)?;
    }
    if let Some(callee) = callee {
        builder.load(callee)?;
    }
    // All are loaded before the first is stored: they may be read from one another.
    let mut moved = Vec::new();
    for (index, value) in &locals {
        let captured = info.variables.get(usize::from(*index)).is_some_and(Variable::is_captured);
        let stays = match builder.node(*value)? {
            Node::Source(source) => !captured && builder.sources.kind(*source) == SourceKind::Local(*index),
            Node::FrameCell(own) => own == index,
            _ => false,
        };
        if !stays {
            builder.load(*value)?;
            moved.push(builder.variable((*index).into())?);
        }
    }
    for slot in moved.into_iter().rev() {
        builder.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
    }
    // Arguments that were deleted or overwritten. `super()` wants the first, which no instruction says.
    let first = u16::from(info.free_count > 0);
    for index in first..info.parameter_count() as u16 {
        let captured = info.variables.get(usize::from(index)).is_none_or(Variable::is_captured);
        if !captured && locals.iter().all(|(local, _)| *local != index) {
            let slot = builder.variable(index.into())?;
            builder.emit(Emit::DeleteFast, &[Operand::Slot(slot)])?;
        }
    }
    builder.drop_temporaries()?;
    let Some(_) = callee else { return Ok(None) };
    let slot = builder.temporary();
    builder.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
    Ok(Some(slot))
}

impl Builder<'_, '_> {
    /// Runs the instruction, then goes on in resume functions; what it raises goes to the handler that it
    /// had. This is the last thing in the code.
    pub(super) fn break_here(&mut self, at: &Break, origin: &Origin) -> Result<()> {
        let (info, pack) = (self.info, self.assembler.pack);
        let known = &origin.original.known;
        let (first, last) = (flow::group_start(info, known, at.instruction), flow::group_end(info, known, at.instruction));
        let instruction = info.instructions[last as usize];
        let rule = opcode_rule(pack, instruction.opcode)?;
        let handling = info.handler(last).map(|handler| (*handler, self.assembler.label()));

        // Where a jump leads; a backward one wants it before the instruction.
        let jump = instruction.target.map(|_| self.assembler.label());
        let backward = rule.arguments.iter().any(|argument| argument.kind == ArgumentKind::Backward);
        if let (Some(jump), true) = (jump, backward) {
            let run = self.assembler.label();
            self.emit(Emit::JumpForward, &[Operand::Label(run)])?;
            self.assembler.bind(jump);
            self.go_on_after(at, last, true, origin)?;
            self.assembler.bind(run);
        }
        let start = self.assembler.here();
        if handling.is_some() {
            self.emit(Emit::EnterRegion, &[])?;
        }
        for index in first..=last {
            self.copy_instruction(index, jump)?;
        }
        let end = self.assembler.here();
        if let Some((handler, label)) = handling {
            self.assembler.protect(start, end, label, handler.depth, handler.push_last_instruction);
        }
        if falls_through(pack, instruction.opcode) {
            self.go_on_after(at, last, false, origin)?;
        }
        if let (Some(jump), false) = (jump, backward) {
            self.assembler.bind(jump);
            self.go_on_after(at, last, true, origin)?;
        }
        match handling {
            Some((handler, label)) => self.go_on_in_handler(at, &handler, label, origin),
            None => Ok(()),
        }
    }

    /// As [`break_here`](Self::break_here) in a call that was inlined: makes the step of the callee, and goes on in a resume
    /// function that begins with the callee's.
    pub(super) fn break_in_call(&mut self, at: &Break, rest: Slot, callee: Callee, origin: &Origin) -> Result<()> {
        let handling = self.info.handler(at.instruction).map(|handler| (*handler, self.assembler.label()));
        let start = self.assembler.here();
        if handling.is_some() {
            self.emit(Emit::EnterRegion, &[])?;
        }
        resume_call(&mut self.assembler, self.py, rest)?;
        let end = self.assembler.here();
        if let Some((handler, label)) = handling {
            self.assembler.protect(start, end, label, handler.depth, handler.push_last_instruction);
        }
        let stack: Vec<Kind> = at.stack.iter().copied().chain([Kind::Value]).collect();
        let instruction = origin.instruction(at.instruction)?;
        let begin = Begin { instruction, in_call: Some(callee), stack: &stack, stopped_at: instruction };
        self.go_on(&begin, &originals(origin, &at.bound), at.globals, origin)?;
        match handling {
            Some((handler, label)) => self.go_on_in_handler(at, &handler, label, origin),
            None => Ok(()),
        }
    }

    fn go_on_in_handler(&mut self, at: &Break, handler: &Handler, label: Label, origin: &Origin) -> Result<()> {
        self.assembler.bind(label);
        let stack = flow::handler_stack(handler, &at.stack);
        let stopped_at = origin.instruction(at.instruction)?;
        let begin = Begin { instruction: origin.instruction(handler.target)?, in_call: None, stack: &stack, stopped_at };
        self.go_on(&begin, &originals(origin, &at.bound), at.globals, origin)
    }

    /// The instruction as it is, or the stand-in that does the same with a result of known form.
    pub(super) fn copy_instruction(&mut self, index: u32, jump: Option<Label>) -> Result<()> {
        let instruction = self.info.instructions[index as usize];
        let rule = opcode_rule(self.assembler.pack, instruction.opcode)?;
        match flow::stand_in(self.assembler.pack.alone, rule, &instruction) {
            Some(alone) => self.assembler.write_stand_in(alone, self.info, &instruction, &self.slots, jump),
            None => self.assembler.copy(self.info, &instruction, &self.slots, jump),
        }
    }

    /// Goes on behind an instruction that was run, or where it jumps to.
    fn go_on_after(&mut self, at: &Break, last: u32, jumps: bool, origin: &Origin) -> Result<()> {
        let (info, pack, known) = (self.info, self.assembler.pack, &origin.original.known);
        let instruction = info.instructions[last as usize];
        let mut stack = flow::after(pack, known, &instruction, &at.stack, jumps)?;
        let mut next = last + 1;
        if let (true, Some(target)) = (jumps, instruction.target) {
            next = target;
            for _ in 0..known.skipped_by_jump(info, target) {
                self.copy_instruction(next, None)?;
                stack = flow::after(pack, known, &info.instructions[next as usize], &stack, false)?;
                next += 1;
            }
        }
        // An unused result is dropped before the rest runs, as CPython would.
        let follows = info.instructions.get(next as usize);
        if follows.is_some_and(|next| known.pops(next)) && stack.last() == Some(&Kind::Value) {
            self.emit(Emit::PopTop, &[])?;
            stack.pop();
            next += 1;
        }
        let bound = self.bound_after(at, last, origin)?;
        let stopped_at = origin.instruction(at.instruction)?;
        let begin = Begin { instruction: origin.instruction(next)?, in_call: None, stack: &stack, stopped_at };
        self.go_on(&begin, &bound, at.globals, origin)
    }

    /// Goes on in the resume function that begins there, with what is on the stack and in the variables. `bound` are variables
    /// of the original.
    fn go_on(&mut self, begin: &Begin, bound: &[u32], globals: Option<Object>, origin: &Origin) -> Result<()> {
        let (original, stack) = (&origin.original, begin.stack);
        let unread: Vec<u32> = self.plan.frame.unread.iter().map(|index| u32::from(*index)).collect();
        let needed = Needed { bound, unread: &originals(origin, &unread) };
        let resume = self.resumes.get(self.py, self.assembler.pack, original, begin, &needed, globals)?;

        let mut items = vec![None; stack.len()];
        for (depth, kind) in stack.iter().enumerate().rev() {
            if *kind == Kind::LastInstruction {
                self.emit(Emit::PopTop, &[])?;
                continue;
            }
            let slot = self.temporary();
            if *kind == Kind::Handled {
                self.helper("handled_exception")?;
                self.call(0)?;
            }
            self.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
            if *kind == Kind::Handled {
                self.emit(Emit::PopHandledException, &[])?;
            }
            items[depth] = (*kind != Kind::Null).then_some(slot);
        }
        if !self.is_step {
            self.helper("go_on")?;
        }
        self.load_resume(&resume, origin)?;
        let mut emptied = Vec::new();
        for argument in &resume.arguments {
            match argument {
                Argument::Local(variable) => {
                    let slot = self.variable_of(origin, *variable)?;
                    self.emit(Emit::LoadFast, &[Operand::Slot(slot)])?;
                    emptied.push(slot);
                }
                Argument::Cell(variable) => {
                    let slot = self.variable_of(origin, *variable)?;
                    self.emit(Emit::LoadClosure, &[Operand::Slot(slot)])?;
                }
                Argument::Stack(depth) => {
                    let missing = || Error::Cannot("a resume function takes more of the stack than there is".to_owned());
                    let slot = items.get(*depth as usize).copied().flatten().ok_or_else(missing)?;
                    self.emit(Emit::LoadFast, &[Operand::Slot(slot)])?;
                    emptied.push(slot);
                }
            }
        }
        // The rest of the function alone decides how long its values live.
        for slot in emptied {
            self.emit(Emit::DeleteFast, &[Operand::Slot(slot)])?;
        }
        let count = resume.arguments.len();
        if self.is_step {
            self.emit(Emit::BuildList, &[Operand::Number(count as u32 + 1)])?;
        } else {
            self.call(count + 1)?;
        }
        self.emit(Emit::ReturnValue, &[])
    }

    /// Pushes the function.
    fn load_resume(&mut self, resume: &Resume, origin: &Origin) -> Result<()> {
        if let Some(function) = &resume.function {
            let function = self.assembler.keep(function.bind(self.py).clone());
            return self.constant(function);
        }
        let code = self.assembler.keep(resume.code.bind(self.py).clone());
        if resume.closure.is_empty() {
            return self.emit(Emit::MakeFunction, &[Operand::Constant(code)]);
        }
        for variable in &resume.closure {
            let slot = self.variable_of(origin, *variable)?;
            self.emit(Emit::LoadClosure, &[Operand::Slot(slot)])?;
        }
        self.emit(Emit::BuildTuple, &[Operand::Number(resume.closure.len() as u32)])?;
        self.emit(Emit::MakeClosure, &[Operand::Constant(code)])
    }

    fn variable_of(&self, origin: &Origin, of_original: u32) -> Result<Slot> {
        let missing = || Error::Cannot("a variable of the original is not in its resume function".to_owned());
        self.variable(origin.variable(of_original).ok_or_else(missing)?)
    }

    /// The variables of the original that have a value once the instruction has run.
    fn bound_after(&self, at: &Break, last: u32, origin: &Origin) -> Result<Vec<u32>> {
        let instruction = self.info.instructions[last as usize];
        let mut bound = at.bound.clone();
        let mut stored = at.stack.iter().rev();
        for argument in opcode_rule(self.assembler.pack, instruction.opcode)?.arguments {
            let variable = instruction.argument(argument);
            match argument.kind {
                // A comprehension gives a variable back as it was before, and be it unbound.
                ArgumentKind::Stored if stored.next() == Some(&Kind::Null) => bound.retain(|other| *other != variable),
                ArgumentKind::Local | ArgumentKind::Stored if !bound.contains(&variable) => bound.push(variable),
                ArgumentKind::Cleared => bound.retain(|other| *other != variable),
                _ => {}
            }
        }
        Ok(originals(origin, &bound))
    }
}

/// The variables of the original that lie in these of the code.
pub(super) fn originals(origin: &Origin, variables: &[u32]) -> Vec<u32> {
    let all = 0..origin.original.info.variables.len() as u32;
    all.filter(|v| origin.variable(*v).is_some_and(|here| variables.contains(&here))).collect()
}
