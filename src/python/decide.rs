//! Decides about a frame: run it from the cache, compile it, or run it as written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::Rc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, PyThreadState};
use pyo3::prelude::*;

use super::cache::{self, CodeCache, Entry, Progress};
use super::compiler::{self, FrameRequest, Limit, Outcome};
use super::frame::FrameView;
use super::region::{Compiling, ContextId, Entering, Off, Subject};
use super::stance::{self, Stance};
use super::{limit, profiler, retarget, torch_state, warning};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Run the frame as it is.
    Plain,
    /// As plain, with the hook off.
    PlainTree,
    /// The frame has been retargeted: run it.
    Run,
    /// The frame has been retargeted: run it, as an event of the profiler's.
    RunRecorded,
    /// An entry serves the frame, but the frame cannot grow.
    NoRoom,
    /// The error is set.
    Raise,
}

/// Two words, so that it travels in registers.
pub(super) struct Decision {
    pub verdict: Verdict,
    /// From `Rc::into_raw`; null unless there is no room, or an event to record.
    entry: *const Entry,
}

impl Decision {
    const fn plain(verdict: Verdict) -> Decision {
        Decision { verdict, entry: ptr::null() }
    }

    /// # Safety
    /// Once, on a decision whose verdict is `NoRoom` or `RunRecorded`.
    pub(super) unsafe fn take_entry(self) -> Rc<Entry> {
        // SAFETY: the pointer came from `Rc::into_raw`.
        unsafe { Rc::from_raw(self.entry) }
    }
}

/// Decides, and prepares the frame. The outermost frame is the one that a call of a compiled function enters.
///
/// # Safety
/// `thread` is the current thread, `frame` what CPython asks its hook to run.
#[inline(never)]
pub(super) unsafe fn decide(thread: *mut PyThreadState, frame: FrameView, context: ContextId, entering: Entering) -> Decision {
    if !frame.on_data_stack() || frame.locals_dict().is_some() {
        return Decision::plain(Verdict::Plain);
    }
    let Some(cache) = cache::peek(frame.code()) else {
        // SAFETY: as the caller promises.
        return unsafe { first_sight(thread, frame, context, entering) };
    };
    if cache.is_left_alone(entering.is_outermost()) {
        return Decision::plain(aside(cache));
    }
    if stance::serves() {
        // A panic in a guard is a miss of the kind that stays. The event ends once the frame has what the check found: to
        // end it runs Python code.
        let lookup = profiler::begin_lookup();
        let found = catch_unwind(AssertUnwindSafe(|| cache.find(&frame, context)));
        // SAFETY: as the caller promises.
        let served = found.map(|found| found.map(|entry| unsafe { serve(thread, frame, entry, lookup.is_recorded()) }));
        drop(lookup);
        match served {
            Ok(Some(decision)) => return decision,
            Ok(None) => {}
            Err(panic) => return give_up(cache, &frame, context, entering.subject(), &*panic),
        }
    }
    // SAFETY: as the caller promises.
    unsafe { miss(thread, cache, frame, context, entering) }
}

/// The verdict for a frame whose code is not captured.
#[inline]
fn aside(cache: &CodeCache) -> Verdict {
    if cache.is_tree_left_alone() { Verdict::PlainTree } else { Verdict::Plain }
}

/// Makes the frame run an entry's code.
unsafe fn serve(thread: *mut PyThreadState, frame: FrameView, entry: Rc<Entry>, is_recorded: bool) -> Decision {
    // SAFETY: the entry's code was checked to take the arguments of the frame's code.
    let fits = unsafe { retarget::retarget(thread, frame, &entry) };
    if fits && !is_recorded {
        return Decision::plain(Verdict::Run);
    }
    let verdict = if fits { Verdict::RunRecorded } else { Verdict::NoRoom };
    Decision { verdict, entry: Rc::into_raw(entry) }
}

