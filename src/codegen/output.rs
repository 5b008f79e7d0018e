//! From a plan to the code that runs in place of the user's.
//!
//! The new code has the arguments of the old at the same places, so that a frame can be given it after it
//! was set up. In order: the old prologue, what must be read before the graph and the effects, the graph,
//! the effects, and the exit.

use std::rc::Rc;

use ahash::AHashSet;
use pyo3::prelude::*;

use super::assemble::{Assembler, Operand};
use super::breaks::{Break, restore, stack_at, stack_below_call};
use super::build::Builder;
use super::plan::{Effect, Exit, GraphCall, Node, NodeId, OnError, Plan};
use super::resume::{Callee, Resumes};
use super::{Error, Result};
use crate::bytecode::Location;
use crate::bytecode::decode::CodeInfo;
use crate::python::Object;
use crate::sources::{SourceId, Sources};
use crate::tables::{Emit, Pack};

/// What is to be written, and for whom.
pub struct Request<'a> {
    pub pack: &'a Pack,
    /// The code that was traced: a user's function, or a resume function.
    pub info: &'a Rc<CodeInfo>,
    pub plan: &'a Plan,
    pub sources: &'a Sources,
    /// Whether ordinary syntax (an attribute load for an instance's dict item, a subscript for an item)
    /// reads this source as the trace did.
    pub is_plain: &'a dyn Fn(SourceId) -> bool,
    /// Whether the guards find what is at a source.
    pub is_found: &'a dyn Fn(SourceId) -> bool,
    /// The globals of the function that was traced. If they are given, the code serves no function with
    /// other globals, and resume functions are made beforehand.
    pub globals: Option<Object>,
    pub resumes: &'a Resumes,
    /// If the code is a step: instead of going on behind a break, it returns the rest.
    pub step: Option<Step>,
}

/// What a step is given.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Of a step that is in a call: what its plan's callee is.
    pub in_call: Option<Callee>,
}

/// Makes the replacement code. With it come the sources whose objects its frame is given besides those of the plan.
pub fn generate<'py>(py: Python<'py>, request: Request<'_>) -> Result<(Bound<'py, PyAny>, Vec<SourceId>)> {
    let Request { pack, info, plan, sources, is_plain, is_found, globals, resumes, step } = request;
    if info.is_generator() {
        return Err(Error::Cannot("a generator is not compiled as a frame of its own".to_owned()));
    }
    let origin = resumes.origin(py, info, pack)?;
    let mut builder = Builder::new(py, Assembler::new(pack), info, plan, sources, is_plain, resumes);
    builder.is_step = step.is_some();
    let exit = plan.exit.as_ref().ok_or_else(|| Error::Cannot("the plan has no exit".to_owned()))?;
    builder.assembler.location = location(info, exit);
    if let Exit::Break { instruction, .. } = exit {
        // Variables that the rest does not read are not rebuilt.
        let (live, frame) = (origin.live_locals(*instruction)?, &plan.frame);
        builder
            .locals
            .extend(frame.locals.iter().copied().filter(|(index, _)| live.contains(index) || frame.unread.contains(index)));
    }
    prologue(&mut builder)?;
    count_uses(&mut builder, exit)?;
    let given = builder.give_found(is_found);
    read_early(&mut builder, exit)?;
    let on_error = plan.graph.as_ref().map_or(&OnError::Pass, |graph| &graph.on_error);
    let saved = builder.save_state(on_error)?;
    first_calls(&mut builder)?;
    let graph_line = plan.graph.as_ref().and_then(|graph| graph.line);
    let graph_location = graph_line.map_or(builder.assembler.location, Location::of_line);
    let mut region = None;
    if let Some(graph) = &plan.graph {
        let around = std::mem::replace(&mut builder.assembler.location, graph_location);
        let mut begun = builder.begin_region(graph, saved)?;
        call_graph(&mut builder, graph)?;
        builder.end_region(&mut begun);
        builder.assembler.location = around;
        region = (!matches!(on_error, OnError::Pass)).then_some(begun);
    }
    for effect in &plan.effects {
        replay(&mut builder, effect)?;
    }
    match exit {
        Exit::Return(value) => {
            builder.load(*value)?;
            builder.emit(Emit::ReturnValue, &[])?;
        }
        Exit::Raise(value) => {
            builder.load(*value)?;
            builder.emit(Emit::RaiseValue, &[])?;
        }
        Exit::Break { instruction, callee, .. } => {
            let known = &origin.original.known;
            let stack = match callee {
                Some(_) => stack_below_call(info, pack, known, *instruction, &plan.frame)?,
                None => stack_at(info, pack, known, *instruction, &plan.frame)?,
            };
            let in_call = match (step, callee) {
                (Some(step), _) => step.in_call,
                (None, Some(rest)) => Some(builder.place_of_rest(*rest)?),
                (None, None) => None,
            };
            let rest = restore(&mut builder, &stack, *callee)?;
            let bound: Vec<u32> = builder.locals.iter().map(|(index, _)| u32::from(*index)).collect();
            let at = Break { instruction: *instruction, stack, bound, globals };
            match (rest, in_call) {
                (Some(rest), Some(callee)) => builder.break_in_call(&at, rest, callee, &origin)?,
                _ => builder.break_here(&at, &origin)?,
            }
        }
    }
    if let Some(region) = &region {
        builder.assembler.location = graph_location;
        builder.handle_failure(region)?;
    }
    // It is called, and shows in tracebacks, as the user's function.
    let Builder { assembler, .. } = builder;
    Ok((assembler.assemble(&info.code.bound(py), &info.header)?, given))
}

