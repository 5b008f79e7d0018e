//! From instructions with symbols in them to a code object.
//!
//! Constants, names, variables and labels are numbered at the end, when all of them are known; then the
//! prefixes that long opargs need are found by growing them until nothing changes.

use ahash::AHashMap;
use pyo3::prelude::*;

use super::{Error, Result};
use crate::bytecode::decode::{CodeInfo, Instruction, falls_through, opcode_rule};
use crate::bytecode::flow::{Kind, stand_in};
use crate::bytecode::locations::{Location, Writer};
use crate::python::Object;
use crate::python::bytecode::{self, Header, NewCode};
use crate::tables::Emit;
use crate::tables::{Argument, ArgumentKind, EmitArgument, EmitRule, OpcodeRule, Pack};

/// A place in the code that jumps and handlers may name before it is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label(u32);

/// A variable of the code being made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The n-th local, captured by a cell or not.
    Local(u32),
    /// The n-th cell that is not a local.
    Cell(u32),
    Free(u32),
}

/// What an oparg will be.
#[derive(Debug, Clone, Copy)]
pub enum Operand {
    Number(u32),
    Constant(Object),
    Name(Object),
    Slot(Slot),
    Label(Label),
}

#[derive(Debug)]
pub struct Assembler<'p> {
    pub pack: &'p Pack,
    /// Where the instructions emitted next stand in the user's text.
    pub location: Location,
    steps: Vec<Step>,
    /// By label, the step that it stands before.
    labels: Vec<Option<u32>>,
    regions: Vec<Region>,
    constants: Numbering,
    names: Numbering,
    locals: Vec<Object>,
    captured_locals: Vec<u32>,
    cells: Vec<Object>,
    free: Vec<Object>,
    keeper: Vec<Py<PyAny>>,
}

/// Objects numbered in the order in which they came; the same object has one number.
#[derive(Debug, Default)]
struct Numbering {
    objects: Vec<Object>,
    numbers: AHashMap<Object, u32>,
}

#[derive(Debug)]
struct Step {
    opcode: u8,
    number: u32,
    symbols: [Option<Symbol>; 2],
    location: Location,
}

/// A part of the oparg that is filled in at the end.
#[derive(Debug, Clone, Copy)]
struct Symbol {
    operand: Operand,
    shift: u8,
    mask: u32,
}

#[derive(Debug)]
struct Region {
    start: Label,
    end: Label,
    target: Label,
    depth: u32,
    push_last_instruction: bool,
}

impl<'p> Assembler<'p> {
    pub fn new(pack: &'p Pack) -> Assembler<'p> {
        Assembler {
            pack,
            location: Location::NONE,
            steps: Vec::new(),
            labels: Vec::new(),
            regions: Vec::new(),
            constants: Numbering::default(),
            names: Numbering::default(),
            locals: Vec::new(),
            captured_locals: Vec::new(),
            cells: Vec::new(),
            free: Vec::new(),
            keeper: Vec::new(),
        }
    }

    // ------------------------------------------------------------ variables and objects

    pub fn add_local(&mut self, name: Object) -> Slot {
        self.locals.push(name);
        Slot::Local(self.locals.len() as u32 - 1)
    }

    /// A local that is a cell.
    pub fn add_captured_local(&mut self, name: Object) -> Slot {
        self.captured_locals.push(self.locals.len() as u32);
        self.add_local(name)
    }

    pub fn add_cell(&mut self, name: Object) -> Slot {
        self.cells.push(name);
        Slot::Cell(self.cells.len() as u32 - 1)
    }

    pub fn add_free(&mut self, name: Object) -> Slot {
        self.free.push(name);
        Slot::Free(self.free.len() as u32 - 1)
    }

    /// The number of a variable, once no more are added.
    pub fn index_of(&self, slot: Slot) -> u32 {
        match slot {
            Slot::Local(n) => n,
            Slot::Cell(n) => self.locals.len() as u32 + n,
            Slot::Free(n) => (self.locals.len() + self.cells.len()) as u32 + n,
        }
    }

    /// The variables of `info`, in its order: the result is indexed as its arguments are.
    pub fn add_variables(&mut self, info: &CodeInfo) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(info.variables.len());
        for (index, variable) in info.variables.iter().enumerate() {
            slots.push(if variable.is_local {
                if variable.is_cell || variable.is_given {
                    self.captured_locals.push(index as u32);
                }
                self.add_local(variable.name)
            } else if variable.is_free {
                self.add_free(variable.name)
            } else {
                self.add_cell(variable.name)
            });
        }
        slots
    }

