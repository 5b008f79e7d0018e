//! Guards as text, in the notation that torch's users know.
//!
//! The templates are in the guard rules: `{src}` is the source, `{fact}` the fact at tracing time, `{now}` the present
//! one; a parameter has its own name. `{id}` is the address of the object that was seen, `{is}` is `is` or `==`, and
//! `{not}` is `not ` if the fact is false.

use std::fmt::Write;

use super::program::{Check, GuardProgram, NodeId};
use super::{Fact, Guards, Relation};
use crate::python::{ArrayFact, TensorFact};
use crate::python::{Object, tensor};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::GUARDS;

/// Each of the guards that a trace has so far.
pub fn texts(guards: &Guards, sources: &Sources) -> Vec<String> {
    guards.iter().map(|guard| guard_text(sources, guard.rule, guard.source, guard.parameter, &guard.fact)).collect()
}

/// All guards, one a line.
pub fn flat_text(program: &GuardProgram) -> String {
    let mut text = String::new();
    for guard in program.guards.iter() {
        text.push_str(&guard_text(&program.sources, guard.rule, guard.source, guard.parameter, &guard.fact));
        text.push('\n');
    }
    for line in relation_lines(program).into_iter().chain(shape_lines(program)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The guards on the trie of their sources.
pub fn tree_text(program: &GuardProgram) -> String {
    let mut text = String::from("TREE_GUARD_MANAGER:\n+- RootGuardManager\n");
    let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); program.nodes.len()];
    let mut checks: Vec<Vec<&Check>> = vec![Vec::new(); program.nodes.len()];
    let mut roots = Vec::new();
    for (id, node) in (0..).zip(&program.nodes) {
        match node.step.parent() {
            Some(parent) => children[parent as usize].push(id),
            None => roots.push(id),
        }
    }
    for check in &program.checks {
        checks[check.node as usize].push(check);
    }
    let mut stack: Vec<(NodeId, usize)> = roots.into_iter().rev().map(|root| (root, 1)).collect();
    while let Some((id, depth)) = stack.pop() {
        let node = &program.nodes[id as usize];
        let indent = "| ".repeat(depth);
        let mut below = indent.clone() + "| ";
        match program.sources.kind(node.source) {
            // What torch keeps is no object with a name: its guards stand at the root.
            SourceKind::Global(_) => below.clone_from(&indent),
            _ => {
                let source = program.sources.display(node.source);
                let _ = writeln!(text, "{indent}+- GuardManager: source={source}");
            }
        }
        for check in &checks[id as usize] {
            let rule = &GUARDS[check.rule as usize];
            let line = guard_text(&program.sources, check.rule, node.source, check.parameter, &check.fact);
            let _ = writeln!(text, "{below}+- {}: {line}", rule.name);
        }
        stack.extend(children[id as usize].iter().rev().map(|child| (*child, depth + 1)));
    }
    for line in relation_lines(program) {
        let _ = writeln!(text, "| +- RELATION: {line}");
    }
    for line in shape_lines(program) {
        let _ = writeln!(text, "| +- SHAPE_ENV: {line}");
    }
    text
}

/// One guard in the words of its rule.
pub(super) fn guard_text(sources: &Sources, rule: u16, source: SourceId, parameter: Option<Object>, fact: &Fact) -> String {
    fill(GUARDS[rule as usize].text, &Words { sources, source, parameter, fact, now: None })
}

pub(super) struct Words<'a> {
    pub(super) sources: &'a Sources,
    pub(super) source: SourceId,
    pub(super) parameter: Option<Object>,
    pub(super) fact: &'a Fact,
    /// What is observed now: `None` if nothing can be.
    pub(super) now: Option<&'a Fact>,
}

/// A rule's text with its holes filled.
pub(super) fn fill(template: &str, words: &Words<'_>) -> String {
    let mut text = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('}') else { break };
        text.push_str(&words.hole(&rest[start + 1..start + end]));
        rest = &rest[start + end + 1..];
    }
    text.push_str(rest);
    text
}

impl Words<'_> {
    fn hole(&self, name: &str) -> String {
        match name {
            "src" => self.sources.display(self.source).to_string(),
            "fact" => fact_text(self.fact),
            "now" => self.now.map_or_else(|| "an object of another kind".to_owned(), fact_text),
            "id" => match self.fact {
                Fact::Identity(object) => object.address().to_string(),
                Fact::Keys(objects) => objects.first().map(|object| object.address().to_string()).unwrap_or_default(),
                _ => String::new(),
            },
            "is" => match self.fact {
                Fact::Equal(object) if object.is_none() || object.as_bool().is_some() => "is",
                _ => "==",
            }
            .to_owned(),
            "not" => if matches!(self.fact, Fact::Bool(false)) { "not " } else { "" }.to_owned(),
            // Any other name is the guard rule's own, for its parameter.
            _ => self.parameter.map(Object::short_repr).unwrap_or_default(),
        }
    }
}