fn location(info: &CodeInfo, exit: &Exit) -> Location {
    match exit {
        Exit::Break { instruction, .. } => info.instructions.get(*instruction as usize).map_or(Location::NONE, |i| i.location),
        Exit::Return(_) | Exit::Raise(_) => Location::of_line(info.header.first_line),
    }
}

/// Makes the cells of the frame, as the user's function does.
pub(super) fn prologue(builder: &mut Builder) -> Result<()> {
    for (variable, slot) in builder.info.variables.iter().zip(builder.slots.clone()) {
        if variable.is_cell {
            builder.emit(Emit::MakeCell, &[Operand::Slot(slot)])?;
        }
    }
    if builder.info.free_count > 0 {
        builder.emit(Emit::CopyFreeVars, &[Operand::Number(builder.info.free_count)])?;
    }
    builder.emit(Emit::Resume, &[])?;
    let given = builder.info.variables.iter().zip(&builder.slots).filter(|(variable, _)| variable.is_given);
    let given: Vec<_> = given.map(|(_, slot)| *slot).collect();
    builder.assembler.claim_cells(&given)
}

// ---------------------------------------------------------------- values

/// Values that are made after the graph has run.
fn late_roots(builder: &Builder, exit: &Exit) -> Vec<NodeId> {
    let plan = builder.plan;
    let mut roots = Vec::new();
    for effect in &plan.effects {
        match effect {
            Effect::SetAttribute { target, value, .. } => roots.extend([*target, *value]),
            Effect::DeleteAttribute { target, .. } => roots.push(*target),
            Effect::SetItem { target, key, value } => roots.extend([*target, *key, *value]),
            Effect::DeleteItem { target, key } => roots.extend([*target, *key]),
            Effect::ReplaceItems { target, values } | Effect::ReplaceContents { target, values } => {
                roots.extend([*target, *values]);
            }
            Effect::SetCell { cell, value } => roots.extend([*cell].into_iter().chain(*value)),
            Effect::Call { callee, positional } => {
                roots.push(*callee);
                roots.extend(positional);
            }
        }
    }
    match exit {
        Exit::Return(value) | Exit::Raise(value) => roots.push(*value),
        Exit::Break { callee, .. } => {
            roots.extend(plan.frame.stack.iter().flatten().chain(&plan.frame.handled).chain(callee));
            roots.extend(builder.locals.iter().map(|(_, value)| *value));
        }
    }
    roots
}

fn count_uses(builder: &mut Builder, exit: &Exit) -> Result<()> {
    let first = builder.plan.first.iter().flat_map(|(callee, arguments)| [*callee].into_iter().chain(arguments.iter().copied()));
    let inputs = builder.plan.graph.iter().flat_map(|graph| graph.inputs.iter().copied());
    for root in first.chain(inputs).chain(late_roots(builder, exit)).collect::<Vec<_>>() {
        builder.count_uses(root)?;
    }
    Ok(())
}