    /// Numbers the constants and names of `info` as they are there.
    pub fn add_objects(&mut self, info: &CodeInfo) {
        self.constants.extend(&info.constants);
        self.names.extend(&info.names);
    }

    /// Keeps an object alive until the code object does.
    pub fn keep(&mut self, object: Bound<'_, PyAny>) -> Object {
        let borrowed = Object::from_bound(&object);
        self.keeper.push(object.unbind());
        borrowed
    }

    /// An interned string.
    pub fn text(&mut self, py: Python<'_>, text: &str) -> Object {
        self.keep(pyo3::types::PyString::intern(py, text).into_any())
    }

    // ------------------------------------------------------------ code

    /// How many instructions there are so far.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// CPython's frame inspection takes a variable for a cell if a MAKE_CELL precedes the current instruction. For
    /// cells that the frame was given, these instructions are emitted and jumped over.
    pub fn claim_cells(&mut self, cells: &[Slot]) -> Result<()> {
        if cells.is_empty() {
            return Ok(());
        }
        let start = self.label();
        self.emit(Emit::JumpForward, &[Operand::Label(start)])?;
        for cell in cells {
            self.emit(Emit::MakeCell, &[Operand::Slot(*cell)])?;
        }
        self.bind(start);
        Ok(())
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label stands before the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.steps.len() as u32);
    }

    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// The sequence that an emit rule gives.
    pub fn emit(&mut self, emit: Emit, operands: &[Operand]) -> Result<()> {
        self.emit_rule(self.pack.emit(emit), operands)
    }

    pub fn emit_rule(&mut self, rule: &EmitRule, operands: &[Operand]) -> Result<()> {
        for op in rule.code {
            let (number, symbol) = match op.argument {
                EmitArgument::None => (0, None),
                EmitArgument::Number(number) => (number, None),
                EmitArgument::Object(path) => {
                    let object = Python::attach(|py| Ok::<_, PyErr>(self.keep(crate::python::named(py, path)?)))?;
                    (0, Some(Symbol { operand: Operand::Constant(object), shift: 0, mask: u32::MAX }))
                }
                EmitArgument::Operand { index, shift, or } => {
                    let missing = || Error::Cannot(format!("the emit rule {} takes more operands than it is given", rule.name));
                    let operand = *operands.get(index as usize).ok_or_else(missing)?;
                    (or, Some(Symbol { operand, shift, mask: u32::MAX >> shift }))
                }
            };
            self.steps.push(Step { opcode: op.opcode, number, symbols: [symbol, None], location: self.location });
        }
        Ok(())
    }

    /// An instruction as it is elsewhere, with its variables and its jump named anew, where it stood. If it
    /// has too little room for one of them, what stands in for it is written instead.
    pub fn copy(&mut self, from: &CodeInfo, instruction: &Instruction, slots: &[Slot], jump: Option<Label>) -> Result<()> {
        let rule = opcode_rule(self.pack, instruction.opcode)?;
        let mut step =
            Step { opcode: instruction.opcode, number: instruction.oparg, symbols: [None; 2], location: instruction.location };
        let mut free = step.symbols.iter_mut();
        for argument in rule.arguments {
            let operand = operand(rule, argument, from, instruction, slots, jump)?;
            let fits = match operand {
                Operand::Number(_) => continue,
                Operand::Slot(Slot::Local(number)) => number & !argument.mask == 0,
                // What its number will be is not known yet.
                Operand::Slot(_) => argument.mask >= 1 << 16,
                _ => true,
            };
            if !fits && let Some(apart) = stand_in(self.pack.apart, rule, instruction) {
                return self.write_stand_in(apart, from, instruction, slots, jump);
            }
            step.number &= !(argument.mask << argument.shift);
            let place = free.next().ok_or_else(|| Error::Cannot(format!("{} has too many arguments", rule.name)))?;
            *place = Some(Symbol { operand, shift: argument.shift, mask: argument.mask });
        }
        self.steps.push(step);
        Ok(())
    }

    /// Writes what stands in for an instruction, with the same arguments.
    pub fn write_stand_in(
        &mut self,
        stand_in: &EmitRule,
        from: &CodeInfo,
        instruction: &Instruction,
        slots: &[Slot],
        jump: Option<Label>,
    ) -> Result<()> {
        let rule = opcode_rule(self.pack, instruction.opcode)?;
        let operands = rule.arguments.iter().map(|argument| operand(rule, argument, from, instruction, slots, jump));
        let operands = operands.collect::<Result<Vec<_>>>()?;
        let location = std::mem::replace(&mut self.location, instruction.location);
        self.emit_rule(stand_in, &operands)?;
        self.location = location;
        Ok(())
    }

    /// An exception raised between `start` and `end` is handled at `target`.
    pub fn protect(&mut self, start: Label, end: Label, target: Label, depth: u32, push_last_instruction: bool) {
        self.regions.push(Region { start, end, target, depth, push_last_instruction });
    }

    /// What was pushed becomes the item of `stack` at `depth`. What only a handler's entry leaves on the stack is made by
    /// entering one: an exception that was pushed reraises itself, and if it is being handled from here on, its place is
    /// taken by what was being handled before.
    pub fn settle(&mut self, py: Python<'_>, stack: &[Kind], depth: usize) -> Result<()> {
        let (below, kind) = (&stack[..depth], stack[depth]);
        let entered = |kind: Option<&Kind>| matches!(kind, Some(Kind::Handled | Kind::Raised));
        if kind == Kind::LastInstruction && !entered(stack.get(depth + 1)) {
            // Its exception is gone: all that is left to do is to take it off.
            let nothing = self.keep(py.None().into_bound(py));
            return self.emit(Emit::LoadConst, &[Operand::Constant(nothing)]);
        }
        let push_last = below.last() == Some(&Kind::LastInstruction) && entered(Some(&kind));
        if kind != Kind::Handled && !push_last {
            return Ok(());
        }
        let depth = below.len() as u32 - u32::from(push_last);
        let (start, handler) = (self.here(), self.label());
        self.emit(Emit::Reraise, &[])?;
        let end = self.here();
        self.bind(handler);
        self.protect(start, end, handler, depth, push_last);
        if kind == Kind::Handled {
            self.emit(Emit::PushHandledException, &[])?;
            self.emit(Emit::PopTop, &[])?;
        }
        Ok(())
    }

    // ------------------------------------------------------------ the code object

    /// Makes a code object of the type of `like`.
    pub fn assemble<'py>(mut self, like: &Bound<'py, PyAny>, header: &Header) -> Result<Bound<'py, PyAny>> {
        let opargs = self.number_symbols()?;
        let layout = self.lay_out(opargs)?;
        let stack_size = self.stack_size(&layout)?;
        let mut captured: Vec<Object> = self.captured_locals.iter().map(|i| self.locals[*i as usize]).collect();
        captured.extend(&self.cells);
        let parts = NewCode {
            header: *header,
            instructions: self.write_instructions(&layout),
            exception_table: self.write_exception_table(&layout)?,
            location_table: self.write_location_table(&layout, header.first_line),
            constants: self.constants.objects,
            names: self.names.objects,
            locals: self.locals,
            cells: captured,
            free: self.free,
            stack_size,
        };
        Ok(bytecode::build(like, &parts)?)
    }

    /// All opargs but for the distances of jumps, which are left out.
    fn number_symbols(&mut self) -> Result<Vec<u32>> {
        // Only the numberings change.
        let mut opargs = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            let mut oparg = step.number;
            for symbol in step.symbols.iter().flatten() {
                let value = match symbol.operand {
                    Operand::Number(number) => number,
                    Operand::Constant(object) => self.constants.number(object),
                    Operand::Name(object) => self.names.number(object),
                    Operand::Slot(slot) => self.index_of(slot),
                    Operand::Label(_) => continue,
                };
                if value & !symbol.mask != 0 {
                    return Err(Error::Cannot(format!("{value} is too much for an argument of opcode {}", step.opcode)));
                }
                oparg |= value << symbol.shift;
            }
            opargs.push(oparg);
        }
        Ok(opargs)
    }

    fn lay_out(&self, mut opargs: Vec<u32>) -> Result<Layout> {
        let mut jumps = Vec::new();
        let mut caches = Vec::with_capacity(self.steps.len());
        for (at, step) in self.steps.iter().enumerate() {
            let rule = opcode_rule(self.pack, step.opcode)?;
            caches.push(u32::from(rule.caches));
            for symbol in step.symbols.iter().flatten() {
                let Operand::Label(label) = symbol.operand else { continue };
                let backward = rule.arguments.iter().any(|a| a.kind == ArgumentKind::Backward);
                jumps.push((at, *symbol, self.position(label)?, backward));
            }
        }
        let mut counts: Vec<u32> = opargs.iter().map(|oparg| prefixes(*oparg)).collect();
        let rest = opargs.clone();
        loop {
            let mut starts = Vec::with_capacity(self.steps.len() + 1);
            let mut unit = 0;
            for (prefix, cache) in counts.iter().zip(&caches) {
                starts.push(unit);
                unit += prefix + 1 + cache;
            }
            starts.push(unit);
            let mut grown = false;
            for (at, symbol, target, backward) in &jumps {
                let (from, to) = (i64::from(starts[at + 1]), i64::from(starts[*target as usize]));
                let distance = if *backward { from - to } else { to - from };
                let wrong_way = || Error::Cannot(format!("a jump by opcode {} leads the wrong way", self.steps[*at].opcode));
                let distance = u32::try_from(distance).map_err(|_| wrong_way())?;
                opargs[*at] = rest[*at] | (distance & symbol.mask) << symbol.shift;
                let needed = prefixes(opargs[*at]);
                if needed > counts[*at] {
                    counts[*at] = needed;
                    grown = true;
                }
            }
            if !grown {
                return Ok(Layout { opargs, prefixes: counts, caches, starts });
            }
        }
    }

    fn position(&self, label: Label) -> Result<u32> {
        self.labels[label.0 as usize].ok_or_else(|| Error::Cannot("a label was never placed".to_owned()))
    }

    fn write_instructions(&self, layout: &Layout) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(*layout.starts.last().unwrap_or(&0) as usize * 2);
        for (at, step) in self.steps.iter().enumerate() {
            let oparg = layout.opargs[at];
            for prefix in (1..=layout.prefixes[at]).rev() {
                bytes.extend([self.pack.extended_arg, (oparg >> (8 * prefix)) as u8]);
            }
            bytes.extend([step.opcode, oparg as u8]);
            // The cache entries are zero, like the opcode that stands for them.
            bytes.resize(bytes.len() + 2 * layout.caches[at] as usize, 0);
        }
        bytes
    }

    fn write_location_table(&self, layout: &Layout, first_line: i32) -> Vec<u8> {
        let mut writer = Writer::new(first_line);
        for (at, step) in self.steps.iter().enumerate() {
            writer.push(step.location, layout.starts[at + 1] - layout.starts[at]);
        }
        writer.finish()
    }

    fn write_exception_table(&self, layout: &Layout) -> Result<Vec<u8>> {
        let mut entries = Vec::with_capacity(self.regions.len());
        for region in &self.regions {
            let unit = |label| Ok::<_, Error>(layout.starts[self.position(label)? as usize]);
            let (start, end) = (unit(region.start)?, unit(region.end)?);
            if start < end {
                let depth = region.depth << 1 | u32::from(region.push_last_instruction);
                entries.push([start, end - start, unit(region.target)?, depth]);
            }
        }
        entries.sort_unstable();
        let mut table = Vec::new();
        for entry in entries {
            let first = table.len();
            for number in entry {
                let digits = (1..6).take_while(|n| number >> (6 * n) != 0).count();
                for digit in (0..=digits).rev() {
                    let more = if digit > 0 { 0x40 } else { 0 };
                    table.push(more | (number >> (6 * digit) & 0x3f) as u8);
                }
            }
            table[first] |= 0x80;
        }
        Ok(table)
    }

    /// The greatest depth on any path, by the stack effects of the running interpreter.
    fn stack_size(&self, layout: &Layout) -> Result<u32> {
        let mut handlers: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for (number, region) in self.regions.iter().enumerate() {
            for at in self.position(region.start)?..self.position(region.end)? {
                handlers[at as usize].push(number);
            }
        }
        let mut seen = vec![false; self.steps.len()];
        let (mut deepest, mut lowest) = (0, 0);
        let mut waiting = vec![(0usize, 0i32)];
        while let Some((mut at, mut depth)) = waiting.pop() {
            while at < self.steps.len() && !seen[at] {
                seen[at] = true;
                let step = &self.steps[at];
                let rule = opcode_rule(self.pack, step.opcode)?;
                for handler in &handlers[at] {
                    let region = &self.regions[*handler];
                    let entered = region.depth as i32 + 1 + i32::from(region.push_last_instruction);
                    deepest = deepest.max(entered);
                    waiting.push((self.position(region.target)? as usize, entered));
                }
                let effect = |jumps| {
                    let unknown = || Error::Cannot(format!("the stack effect of {} is unknown", rule.name));
                    bytecode::stack_effect(step.opcode, layout.opargs[at], jumps).ok_or_else(unknown)
                };
                for symbol in step.symbols.iter().flatten() {
                    if let Operand::Label(label) = symbol.operand {
                        let there = depth + effect(true)?;
                        deepest = deepest.max(there);
                        lowest = lowest.min(there);
                        waiting.push((self.position(label)? as usize, there));
                    }
                }
                if !falls_through(self.pack, step.opcode) {
                    break;
                }
                depth += effect(false)?;
                deepest = deepest.max(depth);
                lowest = lowest.min(depth);
                at += 1;
            }
        }
        // A generator starts with a value that some versions do not count.
        Ok((deepest - lowest) as u32)
    }
}

