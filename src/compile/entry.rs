//! From a plan to a cache entry: graph, backend, code and guards; or the reason why there is none.

use std::cell::{LazyCell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;

use super::Entry;
use crate::bytecode::decode::CodeInfo;
use crate::codegen::plan::{Given, Plan};
use crate::codegen::{self, Resumes, listing, output};
use crate::effects::Planned;
use crate::fx::Assumption;
#[cfg(debug_assertions)]
use crate::guards::examine::{self, Examined};
use crate::guards::{GuardProgram, Memory, ShapeGuards, tree_text};
use crate::interpreter::trace::Trace;
use crate::python::{NewEntry, Object, Outcome, Owned, note_fault, storage};
use crate::report::timing::Timing;
use crate::report::{self, Start, counters, listener, logs};
use crate::rules::{Reason, Stop};
use crate::shapes::Tree;
use crate::sources::{SourceId, SourceKind};
use crate::tables::{ModeName, Role};
use crate::values::State;

impl Trace<'_> {
    /// From the plan to a cache entry: graph, backend, code, guards.
    pub(super) fn assemble(
        &mut self,
        python: Python<'_>,
        planned: Planned,
        entry: &Entry<'_>,
        start: &Start,
        timing: &mut Timing,
    ) -> PyResult<Outcome> {
        timing.next("graph");
        let Planned { mut plan, outputs, changed } = planned;
        self.tell_changes(python, &changed)?;
        let compiled = self.compile_graph(python, &outputs, start.compile_id(), timing)?;
        let (mut operations, mut given) = (0, Given::default());
        // Where nothing is compiled, a frame that asks whether it is being compiled is told the truth, unless the program has
        // compiled this very function.
        if compiled.is_none() && !entry.is_entered && self.modes.get(ModeName::Compiling).is_some() {
            return Ok(Outcome::Skip { forever: true });
        }
        if compiled.is_none() && self.broken.reason.is_some() && self.steps < 2 {
            return Ok(Outcome::Skip { forever: true });
        }
        if let Some(compiled) = compiled {
            operations = compiled.operations;
            let call = self.keeper.keep(compiled.call.object());
            // Tensors were found by the guards already.
            given = plan.call_graph(call, &compiled.inputs, |source| {
                self.graph.inputs.contains_key(&source) && self.sources.drawn_input(source).is_none()
            });
            self.plan_failure(python, &compiled, &mut plan)?;
            self.guard_distinct(&compiled.inputs);
            for assumption in compiled.assumptions {
                if !self.assume(python, &compiled.inputs, assumption)? {
                    return Ok(Outcome::Skip { forever: false });
                }
            }
        }
        timing.next("code");
        let root = self.code_info(entry.code.object()).map_err(|stop| stop.into_error())?;
        let new_code = match self.generate(python, &root, &plan) {
            Ok((code, read)) => {
                given.sources.extend(read);
                code
            }
            Err(codegen::Error::Cannot(text)) => {
                let after = self.broken.reason.as_ref().map(|reason| format!(" after a break ({})", reason.text));
                return self.give_up(python, Stop::Abandon(format!("{text}{}", after.unwrap_or_default())));
            }
            Err(error) => {
                note_fault(format!("no code could be generated for {}: {error}", root.header.qualified_name.text()));
                return Ok(Outcome::Skip { forever: false });
            }
        };
        timing.next("guards");
        let relations = match self.shapes.relations(&self.sources) {
            Some(relations) => relations,
            None => return Ok(Outcome::Skip { forever: false }),
        };
        if !self.settings.allow_ignore_mark_dynamic
            && let Some(violation) = self.violated_mark()
        {
            return Ok(Outcome::Raise(report::error(python, "constraint_violation", (violation,))?));
        }
        self.filter_guards(python)?;
        logs::write("symbols", || self.symbols_text());
        let guards = std::mem::take(&mut self.guards);
        let sources = std::mem::take(&mut self.sources);
        #[cfg(debug_assertions)]
        if let Some(examiner) = examine::examiner(python) {
            let shapes = ShapeGuards::from(relations.clone());
            let examined =
                Examined::new(self.entry.globals, sources.clone(), guards.clone(), shapes, entry.variables, entry.function);
            examiner.call1(python, (examined,)).map_or_else(|error| error.write_unraisable(python, None), drop);
        }
        let shapes = ShapeGuards::from(relations);
        let mut program = GuardProgram::compile(self.entry.globals, sources, guards, shapes, &given.sources, given.packed);
        timing.finish(&root.header.qualified_name.text(), self.steps, operations);
        self.tell(python, start, &program, &root.code, &new_code, operations);
        let followed = program.take_followed();
        Ok(Outcome::Compiled(NewEntry { guards: Box::new(program), code: new_code, followed, number: start.compile_id() }))
    }

    /// The symbols, with what they stand for, and the guards on them.
    fn symbols_text(&self) -> String {
        let bound = |bound: Option<i64>, none: &str| bound.map_or_else(|| none.to_owned(), |bound| bound.to_string());
        let mut lines = Vec::new();
        for symbol in self.shapes.symbols() {
            let Some(source) = symbol.sources.first() else { continue };
            let (now, at) = (bound(symbol.hint, "?"), self.sources.display(*source));
            let (lower, upper) = (bound(symbol.declared.lower(), "-int_oo"), bound(symbol.declared.upper(), "int_oo"));
            lines.push(format!("create_symbol {} = {now} for {at} [{lower}, {upper}]", symbol.name));
        }
        lines.extend(self.shapes.guards().iter().map(|guard| format!("eval {} [guard added]", self.shapes.text(guard.test))));
        lines.join("\n")
    }

    /// Tells of the existing objects that compiled code changes.
    fn tell_changes(&self, python: Python<'_>, changed: &[SourceId]) -> PyResult<()> {
        if changed.is_empty() {
            return Ok(());
        }
        let mut objects: Vec<SourceId> = Vec::new();
        for source in changed {
            let at = match self.sources.kind(*source) {
                SourceKind::InstanceDict(instance) => instance,
                _ => *source,
            };
            if !objects.contains(&at) {
                objects.push(at);
            }
        }
        let name = |at: &SourceId| self.sources.display(*at).to_string();
        for at in &objects {
            let value = self.arena.lookup_source(*at);
            let class = value.map(|value| self.arena.get(self.arena.resolve(value)).class.class_name()).unwrap_or_default();
            logs::write("side_effects", || format!("Mutating object of type {class} (source name: {})", name(at)));
        }
        if self.settings.tells_side_effects {
            let names: Vec<String> = objects.iter().map(name).collect();
            crate::python::import(python, "alternator.report")?.call_method1("side_effects", (names,))?;
        }
        Ok(())
    }

    /// Reports a compilation that produced a cache entry.
    fn tell(&self, python: Python<'_>, start: &Start, program: &GuardProgram, old: &Object, new: &Owned, operations: usize) {
        if operations > 0 {
            counters::graph(operations);
        }
        listener::tell(python, ("graph", operations, program.guard_count()));
        counters::repeated(self.repeats.count);
        counters::inferences(self.tally.rule_inferences, &self.tally.fake_inferences);
        if let Some(reason) = &self.broken.reason {
            report::broke(python, reason);
        }
        let (frame, attempt) = start.compile_id();
        listener::tell(python, ("code", old.bound(python), new.object().bound(python)));
        logs::write("guards", || format!("GUARDS [{frame}/{attempt}]:\n{}", tree_text(program)));
        for (heading, code) in [("ORIGINAL BYTECODE", *old), ("MODIFIED BYTECODE", new.object())] {
            logs::write("bytecode", || listing::listing(python, heading, code).unwrap_or_else(|error| error.to_string()));
        }
    }

    /// The code that does what the plan says, and what else its frame is given.
    fn generate(&mut self, python: Python<'_>, root: &Rc<CodeInfo>, plan: &Plan) -> codegen::Result<(Owned, Vec<SourceId>)> {
        let relied_on = RefCell::new(Vec::new());
        let looked_at = LazyCell::new(|| self.guards.looked_at(&self.sources));
        let request = output::Request {
            pack: self.library.pack(),
            info: root,
            plan,
            sources: &self.sources,
            is_plain: &|source| self.reads_plainly(source, &mut relied_on.borrow_mut()),
            is_found: &|source| looked_at.contains(source) && self.sources.is_found_in_memory(source),
            globals: self.entry.globals,
            resumes: &Resumes::of_process(),
            step: None,
        };
        let (code, given) = output::generate(python, request)?;
        for (class, name) in relied_on.into_inner() {
            self.type_attribute(class, name);
        }
        Ok((Owned::from_bound(code), given))
    }

    /// The trace is given up: the frame runs as plain Python, or raises with `fullgraph`.
    pub(super) fn give_up(&mut self, python: Python<'_>, stop: Stop) -> PyResult<Outcome> {
        let forever = matches!(stop, Stop::Skip(_));
        let returns = matches!(stop, Stop::Later(_));
        let reason = match stop {
            Stop::Break(reason) => self.locate(reason),
            Stop::Abandon(text) | Stop::Skip(text) | Stop::Later(text) => Box::new(Reason { text, stack: self.stack_summary() }),
            Stop::Raise(exception) => self.raised(exception),
            Stop::Refuse(error) => return Ok(Outcome::Raise(error)),
            stop @ (Stop::Restart(..) | Stop::Inside(..) | Stop::Prepare(_) | Stop::Again) => {
                Box::new(Reason { text: stop.into_text(), stack: self.stack_summary() })
            }
        };
        if (self.settings.fullgraph || self.broken.is_error) && !returns {
            return Ok(Outcome::Raise(report::unsupported(python, &reason)?));
        }
        report::abandoned(python, &reason);
        Ok(Outcome::Skip { forever })
    }

    /// Whether ordinary syntax reads a source without running user code. Collects the class attributes that this relies
    /// on.
    fn reads_plainly(&self, source: SourceId, relied_on: &mut Vec<(Object, Object)>) -> bool {
        let Some(parent) = self.sources.parent(source) else { return true };
        let Ok(lookup) = self.library.name("__getattribute__") else { return false };
        if let SourceKind::InstanceDict(instance) = self.sources.kind(source) {
            let Some(value) = self.arena.lookup_source(instance) else { return false };
            let class = self.arena.get(value).class;
            let Ok(name) = self.library.name("__dict__") else { return false };
            relied_on.extend([(class, lookup), (class, name)]);
            let own = class.type_lookup(name).is_some_and(|found| found.descriptor_parts().is_none());
            return !own && self.library.reads_by_default(class);
        }
        let parent = match self.sources.kind(source) {
            SourceKind::DictItem(dict, _) => match self.sources.kind(dict) {
                SourceKind::InstanceDict(instance) => {
                    let Some(value) = self.arena.lookup_source(instance) else { return false };
                    let class = self.arena.get(value).class;
                    let SourceKind::DictItem(_, name) = self.sources.kind(source) else { return false };
                    let default = class.same_getattr_slot(self.role(Role::Object)) || self.library.reads_by_default(class);
                    relied_on.extend([(class, lookup), (class, name)]);
                    return default && name.is_str() && class.type_lookup(name).is_none_or(|found| !found.descriptor_kind().1);
                }
                _ => dict,
            },
            _ => parent,
        };
        let Some(value) = self.arena.lookup_source(parent) else { return true };
        let class = self.arena.get(value).class;
        !class.is_python_class()
    }

    /// Inputs of one graph must stay different tensors.
    fn guard_distinct(&mut self, inputs: &[SourceId]) {
        let tensors: Vec<_> = inputs
            .iter()
            .copied()
            .filter(|source| {
                self.arena.lookup_source(*source).is_some_and(|value| matches!(self.arena.get(value).state, State::Tensor(_)))
            })
            .collect();
        self.guards.push_distinct(tensors);
    }

    /// Guards an assumption of the backend; false if there is no guard for it.
    fn assume(&mut self, python: Python<'_>, inputs: &[SourceId], assumption: Assumption) -> PyResult<bool> {
        match assumption {
            Assumption::Shape(expression) => {
                let Some(tree) = Tree::read(&expression.object().bound(python))? else { return Ok(false) };
                Ok(self.shapes.read(&tree).is_some_and(|dim| self.shapes.assume(dim)))
            }
            Assumption::Same(a, b) => {
                let (Some(a), Some(b)) = (inputs.get(a), inputs.get(b)) else { return Ok(false) };
                self.guards.push_duplicate(*a, *b);
                Ok(true)
            }
            Assumption::Memory(places) => {
                let object = |source: SourceId| self.arena.get(self.arena.lookup_source(source)?).object;
                let (mut tensors, mut written) = (Vec::new(), Vec::new());
                for (place, source) in inputs.iter().enumerate() {
                    // An array stands at a call where the graph has a tensor.
                    let source = match self.sources.kind(*source) {
                        SourceKind::AsTensor(array) => array,
                        _ => *source,
                    };
                    // Numbers and what has no storage share none.
                    if let Some(object) = object(source).filter(|object| storage::storage(*object).is_some()) {
                        tensors.push((source, object));
                        written.push(places.contains(&place));
                    }
                }
                // What a wrapper wraps is written with it, and may be another input's memory: backends know of none of that.
                let whole = tensors.len();
                for (source, object, of) in self.graph.parts_of_inputs() {
                    if let Some(place) = inputs.iter().position(|input| *input == of) {
                        tensors.push((source, object));
                        written.push(places.contains(&place));
                    }
                }
                if tensors.len() < 2 {
                    return Ok(true);
                }
                let memory = Memory::of(&tensors, &written);
                let known = memory.as_ref().is_some_and(|memory| !memory.overlaps_from(whole));
                memory.into_iter().for_each(|memory| self.guards.push_memory(memory));
                Ok(known)
            }
            Assumption::Unknown(text) => {
                report::note(&format!("the backend assumes {text}, which has no guard"));
                Ok(false)
            }
        }
    }
}