#[cold]
#[inline(never)]
unsafe fn first_sight(thread: *mut PyThreadState, frame: FrameView, context: ContextId, entering: Entering) -> Decision {
    match catch_unwind(AssertUnwindSafe(|| Python::attach(|_| cache::of_code(frame.code())))) {
        Ok(Ok(cache)) if cache.is_left_alone(entering.is_outermost()) => Decision::plain(aside(cache)),
        // SAFETY: as the caller promises.
        Ok(Ok(cache)) => unsafe { miss(thread, cache, frame, context, entering) },
        Ok(Err(_)) => Decision::plain(Verdict::Plain),
        Err(panic) => {
            warning::of_panic(&frame, &*panic);
            Decision::plain(Verdict::Plain)
        }
    }
}

/// No entry holds, or a stance does not allow one.
#[inline(never)]
unsafe fn miss(
    thread: *mut PyThreadState,
    cache: &CodeCache,
    frame: FrameView,
    context: ContextId,
    entering: Entering,
) -> Decision {
    // Modules are being taken apart, and the engine needs them.
    // SAFETY: asks, whatever the state of the interpreter.
    if unsafe { ffi::Py_IsInitialized() } == 0 {
        return Decision::plain(Verdict::PlainTree);
    }
    let record = cache.record(context, entering.subject());
    match record.progress {
        Progress::ClosedTree => return Decision::plain(Verdict::PlainTree),
        Progress::Closed if stance::is_plain() => return Decision::plain(Verdict::Plain),
        _ => {}
    }
    let resolved = catch_unwind(AssertUnwindSafe(|| Python::attach(|python| resolve(python, cache, &frame, context, entering))));
    match resolved {
        // SAFETY: as the caller promises.
        Ok(Resolved::Serve(entry)) if entry.find_inputs(&frame) => unsafe {
            serve(thread, frame, entry, profiler::is_listening())
        },
        Ok(Resolved::Serve(_)) => Decision::plain(Verdict::Plain),
        Ok(Resolved::Plain) => Decision::plain(Verdict::Plain),
        Ok(Resolved::PlainTree) => Decision::plain(Verdict::PlainTree),
        Ok(Resolved::Raise) => Decision::plain(Verdict::Raise),
        Err(panic) => give_up(cache, &frame, context, entering.subject(), &*panic),
    }
}

enum Resolved {
    Serve(Rc<Entry>),
    Plain,
    PlainTree,
    /// The error is set.
    Raise,
}

/// Whether a tracer of torch's sees the call of a compiled function as it is written. Raises where it must not.
fn is_traced_through(python: Python<'_>) -> PyResult<bool> {
    let _off = Off::new();
    super::import(python, "alternator.configuration")?.call_method0("is_traced_through")?.extract()
}

/// A frame of which the cache knows nothing yet.
struct Miss<'a> {
    python: Python<'a>,
    cache: &'a CodeCache,
    frame: &'a FrameView,
    context: ContextId,
    entering: Entering,
}

