//! Entries for tests: parts of code generation on their own.

use std::rc::Rc;

use pyo3::prelude::*;

use super::assemble::{Assembler, Operand};
use super::build::Builder;
use super::copy;
use super::decode::{CodeInfo, decode, opcode_rule};
use super::flow::{self, Known};
use super::output::{Break, header};
use super::plan::Plan;
use super::resume::Resumes;
use super::{Error, Result};
use crate::generated::Emit;
use crate::python::Object;
use crate::rules::table::{ArgumentKind, Pack};
use crate::values::Sources;

/// Takes a code object apart and puts it together again.
pub fn roundtrip<'py>(code: &Bound<'py, PyAny>, pack: &Pack) -> Result<Bound<'py, PyAny>> {
    let info = decode(code, pack)?;
    let mut assembler = Assembler::new(pack);
    assembler.add_objects(&info);
    let slots = assembler.add_variables(&info);
    let all = vec![true; info.instructions.len()];
    let labels = copy::labels(&mut assembler, &info);
    copy::copy_code(&mut assembler, &info, &slots, &all, &labels)?;
    assembler.assemble(code, &header(&info))
}

/// The same function, but the instruction is run as after a graph break, and what follows in resume
/// functions. What runs before it is the code as it was.
pub fn split<'py>(
    py: Python<'py>,
    pack: &Pack,
    info: &Rc<CodeInfo>,
    instruction: u32,
    globals: Option<Object>,
    resumes: &mut Resumes,
) -> Result<Bound<'py, PyAny>> {
    let cannot = |reason: &str| Error::Cannot(reason.to_owned());
    let known = Known::of(pack);
    if info.is_generator() {
        return Err(cannot("a generator"));
    }
    if (instruction as usize) < info.instructions.len() && instruction < flow::prologue_length(info, &known) {
        return Err(cannot("an instruction of the prologue"));
    }
    let first = flow::group_start(info, &known, instruction);
    let last = flow::group_end(info, &known, instruction);
    let stack = flow::stacks(info, pack, &known)?.into_iter().nth(first as usize).flatten();
    let stack = stack.ok_or_else(|| cannot("an instruction that is never reached"))?;
    if stack.contains(&flow::Kind::Handled) {
        return Err(cannot("inside a handler"));
    }
    let origin = resumes.origin(info, pack)?;
    let bound = bound(info, pack, &known, first)?;

    let (plan, sources) = (Plan::default(), Sources::default());
    let mut builder = Builder::new(py, Assembler::new(pack), info, &plan, &sources, &|_| true);
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
    builder.break_here(&at, &origin, resumes)?;
    builder.assembler.assemble(&info.code.bound(py), &header(info))
}

/// The variables that surely have a value before an instruction; an error if one only may have.
fn bound(info: &CodeInfo, pack: &Pack, known: &Known, at: u32) -> Result<Vec<u32>> {
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
        for argument in rule.arguments.iter().filter(|argument| argument.kind == ArgumentKind::Local) {
            let variable = instruction.argument(argument) as usize;
            if known.stores(instruction) || known.deletes(instruction) {
                next[variable] = [known.stores(instruction); 2];
            }
        }
        waiting.extend(instruction.target.map(|target| (target, next.clone())));
        if !rule.ends_block {
            waiting.push((index + 1, next));
        }
    }
    let state = states[at as usize].take().unwrap_or_default();
    if state.iter().any(|[surely, perhaps]| surely != perhaps) {
        return Err(Error::Cannot("a variable that only may have a value".to_owned()));
    }
    Ok((0u32..).zip(state).filter(|(_, [surely, _])| *surely).map(|(v, _)| v).collect())
}
