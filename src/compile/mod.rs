//! One compilation: from a frame to a cache entry.

mod entry;
mod root;

use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::codegen::Resumes;
use crate::effects::Planned;
use crate::interpreter::history::History;
use crate::interpreter::nested::Inside;
use crate::interpreter::settings::Settings;
use crate::interpreter::trace::{Earlier, Trace};
use crate::python::{Code, Compiler, FrameRequest, Limit, Object, Outcome, Paused, cache, interruption, torch_state};
use crate::report::timing::Timing;
use crate::report::{self, Start, counters, listener, logs};
use crate::rules::facts::Mark;
use crate::rules::library::{self, Library};
use crate::rules::{Flow, Stop, frames};

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
        if let Some(interruption) = interruption::take() {
            outcome = Outcome::Raise(interruption);
        }
        if let Err(error) = library::keep_what_was_imported(python) {
            report::note(&format!("which modules were imported was not noted: {error}"));
        }
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
        && !interruption::is_interruption(error)
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
                // Of both, ever fewer are not yet known.
                Err(Stop::Again) if !trace.floats.is_empty() || !trace.input_numbers.is_empty() => {}
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
    /// How far a trace got: the step of the root frame that it breaks at. What ends the call, an interrupt say, no other
    /// trace gets beyond.
    fn reach(&self, planned: &Flow<Planned>) -> u64 {
        match planned {
            Err(Stop::Refuse(_)) => u64::MAX,
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
}

/// Registers the engine with the hook.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(reset, module)?)?;
    logs::initialise();
    crate::python::set_compiler(Box::new(Engine));
    crate::python::set_filter(crate::python::FrameFilter { code: frames::may_capture, frame: frames::is_worth_compiling });
    Ok(())
}
