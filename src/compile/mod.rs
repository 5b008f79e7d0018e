//! One compilation: from a frame to a cache entry.

use std::cell::{LazyCell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bytecode::decode::CodeInfo;
use crate::bytecode::flow;
use crate::codegen::plan::{Given, Plan};
use crate::codegen::{self, Resumes, listing, output};
use crate::effects::{Ending, Planned};
use crate::fx::Assumption;
#[cfg(debug_assertions)]
use crate::guards::examine::{self, Examined};
use crate::guards::{GuardProgram, Memory, ShapeGuards, tree_text};
use crate::interpreter::frame::{Exit, Frame};
use crate::interpreter::history::History;
use crate::interpreter::nested::Inside;
use crate::interpreter::settings::Settings;
use crate::interpreter::trace::{Earlier, Trace};
use crate::python::{
    Code, Compiler, FrameRequest, Limit, NewEntry, Object, Outcome, Owned, Paused, cache, note_fault, storage, torch_state,
};
use crate::report::{self, Start, counters, listener, logs, timing::Timing};
use crate::rules::facts::Mark;
use crate::rules::frames;
use crate::rules::library::{self, Library};
use crate::rules::{Flow, Reason, Stop};
use crate::shapes::Tree;
use crate::sources::{SourceId, SourceKind};
use crate::tables::{ModeName, Role};
use crate::values::{State, Value};

/// The engine, as the hook knows it.
pub struct Engine;

/// Forgets every compiled frame, and what is kept across compiles.
#[pyfunction]
fn reset() {
    cache::reset();
    Resumes::of_process().clear();
    library::reset();
    counters::reset();
}

/// The frame as it was entered.
struct Entry<'a> {
    code: Code,
    function: Object,
    globals: Object,
    builtins: Object,
    variables: &'a [Option<Object>],
    is_entered: bool,
}

impl Compiler for Engine {
    fn compile(&self, python: Python<'_>, request: FrameRequest<'_>) -> Outcome {
        let mut start = None;
        let _modes = torch_state::ModesAside::begin();
        let mut outcome = compile(python, request, &mut start).unwrap_or_else(Outcome::Raise);
        if start.is_some_and(|start| start.told) {
            let error = match &outcome {
                Outcome::Raise(error) => Some(error.value(python)),
                _ => None,
            };
            if let Err(raised) = listener::tell_program(python, ("ended", matches!(outcome, Outcome::Compiled(_)), error)) {
                outcome = Outcome::Raise(raised);
            }
        }
        outcome
    }

    fn watch(&self, python: Python<'_>, request: FrameRequest<'_>) {
        let _modes = torch_state::ModesAside::begin();
        if let Err(error) = watch(python, request) {
            report::note(&format!("what a frame is called with was not noted: {error}"));
        }
    }

    fn objection(&self, python: Python<'_>, frame: &FrameRequest<'_>, limit_is_hit: bool) -> Option<PyErr> {
        let settings = Settings::read(python, frame.context, None).ok()?;
        let (class, text) = if limit_is_hit && settings.fullgraph {
            ("FailOnRecompileLimitHit", "Hard failure due to fullgraph=True: the recompile limit is reached. ")
        } else if limit_is_hit && settings.fail_on_recompile_limit_hit {
            ("FailOnRecompileLimitHit", "Hard failure due to fail_on_recompile_limit_hit: the recompile limit is reached. ")
        } else if settings.error_on_recompile && !frame.failures.is_empty() {
            ("RecompileError", "")
        } else {
            return None;
        };
        Some(report::recompile_error(python, class, text, frame.code, &frame.failures).unwrap_or_else(|error| error))
    }

    fn runs_again(&self) {
        counters::rerun();
    }

    fn tell_limit(&self, python: Python<'_>, limit: &Limit<'_>) {
        if let Err(error) = report::limit_is_hit(python, limit) {
            error.write_unraisable(python, None);
        }
    }
}

