//! Explains a failed guard program in one sentence: source, expectation and finding.

use super::display::{Words, dtype_text, fill, guard_text, relation_text, shape_text};
use super::memory::Change;
use super::program::{Between, Failure, GuardProgram, Inputs};
use super::{Fact, Relation};
use crate::python::TensorFact;
use crate::python::torch_state::TorchState;
use crate::python::{Lives, Owned, tensor};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::{DTYPES, GUARDS};

impl GuardProgram {
    /// Checks and explains.
    pub fn explain_failure(&self, inputs: &impl Inputs, lives: Lives<'_>) -> Option<String> {
        const GONE: &str = "what the guards refer to is gone";
        if !lives() {
            return Some(GONE.to_owned());
        }
        let failure = self.find_failure(inputs, lives).err()?;
        // What is there now is found again and owned: to look at it may run Python code, which may end the entry too.
        let text = match failure {
            _ if !lives() => None,
            Failure::Gone => None,
            Failure::Globals => Some("the function has other globals than the one that was compiled".to_owned()),
            Failure::Missing(source) => Some(format!("{} is not there any more", self.sources.display(source))),
            Failure::Replaced(source) => {
                Some(format!("{} was replaced while its guards were checked", self.sources.display(source)))
            }
            Failure::Check(index) => self.explain_check(index, inputs, lives),
            Failure::Relation(index) => Some(self.explain_relation(index as usize, inputs)),
            Failure::Shape(index) => Some(self.explain_shape(index as usize)),
        };
        Some(text.map_or_else(|| GONE.to_owned(), |text| without_local_scope(&text)))
    }

    fn explain_check(&self, index: u32, inputs: &impl Inputs, lives: Lives<'_>) -> Option<String> {
        let check = &self.checks[index as usize];
        let source = self.nodes[check.node as usize].source;
        let object = self.locate(check.node, inputs);
        let now = object.as_ref().and_then(|object| check.observation.observe(object.object(), check.parameter));
        if !lives() {
            return None;
        }
        Some(match (&check.fact, &now) {
            (Fact::Tensor(expected), Some(Fact::Tensor(found))) => explain_tensor(&self.sources, source, expected, found),
            (Fact::Tensor(_), None) => {
                let class = object.map(|object| object.object().class().qualified_class_name());
                format!("expected {} to be a tensor but found {}", tensor_name(&self.sources, source), class.unwrap_or_default())
            }
            (Fact::State(expected), Some(Fact::State(found))) => explain_state(expected, found),
            _ => {
                let rule = &GUARDS[check.rule as usize];
                let words =
                    Words { sources: &self.sources, source, parameter: check.parameter, fact: &check.fact, now: now.as_ref() };
                match rule.explain {
                    "" => guard_text(&self.sources, check.rule, source, check.parameter, &check.fact),
                    explain => fill(explain, &words),
                }
            }
        })
    }

    fn explain_relation(&self, index: usize, inputs: &impl Inputs) -> String {
        let Some(relation) = self.guards.relations().nth(index) else {
            return "a relation between inputs no longer holds".to_owned();
        };
        if let Relation::Released { sources, emptied, .. } = relation {
            let names: Vec<String> =
                sources.iter().chain(emptied).map(|source| self.sources.display(*source).to_string()).collect();
            return format!("{} may go here, which a finaliser or a weak reference would tell now", names.join(" or "));
        }
        if let Some(Between::Memory { nodes, memory, .. }) = self.relations.get(index) {
            let name = |at: usize| self.sources.display(memory.sources[at]);
            let objects: Vec<Option<Owned>> = nodes.iter().map(|node| self.locate(*node, inputs)).collect();
            match memory.change(|at| objects[at].as_ref().map(Owned::object)) {
                Some(Change::Met(a, b)) => {
                    return format!(
                        "{} and {} overlap in memory: expected them apart, because one is written into",
                        name(a),
                        name(b)
                    );
                }
                Some(Change::Moved(a, b)) => {
                    return format!(
                        "{} and {} no longer overlap in memory as they did, and one is written into",
                        name(a),
                        name(b)
                    );
                }
                None => {}
            }
        }
        format!("{} no longer holds", relation_text(&self.sources, relation))
    }