/// The slow path: stances, limits, compilation.
fn resolve(python: Python<'_>, cache: &CodeCache, frame: &FrameView, context: ContextId, entering: Entering) -> Resolved {
    if entering.is_outermost() {
        match is_traced_through(python) {
            Ok(false) => {}
            Ok(true) => return Resolved::Plain,
            Err(error) => {
                error.restore(python);
                return Resolved::Raise;
            }
        }
    }
    let stance = stance::get();
    if stance == Stance::ForceEager {
        return Resolved::Plain;
    }
    if !stance::is_plain() {
        let lone = if stance::trusts_single_entry() { cache.single(context) } else { None };
        let trusted = lone.filter(|entry| entry.guards.tensors_hold(frame) && !entry.is_dead());
        if let Some(entry) = trusted.or_else(|| cache.find(frame, context)) {
            return Resolved::Serve(entry);
        }
    }
    let mut record = cache.record(context, entering.subject());
    let nothing_new = stance == Stance::EagerOnRecompile && !(stance::trusts_single_entry() && cache.compiled(context) > 0);
    if record.progress != Progress::Open || cache.compiling.get() || nothing_new {
        return Resolved::Plain;
    }
    // What a trace asks of torch, and a backend, the mode would take for the program's.
    if torch_state::has_dispatch_mode(python) {
        return Resolved::Plain;
    }
    inject_panic();
    let Some(compiler) = compiler::compiler() else { return Resolved::Plain };
    if !entering.is_outermost() {
        // What the filter is the first to want runs Python code, whose frames would come here.
        let _off = Off::new();
        if !(compiler::filter().frame)(frame) {
            return Resolved::Plain;
        }
    }
    record.missed += 1;
    cache.set_record(record);
    let miss = Miss { python, cache, frame, context, entering };
    if stance == Stance::EagerThenCompile && record.missed == 1 && !stance::trusts_single_entry() {
        miss.with_request(Vec::new(), 0, |request| compiler.watch(python, request));
        return Resolved::Plain;
    }
    miss.compile(&*compiler, stance)
}

impl Miss<'_> {
    /// Compiles the frame, unless the stance or a limit forbids it.
    fn compile(&self, compiler: &dyn compiler::Compiler, stance: Stance) -> Resolved {
        let Miss { python, cache, frame, context, entering } = *self;
        let entries = cache.live(context);
        let alike = entries.iter().filter(|entry| entry.subject() == entering.subject()).count();
        let failures = self.failures(&entries);
        let refusal = if stance == Stance::FailOnRecompile {
            Some("Detected recompile when torch.compile stance is 'fail_on_recompile'")
        } else if stance::trusts_single_entry() {
            Some("Recompilation triggered with skip_guard_eval_unsafe stance, which wants each kind of call made before")
        } else {
            None
        };
        if let Some(text) = refusal {
            raise_recompile(python, text, frame, &failures);
            return Resolved::Raise;
        }
        let compiled = cache.compiled(context);
        let limit_is_hit = alike >= limit::of_context(context) || compiled >= limit::ever();
        if limit_is_hit {
            let (setting, times) = match alike < limit::of_context(context) {
                true => ("accumulated_recompile_limit", compiled),
                false => ("recompile_limit", alike),
            };
            let limit = Limit { code: frame.code(), setting, times, failure: failures.first().map(String::as_str) };
            let _off = Off::new();
            compiler.tell_limit(python, &limit);
        }
        drop(entries);
        let outcome = self.with_request(failures, compiled, |request| match compiler.objection(python, &request, limit_is_hit) {
            Some(error) => Outcome::Raise(error),
            None if limit_is_hit => Outcome::Skip { forever: true },
            None => compiler.compile(python, request),
        });
        let outcome = outcome.unwrap_or(Outcome::Skip { forever: true });
        if limit_is_hit && !matches!(outcome, Outcome::Raise(_)) {
            let mut record = cache.record(context, entering.subject());
            record.progress = Progress::Closed;
            cache.set_record(record);
            return Resolved::Plain;
        }
        self.conclude(outcome)
    }

    /// Why each of the entries does not serve the frame.
    fn failures(&self, entries: &[Rc<Entry>]) -> Vec<String> {
        // To write a value may run Python code: from 3.12 on for an int of many digits.
        let _off = Off::new();
        let numbered = |entry: &Rc<Entry>| {
            let (number, attempt) = entry.number();
            entry.explain_failure(self.frame).map(|failure| format!("{number}/{attempt}: {failure}"))
        };
        entries.iter().filter_map(numbered).collect()
    }

    /// Hands the frame to the compiler; `None` where it has no function.
    fn with_request<R>(
        &self,
        failures: Vec<String>,
        compiled_before: usize,
        hand: impl FnOnce(FrameRequest<'_>) -> R,
    ) -> Option<R> {
        let Miss { cache, frame, context, entering, .. } = *self;
        let (function, globals, builtins) = (frame.function()?, frame.globals()?, frame.builtins()?);
        let _compiling = Compiling::new();
        let _busy = Busy::new(cache);
        let mut history = cache.take_history();
        let request = FrameRequest {
            code: frame.code(),
            function,
            globals,
            builtins,
            variables: frame.variables().collect(),
            context,
            history: &mut history,
            failures,
            compiled_before,
            is_entered: entering.is_outermost(),
        };
        let result = hand(request);
        cache.put_history(history);
        Some(result)
    }

    /// Keeps what a compilation made, and how it ended.
    fn conclude(&self, outcome: Outcome) -> Resolved {
        let Miss { python, cache, frame, context, entering } = *self;
        let mut record = cache.record(context, entering.subject());
        record.compiled += 1;
        let resolved = match outcome {
            Outcome::Compiled(new) => match cache.insert(context, entering.subject(), frame.code(), new) {
                // What it refers to died as soon as nothing but the trace held it.
                Ok(entry) if entry.is_dead() => Resolved::Plain,
                Ok(entry) => {
                    record.fruitless = 0;
                    match entry.explain_failure(frame) {
                        // A backend is Python code, which may have changed what the trace saw.
                        Some(failure) => {
                            if entry.guards.is_lasting() {
                                warning::note_fault(format!("a guard refuses the frame it was made for: {failure}"));
                            }
                            Resolved::Plain
                        }
                        None => Resolved::Serve(entry),
                    }
                }
                Err(error) => {
                    error.restore(python);
                    Resolved::Raise
                }
            },
            Outcome::Skip { forever } => {
                record.fruitless += 1;
                if forever || record.fruitless >= limit::of_context(context) {
                    record.progress = Progress::Closed;
                }
                Resolved::Plain
            }
            Outcome::SkipWholeTree => {
                record.progress = Progress::ClosedTree;
                Resolved::PlainTree
            }
            Outcome::Raise(error) => {
                error.restore(python);
                Resolved::Raise
            }
        };
        cache.set_record(record);
        resolved
    }
}

