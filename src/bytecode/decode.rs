//! Decodes a code object into instructions by the tables of a pack.

use pyo3::prelude::*;

use super::locations::{self, Location};
use super::{Error, Result};
use crate::python::bytecode::{self, Header};
use crate::python::{Object, is_listed_file};
use crate::tables::{Argument, ArgumentKind, OpcodeRule, Pack};
use crate::tables::{Emit, FileProperty, Role};

/// A code object, decoded. Its objects are borrowed from the code object, which must outlive it.
#[derive(Debug)]
pub struct CodeInfo {
    pub code: Object,
    pub instructions: Vec<Instruction>,
    pub constants: Vec<Object>,
    pub names: Vec<Object>,
    /// Locals, cells and free variables, as `Local` and `Deref` arguments number them.
    pub variables: Vec<Variable>,
    pub handlers: Vec<Handler>,
    pub header: Header,
    /// How many of the variables are locals (arguments included), how many after them are cells that
    /// are not also locals, and how many at the end are free.
    pub local_count: u32,
    pub cell_count: u32,
    pub free_count: u32,
    /// Whether nodes of the graph are named after its variables (`rules/graph/files.yaml`).
    pub names_nodes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    pub opcode: u8,
    pub oparg: u32,
    /// In bytes, of the first `EXTENDED_ARG` if there is one.
    pub offset: u32,
    /// The instruction that it may jump to, by index.
    pub target: Option<u32>,
    pub location: Location,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    pub name: Object,
    pub is_local: bool,
    /// Whether the frame makes a cell for it. A local can be both: an argument that is captured.
    pub is_cell: bool,
    pub is_free: bool,
    /// Whether it is a cell that a resume function receives as an argument.
    pub is_given: bool,
}

impl Variable {
    /// Whether the variable is a cell, once the frame is set up.
    pub fn is_captured(&self) -> bool {
        self.is_cell || self.is_free || self.is_given
    }
}

/// An entry of the exception table, in instruction indices; `end` is the first one outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// The stack is cut down to this depth; then the exception is pushed.
    pub depth: u32,
    /// Whether the offset of the raising instruction is pushed before the exception.
    pub push_last_instruction: bool,
}

/// Decodes `code` by the tables of its version.
pub fn decode(code: &Bound<'_, PyAny>, pack: &Pack) -> Result<CodeInfo> {
    let raw = bytecode::read(code)?;
    let mut instructions = read_instructions(raw.instructions.as_bytes(), pack)?;
    let index = Offsets::new(&instructions, raw.instructions.as_bytes().len());
    resolve_jumps(&mut instructions, &index, pack)?;
    locations::read(raw.location_table.as_bytes(), raw.header.first_line, &mut instructions)?;
    let handlers = read_handlers(raw.exception_table.as_bytes(), &index)?;
    let mut variables = variables(&raw);
    let made = made_cells(&instructions, pack);
    for (variable, index) in variables.iter_mut().zip(0u32..) {
        variable.is_given = variable.is_cell && !made.contains(&index);
        variable.is_cell &= !variable.is_given;
    }
    let local_count = raw.locals.len() as u32;
    let free_count = raw.free.len() as u32;
    let names_nodes = !is_listed_file(&raw.header.file.text(), FileProperty::Unnamed);
    Ok(CodeInfo {
        code: Object::from_bound(code),
        header: raw.header,
        instructions,
        cell_count: variables.len() as u32 - local_count - free_count,
        local_count,
        free_count,
        variables,
        handlers,
        constants: raw.constants,
        names: raw.names,
        names_nodes,
    })
}

impl CodeInfo {
    /// The innermost handler of an exception raised by the instruction at `index`.
    pub fn handler(&self, index: u32) -> Option<&Handler> {
        self.handlers.iter().find(|h| h.start <= index && index < h.end)
    }

    /// The line of an instruction; if it has none, of the nearest before it, or of the definition.
    pub fn line(&self, index: u32) -> u32 {
        let until = self.instructions.iter().take(index as usize + 1).rev();
        let line = until.into_iter().find_map(|instruction| instruction.location.line());
        line.unwrap_or(self.header.first_line.max(0) as u32)
    }

