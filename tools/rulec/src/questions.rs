//! What the command-line tool answers: explain, list, coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Output;
use crate::ast::{self, ExprKind};
use crate::diagnostics::{self, Span};
use crate::model::*;
use crate::releases;

/// Writes one line. Writing to a String cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {
        let _ = writeln!($out, $($text)*);
    };
}

/// The names of what a body calls, in any order.
fn calls_in(block: &ast::Block) -> Vec<&str> {
    let mut found = Vec::new();
    ast::each_expression(block, &mut |expr| found.extend(called(expr)));
    found
}

/// The same of an expression.
fn calls_of(expr: &ast::Expr) -> Vec<&str> {
    let mut found = Vec::new();
    ast::each_part(expr, &mut |part| found.extend(called(part)));
    found
}

fn called(expr: &ast::Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call { function, .. } => Some(function.value.as_str()),
        _ => None,
    }
}

impl Output {
    pub(crate) fn at(&self, span: Span) -> String {
        format!("{}:{}", self.files.name(span.file), self.files.line(span))
    }

    /// An opcode of a version as it is after inheritance, and where each part came from.
    pub fn explain(&self, version: &str, opcode: &str) -> Result<String, String> {
        let packs: Vec<&str> = self.model.packs.iter().map(|p| p.name.as_str()).collect();
        let pack = self.model.packs.iter().find(|p| p.name == version);
        let pack = pack.ok_or_else(|| format!("there is no pack {version}; there are: {}", packs.join(", ")))?;
        let numbered = pack.opmap.iter().find(|(n, _)| n.value == opcode);
        let (name, number) = numbered.ok_or_else(|| {
            let known = pack.opmap.iter().map(|(name, _)| name.value.as_str());
            let near = diagnostics::nearest(opcode, known).map_or(String::new(), |name| format!("; did you mean {name}?"));
            format!("{version} has no opcode {opcode}{near}")
        })?;
        let mut out = String::new();
        line!(out, "{version} {opcode}, by way of {}\n", pack.chain.join(" → "));
        line!(out, "{:<28} {}", format!("number {number}"), self.at(name.span));
        if let Some((caches, span)) = pack.caches.get(opcode) {
            line!(out, "{:<28} {}", format!("{caches} cache entries"), self.at(*span));
        }
        for effect in pack.stack_effects.get(opcode).into_iter().flatten() {
            let way = |e: Option<i64>| e.map_or("none".to_string(), |e| format!("{e:+}"));
            let text = format!("stack at {}: {}, jump {}", effect.oparg, way(effect.through), way(effect.jump));
            line!(out, "{text:<28} {}", self.at(effect.span));
        }
        let Some(entry) = pack.opcodes.get(opcode) else {
            line!(
                out,
                "\n{}",
                if pack.is_decoded(opcode) { "the decoder takes it in: it needs no rule" } else { "it has no rule" }
            );
            return Ok(out);
        };
        line!(out, "{:<28} {}", format!("rule of {}", entry.folder), self.at(entry.name.span));
        for replaced in entry.replaced.iter().rev() {
            line!(out, "{:<28} {}", "  overrides", self.at(*replaced));
        }
        match &entry.how {
            OpcodeHow::Unsupported(reason) => {
                line!(out, "\nunsupported: {}", reason.value);
            }
            OpcodeHow::Rule(index) => self.explain_rule(&mut out, pack, &self.model.rules[*index]),
        }
        Ok(out)
    }

    fn explain_rule(&self, out: &mut String, pack: &Pack, rule: &Rule) {
        let RuleText::Opcode(text) = &rule.text else { return };
        line!(out, "\n{}\n", self.files.slice(text.span));
        for argument in &text.arguments {
            let Some(Base::Enum(index)) = self.model.find_type(&argument.kind.value) else { continue };
            let members = pack.enums.get(&index).map(Vec::as_slice).unwrap_or_default();
            let names: Vec<String> = members.iter().enumerate().map(|(i, m)| format!("{i} {}", m.value)).collect();
            let place = members.first().map_or(String::new(), |m| self.at(m.span));
            line!(out, "{:<28} {place}\n    {}", argument.kind.value, names.join(", "));
        }
        let mut called = BTreeSet::new();
        ast::each_expression(&text.body, &mut |expr| {
            if let ExprKind::Call { function, .. } = &expr.kind {
                called.insert(function.value.as_str());
            }
        });
        let externs = self.model.externs.iter().map(|e| ("extern", &e.name));
        let defines = self.model.defines.iter().map(|d| ("define", &d.name));
        for (what, name) in externs.chain(defines).filter(|(_, name)| called.contains(name.value.as_str())) {
            line!(out, "{:<28} {}", format!("{what} {}", name.value), self.at(name.span));
        }
    }

