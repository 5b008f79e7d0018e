//! `alternator._engine.CodeGeneration`: parts of code generation on their own, for tests.

use std::rc::Rc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::assemble::{Assembler, Operand};
use super::breaks::Break;
use super::build::Builder;
use super::copy;
use super::output::{Request, generate};
use super::plan::Plan;
use super::resume::Resumes;
use super::{Error, Result};
use crate::bytecode::decode::{CodeInfo, Instruction, decode, falls_through, opcode_rule};
use crate::bytecode::flow::{self, Known};
use crate::bytecode::locations::Location;
use crate::python::Object;
use crate::sources::Sources;
use crate::tables::{ArgumentKind, Pack};
use crate::tables::{Emit, PACKS};

/// Opcode, oparg, offset, jump target (an index or None) and positions.
type InstructionRow = (u8, u32, u32, Option<u32>, [i32; 4]);

/// Start, end, target, depth and whether the offset is pushed.
type HandlerRow = (u32, u32, u32, u32, bool);

/// Code generation without an engine before it.
#[pyclass(unsendable)]
pub struct CodeGeneration {
    pack: &'static Pack,
    resumes: Resumes,
    /// What the resume functions borrow.
    kept: Vec<Py<PyAny>>,
}

#[pymethods]
impl CodeGeneration {
    #[new]
    fn new(py: Python<'_>) -> PyResult<CodeGeneration> {
        let version = py.version_info();
        let pack = PACKS.iter().find(|pack| pack.version == (version.major, version.minor));
        let pack = pack.ok_or_else(|| PyRuntimeError::new_err("no rules for this version of CPython"))?;
        Ok(CodeGeneration { pack, resumes: Resumes::new(), kept: Vec::new() })
    }

    /// Every instruction.
    fn decode(&self, code: &Bound<'_, PyAny>) -> PyResult<Vec<InstructionRow>> {
        let info = decode(code, self.pack)?;
        let positions = |l: Location| [l.line, l.end_line, l.column, l.end_column];
        let row = |i: &Instruction| (i.opcode, i.oparg, i.offset, i.target, positions(i.location));
        Ok(info.instructions.iter().map(row).collect())
    }

    /// The exception table.
    fn handlers(&self, code: &Bound<'_, PyAny>) -> PyResult<Vec<HandlerRow>> {
        let info = decode(code, self.pack)?;
        Ok(info.handlers.iter().map(|h| (h.start, h.end, h.target, h.depth, h.push_last_instruction)).collect())
    }

    fn roundtrip<'py>(&self, code: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Ok(roundtrip(code, self.pack)?)
    }

    #[pyo3(signature = (code, instruction, globals=None))]
    fn split<'py>(
        &mut self,
        code: &Bound<'py, PyAny>,
        instruction: u32,
        globals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let info = Rc::new(decode(code, self.pack)?);
        let globals = self.keep(code, globals);
        Ok(split(code.py(), self.pack, &info, instruction, globals, &self.resumes)?)
    }

    /// The code for a plan, as `debug_plan` reads it.
    #[pyo3(signature = (code, plan, globals=None))]
    fn generate<'py>(
        &mut self,
        code: &Bound<'py, PyAny>,
        plan: &Bound<'py, PyDict>,
        globals: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let info = Rc::new(decode(code, self.pack)?);
        let globals = self.keep(code, globals);
        self.kept.push(plan.clone().into_any().unbind());
        let (plan, sources) = super::debug_plan::read(plan)?;
        let resumes = &self.resumes;
        let request = Request {
            pack: self.pack,
            info: &info,
            plan: &plan,
            sources: &sources,
            is_plain: &|_| true,
            is_found: &|_| false,
            globals,
            resumes,
            step: None,
        };
        Ok(generate(code.py(), request)?.0)
    }

    fn is_resume(&self, code: &Bound<'_, PyAny>) -> bool {
        self.resumes.is_resume(Object::from_bound(code))
    }
}

impl CodeGeneration {
    fn keep(&mut self, code: &Bound<'_, PyAny>, globals: Option<Bound<'_, PyAny>>) -> Option<Object> {
        self.kept.push(code.clone().unbind());
        let globals = globals?;
        let borrowed = Object::from_bound(&globals);
        self.kept.push(globals.unbind());
        Some(borrowed)
    }
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CodeGeneration>()
}

/// Takes a code object apart and puts it together again.
fn roundtrip<'py>(code: &Bound<'py, PyAny>, pack: &Pack) -> Result<Bound<'py, PyAny>> {
    let info = decode(code, pack)?;
    let mut assembler = Assembler::new(pack);
    assembler.add_objects(&info);
    let slots = assembler.add_variables(&info);
    let all = vec![true; info.instructions.len()];
    let labels = copy::labels(&mut assembler, &info);
    copy::copy_code(&mut assembler, &info, &slots, &all, &labels)?;
    assembler.assemble(code, &info.header)
}

