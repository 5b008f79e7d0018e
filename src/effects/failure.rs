//! Decides what compiled code saves, so that the frame can run as written if its graph raises.

use pyo3::prelude::*;

use crate::codegen::plan::{self, OnError, Plan, Saved};
use crate::fx::{CompiledGraph, Writes};
use crate::graph::{NodeId, Target};
use crate::interpreter::trace::Trace;
use crate::python::Owned;
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::values::State;

/// Bytes that are copied at most at each call for the sake of a handler of the program: a fraction of a millisecond on
/// any device.
const MOST_FOR_HANDLERS: u64 = 64 << 20;

/// Bytes that are copied at most where no handler is concerned, only the program's own effects or the class of the
/// error: no more than the call of a graph costs.
const MOST_FOR_EFFECTS: u64 = 64 << 10;

impl Trace<'_> {
    /// Adds to the plan what is done if the graph raises: what is saved at the beginning of a call, if anything.
    pub fn plan_failure(&self, python: Python<'_>, compiled: &CompiledGraph, plan: &mut Plan) -> PyResult<()> {
        let hazards = &compiled.hazards;
        let draws = !hazards.draws.is_empty() || !plan.first.is_empty();
        // As written the functions of an operator at a level of functorch would close over tensors of that level, and torch's rule
        // for the operator runs them below it.
        let on_error = if self.settings.is_in_transform {
            OnError::Pass
        } else if hazards.written.is_empty() && !draws {
            OnError::RunAsWritten
        } else if hazards.raising.is_none() && !hazards.caught {
            OnError::Pass
        } else {
            self.saved(python, compiled, plan)?.map_or(OnError::Pass, OnError::PutBack)
        };
        if let Some(graph) = &mut plan.graph {
            graph.on_error = on_error;
            graph.caught = hazards.caught;
            graph.line = hazards.raising.and_then(|node| self.graph.root_line(node));
        }
        Ok(())
    }

    /// The call that saves what the graph may change. `None` if that is impossible or costs too much.
    fn saved(&self, python: Python<'_>, compiled: &CompiledGraph, plan: &mut Plan) -> PyResult<Option<Saved>> {
        let hazards = &compiled.hazards;
        let mut watched = match compiled.writes {
            Writes::Operators => !hazards.untold,
            Writes::Last => true,
            Writes::Kernels => false,
        };
        for written in &hazards.written {
            let Target::Input { source, .. } = self.graph.node(*written).target else { return Ok(None) };
            // A write to a wrapper writes the tensors in it, whose versions are not saved.
            if !compiled.inputs.contains(&source) || self.graph.parts.contains_key(written) {
                return Ok(None);
            }
            // Writes to a NumPy array change no tensor's version.
            watched &= !matches!(self.sources.kind(source), SourceKind::AsTensor(_));
        }
        let affordable =
            |exposed: &[NodeId], most: u64| self.graph.bytes_of(if watched { exposed } else { &hazards.written }) <= most;
        // Python's numbers are drawn before the graph runs, also those that the program would draw behind the operator.
        let lost = !watched || hazards.partly || hazards.stands_in || !plan.effects.is_empty() || !plan.first.is_empty();
        let mut copied: &[NodeId] = &[];
        if hazards.raising.is_some() && lost && affordable(&hazards.exposed, MOST_FOR_EFFECTS) {
            copied = if watched { &hazards.exposed } else { &hazards.written };
        } else if hazards.raises_caught && affordable(&hazards.exposed_to_handlers, MOST_FOR_HANDLERS) {
            copied = if watched { &hazards.exposed_to_handlers } else { &hazards.written };
        }
        let untold = if watched { hazards.partly.then_some(&hazards.exposed) } else { Some(&hazards.written) };
        if untold.is_some_and(|untold| untold.iter().any(|written| !copied.contains(written))) {
            return Ok(None);
        }
        let rest = hazards.written.iter().filter(|written| !copied.contains(written));
        let place = |written: &NodeId| match self.graph.node(*written).target {
            Target::Input { source, .. } => compiled.inputs.iter().position(|input| *input == source),
            _ => None,
        };
        let places: Vec<usize> = copied.iter().chain(rest).filter_map(place).collect();
        let copies = copied.len();
        let Some(graph) = &plan.graph else { return Ok(None) };
        let (mut parts, count, packed) = match graph.packed {
            true => (graph.inputs.clone(), 1, Some(places)),
            false => (places.iter().map(|place| graph.inputs[*place]).collect(), places.len(), None),
        };
        parts.extend(self.generators_drawn_from(plan));
        let saver = crate::python::import(python, "alternator.runtime.saved")?.getattr("saver")?;
        let saver = saver.call1((count, packed, copies, self.graph.devices_drawn_from(&hazards.draws)))?;
        Ok(Some(Saved { callee: self.keeper.keep_owned(Owned::from_bound(saver)), parts }))
    }

    /// Breaks the graph if it would both have an operator that may raise under a handler, and write more than is copied
    /// for a handler.
    pub fn check_undone(&mut self, node: NodeId) -> Flow<()> {
        let side_effects = &self.graph.node(node).side_effects;
        let raises = side_effects.raises && side_effects.caught;
        if !raises && (side_effects.writes.is_empty() || !self.graph.raises_caught) {
            return Ok(());
        }
        self.graph.raises_caught = true;
        let written = self.graph.newly_written();
        self.graph.bytes_written = self.graph.bytes_written.saturating_add(self.graph.bytes_of(&written));
        match (self.graph.bytes_written > MOST_FOR_HANDLERS, raises) {
            (false, _) => Ok(()),
            (true, true) => {
                Err(Stop::graph_break("an operator that may raise under a handler, and large tensors that are written into"))
            }
            (true, false) => {
                Err(Stop::graph_break("a write to large tensors, behind an operator that may raise under a handler"))
            }
        }
    }

    /// Python's generators that are drawn from before the graph runs.
    fn generators_drawn_from(&self, plan: &Plan) -> Vec<plan::NodeId> {
        let mut seen = Vec::new();
        let mut generators = Vec::new();
        for (call, (_, arguments)) in self.calls.first.iter().zip(&plan.first) {
            let (Some(value), Some(node)) = (call.positional.first(), arguments.first()) else { continue };
            let value = self.arena.resolve(*value);
            // A generator that the call makes has no state to save, and a constant is a seed.
            let tracked = self.arena.get(value);
            let exists =
                tracked.object.is_some_and(|object| !object.is_plain_constant()) && !matches!(tracked.state, State::Drawn);
            if exists && !seen.contains(&value) {
                seen.push(value);
                generators.push(*node);
            }
        }
        generators
    }
}