fn compile(python: Python<'_>, request: FrameRequest<'_>, start: &mut Option<Start>) -> PyResult<Outcome> {
    let mut timing = Timing::begin("setup");
    let library = Library::get(python)?;
    let FrameRequest { code, function, globals, builtins, variables, context, history, failures, compiled_before, is_entered } =
        request;
    if matches!(library.function_mark(function), Some(Mark::Disabled | Mark::Forbidden)) {
        return Ok(Outcome::Skip { forever: true });
    }
    let entry = Entry { code, function, globals, builtins, variables: &variables, is_entered };
    let Some(memory) = memory_of(history) else { return Ok(Outcome::Skip { forever: true }) };
    memory.begin();
    let start = start.insert(Start::now(python, code, context, compiled_before, &failures)?);
    let settings = Settings::read(python, context, Some(start.compile_id()))?;
    let attempt = Attempt { library, settings: &settings, memory, entry: &entry };
    let (mut trace, mut planned) = attempt.trace(python, Earlier::default(), &mut timing);
    // Where floats are numbers of the graph, more than arithmetic may want to know them.
    if !trace.floats.is_empty() && trace.reach(&planned) < u64::MAX {
        let (other, known) = attempt.trace(python, Earlier { floats_fixed: true, ..Earlier::default() }, &mut timing);
        if other.reach(&known) > trace.reach(&planned) {
            memory.fix_floats(trace.floats.iter().map(|float| &float.name));
            (trace, planned) = (other, known);
        }
    }
    let mut outcome = trace.conclude(python, planned, &entry, start, &mut timing);
    // Torch's passes do not know all that Python does with numbers, and refuse what they see to be false.
    if let Err(error) = &outcome
        && !settings.fullgraph
        && !trace.graph.computed.is_empty()
        && report::is_error(python, error, "BackendFailed")?
    {
        report::note(&format!("without the numbers that the graph reads out of tensors, because of them or not: {error}"));
        let (mut trace, planned) = attempt.trace(python, Earlier { numbers_break: true, ..Earlier::default() }, &mut timing);
        outcome = trace.conclude(python, planned, &entry, start, &mut timing);
    }
    if let Err(error) = &outcome
        && settings.suppress_errors
        && !is_restart(python, &outcome)?
    {
        report::suppressed(python, error, code);
        return Ok(Outcome::Skip { forever: true });
    }
    // The backend wants to know them, assumes something of them, or fails for them.
    if is_restart(python, &outcome)? && !trace.floats.is_empty() {
        memory.fix_floats(trace.floats.iter().map(|float| &float.name));
        let (mut trace, planned) = attempt.trace(python, Earlier { floats_fixed: true, ..Earlier::default() }, &mut timing);
        outcome = trace.conclude(python, planned, &entry, start, &mut timing);
    }
    if is_restart(python, &outcome)? {
        report::note("the backend wants to know a random number: the frame runs as it is written");
        return Ok(Outcome::Skip { forever: true });
    }
    outcome
}

/// Traces for what the trace notes of its inputs.
fn watch(python: Python<'_>, request: FrameRequest<'_>) -> PyResult<()> {
    let library = Library::get(python)?;
    let FrameRequest { code, function, globals, builtins, variables, context, history, .. } = request;
    let Some(memory) = memory_of(history) else { return Ok(()) };
    let settings = Settings::read(python, context, None)?;
    let entry = Entry { code, function, globals, builtins, variables: &variables, is_entered: false };
    let attempt = Attempt { library, settings: &settings, memory, entry: &entry };
    drop(attempt.trace(python, Earlier::default(), &mut Timing::begin("trace")));
    Ok(())
}

fn memory_of(history: &mut crate::python::History) -> Option<&mut History> {
    history.get_or_insert_with(|| Box::new(History::default())).downcast_mut::<History>()
}

fn is_restart(python: Python<'_>, outcome: &PyResult<Outcome>) -> PyResult<bool> {
    outcome.as_ref().err().map_or(Ok(false), |error| report::is_error(python, error, "Restart"))
}

/// What a frame is traced with, once or more.
struct Attempt<'a> {
    library: Rc<Library>,
    settings: &'a Settings,
    memory: &'a History,
    entry: &'a Entry<'a>,
}

