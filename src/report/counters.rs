//! Numbers since the last reset.

use std::cell::{OnceCell, RefCell};

use ahash::{AHashMap, AHashSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::python::{Object, UnderGil, WeakTable};
use crate::rules::Reason;
use crate::tables::RULES;

#[derive(Default)]
struct Counters {
    graphs: u64,
    operations: u64,
    recompiles: u64,
    breaks: Vec<Reason>,
    rule_inferences: u64,
    without_rule: AHashMap<String, u64>,
    asked: AHashMap<&'static str, u64>,
    rules: AHashSet<u16>,
    frames: u64,
    reruns: u64,
    repeated_calls: u64,
}

static COUNTERS: UnderGil<RefCell<Option<Counters>>> = UnderGil::new(RefCell::new(None));

/// The numbers of the code objects that were compiled.
static FRAMES: UnderGil<OnceCell<WeakTable<u64>>> = UnderGil::new(OnceCell::new());

/// `change` must not run Python code, which may count as well.
fn with<T>(change: impl FnOnce(&mut Counters) -> T) -> T {
    change(COUNTERS.get().borrow_mut().get_or_insert_default())
}

pub fn graph(operations: usize) {
    with(|counters| {
        counters.graphs += 1;
        counters.operations += operations as u64;
    });
}

pub fn recompile() {
    with(|counters| counters.recompiles += 1);
}

/// Counts a call that runs as written because its graph has raised.
pub fn rerun() {
    with(|counters| counters.reruns += 1);
}

/// Counts a break. A break inside of inlined calls is met again when the inlined frames are compiled on their own; it
/// counts once.
pub fn graph_break(reason: &Reason) {
    with(|counters| {
        let seen = |known: &Reason| known.stack.len() > reason.stack.len() && known.stack.ends_with(&reason.stack);
        if reason.stack.is_empty() || !counters.breaks.iter().any(seen) {
            counters.breaks.push(reason.clone());
        }
    });
}

/// Counts results inferred by meta rules, and by torch's fake tensors, the latter by operator.
pub fn inferences(by_rule: u64, by_fakes: &AHashMap<String, u64>) {
    with(|counters| {
        counters.rule_inferences += by_rule;
        for (operator, count) in by_fakes {
            *counters.without_rule.entry(operator.clone()).or_default() += count;
        }
    });
}

/// Counts calls that were not followed because they repeat earlier ones.
pub fn repeated(calls: u64) {
    with(|counters| counters.repeated_calls += calls);
}

/// A guard has asked Python, by the name of its rule.
pub fn asked(guard: &'static str) {
    with(|counters| *counters.asked.entry(guard).or_default() += 1);
}

pub fn rules(reached: &AHashSet<u16>) {
    if !reached.is_empty() {
        with(|counters| counters.rules.extend(reached));
    }
}

/// The number of a code object among those that were compiled.
pub fn frame_number(code: Object) -> u64 {
    let frames = FRAMES.get().get_or_init(WeakTable::default);
    frames.get(code).unwrap_or_else(|| {
        let number = with(|counters| {
            counters.frames += 1;
            counters.frames - 1
        });
        frames.insert(code, number);
        number
    })
}

/// Resets all counters except the rules reached, which are kept for the process.
pub fn reset() {
    FRAMES.get().get_or_init(WeakTable::default).clear();
    with(|counters| {
        let rules = std::mem::take(&mut counters.rules);
        *counters = Counters { rules, ..Counters::default() };
    });
}

#[pyfunction]
#[pyo3(name = "counters")]
pub fn counters_dict(python: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(python);
    let (graphs, operations, recompiles) = with(|counters| (counters.graphs, counters.operations, counters.recompiles));
    let (rule_inferences, without_rule) = with(|counters| (counters.rule_inferences, counters.without_rule.clone()));
    let (breaks, asked) = with(|counters| (counters.breaks.clone(), counters.asked.clone()));
    dict.set_item("graphs", graphs)?;
    dict.set_item("ops", operations)?;
    dict.set_item("graph_breaks", breaks.len())?;
    dict.set_item("recompiles", recompiles)?;
    dict.set_item("reruns", with(|counters| counters.reruns))?;
    dict.set_item("repeated_calls", with(|counters| counters.repeated_calls))?;
    dict.set_item("meta_rules", rule_inferences)?;
    dict.set_item("fake_tensors", without_rule.values().sum::<u64>())?;
    dict.set_item("operators_without_rule", counts(python, without_rule)?)?;
    dict.set_item("guards_that_asked", counts(python, asked)?)?;
    let stacks: Vec<_> = breaks.iter().map(|reason| reason.stack.clone()).collect();
    dict.set_item("break_stacks", stacks)?;
    let reasons: Vec<(String, String, u32, String)> = breaks
        .into_iter()
        .map(|mut reason| {
            let (file, line, name) = reason.stack.pop().unwrap_or_default();
            (reason.text, file, line, name)
        })
        .collect();
    dict.set_item("break_reasons", reasons)?;
    Ok(dict)
}

fn counts<'py, K: IntoPyObject<'py>>(python: Python<'py>, counts: AHashMap<K, u64>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(python);
    for (name, count) in counts {
        dict.set_item(name, count)?;
    }
    Ok(dict)
}

#[pyfunction]
pub fn rules_reached() -> Vec<&'static str> {
    with(|counters| {
        let mut names: Vec<&str> = counters.rules.iter().map(|rule| RULES[*rule as usize].name).collect();
        names.sort_unstable();
        names
    })
}

#[pyfunction]
pub fn log_enabled(topic: &str) -> bool {
    super::logs::enabled(topic)
}

#[pyfunction]
pub fn set_torch_topics(topics: Vec<String>) {
    super::logs::set_of_torch(topics);
}

#[pyfunction]
pub fn log(topic: &str, text: &str) {
    super::logs::write(topic, || text.to_owned());
}