    fn explain_shape(&self, index: usize) -> String {
        let values: Vec<String> = (self.shapes.inputs.iter())
            .zip(&self.values)
            .map(|(source, value)| format!("{} = {}", self.sources.display(*source), value.get()))
            .collect();
        let text = shape_text(self, index);
        let named: Vec<String> = values.into_iter().filter(|v| v.split(" = ").next().is_some_and(|n| text.contains(n))).collect();
        match named.is_empty() {
            true => format!("{text} no longer holds"),
            false => format!("{text} no longer holds: {}", named.join(", ")),
        }
    }
}

/// `'x'` for an argument, the whole source for anything else, as torch names tensors here.
fn tensor_name(sources: &Sources, source: SourceId) -> String {
    match sources.kind(source) {
        SourceKind::Local(index) => match sources.local_names.get(index as usize) {
            Some(name) => format!("'{name}'"),
            None => sources.display(source).to_string(),
        },
        _ => format!("'{}'", sources.display(source)),
    }
}

/// A text in which arguments and variables go by their names alone, as in torch's reasons: `n` for `L['n']`.
fn without_local_scope(text: &str) -> String {
    const BEGIN: &str = "L['";
    let (mut rest, mut written) = (text, String::with_capacity(text.len()));
    while let Some(at) = rest.find(BEGIN) {
        let (before, from) = rest.split_at(at);
        written.push_str(before);
        let name = from[BEGIN.len()..].split_once("']");
        let in_a_word = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        rest = match name {
            Some((name, behind)) if !in_a_word => {
                written.push_str(name);
                behind
            }
            _ => {
                written.push_str(BEGIN);
                &from[BEGIN.len()..]
            }
        };
    }
    written + rest
}

fn explain_tensor(sources: &Sources, source: SourceId, expected: &TensorFact, found: &TensorFact) -> String {
    let name = tensor_name(sources, source);
    if expected.class != found.class {
        let (expected, found) = (expected.class.qualified_class_name(), found.class.qualified_class_name());
        return format!("expected type of tensor {name} to be {expected}, but found {found}");
    }
    if expected.dispatch_keys != found.dispatch_keys {
        let keys = tensor::dispatch_keys_text;
        return format!(
            "tensor {name} dispatch key set mismatch. expected {}, actual {}",
            keys(expected.dispatch_keys),
            keys(found.dispatch_keys)
        );
    }
    if expected.dtype != found.dtype {
        let (expected, found) = (scalar_type(expected.dtype), scalar_type(found.dtype));
        return format!("tensor {name} dtype mismatch. expected {expected}, actual {found}");
    }
    if (expected.device_type, expected.device_index) != (found.device_type, found.device_index) {
        let (expected, found) = (device_text(expected), device_text(found));
        return format!("tensor {name} device mismatch. expected {expected}, actual {found}");
    }
    if expected.requires_grad != found.requires_grad {
        let (expected, found) = (i32::from(expected.requires_grad), i32::from(found.requires_grad));
        return format!("tensor {name} requires_grad mismatch. expected requires_grad={expected}, actual {found}");
    }
    if expected.sizes.len() != found.sizes.len() {
        let (expected, found) = (expected.sizes.len(), found.sizes.len());
        return format!("tensor {name} rank mismatch. expected {expected}, actual {found}");
    }
    for (what, expected, found) in [("size", &expected.sizes, &found.sizes), ("stride", &expected.strides, &found.strides)] {
        for (i, (expected, found)) in expected.iter().zip(found).enumerate() {
            if let (Some(expected), Some(found)) = (expected, found)
                && expected != found
            {
                return format!("tensor {name} {what} mismatch at index {i}. expected {expected}, actual {found}");
            }
        }
    }
    for (i, over) in expected.follows.iter().enumerate().filter_map(|(i, over)| Some((i, usize::from((*over)?)))) {
        if let (Some(Some(size)), Some(Some(inner)), Some(Some(stride))) =
            (found.sizes.get(over), found.strides.get(over), found.strides.get(i))
            && size.wrapping_mul(*inner) != *stride
        {
            return format!(
                "tensor {name} stride mismatch at index {i}. expected the size times the stride of dimension {over}, actual {stride}"
            );
        }
    }
    format!("tensor {name} layout mismatch")
}