impl<'a> Attempt<'a> {
    fn trace(&self, python: Python<'_>, mut earlier: Earlier, timing: &mut Timing) -> (Trace<'a>, Flow<Planned>) {
        let _collector = Paused::new(python);
        loop {
            timing.next("trace");
            torch_state::put_modes_back();
            let mut trace = Trace::new(self.library.clone(), self.settings, self.memory, earlier.clone());
            let ending = trace.enter(self.entry).and_then(|()| trace.run_root());
            timing.next("plan");
            let planned = ending.and_then(|ending| trace.finish(ending, self.settings.fullgraph));
            counters::rules(&trace.tally.rules_reached);
            match planned {
                // Ever earlier: this comes to an end.
                Err(Stop::Restart(step, reason)) if earlier.break_at.as_ref().is_none_or(|(before, _)| step < *before) => {
                    earlier.break_at = Some((step, reason));
                }
                Err(Stop::Inside(step, reason)) if earlier.inside.as_ref().is_none_or(|before| step < before.step) => {
                    earlier.inside = Some(Inside { step, reason });
                }
                // What could not be done in an inlined frame can be in the root's.
                Err(stop @ (Stop::Inside(..) | Stop::Abandon(_))) if earlier.inside.is_some() => {
                    report::note(&format!("the break in an inlined call is at the call: {}", stop.into_text()));
                    earlier.inside = None;
                    earlier.ends_in_root = true;
                }
                // Once each.
                Err(Stop::Prepare(call)) => {
                    make_call(&call);
                    earlier.prepared.push(call);
                }
                // Ever fewer.
                Err(Stop::Again) if !trace.floats.is_empty() => {}
                planned => return (trace, planned),
            }
        }
    }
}

/// If it raises, the program will raise the same itself.
fn make_call(call: &[Object]) {
    let made = Python::attach(|python| {
        let (callee, arguments) = call.split_first()?;
        let arguments = PyTuple::new(python, arguments.iter().map(|object| object.bound(python).clone())).ok()?;
        callee.bound(python).call1(arguments).ok().map(drop)
    });
    if made.is_none() {
        report::note("a call that was to be made first has failed");
    }
}

