//! Numbers since the last reset.

use std::cell::RefCell;

use ahash::{AHashMap, AHashSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::generated::RULES;
use crate::interpreter::Reason;
use crate::python::Object;

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
    frames: AHashMap<Object, u64>,
    reruns: u64,
}

thread_local! {
    static COUNTERS: RefCell<Counters> = RefCell::default();
}

fn with<T>(change: impl FnOnce(&mut Counters) -> T) -> T {
    COUNTERS.with(|counters| change(&mut counters.borrow_mut()))
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

/// Counts a break. One inside inlined calls is met again by each of the frames that it was inlined into, when
/// that frame is compiled on its own: the same break, seen from further in.
pub fn graph_break(reason: &Reason) {
    with(|counters| {
        let seen = |known: &Reason| known.stack.len() > reason.stack.len() && known.stack.ends_with(&reason.stack);
        if reason.stack.is_empty() || !counters.breaks.iter().any(seen) {
            counters.breaks.push(reason.clone());
        }
    });
}

/// How many shapes meta rules told, and how often torch's fakes had to, by operator.
pub fn inferences(by_rule: u64, by_fakes: &AHashMap<String, u64>) {
    with(|counters| {
        counters.rule_inferences += by_rule;
        for (operator, count) in by_fakes {
            *counters.without_rule.entry(operator.clone()).or_default() += count;
        }
    });
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
    with(|counters| {
        let next = counters.frames.len() as u64;
        *counters.frames.entry(code).or_insert(next)
    })
}

/// Forgets the numbers (the rules reached stay: they are the process's).
pub fn reset() {
    with(|counters| {
        let rules = std::mem::take(&mut counters.rules);
        *counters = Counters { rules, ..Counters::default() };
    });
}

#[pyfunction]
#[pyo3(name = "counters")]
pub fn counters_dict(python: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(python);
    with(|counters| -> PyResult<()> {
        dict.set_item("graphs", counters.graphs)?;
        dict.set_item("ops", counters.operations)?;
        dict.set_item("graph_breaks", counters.breaks.len())?;
        dict.set_item("recompiles", counters.recompiles)?;
        dict.set_item("reruns", counters.reruns)?;
        dict.set_item("meta_rules", counters.rule_inferences)?;
        dict.set_item("fake_tensors", counters.without_rule.values().sum::<u64>())?;
        let operators = PyDict::new(python);
        for (operator, count) in &counters.without_rule {
            operators.set_item(operator, count)?;
        }
        dict.set_item("operators_without_rule", operators)?;
        let asked = PyDict::new(python);
        for (guard, count) in &counters.asked {
            asked.set_item(guard, count)?;
        }
        dict.set_item("guards_that_asked", asked)?;
        let reasons: Vec<(String, String, u32, String)> = counters
            .breaks
            .iter()
            .map(|reason| {
                let (file, line, name) = reason.stack.last().cloned().unwrap_or_default();
                (reason.text.clone(), file, line, name)
            })
            .collect();
        dict.set_item("break_reasons", reasons)
    })?;
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
pub fn log(topic: &str, text: &str) {
    super::logs::write(topic, || text.to_owned());
}