/// The name that torch's C++ code, which checks tensors there, has for a dtype.
fn scalar_type(number: i8) -> String {
    let row = DTYPES.iter().find(|row| row.number == i64::from(number));
    row.map_or_else(|| dtype_text(number), |row| row.scalar_type.to_owned())
}

fn device_text(fact: &TensorFact) -> String {
    let name = tensor::device_name(fact.device_type);
    if fact.device_index < 0 { name.to_owned() } else { format!("{name}:{}", fact.device_index) }
}

/// The first part of torch's state that differs.
fn explain_state(expected: &TorchState, found: &TorchState) -> String {
    let text = |b: bool| if b { "True" } else { "False" };
    let parts = [
        ("grad_mode", text(expected.grad_mode).to_owned(), text(found.grad_mode).to_owned()),
        ("inference_mode", text(expected.inference_mode).to_owned(), text(found.inference_mode).to_owned()),
        ("default_dtype", dtype_text(expected.default_dtype), dtype_text(found.default_dtype)),
        (
            "default_device",
            expected.default_device.map_or("None".to_owned(), tensor::object_text),
            found.default_device.map_or("None".to_owned(), tensor::object_text),
        ),
        ("deterministic_algorithms", text(expected.deterministic).to_owned(), text(found.deterministic).to_owned()),
        (
            "deterministic_algorithms_warn_only",
            text(expected.deterministic_warn_only).to_owned(),
            text(found.deterministic_warn_only).to_owned(),
        ),
        ("autocast", autocast_text(expected), autocast_text(found)),
        ("torch_function", expected.function_disabled.to_string(), found.function_disabled.to_string()),
        ("torch_function mode stack", modes_text(expected), modes_text(found)),
        ("saved tensor hooks", format!("{}", expected.saved_tensor_hooks), format!("{}", found.saved_tensor_hooks)),
        ("functorch level", expected.functorch_level.to_string(), found.functorch_level.to_string()),
        ("num_threads", expected.threads.to_string(), found.threads.to_string()),
    ];
    let changed = parts.into_iter().find(|(_, expected, found)| expected != found);
    match changed {
        Some((name, expected, found)) => {
            format!("GLOBAL_STATE changed: {name} was {expected}, and is {found}")
        }
        None => "GLOBAL_STATE changed: other dispatch keys are included or excluded".to_owned(),
    }
}

fn modes_text(state: &TorchState) -> String {
    let names: Vec<String> = state.modes.iter().map(|class| class.class_name()).collect();
    format!("[{}]", names.join(", "))
}

fn autocast_text(state: &TorchState) -> String {
    let enabled = crate::python::torch_state::AUTOCAST_DEVICES.iter().enumerate();
    let enabled: Vec<String> = enabled
        .filter(|(i, _)| state.autocast_enabled >> i & 1 == 1)
        .map(|(i, device)| format!("{}: {}", tensor::device_name(*device), dtype_text(state.autocast_dtypes[i])))
        .collect();
    let cache = if state.autocast_cache { "" } else { ", uncached" };
    if enabled.is_empty() { format!("off{cache}") } else { format!("on ({}{cache})", enabled.join(", ")) }
}
