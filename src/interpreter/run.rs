//! The step loop: decode by the pack, run the opcode's rule, follow exceptions.

#[cfg(debug_assertions)]
use super::forced;
use super::frame::{Exit, Frame};
use super::trace::Trace;
use crate::python::stack;
use crate::rules::slot::Slot;
use crate::rules::types::{Jump, Name};
use crate::rules::{Flow, Stop, frames};
use crate::tables::RULES;
use crate::tables::{Argument, ArgumentKind, Count, OpcodeRule, OwnFunction, Role, StackItem, When};
use crate::values::{State, Value};

/// How deep calls may nest while tracing; beyond it the call is a graph break.
const MAXIMUM_DEPTH: usize = 160;

/// How many instructions a trace may have: the memory that it takes grows with them.
const MAXIMUM_STEPS: u64 = 5_000_000;

/// How many it may have without an operation in its graph, and how many more per operation. Beyond that, running as
/// written is faster.
const IDLE_STEPS: u64 = 200_000;
const STEPS_OF_AN_OPERATION: u64 = 20_000;

/// Steps between two looks at how many there may be.
const STEPS_BETWEEN: u64 = 4096;

impl Trace<'_> {
    /// Runs a new frame until it returns, yields or raises.
    pub fn run_frame(&mut self, frame: Frame) -> Flow<Exit> {
        if self.frames.len() >= MAXIMUM_DEPTH || stack::is_short() {
            return Err(Stop::graph_break("calls nest too deep to trace"));
        }
        if self.settings.trace_call && !self.frames.is_empty() {
            self.log_call("inlined", &frame.code.header.name.text());
        }
        self.frames.push(frame);
        let depth = self.frames.len();
        let result = self.run_top(None);
        debug_assert!(result.is_err() || self.frames.len() == depth);
        // On a break the root's checkpoint restores the frames; the stack is still needed to locate it.
        match result {
            Ok(exit) => {
                let frame = self.frames.pop();
                if let (Exit::Suspend(generator), Some(frame)) = (exit, frame) {
                    self.suspend(generator, frame);
                }
                Ok(exit)
            }
            Err(Stop::Raise(exception)) => {
                self.frames.pop();
                // The caller's line is added to the traceback of an exception from outside, too.
                if self.arena.get(self.arena.resolve(exception)).object.is_some() {
                    self.note_raise(exception);
                }
                Err(Stop::Raise(exception))
            }
            Err(Stop::Break(reason)) => {
                if reason.stack.is_empty() {
                    self.broken.inside = self.innermost_end();
                }
                let reason = self.locate(reason);
                self.frames.truncate(depth - 1);
                Err(Stop::Break(reason))
            }
            Err(other) => Err(other),
        }
    }

    /// Runs the frame on top until it exits; `pending` is an exception to raise in it first.
    pub fn run_top(&mut self, mut pending: Option<Value>) -> Flow<Exit> {
        loop {
            let step = match pending.take() {
                Some(exception) => Err(Stop::Raise(exception)),
                None => self.step(),
            };
            match step {
                Ok(()) => {
                    self.check_held()?;
                    if let Some(exit) = self.exit.take() {
                        return Ok(exit);
                    }
                }
                Err(Stop::Raise(exception)) => {
                    // An exception that is raised again keeps its context, which the program may have set.
                    let anew = !self.exceptions.raised.contains_key(&self.arena.resolve(exception));
                    if anew && self.arena.get(exception).object.is_none() {
                        self.note_raise(exception);
                        self.link_context(exception)?;
                    }
                    if !std::mem::take(&mut self.exceptions.again) {
                        self.extend_traceback(exception)?;
                    }
                    self.unwind(exception)?;
                }
                Err(other) => return Err(other),
            }
        }
    }

    /// Puts the line at which the frame on top is before the traceback of an exception that the trace has made. Code that
    /// is traced in the place of C code has no lines there.
    fn extend_traceback(&mut self, exception: Value) -> Flow<()> {
        let exception = self.arena.resolve(exception);
        let frame = self.frame()?;
        if self.arena.get(exception).object.is_some() || frames::is_in_place_of_native(&frame.code.filename()) {
            return Ok(());
        }
        let (code, globals, mut object) = (frame.code.code, frame.globals, frame.object);
        let (offset, line) = (frame.code.offset_told(frame.current), frame.code.line(frame.current));
        if object.is_null() {
            let code = self.held(code);
            object = self.make_items(self.role(Role::List), vec![code, globals]);
            self.frame_mut()?.object = object;
        }
        self.add_to_traceback(exception, object, offset, line)?;
        Ok(())
    }

    /// Puts an entry before those of an exception's traceback.
    fn add_to_traceback(&mut self, exception: Value, frame: Value, offset: u32, line: u32) -> Flow<Value> {
        let attribute = self.role(Role::TracebackOf);
        let (Some(getter), Some(setter)) = (self.library.getter(attribute), self.library.setter(attribute)) else {
            return Err(Stop::Abandon("the traceback of an exception has no rules".into()));
        };
        let name = self.library.name("__traceback__")?;
        let rest = self.run_getter(getter, attribute, exception, name)?;
        let (offset, line) = (self.int_constant(offset.into())?, self.int_constant(line.into())?);
        let entry = self.make(self.role(Role::Traceback), State::Slots(vec![rest, frame, offset, line]));
        self.run_setter(setter, attribute, exception, entry)?;
        Ok(entry)
    }

    /// Notes that the trace raised an exception. One that existed before counts only if a `raise` statement raised it:
    /// a reraise adds nothing to its traceback.
    pub fn note_raise(&mut self, exception: Value) {
        let exception = self.arena.resolve(exception);
        self.exceptions.raised.entry(exception).or_insert(self.root_step);
    }

    /// Notes that an exception of the trace comes out of a Python function for which a rule or polyfill stands: its frames
    /// are missing from the traceback.
    pub fn note_missing_frames(&mut self, exception: Value) -> Flow<()> {
        let exception = self.arena.resolve(exception);
        if self.arena.get(exception).object.is_some() {
            return Ok(());
        }
        let none = self.none();
        let entry = self.add_to_traceback(exception, none, 0, 0)?;
        let reason = "an exception that leaves the trace needs its traceback".to_owned();
        self.exceptions.untold.insert(self.arena.resolve(entry), (self.root_step, reason));
        Ok(())
    }

    /// Sets the `__context__` of an exception that a rule raises, as a `raise` statement does.
    fn link_context(&mut self, exception: Value) -> Flow<()> {
        if self.exceptions.handled_now().is_null() || self.arena.get(exception).object.is_some() {
            return Ok(());
        }
        let before = self.context_within(exception)?;
        if !self.is_none(before)? {
            return Ok(());
        }
        self.set_context(exception)
    }

    fn context_within(&mut self, exception: Value) -> Flow<Value> {
        let read = self.held(self.own(OwnFunction::ContextWithin)?);
        let context = self.call_values(read, &[exception])?;
        self.force(context)
    }

    /// Whether an exception of the trace has the context that CPython would have given it: what a caller handles would be
    /// one.
    pub fn context_is_known(&mut self, exception: Value) -> Flow<bool> {
        let context = self.context_within(exception)?;
        if !self.is_none(context)? {
            return Ok(true);
        }
        let nothing = self.held(self.own(OwnFunction::CallersHandleNothing)?);
        let nothing = self.call_values(nothing, &[])?;
        self.truth_of(nothing)
    }

    /// Makes the handled exception the `__context__` of another one. A link that would make the chain a cycle is cut,
    /// as in CPython.
    pub fn set_context(&mut self, exception: Value) -> Flow<()> {
        let handled = self.exceptions.handled_now();
        if handled.is_null() {
            return Ok(());
        }
        let (exception, handled, none) = (self.force(exception)?, self.force(handled)?, self.none());
        if exception == handled {
            return Ok(());
        }
        let name = self.library.name("__context__")?;
        let (mut link, mut seen) = (handled, Vec::new());
        loop {
            seen.push(link);
            let next = self.context_within(link)?;
            if next == exception {
                self.set_attr(link, name, none)?;
                break;
            }
            if self.is_none(next)? || seen.contains(&next) {
                break;
            }
            link = next;
        }
        self.set_attr(exception, name, handled)
    }

    /// Runs one instruction of the frame on top.
    fn step(&mut self) -> Flow<()> {
        let root = self.frames.len() == 1;
        let frame = self.frames.last_mut().ok_or_else(|| Stop::Abandon("no frame is running".into()))?;
        let current = frame.next;
        let instruction =
            *frame.code.instructions.get(current as usize).ok_or_else(|| Stop::Abandon("ran past the end of the code".into()))?;
        frame.current = current;
        frame.jumped = false;
        if root {
            self.take_checkpoint();
            self.root_step = self.steps;
            if let Some((step, reason)) = &self.earlier.break_at
                && *step == self.steps
            {
                return Err(Stop::Break(reason.clone()));
            }
        }
        if self.settings.nested_graph_breaks {
            self.begin_step(instruction.opcode)?;
        }
        #[cfg(debug_assertions)]
        if forced::is_wanted() {
            self.visit_position(current)?;
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN) && self.runs_too_long() {
            return Err(Stop::Skip("it runs longer than a trace can be, for what it computes".into()));
        }
        let (frames, graph) = (&self.frames, &self.graph);
        self.tally.progress.step(self.steps, || (frames.len(), graph.operations()));
        if self.settings.trace_source {
            self.log_line(current);
        }
        if self.settings.trace_bytecode {
            self.log_step(current);
        }
        self.frame_mut()?.next = current + 1;
        let opcode = self.library.pack().opcodes[instruction.opcode as usize]
            .as_ref()
            .ok_or_else(|| Stop::Abandon(format!("unknown opcode number {}", instruction.opcode)))?;
        self.run_opcode(opcode, instruction.oparg, instruction.target)?;
        if root && self.lifetimes.any_leaves() && self.exit.is_none() { self.release_stack() } else { Ok(()) }
    }

    fn runs_too_long(&self) -> bool {
        let most = match self.settings.fullgraph {
            true => MAXIMUM_STEPS,
            false => MAXIMUM_STEPS.min(IDLE_STEPS + STEPS_OF_AN_OPERATION * self.graph.operations() as u64),
        };
        self.steps > most
    }

    fn run_opcode(&mut self, opcode: &'static OpcodeRule, oparg: u32, target: Option<u32>) -> Flow<()> {
        let rule = match opcode.rule {
            Ok(rule) => rule,
            Err(reason) => return Err(Stop::graph_break(format!("{}: {reason}", opcode.name))),
        };
        let (base, lists) = self.enter_rule(rule, &[]);
        let result = self.run_opcode_body(opcode, rule, oparg, target, base);
        self.leave_rule(base, lists, result.map(|()| Slot::None)).map(|_| ())
    }

    fn run_opcode_body(
        &mut self,
        opcode: &'static OpcodeRule,
        rule: u16,
        oparg: u32,
        target: Option<u32>,
        base: usize,
    ) -> Flow<()> {
        for (index, argument) in opcode.arguments.iter().enumerate() {
            self.registers[base + index] = self.argument_slot(argument, oparg, target)?;
        }
        for input in opcode.inputs.iter().rev() {
            self.pop_input(input, base)?;
        }
        match self.run_body(&RULES[rule as usize], base) {
            // The handler expects the stack as it was before the instruction, with its inputs.
            Err(Stop::Raise(exception)) => {
                for input in opcode.inputs {
                    self.push_output(input, base)?;
                }
                return Err(Stop::Raise(exception));
            }
            other => other?,
        };
        if self.exit.is_some() {
            return Ok(());
        }
        for output in opcode.outputs {
            self.push_output(output, base)?;
        }
        Ok(())
    }

    fn argument_slot(&mut self, argument: &Argument, oparg: u32, target: Option<u32>) -> Flow<Slot> {
        let number = (oparg >> argument.shift) & argument.mask;
        Ok(match argument.kind {
            ArgumentKind::Name => Slot::Name(Name(
                self.frame()?
                    .code
                    .names
                    .get(number as usize)
                    .copied()
                    .ok_or_else(|| Stop::Abandon("an instruction names a name that its code does not have".into()))?,
            )),
            ArgumentKind::Forward | ArgumentKind::Backward => {
                Slot::Jump(Jump(target.ok_or_else(|| Stop::Abandon("a jump without a target".into()))?))
            }
            ArgumentKind::Int
            | ArgumentKind::Local
            | ArgumentKind::Stored
            | ArgumentKind::Cleared
            | ArgumentKind::Const
            | ArgumentKind::Deref => Slot::Int(number.into()),
            ArgumentKind::Enum(of) => {
                let members = self.library.pack().enums.get(of as usize).copied().unwrap_or_default();
                let member = members.get(number as usize).copied();
                Slot::Int(member.ok_or_else(|| Stop::Abandon("an argument beyond the members of its enum".into()))?.into())
            }
        })
    }

    fn item_count_of(&self, item: &StackItem, base: usize) -> Flow<Option<usize>> {
        Ok(match item.count {
            Count::One => None,
            Count::Argument { register, scale, offset } => match self.registers[base + register as usize] {
                Slot::Int(number) => Some(usize::try_from(number * i64::from(scale) + i64::from(offset)).unwrap_or(0)),
                _ => return Err(Stop::Abandon("a stack count that is no int".into())),
            },
            Count::Constant(count) => Some(count as usize),
            Count::Sum { first, second, offset } => {
                match (self.registers[base + first as usize], self.registers[base + second as usize]) {
                    (Slot::Int(first), Slot::Int(second)) => {
                        Some(usize::try_from(first + second + i64::from(offset)).unwrap_or(0))
                    }
                    _ => return Err(Stop::Abandon("a stack count that is no int".into())),
                }
            }
        })
    }

    fn pop_input(&mut self, item: &StackItem, base: usize) -> Flow<()> {
        let slot = match self.item_count_of(item, base)? {
            None => Slot::Value(self.frame_mut()?.pop().ok_or_else(|| Stop::Abandon("the value stack is empty".into()))?),
            Some(count) => {
                let values = self.lists.fresh();
                let frame = self.frames.last_mut().ok_or_else(|| Stop::Abandon("no frame is running".into()))?;
                let start =
                    frame.stack.len().checked_sub(count).ok_or_else(|| Stop::Abandon("the value stack is too short".into()))?;
                self.lists.get_mut(values).extend(frame.stack.drain(start..));
                Slot::Values(values)
            }
        };
        self.registers[base + item.register as usize] = slot;
        Ok(())
    }

    fn push_output(&mut self, item: &StackItem, base: usize) -> Flow<()> {
        let jumped = self.frame()?.jumped;
        match item.when {
            When::Always => {}
            When::Jump if jumped => {}
            When::Fall if !jumped => {}
            _ => return Ok(()),
        }
        match self.registers[base + item.register as usize] {
            Slot::Value(value) => self.frame_mut()?.stack.push(value),
            Slot::Values(values) => {
                let frame = self.frames.last_mut().ok_or_else(|| Stop::Abandon("no frame is running".into()))?;
                frame.stack.extend_from_slice(self.lists.get(values));
            }
            _ => return Err(Stop::Abandon(format!("the output {} was not assigned", item.name))),
        }
        Ok(())
    }

    /// Finds the handler of an exception in the frame on top, or lets it leave the frame.
    fn unwind(&mut self, exception: Value) -> Flow<()> {
        let frame = self.frame_mut()?;
        let current = frame.current;
        let last = frame.raised_at.take().unwrap_or(current);
        let Some(handler) = frame.code.handler(current).copied() else {
            return Err(Stop::Raise(exception));
        };
        frame.stack.truncate(handler.depth as usize);
        frame.next = handler.target;
        let push_last = handler.push_last_instruction;
        if push_last {
            let last = self.int_constant(i64::from(last))?;
            self.frame_mut()?.stack.push(last);
        }
        self.frame_mut()?.stack.push(exception);
        Ok(())
    }
}