    /// Every rule with its kind, its place, and why it is opaque if it is.
    pub fn list(&self) -> String {
        let mut rows: Vec<(String, String, Span, Option<&str>)> = Vec::new();
        for rule in &self.model.rules {
            let opaque = rule.opaque.as_ref().map(|o| o.value.as_str());
            rows.push((rule.kind.to_string(), rule.name.clone(), rule.span, opaque));
        }
        for guard in &self.model.guards {
            rows.push(("guard".to_string(), guard.name.value.clone(), guard.name.span, None));
        }
        for define in &self.model.defines {
            rows.push(("define".to_string(), define.name.value.clone(), define.name.span, None));
        }
        for object in self.model.objects.iter().filter(|o| o.rebuild.is_none()) {
            rows.push(("object".to_string(), object.class.value.clone(), object.class.span, None));
        }
        let emits: BTreeMap<Span, &str> = self
            .model
            .packs
            .iter()
            .flat_map(|p| p.emits.values().chain(p.stand_ins.values()))
            .map(|e| (e.emit.name.span, e.emit.name.value.as_str()))
            .collect();
        rows.extend(emits.into_iter().map(|(span, name)| ("emit".to_string(), name.to_string(), span, None)));
        rows.sort_by_key(|row| row.2);
        let mut out = String::new();
        for (kind, name, span, opaque) in &rows {
            let opaque = opaque.map_or(String::new(), |reason| format!("  opaque: {reason}"));
            line!(out, "{kind:<9} {name:<44} {}{opaque}", self.at(*span));
        }
        line!(out, "{} rules, {} of them opaque", rows.len(), self.opaque_count());
        out
    }

    /// The externs that serve a single rule, each with that rule, and how many there are of how many. What a define calls
    /// serves every rule that calls the define.
    pub fn externs(&self) -> String {
        let model = &self.model;
        let mut users: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); model.externs.len()];
        for rule in &model.rules {
            let mut pending = Vec::new();
            match &rule.text {
                RuleText::Opcode(o) => pending.extend(calls_in(&o.body)),
                RuleText::Callable(c) => pending.extend(calls_in(&c.body)),
                RuleText::Build(b) => {
                    pending.extend(calls_in(&b.body));
                    b.conditions.iter().for_each(|condition| pending.extend(calls_of(condition)));
                }
                RuleText::Rebuild(_, e) | RuleText::Replay(_, e) => pending.extend(calls_of(e)),
            }
            let mut seen = BTreeSet::new();
            while let Some(name) = pending.pop() {
                if !seen.insert(name) {
                    continue;
                }
                let of_meta = rule.kind == RuleKind::Meta;
                if let Some(index) = model.external(name, of_meta) {
                    users[index].insert(&rule.name);
                } else if let Some(index) = model.define(name, of_meta) {
                    pending.extend(calls_in(&model.defines[index].body));
                }
            }
        }
        let mut out = String::new();
        let lone = model.externs.iter().zip(&users).filter(|(_, users)| users.len() == 1);
        for (external, users) in lone.clone() {
            let rule = users.first().copied().unwrap_or_default();
            line!(out, "{:<24} {:<56} {}", external.name.value, rule, self.at(external.name.span));
        }
        line!(out, "{} of {} externs serve one rule", lone.count(), users.len());
        out
    }

    /// The names of Python objects, each once.
    pub fn names(&self) -> String {
        let names: BTreeSet<_> = crate::names::all(&self.model).into_iter().map(|named| named.path).collect();
        names.into_iter().map(|name| format!("{name}\n")).collect()
    }

    /// What is taken from torch's libraries: library and symbol.
    pub fn symbols(&self) -> String {
        let symbols: BTreeSet<_> =
            crate::symbols::all(&self.model).into_iter().map(|(library, symbol, _)| (library, symbol)).collect();
        symbols.into_iter().map(|(library, symbol)| format!("{library} {symbol}\n")).collect()
    }

    /// The rules that no recorded trace names, and whether that is a mistake. A trace is a text with a rule's name on each
    /// line, by the version that it was recorded on; `known` says of rules why nothing reaches them.
    ///
    /// What only earlier releases of torch reach is left out: all versions are tested with the last.
    /// Where a version is missing, so may be what only its cases reach: nothing is a mistake then.
    pub fn coverage(&self, traces: &BTreeMap<String, String>, known: &BTreeMap<String, String>) -> (String, bool) {
        let reached: BTreeSet<&str> = traces.values().flat_map(|t| t.lines()).map(str::trim).collect();
        let rules = self.model.rules.iter().enumerate();
        let missed: Vec<&Rule> = rules
            .filter(|(index, rule)| !reached.contains(rule.name.as_str()) && releases::holds_for_last(&self.model, *index))
            .map(|(_, rule)| rule)
            .collect();
        let mut out = String::new();
        for rule in &missed {
            let reason = known.get(&rule.name).map_or(String::new(), |reason| format!("  known: {reason}"));
            line!(out, "{:<9} {:<44} {}{reason}", rule.kind.to_string(), rule.name, self.at(rule.span));
        }
        line!(out, "{} of {} rules were not reached", missed.len(), self.model.rules.len());
        let left_out: Vec<&str> =
            self.model.packs.iter().map(|pack| pack.name.as_str()).filter(|name| !traces.contains_key(*name)).collect();
        if !left_out.is_empty() {
            line!(out, "which is no mistake as long as these versions were left out: {}", left_out.join(", "));
            return (out, true);
        }
        let outdated: Vec<&str> =
            known.keys().map(String::as_str).filter(|name| !missed.iter().any(|r| r.name == *name)).collect();
        if !outdated.is_empty() {
            line!(out, "known as not reached, but reached, or no rule: {}", outdated.join(", "));
        }
        (out, outdated.is_empty() && missed.iter().all(|rule| known.contains_key(&rule.name)))
    }
}
