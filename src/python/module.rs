//! `alternator._engine`: what Python sees of this folder.

use std::collections::HashMap;
use std::rc::Rc;

use pyo3::exceptions::{PyImportError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::compiler::{EntryGuards, GivenValues, Lives, NewEntry};
use super::frame::FrameView;
use super::region::{ContextId, Subject, Token};
use super::{
    Code, Object, Owned, as_written, cache, callable, class, continuation, dict_watch, hook, layout, limit, members, owner, read,
    region, retarget, stance, versions,
};

/// Adds classes and functions, and makes the engine ready for its first frame.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let version = module.py().version_info();
    if !layout::matches_interpreter((version.major, version.minor)) {
        let (major, minor) = layout::LAYOUT.version;
        return Err(PyImportError::new_err(format!(
            "this build of alternator is for CPython {major}.{minor}, not {}.{}",
            version.major, version.minor
        )));
    }
    // Once it has seen an interpreter, pyo3 works until the last object is gone: programs run code while Python shuts down.
    module.py().detach(|| Python::attach(|_| ()));
    retarget::prepare(module.py())?;
    dict_watch::prepare(module.py())?;
    class::initialise(module.py())?;
    cache::initialise()?;
    callable::add_classes(module)?;
    continuation::add_to(module)?;
    as_written::add_to(module)?;
    super::ended_frame::add_to(module)?;
    versions::add_to(module)?;
    members::add_to(module)?;
    module.add_function(wrap_pyfunction!(choose_torch, module)?)?;
    module.add_function(wrap_pyfunction!(regions, module)?)?;
    module.add_function(wrap_pyfunction!(enter, module)?)?;
    module.add_function(wrap_pyfunction!(leave, module)?)?;
    module.add_function(wrap_pyfunction!(set_limit, module)?)?;
    module.add_function(wrap_pyfunction!(set_accumulated_limit, module)?)?;
    module.add_function(wrap_pyfunction!(set_stance, module)?)?;
    module.add_function(wrap_pyfunction!(skip_code, module)?)?;
    module.add_function(wrap_pyfunction!(referent, module)?)?;
    module.add_function(wrap_pyfunction!(super::dict::set_item_of_hash, module)?)?;
    module.add_function(wrap_pyfunction!(drop_context, module)?)?;
    module.add_function(wrap_pyfunction!(let_rest, module)?)?;
    module.add_function(wrap_pyfunction!(owner_of, module)?)?;
    module.add_function(wrap_pyfunction!(enter_in_place, module)?)?;
    module.add_function(wrap_pyfunction!(guards, module)?)?;
    module.add_function(wrap_pyfunction!(entries, module)?)?;
    module.add_function(wrap_pyfunction!(super::warning::faults, module)?)?;
    module.add_function(wrap_pyfunction!(replace, module)?)?;
    module.add_function(wrap_pyfunction!(cache_entries, module)?)?;
    module.add_function(wrap_pyfunction!(state, module)?)?;
    #[cfg(debug_assertions)]
    {
        super::test_compiler::add_to(module)?;
        super::test_readers::add_to(module)?;
    }
    Ok(())
}

/// Takes the rules for this release of torch, by its `__version__`.
#[pyfunction]
fn choose_torch(version: &str) -> PyResult<()> {
    crate::tables::releases::choose(version).map_err(PyImportError::new_err)
}

/// The functions that a graph calls to set something that outlives a call, and what they set.
#[pyfunction]
fn regions() -> Vec<(&'static str, &'static str)> {
    crate::tables::REGIONS.iter().map(|row| (row.setter, row.sets.word())).collect()
}

/// Compiles the frames called from here on by this thread, until `leave`.
#[pyfunction]
fn enter(context_id: ContextId) -> u64 {
    region::enter(context_id).to_number()
}

#[pyfunction]
fn leave(token: u64) {
    region::leave(Token::from_number(token));
}

/// How many compiled entries a code object may have; for one context, or for all without a limit of their own.
#[pyfunction]
#[pyo3(signature = (limit, context_id=None))]
fn set_limit(limit: usize, context_id: Option<ContextId>) {
    limit::set(limit, context_id);
}

/// How often a code object may be compiled under one context in all.
#[pyfunction]
fn set_accumulated_limit(limit: usize) {
    limit::set_ever(limit);
}

/// Sets the stance; answers the one before.
#[pyfunction]
#[pyo3(signature = (stance, skip_guard_eval_unsafe=false))]
fn set_stance(stance: &str, skip_guard_eval_unsafe: bool) -> PyResult<(&'static str, bool)> {
    if region::active() != 0 {
        return Err(PyRuntimeError::new_err("the stance cannot be changed inside a compiled region"));
    }
    let before = (stance::name(), stance::trusts_single_entry());
    if !stance::set(stance, skip_guard_eval_unsafe) {
        return Err(PyRuntimeError::new_err(format!("no stance is called '{stance}'")));
    }
    Ok(before)
}

/// Leaves the frames of one code object alone, but not those it calls.
#[pyfunction]
fn skip_code(code: &Bound<'_, PyAny>) -> PyResult<()> {
    cache::skip_code(as_code(code)?)
}

/// What a weak reference or proxy refers to; nothing in Python says it of a proxy.
#[pyfunction]
fn referent(reference: &Bound<'_, PyAny>) -> Option<Py<PyAny>> {
    let found = read::referent(Object::from_bound(reference));
    found.map(|found| found.bound(reference.py()).clone().unbind())
}

/// Drops what was compiled under a context that nobody will use again.
#[pyfunction]
fn drop_context(context_id: ContextId) {
    owner::drop_context(context_id);
}