    /// Where CPython says that an instruction is, in bytes: behind its `EXTENDED_ARG`s.
    pub fn offset_told(&self, index: u32) -> u32 {
        let Some(instruction) = self.instructions.get(index as usize) else { return 0 };
        let bytes = (u32::BITS - instruction.oparg.leading_zeros()).div_ceil(u8::BITS);
        instruction.offset + bytes.saturating_sub(1) * 2
    }

    pub fn filename(&self) -> String {
        self.header.file.text()
    }

    /// Whether there is a `*rest` parameter.
    pub fn takes_rest(&self) -> bool {
        self.header.flags & pyo3::ffi::CO_VARARGS as u32 != 0
    }

    /// Whether there is a `**keywords` parameter.
    pub fn takes_keywords(&self) -> bool {
        self.header.flags & pyo3::ffi::CO_VARKEYWORDS as u32 != 0
    }

    /// The parameters that may be given by name.
    pub fn keywords(&self) -> impl Iterator<Item = &Variable> {
        let Header { argument_count, keyword_only, positional_only, .. } = self.header;
        self.variables[..(argument_count + keyword_only) as usize].iter().skip(positional_only as usize)
    }

    /// Whether calling it only makes a generator, coroutine or asynchronous generator.
    pub fn is_generator(&self) -> bool {
        let kinds = pyo3::ffi::CO_GENERATOR | pyo3::ffi::CO_COROUTINE | pyo3::ffi::CO_ASYNC_GENERATOR;
        self.header.flags & kinds as u32 != 0
    }

    /// What a call of a generator function makes.
    pub fn generator_role(&self) -> Role {
        let flags = self.header.flags as i32;
        match flags {
            _ if flags & pyo3::ffi::CO_COROUTINE != 0 => Role::Coroutine,
            _ if flags & pyo3::ffi::CO_ASYNC_GENERATOR != 0 => Role::AsyncGenerator,
            _ => Role::Generator,
        }
    }

    /// The localsplus index of the n-th free variable.
    pub fn free_variable(&self, n: u32) -> u32 {
        self.local_count + self.cell_count + n
    }

    /// All parameters: positional, keyword-only, `*args` and `**kwargs`. They are the first locals.
    pub fn parameter_count(&self) -> u32 {
        self.header.argument_count + self.header.keyword_only + u32::from(self.takes_rest()) + u32::from(self.takes_keywords())
    }
}

impl Instruction {
    /// One argument's part of the oparg.
    pub fn argument(&self, argument: &Argument) -> u32 {
        (self.oparg >> argument.shift) & argument.mask
    }
}

/// Whether the instruction behind one of this opcode can be run after it.
pub fn falls_through(pack: &Pack, opcode: u8) -> bool {
    !pack.emit(Emit::EndsBlock).code.iter().any(|op| op.opcode == opcode)
}

pub fn opcode_rule(pack: &Pack, opcode: u8) -> Result<&OpcodeRule> {
    let (major, minor) = pack.version;
    let unknown = || Error::Cannot(format!("opcode {opcode} is unknown to the rules of CPython {major}.{minor}"));
    pack.opcodes[opcode as usize].as_ref().ok_or_else(unknown)
}

fn read_instructions(bytes: &[u8], pack: &Pack) -> Result<Vec<Instruction>> {
    let mut instructions = Vec::with_capacity(bytes.len() / 4);
    let (mut at, mut start, mut high) = (0, 0, 0u32);
    while at + 1 < bytes.len() {
        let (opcode, oparg) = (bytes[at], high | u32::from(bytes[at + 1]));
        at += 2;
        if opcode == pack.extended_arg {
            high = oparg << 8;
            continue;
        }
        let rule = opcode_rule(pack, opcode)?;
        instructions.push(Instruction { opcode, oparg, offset: start as u32, target: None, location: Location::NONE });
        at += 2 * rule.caches as usize;
        (start, high) = (at, 0);
    }
    Ok(instructions)
}

/// From byte offsets to instruction indices.
struct Offsets {
    /// By code unit: the instruction that begins there, or `u32::MAX`.
    starts: Vec<u32>,
}

