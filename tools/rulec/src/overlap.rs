//! The order of build rules, and those that stand in each other's way.
//!
//! The engine looks for rules by the exact class first, then by the classes that it inherits from,
//! nearest first. Only rules of one class and one kind of match are left to be put in order here.

use std::collections::HashMap;

use crate::ast::Expr;
use crate::diagnostics::{Code, Diagnostics};
use crate::model::{Build, Model, RuleText};

/// The build rules, by index, in the order in which they are tried.
pub fn order(model: &Model, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let builds = &model.builds;
    let before = edges(builds, diagnostics);
    let order = sort(builds, &before, diagnostics);
    for (at, &first) in order.iter().enumerate() {
        for &second in &order[at + 1..] {
            // A circle was reported.
            let circle = reaches(&before, second, first);
            if same_objects(&builds[first], &builds[second]) && !circle {
                compare(model, first, second, reaches(&before, first, second), diagnostics);
            }
        }
    }
    order
}

fn same_objects(a: &Build, b: &Build) -> bool {
    a.class.value == b.class.value && a.exact == b.exact
}

/// For each rule, those that it comes before.
fn edges(builds: &[Build], diagnostics: &mut Diagnostics) -> Vec<Vec<usize>> {
    builds
        .iter()
        .map(|build| {
            let mut later = Vec::new();
            for name in &build.before {
                let before = later.len();
                later.extend(builds.iter().enumerate().filter(|(_, b)| b.name.value == name.value).map(|(i, _)| i));
                if later.len() == before {
                    diagnostics.report(Code::UnknownName, name.span, format!("unknown build rule `{}`", name.value)).nearest(
                        &name.value,
                        builds.iter().map(|b| b.name.value.as_str()),
                        "name a build rule",
                    );
                }
            }
            later
        })
        .collect()
}

/// By class; within one class the exact match first; within that, as `before` says.
fn sort(builds: &[Build], before: &[Vec<usize>], diagnostics: &mut Diagnostics) -> Vec<usize> {
    let mut order = Vec::new();
    let mut state: HashMap<usize, bool> = HashMap::new();
    for start in 0..builds.len() {
        visit(start, builds, before, &mut state, &mut order, diagnostics);
    }
    order.reverse();
    order.sort_by_key(|i| (&builds[*i].class.value, !builds[*i].exact));
    order
}

/// Depth first; `state` is false while a rule is being visited.
fn visit(
    at: usize,
    builds: &[Build],
    before: &[Vec<usize>],
    state: &mut HashMap<usize, bool>,
    order: &mut Vec<usize>,
    diagnostics: &mut Diagnostics,
) {
    if state.contains_key(&at) {
        return;
    }
    state.insert(at, false);
    for &next in &before[at] {
        if state.get(&next) == Some(&false) {
            let named = builds[at].before.iter().find(|w| w.value == builds[next].name.value);
            diagnostics
                .report(
                    Code::Cycle,
                    named.map_or(builds[at].name.span, |w| w.span),
                    format!("`{}` would come before itself", builds[next].name.value),
                )
                .note(builds[next].name.span, "this rule")
                .help("take one `before` of the circle out");
            continue;
        }
        visit(next, builds, before, state, order, diagnostics);
    }
    state.insert(at, true);
    order.push(at);
}

fn reaches(before: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; before.len()];
    let mut left = vec![from];
    while let Some(at) = left.pop() {
        for &next in &before[at] {
            if next == to {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                left.push(next);
            }
        }
    }
    false
}

fn compare(model: &Model, first: usize, second: usize, ordered: bool, diagnostics: &mut Diagnostics) {
    let (a, b) = (&model.builds[first], &model.builds[second]);
    if !ordered {
        // Say it at the rule that comes later in the files.
        let (earlier, later) = if a.name.span < b.name.span { (a, b) } else { (b, a) };
        diagnostics
            .report(
                Code::Overlap,
                later.name.span,
                format!("`{}` and `{}` match the same objects", later.name.value, earlier.name.value),
            )
            .note(earlier.name.span, "here")
            .help(format!("say which is tried first: `before {}`", earlier.name.value));
    } else if shadows(conditions(model, a), conditions(model, b)) {
        diagnostics
            .report(
                Code::NeverMatches,
                b.name.span,
                format!("`{}` can never match: `{}` takes all that it could", b.name.value, a.name.value),
            )
            .note(a.name.span, "this rule comes before it")
            .help("give the first one a condition that the second one lacks, or take the second one out");
    }
}

fn conditions<'m>(model: &'m Model, build: &Build) -> &'m [Expr] {
    match &model.rules[build.rule].text {
        RuleText::Build(text) => &text.conditions,
        _ => &[],
    }
}

/// Whether every condition of the first is one of the second, so that the second never gets its turn.
fn shadows(first: &[Expr], second: &[Expr]) -> bool {
    let text = |e: &Expr| strip(&format!("{:?}", e.kind));
    first.iter().all(|a| second.iter().any(|b| text(a) == text(b)))
}

/// The printed form without places.
fn strip(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find('}').map_or("", |end| &rest[at + end + 1..]);
    }
    out + rest
}
