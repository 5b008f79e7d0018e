//! What rules, facts and records say of one name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Output;
use crate::diagnostics::{self, Span, Word};
use crate::model::*;
use crate::names;

const NOTHING: &str =
    "no rule or fact is about it: what is written in Python is traced; for what is written in C, see CONTRIBUTING.md";

const USED: &str = "used";
const COVERED: &str = ", with all beside it";

impl Output {
    /// What is said of a rule, an extern, a guard, or of a Python object by its dotted name.
    pub fn about(&self, name: &str) -> Result<String, String> {
        let said = self.said(name);
        let recorded = self.recorded(name);
        if said.is_empty() && recorded.is_empty() {
            return Err(self.unknown(name));
        }
        let mut out = String::new();
        // What is about it first, then where it is used.
        let (used, about): (Vec<_>, Vec<_>) = said.iter().partition(|(_, what)| *what == USED);
        for (span, what) in about.into_iter().chain(used) {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{what:<28} {}", self.at(*span));
            let text = self.files.slice(*span);
            let text = if text.contains(' ') { text } else { self.files.line_text(*span).trim() };
            let _ = writeln!(out, "    {}\n", text.replace('\n', "\n    "));
        }
        if said.is_empty() {
            let _ = writeln!(out, "{NOTHING}\n");
        }
        for (what, versions) in &recorded {
            let _ = writeln!(out, "recorded as {what} {}", versions.join(", "));
        }
        let covered_alone = said.values().all(|what| what.ends_with(COVERED));
        if recorded.is_empty() && covered_alone {
            let _ = writeln!(out, "{}", self.unknown(name));
        }
        Ok(out)
    }

    /// Each place where something is declared by this name or said of it, in order.
    fn said(&self, name: &str) -> BTreeMap<Span, String> {
        let model = &self.model;
        let mut said = BTreeMap::new();
        for rule in model.rules.iter().filter(|rule| rule.name == name) {
            said.insert(span_of(rule), rule.kind.to_string());
        }
        let about = |rule: usize| (span_of(&model.rules[rule]), format!("{} {}", model.rules[rule].kind, model.rules[rule].name));
        said.extend(model.metas.iter().filter(|meta| meta.target.value == name).map(|meta| about(meta.rule)));
        said.extend(model.builds.iter().filter(|build| build.class.value == name).map(|build| about(build.rule)));
        for callee in model.callees.iter().filter(|callee| callee.path.value == name) {
            let (span, what) = match &callee.how {
                Callee::Rule(rule) => about(*rule),
                Callee::Traced(path) => (callee.path.span, format!("traced as {path}")),
                Callee::Through(path) => (callee.path.span, format!("called through {path}")),
                Callee::Unsupported(_) => (callee.path.span, "unsupported".to_string()),
                how => (callee.path.span, format!("{how:?}").to_lowercase()),
            };
            said.insert(span, what);
        }
        let within = name.rsplit_once('.').map(|(space, _)| space);
        for space in model.namespaces.iter().filter(|space| Some(space.path.value.as_str()) == within) {
            said.insert(space.path.span, format!("{:?}{COVERED}", space.how).to_lowercase());
        }
        let mut declared = |word: &Word, what: &str| {
            if word.value == name {
                said.insert(word.span, what.to_string());
            }
        };
        model.externs.iter().for_each(|e| declared(&e.name, "extern"));
        model.observations.iter().for_each(|o| declared(&o.name, "observation"));
        model.guards.iter().for_each(|g| declared(&g.name, "guard"));
        model.defines.iter().for_each(|d| declared(&d.name, "define"));
        for named in names::all(model).iter().filter(|named| named.path == name) {
            let inside = said
                .keys()
                .any(|span: &Span| span.file == named.span.file && span.start <= named.span.start && named.span.end <= span.end);
            if !inside {
                said.insert(named.span, USED.to_string());
            }
        }
        said
    }

    /// The kind of thing that it is in which versions.
    fn recorded(&self, name: &str) -> BTreeMap<String, Vec<String>> {
        let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let python = names::of_python(&self.records, &self.model.packs);
        let torch = names::of_torch(&self.records, &self.model.releases);
        let versions = self.model.packs.iter().map(|pack| ("CPython", &pack.name)).zip(&python);
        let releases = self.model.releases.iter().map(|release| ("torch", &release.name)).zip(&torch);
        for ((whose, version), record) in versions.chain(releases).filter(|_| name.contains('.')) {
            if let Some(kind) = record.kind(name) {
                kinds.entry(format!("{kind} in {whose}")).or_default().push(version.clone());
            }
        }
        let operator = name.strip_prefix("torch.ops.aten.").or_else(|| name.strip_prefix("torch."));
        if let (Some(operator), Some(last)) = (operator, torch.last()) {
            let overloads = last.members("operators").filter(|(full, _)| full.split('.').next() == Some(operator));
            let release = self.model.releases.last().map_or(String::new(), |release| release.name.clone());
            kinds.extend(overloads.map(|(full, schema)| (format!("operator {full}{schema} in torch"), vec![release.clone()])));
        }
        kinds
    }

    fn unknown(&self, name: &str) -> String {
        let mut known: Vec<String> = names::all(&self.model).into_iter().map(|named| named.path.into_owned()).collect();
        known.extend(self.model.rules.iter().map(|rule| rule.name.clone()));
        known.extend(self.model.externs.iter().map(|e| e.name.value.clone()));
        for record in
            names::of_python(&self.records, &self.model.packs).iter().chain(&names::of_torch(&self.records, &self.model.releases))
        {
            known.extend(record.beside(name));
        }
        let near = diagnostics::nearest(name, known.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        format!("nothing is said or recorded of {name}{near}")
    }
}

/// The whole rule, where its text is at hand.
fn span_of(rule: &Rule) -> Span {
    match &rule.text {
        RuleText::Opcode(text) => text.span,
        RuleText::Callable(text) => text.span,
        RuleText::Build(text) => text.span,
        RuleText::Rebuild(..) | RuleText::Replay(..) => rule.span,
    }
}