fn read_early(builder: &mut Builder, exit: &Exit) -> Result<()> {
    if builder.plan.graph.is_none() && builder.plan.effects.is_empty() && builder.plan.first.is_empty() {
        return Ok(());
    }
    let mut seen = AHashSet::new();
    for root in late_roots(builder, exit) {
        builder.read_early(root, &mut seen)?;
    }
    Ok(())
}

/// Each result is kept, whether it is wanted or not.
fn first_calls(builder: &mut Builder) -> Result<()> {
    for (index, (callee, arguments)) in builder.plan.first.iter().enumerate() {
        builder.call_node(*callee, arguments)?;
        builder.keep_drawn(index as u16)?;
    }
    Ok(())
}

fn call_graph(builder: &mut Builder, graph: &GraphCall) -> Result<()> {
    builder.callee(graph.callee)?;
    for input in &graph.inputs {
        builder.load(*input)?;
    }
    if graph.packed {
        builder.emit(Emit::CallExpanded, &[])?;
    } else {
        builder.call(graph.inputs.len())?;
    }
    let result = builder.temporary();
    builder.graph_result = Some(result);
    builder.emit(Emit::StoreFast, &[Operand::Slot(result)])
}

// ---------------------------------------------------------------- effects

fn replay(builder: &mut Builder, effect: &Effect) -> Result<()> {
    let helper = |builder: &mut Builder, name: &str, arguments: &[NodeId]| {
        builder.helper(name)?;
        for argument in arguments {
            builder.load(*argument)?;
        }
        builder.call(arguments.len())?;
        builder.emit(Emit::PopTop, &[])
    };
    match effect {
        Effect::SetAttribute { target, name, value } => {
            builder.helper("set_attribute")?;
            builder.load(*target)?;
            builder.constant(*name)?;
            builder.load(*value)?;
            builder.call(3)?;
            builder.emit(Emit::PopTop, &[])
        }
        Effect::DeleteAttribute { target, name } => {
            builder.helper("delete_attribute")?;
            builder.load(*target)?;
            builder.constant(*name)?;
            builder.call(2)?;
            builder.emit(Emit::PopTop, &[])
        }
        Effect::SetItem { target, key, value } => helper(builder, "set_item", &[*target, *key, *value]),
        Effect::DeleteItem { target, key } => helper(builder, "delete_item", &[*target, *key]),
        Effect::ReplaceItems { target, values } => helper(builder, "replace_items", &[*target, *values]),
        Effect::ReplaceContents { target, values } => helper(builder, "replace_contents", &[*target, *values]),
        Effect::SetCell { cell, value } => set_cell(builder, *cell, *value),
        Effect::Call { callee, positional } => {
            builder.emit(Emit::BeforeCallee, &[])?;
            builder.load(*callee)?;
            builder.emit(Emit::AfterCallee, &[])?;
            for argument in positional {
                builder.load(*argument)?;
            }
            builder.call(positional.len())?;
            builder.emit(Emit::PopTop, &[])
        }
    }
}

fn set_cell(builder: &mut Builder, cell: NodeId, value: Option<NodeId>) -> Result<()> {
    if let Some(value) = value {
        builder.load(value)?;
    }
    if let Node::FrameCell(index) = builder.node(cell)? {
        let slot = builder.variable((*index).into())?;
        return match value {
            Some(_) => builder.emit(Emit::StoreDeref, &[Operand::Slot(slot)]),
            // A cell that is empty already cannot be emptied: fill it first.
            None => {
                builder.none()?;
                builder.emit(Emit::StoreDeref, &[Operand::Slot(slot)])?;
                builder.emit(Emit::DeleteDeref, &[Operand::Slot(slot)])
            }
        };
    }
    builder.load(cell)?;
    let name = builder.assembler.text(builder.py, "cell_contents");
    builder.emit(if value.is_some() { Emit::StoreAttr } else { Emit::DeleteAttr }, &[Operand::Name(name)])
}