impl Offsets {
    fn new(instructions: &[Instruction], length: usize) -> Offsets {
        let mut starts = vec![u32::MAX; length / 2 + 1];
        for (index, instruction) in instructions.iter().enumerate() {
            starts[instruction.offset as usize / 2] = index as u32;
        }
        starts[length / 2] = instructions.len() as u32;
        Offsets { starts }
    }

    /// The instruction that begins at a code unit; one past the last at the end of the code.
    fn at(&self, unit: i64) -> Result<u32> {
        let found = usize::try_from(unit).ok().and_then(|unit| self.starts.get(unit)).copied();
        let nowhere = || Error::Cannot(format!("no instruction begins at offset {}", unit * 2));
        found.filter(|index| *index != u32::MAX).ok_or_else(nowhere)
    }

    /// The code unit behind an instruction.
    fn end(&self, instructions: &[Instruction], index: usize) -> i64 {
        match instructions.get(index + 1) {
            Some(next) => i64::from(next.offset) / 2,
            None => self.starts.len() as i64 - 1,
        }
    }
}

fn resolve_jumps(instructions: &mut [Instruction], offsets: &Offsets, pack: &Pack) -> Result<()> {
    for index in 0..instructions.len() {
        let instruction = instructions[index];
        for argument in opcode_rule(pack, instruction.opcode)?.arguments {
            let distance = i64::from(instruction.argument(argument));
            let distance = match argument.kind {
                ArgumentKind::Forward => distance,
                ArgumentKind::Backward => -distance,
                _ => continue,
            };
            let target = offsets.at(offsets.end(instructions, index) + distance)?;
            instructions[index].target = Some(target);
        }
    }
    Ok(())
}

/// The format is that of CPython's `Objects/exception_handling_notes.txt`: four numbers an entry, six
/// bits a byte, the highest first.
fn read_handlers(table: &[u8], offsets: &Offsets) -> Result<Vec<Handler>> {
    let mut bytes = table.iter();
    let mut handlers = Vec::new();
    let cut_short = || Error::Cannot("the exception table ends inside an entry".to_owned());
    while bytes.len() > 0 {
        let mut number = || {
            let mut value = 0u32;
            loop {
                let byte = *bytes.next().ok_or_else(cut_short)?;
                value = value << 6 | u32::from(byte & 0x3f);
                if byte & 0x40 == 0 {
                    return Ok::<_, Error>(value);
                }
            }
        };
        let (start, length, target, depth) = (number()?, number()?, number()?, number()?);
        handlers.push(Handler {
            start: offsets.at(start.into())?,
            end: offsets.at(i64::from(start) + i64::from(length))?,
            target: offsets.at(target.into())?,
            depth: depth >> 1,
            push_last_instruction: depth & 1 == 1,
        });
    }
    Ok(handlers)
}

/// The variables that the code makes cells for when it is entered.
fn made_cells(instructions: &[Instruction], pack: &Pack) -> Vec<u32> {
    let is_one_of = |emit, instruction: &Instruction| pack.emit(emit).code.iter().any(|op| op.opcode == instruction.opcode);
    let prologue = instructions.iter().take_while(|instruction| is_one_of(Emit::Prologue, instruction));
    prologue.filter(|instruction| is_one_of(Emit::MakeCell, instruction)).map(|instruction| instruction.oparg).collect()
}

fn variables(raw: &bytecode::RawCode) -> Vec<Variable> {
    let variable = |name: &Object| Variable { name: *name, is_local: false, is_cell: false, is_free: false, is_given: false };
    let mut variables: Vec<_> = raw.locals.iter().map(|name| Variable { is_local: true, ..variable(name) }).collect();
    for name in &raw.cells {
        // Names are interned: the same name is the same object.
        match variables[..raw.locals.len()].iter_mut().find(|v| v.name == *name) {
            Some(local) => local.is_cell = true,
            None => variables.push(Variable { is_cell: true, ..variable(name) }),
        }
    }
    variables.extend(raw.free.iter().map(|name| Variable { is_free: true, ..variable(name) }));
    variables
}
