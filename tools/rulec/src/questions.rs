//! What the command-line tool answers: explain, list, coverage.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Output;
use crate::ast::{Block, Condition, Expr, ExprKind, Over, StatementKind};
use crate::diagnostics::Span;
use crate::model::*;
use crate::releases;

/// Writes one line. Writing to a String cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {
        let _ = writeln!($out, $($text)*);
    };
}

impl Output {
    fn at(&self, span: Span) -> String {
        format!("{}:{}", self.files.name(span.file), self.files.line(span))
    }

    /// An opcode of a version as it is after inheritance, and where each part came from.
    pub fn explain(&self, version: &str, opcode: &str) -> Result<String, String> {
        let packs: Vec<&str> = self.model.packs.iter().map(|p| p.name.as_str()).collect();
        let pack = self.model.packs.iter().find(|p| p.name == version);
        let pack = pack.ok_or_else(|| format!("there is no pack {version}; there are: {}", packs.join(", ")))?;
        let numbered = pack.opmap.iter().find(|(n, _)| n.value == opcode);
        let (name, number) = numbered.ok_or_else(|| format!("{version} has no opcode {opcode}"))?;
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
            line!(out, "\nThe decoder alone meets it: it has no rule.");
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
        calls_of_block(&text.body, &mut called);
        for external in self.model.externs.iter().filter(|e| called.contains(e.name.value.as_str())) {
            line!(out, "{:<28} {}", format!("extern {}", external.name.value), self.at(external.name.span));
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

fn calls_of_block<'a>(block: &'a Block, into: &mut BTreeSet<&'a str>) {
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Bind { value, .. } | StatementKind::SetField { value, .. } => calls_of(value, into),
            StatementKind::Evaluate(value) | StatementKind::Jump(value) => calls_of(value, into),
            StatementKind::If { condition, then, otherwise } => {
                match condition {
                    Condition::True(value) | Condition::Some(_, value) => calls_of(value, into),
                }
                calls_of_block(then, into);
                otherwise.iter().for_each(|b| calls_of_block(b, into));
            }
            StatementKind::For { over, body, .. } => {
                calls_of_over(over, into);
                calls_of_block(body, into);
            }
            StatementKind::Return(value) => value.iter().for_each(|v| calls_of(v, into)),
            StatementKind::Raise { class, arguments } => {
                calls_of(class, into);
                arguments.iter().for_each(|a| calls_of(a, into));
            }
            StatementKind::Require { condition, .. } => calls_of(condition, into),
            StatementKind::GraphBreak(_) | StatementKind::Drop(_) => {}
        }
    }
}

fn calls_of_over<'a>(over: &'a Over, into: &mut BTreeSet<&'a str>) {
    match over {
        Over::Values(values) => calls_of(values, into),
        Over::Range(from, to) => {
            calls_of(from, into);
            calls_of(to, into);
        }
    }
}

fn calls_of<'a>(expr: &'a Expr, into: &mut BTreeSet<&'a str>) {
    match &expr.kind {
        ExprKind::Call { function, arguments } => {
            into.insert(&function.value);
            arguments.iter().for_each(|a| calls_of(a, into));
        }
        ExprKind::Observe { source, parameter, .. } => {
            calls_of(source, into);
            parameter.iter().for_each(|p| calls_of(p, into));
        }
        ExprKind::Field { of, .. } | ExprKind::Not(of) => calls_of(of, into),
        ExprKind::Index { of, index } => {
            calls_of(of, into);
            calls_of(index, into);
        }
        ExprKind::List(parts) => parts.iter().for_each(|(part, _)| calls_of(part, into)),
        ExprKind::Binary { left, right, .. } => {
            calls_of(left, into);
            calls_of(right, into);
        }
        ExprKind::Each { over, body, .. } => {
            calls_of_over(over, into);
            calls_of(body, into);
        }
        ExprKind::Name(_) | ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) => {}
        ExprKind::Text(_) | ExprKind::Python(_) => {}
    }
}