/// Keeps other threads from compiling the same code meanwhile.
struct Busy<'a>(&'a CodeCache);

impl<'a> Busy<'a> {
    fn new(cache: &'a CodeCache) -> Busy<'a> {
        cache.compiling.set(true);
        Busy(cache)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.compiling.set(false);
    }
}

/// After a panic the code is not compiled again under this context, and the frame runs as it is.
#[cold]
fn give_up(
    cache: &CodeCache,
    frame: &FrameView,
    context: ContextId,
    subject: Subject,
    panic: &(dyn std::any::Any + Send),
) -> Decision {
    let mut record = cache.record(context, subject);
    record.progress = Progress::Closed;
    cache.set_record(record);
    for entry in cache.live(context) {
        entry.retire();
    }
    warning::of_panic(frame, panic);
    Decision::plain(Verdict::Plain)
}

fn raise_recompile(python: Python<'_>, what: &str, frame: &FrameView, failures: &[String]) {
    let code = frame.code();
    let (file, (name, line)) = (code.filename().text(), code.reported());
    let mut text = format!("{what}. filename: '{file}', function name: '{name}', line number: {line}");
    text.push_str(&super::warning::listed(failures));
    PyRuntimeError::new_err(text).restore(python);
}

/// `ALTERNATOR_INJECT_PANIC=compile` makes every compilation panic, for the test that programs survive it.
fn inject_panic() {
    static WANTED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    let wanted = WANTED.get_or_init(|| std::env::var_os("ALTERNATOR_INJECT_PANIC").is_some_and(|at| at == "compile"));
    #[expect(clippy::panic, reason = "that is what was asked for")]
    if *wanted {
        panic!("injected by ALTERNATOR_INJECT_PANIC");
    }
}