pub(super) fn fact_text(fact: &Fact) -> String {
    match fact {
        Fact::None => "nothing".to_owned(),
        Fact::Bool(truth) => if *truth { "True" } else { "False" }.to_owned(),
        Fact::Int(number) => number.to_string(),
        // A callback that is told of its end may be what is compiled now.
        Fact::Identity(object) if object.is_ending() => "an object that has ended".to_owned(),
        Fact::Identity(object) => object.short_repr(),
        // An immutable object of a C class: its `repr` is C code as well.
        Fact::Equal(object) if object.is_plain_constant() => object.short_repr(),
        Fact::Equal(object) => tensor::object_text(*object),
        Fact::Keys(keys) => {
            format!("[{}]", keys.iter().map(|key| key.short_repr()).collect::<Vec<_>>().join(", "))
        }
        Fact::Hashes(hashes) => format!("{hashes:?}"),
        Fact::Text(text) => text.to_string(),
        Fact::Tensor(tensor) => tensor_text(tensor),
        Fact::Array(array) => array_text(array),
        Fact::Marks(marks) => marks.to_string(),
        Fact::State(_) => "the state of torch".to_owned(),
    }
}

/// `Tensor, DispatchKeySet(CPU, …), torch.float32, device=None, requires_grad=False, size=[8], stride=[1]`.
fn tensor_text(fact: &TensorFact) -> String {
    let class = fact.class.class_name();
    let keys = tensor::dispatch_keys_text(fact.dispatch_keys);
    let mut text = format!("{class}, {keys}, {}, device=", dtype_text(fact.dtype));
    match fact.device_index {
        index if index >= 0 => text.push_str(&index.to_string()),
        _ => text.push_str("None"),
    }
    let grad = if fact.requires_grad { "True" } else { "False" };
    let _ = write!(text, ", requires_grad={grad}, size={}", dims_text(&fact.sizes));
    if fact.has_strides {
        let _ = write!(text, ", stride={}", dims_text(&fact.strides));
    }
    text
}

/// `ndarray, dtype=12, flags=1280, size=[8], stride=[8]`.
fn array_text(fact: &ArrayFact) -> String {
    let (class, dtype, flags) = (fact.class.class_name(), fact.dtype.0, fact.flags);
    format!("{class}, dtype={dtype}, flags={flags}, size={}, stride={}", dims_text(&fact.sizes), dims_text(&fact.strides))
}

pub(super) fn dtype_text(number: i8) -> String {
    tensor::dtype_object(number).map_or_else(|| format!("dtype {number}"), tensor::object_text)
}

fn dims_text(dims: &[Option<i64>]) -> String {
    let dims = dims.iter().map(|n| n.map_or_else(|| "None".to_owned(), |n| n.to_string()));
    format!("[{}]", dims.collect::<Vec<_>>().join(", "))
}

pub(super) fn relation_text(sources: &Sources, relation: &Relation) -> String {
    match relation {
        Relation::Same(a, b) => format!("{} is {}", sources.display(*b), sources.display(*a)),
        Relation::Distinct(all) => {
            format!("check_no_aliasing({})", names(sources, all.iter().copied()))
        }
        Relation::Memory(memory) => {
            let (overlapping, apart) = (names(sources, memory.overlapping()), names(sources, memory.apart()));
            format!("check_overlapping(overlapping=[{overlapping}], non_overlapping=[{apart}])")
        }
        Relation::Released { sources: all, emptied, watched } => {
            let what = if *watched { "goes" } else { "shows" };
            let name = |source: &SourceId| sources.display(*source).to_string();
            let contents = emptied.iter().map(|container| format!("*{}", name(container)));
            let all: Vec<String> = all.iter().map(name).chain(contents).collect();
            format!("check_nothing_{what}_when_let_go({})", all.join(", "))
        }
    }
}

fn names(sources: &Sources, all: impl Iterator<Item = SourceId>) -> String {
    all.map(|source| sources.display(source).to_string()).collect::<Vec<_>>().join(", ")
}

fn relation_lines(program: &GuardProgram) -> Vec<String> {
    program.guards.relations().map(|relation| relation_text(&program.sources, relation)).collect()
}

fn shape_lines(program: &GuardProgram) -> Vec<String> {
    (0..program.shapes.guards.len()).map(|i| shape_text(program, i)).collect()
}

pub(super) fn shape_text(program: &GuardProgram, guard: usize) -> String {
    let name = |input: usize| {
        program.shapes.inputs.get(input).map(|source| program.sources.display(*source).to_string()).unwrap_or_default()
    };
    program.shapes.guards[guard].text(&name)
}