impl Trace<'_> {
    /// How far a trace got: the step of the root frame that it breaks at.
    fn reach(&self, planned: &Flow<Planned>) -> u64 {
        match planned {
            Ok(_) if self.broken.reason.is_none() => u64::MAX,
            Ok(_) => self.root_step,
            Err(_) => 0,
        }
    }

    fn conclude(
        &mut self,
        python: Python<'_>,
        planned: Flow<Planned>,
        entry: &Entry<'_>,
        start: &Start,
        timing: &mut Timing,
    ) -> PyResult<Outcome> {
        match planned {
            Ok(planned) => match self.assemble(python, planned, entry, start, timing) {
                Err(error) if report::is_error(python, &error, "Declined")? => {
                    self.give_up(python, Stop::Abandon(error.value(python).to_string()))
                }
                outcome => outcome,
            },
            Err(stop) => self.give_up(python, stop),
        }
    }

    /// Sets the root frame up: arguments are lazy values at their sources.
    fn enter(&mut self, request: &Entry<'_>) -> Flow<()> {
        let code = self.code_info(request.code.object())?;
        self.sources.local_names = code.variables.iter().map(|variable| variable.name.text()).collect();
        let free = code.variables.iter().filter(|variable| variable.is_free);
        self.sources.closure_names = free.map(|variable| variable.name.text()).collect();
        self.entry.globals = Some(request.globals);
        self.observe_global_state()?;
        // A backend that looks at the tensors of a level from outside can make nothing of them.
        if !self.settings.is_in_transform && self.library.mode_now(ModeName::FunctorchLevel)?.object() != self.role(Role::None) {
            return Err(Stop::Abandon("a level of functorch is on".into()));
        }
        // Compiled code looks names up too, and its own are nobody's business.
        if !self.looks_names_up_plainly(request.globals.class(), request.builtins) {
            return Err(Stop::Abandon("globals or builtins of a class of their own".into()));
        }
        let globals = self.globals_value(request.globals);
        self.keeper.keep(request.builtins);
        let mut locals = vec![Value::NULL; code.variables.len()];
        for (index, variable) in request.variables.iter().enumerate().take(locals.len()) {
            if let Some(object) = variable {
                let source = self.sources.intern(SourceKind::Local(index as u16));
                locals[index] = self.lazy(*object, source);
            }
        }
        self.entry.variables = locals.clone();
        let mut closure = Vec::new();
        if let Some(function) = request.function.as_function()
            && let Some(cells) = function.closure()
        {
            for (index, cell) in cells.items().into_iter().enumerate() {
                let source = self.sources.intern(SourceKind::Closure(index as u16));
                let cell = self.lazy(cell, source);
                closure.push(self.force(cell)?);
            }
        }
        let suspends = code.is_generator();
        self.frames.push(Frame::new(code, locals, closure, globals, request.builtins, None));
        if suspends {
            let text = "the body of a generator or coroutine runs outside of the call that is compiled: compile what it calls";
            return Err(Stop::Skip(text.into()));
        }
        Ok(())
    }

    /// Interprets the root frame to its end or its first break.
    fn run_root(&mut self) -> Flow<Ending> {
        match self.run_top(None) {
            Ok(Exit::Return(value)) => Ok(Ending::Return(value)),
            Ok(_) => Err(Stop::Abandon("a generator's own frame is not compiled".into())),
            Err(Stop::Inside(_, reason)) => {
                self.broken.reason = Some(reason);
                Ok(Ending::Inside)
            }
            Err(Stop::Break(reason)) => {
                let raises = self.earlier.break_at.as_ref().is_some_and(|(step, _)| *step == self.root_step);
                self.break_root(reason, raises)
            }
            // CPython raises it, where the user's function does.
            // Code that was told of its compilation may have gone wrong for it, and as written it does not.
            Err(Stop::Raise(exception)) if self.modes.get(ModeName::Compiling).is_some() && !self.settings.fullgraph => {
                Err(Stop::Skip(self.raised(exception).text))
            }
            Err(Stop::Raise(exception)) => {
                self.check_told(exception)?;
                let reason = self.raised(exception);
                self.break_root(reason, true)
            }
            Err(other) => Err(other),
        }
    }

    /// Ends the trace before the instruction of the root frame that it is at.
    fn break_root(&mut self, reason: Box<Reason>, raises: bool) -> Flow<Ending> {
        // In the root frame itself it has no place yet.
        let inside = self.broken.inside.take().filter(|_| !raises && !reason.stack.is_empty());
        let reason = self.locate(reason);
        if let Some(step) = inside.filter(|_| !self.breaks_are_errors()) {
            return Err(Stop::Inside(step, reason));
        }
        if self.arena.unsaved {
            return Err(Stop::Restart(self.root_step, reason));
        }
        self.broken.is_error = !raises && self.breaks_are_errors();
        self.roll_back();
        let instruction = self.frame()?.next;
        self.broken.reason = Some(reason.clone());
        Ok(Ending::Break { instruction, reason: reason.text, raises })
    }

    /// Whether graph breaks are errors at this point of the program (`error_on_graph_break`).
    fn breaks_are_errors(&self) -> bool {
        let now = match self.modes.get(ModeName::ErrorOnGraphBreak) {
            Some(mode) => self.known_object(mode.now),
            None => {
                return self
                    .library
                    .mode_if_loaded(ModeName::ErrorOnGraphBreak)
                    .is_some_and(|now| now.object() == self.library.truth(true));
            }
        };
        now == Some(self.library.truth(true))
    }

    /// The reason of a break: the traced program raises this exception and does not catch it.
    fn raised(&mut self, exception: Value) -> Box<Reason> {
        let message = self.text_of(exception).ok().and_then(|text| self.as_constant(text));
        let message = message.map(|text| format!(": {}", text.text())).unwrap_or_default();
        let text = format!("the traced program raises {}{message}", self.describe(exception));
        Box::new(Reason { text, stack: self.stack_summary() })
    }

    fn finish(&mut self, ending: Ending, fullgraph: bool) -> Flow<Planned> {
        if (fullgraph || self.broken.is_error)
            && let Some(reason) = &self.broken.reason
        {
            return Err(Stop::Break(reason.clone()));
        }
        if let Ending::Break { raises, reason, .. } = &ending
            && self.frames[0].shown
        {
            let text = format!("a graph break in a frame that has given out its variables: {reason}");
            return Err(if *raises { Stop::Abandon(text) } else { Stop::Skip(text) });
        }
        if let Ending::Break { instruction, raises, reason } = &ending
            && !self.settings.graph_breaks_in_loops
            && flow::repeats(&self.frames[0].code, self.library.pack(), *instruction)
        {
            let text = format!("a graph break in a loop, whose calls are captured on their own: {reason}");
            // What is raised in a loop now need not be the next time.
            return Err(if *raises { Stop::Abandon(text) } else { Stop::Skip(text) });
        }
        self.plan(ending)
    }

    /// From the plan to a cache entry: graph, backend, code, guards.
    fn assemble(
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
    fn give_up(&mut self, python: Python<'_>, stop: Stop) -> PyResult<Outcome> {
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

/// Registers the engine with the hook.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(reset, module)?)?;
    logs::initialise();
    crate::python::set_compiler(Box::new(Engine));
    crate::python::set_filter(crate::python::FrameFilter { code: frames::may_capture, frame: frames::is_worth_compiling });
    Ok(())
}