/// What an argument of an instruction of `from` stands for.
fn operand(
    rule: &OpcodeRule,
    argument: &Argument,
    from: &CodeInfo,
    instruction: &Instruction,
    slots: &[Slot],
    jump: Option<Label>,
) -> Result<Operand> {
    let value = instruction.argument(argument);
    let index = value as usize;
    let missing = |what| Error::Cannot(format!("{} names a {what} that is not there", rule.name));
    Ok(match argument.kind {
        ArgumentKind::Int | ArgumentKind::Enum(_) => Operand::Number(value),
        ArgumentKind::Const => Operand::Constant(*from.constants.get(index).ok_or_else(|| missing("constant"))?),
        ArgumentKind::Name => Operand::Name(*from.names.get(index).ok_or_else(|| missing("name"))?),
        ArgumentKind::Local | ArgumentKind::Stored | ArgumentKind::Cleared | ArgumentKind::Deref => {
            Operand::Slot(*slots.get(index).ok_or_else(|| missing("variable"))?)
        }
        ArgumentKind::Forward | ArgumentKind::Backward => Operand::Label(jump.ok_or_else(|| missing("target"))?),
    })
}

#[derive(Debug)]
struct Layout {
    opargs: Vec<u32>,
    /// How many `EXTENDED_ARG` stand before each.
    prefixes: Vec<u32>,
    caches: Vec<u32>,
    /// In code units; one more than there are steps.
    starts: Vec<u32>,
}

/// How many prefixes an oparg needs.
fn prefixes(oparg: u32) -> u32 {
    oparg.checked_ilog2().unwrap_or(0) / 8
}

impl Numbering {
    /// Keeps the numbers that the objects have in `others`, also of one that stands there twice.
    fn extend(&mut self, others: &[Object]) {
        for object in others {
            self.objects.push(*object);
            self.numbers.entry(*object).or_insert(self.objects.len() as u32 - 1);
        }
    }

    fn number(&mut self, object: Object) -> u32 {
        *self.numbers.entry(object).or_insert_with(|| {
            self.objects.push(object);
            self.objects.len() as u32 - 1
        })
    }
}