/// Says that a context may be asked for again when its last callable has gone: until it is dropped, what was compiled
/// under it stays as long as the code that it was made from.
#[pyfunction]
fn let_rest(context_id: ContextId) {
    owner::let_rest(context_id);
}

/// What owns the entries of a context.
#[pyfunction]
fn owner_of(python: Python<'_>, context_id: ContextId) -> PyResult<Bound<'_, PyAny>> {
    Ok(owner::of_context(context_id)?.object().bound(python))
}

/// Says which contexts are entered in the place of others, and that no others are.
#[pyfunction]
fn enter_in_place(others: HashMap<ContextId, ContextId>) {
    stance::enter_in_place(others.into_iter().collect());
}

/// The guards of every entry of a code object, as text.
#[pyfunction]
fn guards(code: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
    Ok(cache::entries(as_code(code)?).iter().map(|entry| entry.guards.lines()).collect())
}

/// Every entry of a code object, most recently used first: its number, its context, its code, its guards as text, and the guards.
#[pyfunction]
fn entries<'py>(code: &Bound<'py, PyAny>) -> PyResult<Vec<ShownEntry<'py>>> {
    let python = code.py();
    let shown = |entry: &Rc<cache::Entry>| {
        let (code, lines) = (entry.code().object().bound(python), entry.guards.lines());
        (entry.number(), entry.context, code, lines, EntryGuardsView(entry.clone()))
    };
    Ok(cache::entries(as_code(code)?).iter().map(shown).collect())
}

/// An entry's number, context, code, the lines of its guards, and the guards.
type ShownEntry<'py> = ((u64, u64), ContextId, Bound<'py, PyAny>, Vec<String>, EntryGuardsView);

/// The guards of an entry, to be asked about values that are no frame's.
#[pyclass(unsendable)]
struct EntryGuardsView(Rc<cache::Entry>);

#[pymethods]
impl EntryGuardsView {
    /// Why the entry would not serve a frame of `function` with these values of its variables (None for one without a value);
    /// None if it would.
    fn refusal(
        &self,
        variables: Vec<Option<(Bound<'_, PyAny>,)>>,
        function: Option<Bound<'_, PyAny>>,
        globals: Option<Bound<'_, PyAny>>,
    ) -> Option<String> {
        let object = |value: &Bound<'_, PyAny>| Object::from_bound(value);
        let values = GivenValues {
            variables: variables.iter().map(|value| value.as_ref().map(|(value,)| object(value))).collect(),
            function: function.as_ref().map(object),
            globals: globals.as_ref().map(object),
        };
        self.0.explain_refusal(&values)
    }
}

/// For debugging: serves frames of `code` under the context by `new_code`, whatever their arguments; or, with
/// `when`, those whose argument `index` is exactly of `class`. Both codes take the same arguments.
#[pyfunction]
#[pyo3(signature = (code, new_code, context_id=1, when=None, kept=None, followed=None))]
fn replace(
    code: &Bound<'_, PyAny>,
    new_code: Bound<'_, PyAny>,
    context_id: ContextId,
    when: Option<(usize, Bound<'_, PyType>)>,
    kept: Option<Bound<'_, PyAny>>,
    followed: Option<Bound<'_, PyAny>>,
) -> PyResult<()> {
    let code = as_code(code)?;
    let class = when.map(|(index, class)| (index, Owned::from_bound(class.into_any())));
    let new = NewEntry {
        guards: Box::new(ArgumentClass { class, kept: kept.map(Owned::from_bound) }),
        code: Owned::from_bound(new_code),
        followed: followed.into_iter().map(Owned::from_bound).collect(),
        number: (0, 0),
    };
    cache::of_code(code)?.insert(context_id, Subject::NONE, code, new)?;
    Ok(())
}

/// For tests: the contexts of a code object's live entries, most recently used first.
#[pyfunction]
fn cache_entries(code: &Bound<'_, PyAny>) -> PyResult<Vec<ContextId>> {
    Ok(cache::entries(as_code(code)?).iter().map(|entry| entry.context).collect())
}

/// For tests: whether the hook is in the interpreter, regions open, this thread's context, code objects with a
/// cache, entries in all.
#[pyfunction]
fn state() -> (bool, usize, ContextId, usize, usize) {
    let (caches, entries) = cache::sizes();
    (hook::is_installed(), hook::open_regions(), region::active(), caches, entries)
}

fn as_code(code: &Bound<'_, PyAny>) -> PyResult<Code> {
    let object = Object::from_bound(code);
    object
        .as_code()
        .ok_or_else(|| PyTypeError::new_err(format!("a code object was expected, not {}", object.class().qualified_class_name())))
}

/// The guards of [`replace`]: the exact class of one argument, or none; and something to keep alive.
#[derive(Default)]
pub(super) struct ArgumentClass {
    pub class: Option<(usize, Owned)>,
    pub kept: Option<Owned>,
}

impl EntryGuards for ArgumentClass {
    fn check(&self, frame: &FrameView, _: Lives<'_>) -> bool {
        let Some((index, class)) = &self.class else { return true };
        frame.variable(*index).is_some_and(|argument| argument.is_exact(class.object()))
    }

    fn explain_failure(&self, frame: &FrameView, lives: Lives<'_>) -> Option<String> {
        if self.check(frame, lives) {
            return None;
        }
        let (index, class) = self.class.as_ref()?;
        let now = frame.variable(*index).map(|argument| argument.class().qualified_class_name());
        Some(format!(
            "type of argument {index} changed: expected {}, found {}",
            class.object().qualified_class_name(),
            now.unwrap_or_else(|| "none".to_owned())
        ))
    }

    fn traverse(&self, visit: &mut dyn FnMut(Object)) {
        let class = self.class.as_ref().map(|(_, class)| class);
        class.into_iter().chain(&self.kept).for_each(|held| visit(held.object()));
    }
}