/// The same code, but the instruction is run as after a graph break, and what follows in resume
/// functions. What runs before it is the code as it was.
fn split<'py>(
    py: Python<'py>,
    pack: &Pack,
    info: &Rc<CodeInfo>,
    instruction: u32,
    globals: Option<Object>,
    resumes: &Resumes,
) -> Result<Bound<'py, PyAny>> {
    let cannot = |reason: &str| Error::Cannot(reason.to_owned());
    let known = Known::of(pack);
    if info.is_generator() {
        return Err(cannot("a generator"));
    }
    if instruction as usize >= info.instructions.len() {
        return Err(cannot("an instruction that is not there"));
    }
    if instruction < flow::prologue_length(info, &known) {
        return Err(cannot("an instruction of the prologue"));
    }
    let mut behind = (0..=instruction).rev().take(4);
    if behind.any(|target| target + known.skipped_by_jump(info, target) > instruction) {
        return Err(cannot("an instruction that belongs to a jump"));
    }
    let first = flow::group_start(info, &known, instruction);
    let last = flow::group_end(info, &known, instruction);
    let stack = flow::stacks(info, pack, &known)?.into_iter().nth(first as usize).flatten();
    let stack = stack.ok_or_else(|| cannot("an instruction that is never reached"))?;
    let origin = resumes.origin(py, info, pack)?;
    let bound = bound(info, pack, first)?;

    let (plan, sources) = (Plan::default(), Sources::default());
    let mut builder = Builder::new(py, Assembler::new(pack), info, &plan, &sources, &|_| true, resumes);
    let labels = copy::labels(&mut builder.assembler, info);
    let aside = builder.assembler.label();
    for index in 0..info.instructions.len() as u32 {
        builder.assembler.bind(labels[index as usize]);
        if index == first {
            builder.emit(Emit::JumpForward, &[Operand::Label(aside)])?;
        } else if index < first || index > last {
            let jump = info.instructions[index as usize].target.map(|target| labels[target as usize]);
            builder.copy_instruction(index, jump)?;
        }
    }
    builder.assembler.bind(labels[info.instructions.len()]);
    copy::copy_handlers(&mut builder.assembler, info, &labels);
    builder.assembler.bind(aside);
    builder.assembler.location = info.instructions[instruction as usize].location;
    let at = Break { instruction, stack, bound, globals };
    builder.break_here(&at, &origin)?;
    builder.assembler.assemble(&info.code.bound(py), &info.header)
}

/// The variables that surely have a value before an instruction; an error if one only may have.
fn bound(info: &CodeInfo, pack: &Pack, at: u32) -> Result<Vec<u32>> {
    let count = info.variables.len();
    let parameters = info.parameter_count() as usize;
    let entry: Vec<[bool; 2]> = (0..count).map(|v| [v < parameters || !info.variables[v].is_local; 2]).collect();
    // By instruction and variable: surely, and perhaps.
    let mut states: Vec<Option<Vec<[bool; 2]>>> = vec![None; info.instructions.len()];
    let mut waiting = vec![(0u32, entry)];
    while let Some((index, state)) = waiting.pop() {
        let Some(old) = states.get_mut(index as usize) else { continue };
        let merged: Vec<[bool; 2]> = match old {
            None => state,
            Some(old) => old.iter().zip(&state).map(|(a, b)| [a[0] && b[0], a[1] || b[1]]).collect(),
        };
        if old.as_ref() == Some(&merged) {
            continue;
        }
        *old = Some(merged.clone());
        let instruction = &info.instructions[index as usize];
        let rule = opcode_rule(pack, instruction.opcode)?;
        waiting.extend(info.handler(index).map(|handler| (handler.target, merged.clone())));
        let mut next = merged;
        for argument in rule.arguments {
            let variable = instruction.argument(argument) as usize;
            match argument.kind {
                ArgumentKind::Stored => next[variable] = [true; 2],
                ArgumentKind::Cleared => next[variable] = [false; 2],
                _ => {}
            }
        }
        waiting.extend(instruction.target.map(|target| (target, next.clone())));
        if falls_through(pack, instruction.opcode) {
            waiting.push((index + 1, next));
        }
    }
    let state = states[at as usize].take().unwrap_or_default();
    if state.iter().any(|[surely, perhaps]| surely != perhaps) {
        return Err(Error::Cannot("a variable that only may have a value".to_owned()));
    }
    Ok((0u32..).zip(state).filter(|(_, [surely, _])| *surely).map(|(v, _)| v).collect())
}
