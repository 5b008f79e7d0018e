//! The tables as Rust text: const data of the types in the engine's `tables`, and the traits by which rules call the engine.

use std::fmt::Write as _;

use crate::ast::ParameterKind;
use crate::diagnostics::{Files, Span};
use crate::layout;
use crate::lower::{Code, ObjectPaths, Op};
use crate::model::*;
use crate::typed::{Body, Literal};
use crate::{operators, releases};

/// Everything that the tables are written from.
pub struct Tables<'a> {
    pub files: &'a Files,
    pub model: &'a Model,
    pub bodies: &'a [Body],
    pub code: &'a [Code],
    pub objects: &'a ObjectPaths,
    pub build_order: &'a [usize],
}

/// Writes one line. Writing to a String cannot fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {
        let _ = writeln!($out, $($text)*);
    };
}

mod externs;
mod packs;

/// What is written: one text for each layer of the engine that includes it.
pub struct Texts {
    /// Everything that the rules say.
    pub tables: String,
    /// Where the interpreter that the engine is built for keeps things.
    pub layout: String,
    /// What rules ask of the engine.
    pub externs: String,
    /// What meta rules ask of the engine.
    pub meta_externs: String,
    /// What guards observe.
    pub observations: String,
}

impl Texts {
    /// Each with the name of its file.
    pub fn files(&self) -> [(&'static str, &str); 5] {
        [
            ("tables.rs", &self.tables),
            ("layout.rs", &self.layout),
            ("externs.rs", &self.externs),
            ("meta_externs.rs", &self.meta_externs),
            ("observations.rs", &self.observations),
        ]
    }
}

pub fn emit(tables: &Tables) -> Texts {
    let mut out = begun();
    out.push_str("use super::*;\nuse super::releases::Table;\n\n");
    out.push_str("const fn at(file: &'static str, line: u32) -> Place {\n    Place { file, line }\n}\n\n");
    tables.types(&mut out);
    tables.rules(&mut out);
    tables.objects(&mut out);
    tables.guards(&mut out);
    tables.builds(&mut out);
    tables.callees(&mut out);
    tables.packs(&mut out);
    for table in &tables.model.tables {
        flat(&mut out, tables.model, table);
    }
    operators::emit(&mut out, tables.model);
    let mut layout = begun();
    layout::emit(&tables.model.packs, &mut layout);
    Texts {
        tables: out,
        layout,
        externs: tables.externs(),
        meta_externs: tables.meta_externs(),
        observations: tables.observations(),
    }
}

fn begun() -> String {
    "// Written by rulec from rules/. Do not edit.\n\n".to_owned()
}

impl Tables<'_> {
    fn place(&self, span: Span) -> String {
        format!("at({:?}, {})", self.files.name(span.file), self.files.line(span))
    }

    // ------------------------------------------------------------ types

    fn types(&self, out: &mut String) {
        line!(out, "/// Every type of the rule language.");
        line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Type {{");
        for name in self.model.type_names() {
            line!(out, "    {name},");
        }
        line!(out, "}}\n");
        for e in self.model.enums.iter().filter(|e| e.declared_here) {
            let name = &e.name.value;
            let variants: Vec<String> = e.members.iter().map(|member| camel(&member.value)).collect();
            line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]");
            line!(out, "pub enum {name} {{\n    {},\n}}\n", variants.join(",\n    "));
            line!(out, "impl {name} {{\n    /// The member as rules and facts write it.");
            line!(out, "    pub const fn word(self) -> &'static str {{\n        match self {{");
            for member in &e.members {
                line!(out, "            Self::{} => {:?},", camel(&member.value), member.value);
            }
            line!(out, "        }}\n    }}\n}}\n");
        }
    }

    fn type_variant(&self, ty: Type) -> String {
        format!("Type::{}", self.model.spell(ty.base.sure()))
    }

    /// How a member that a rule names becomes an argument.
    fn members(&self, out: &mut String) {
        for e in self.model.enums.iter().filter(|e| e.declared_here) {
            let name = &e.name.value;
            let all: Vec<String> =
                e.members.iter().map(|member| format!("crate::tables::{name}::{}", camel(&member.value))).collect();
            line!(out, "impl FromSlot for crate::tables::{name} {{\n    fn from_slot(slot: Slot) -> Flow<Self> {{");
            line!(out, "        slot::member(slot, &[{}])\n    }}\n}}\n", all.join(", "));
        }
    }

    // ------------------------------------------------------------ rules

    fn rules(&self, out: &mut String) {
        line!(out, "/// Dotted names of the Python objects that rules name.");
        line!(out, "pub static OBJECT_PATHS: &[&str] = &{:?};\n", self.objects.paths);
        line!(out, "pub static RULES: &[Rule] = &[");
        for ((rule, body), code) in self.model.rules.iter().zip(self.bodies).zip(self.code) {
            line!(out, "    Rule {{");
            line!(out, "        name: {:?},", rule.name);
            line!(out, "        place: {},", self.place(rule.span));
            line!(out, "        parameters: &[");
            for parameter in &body.parameters {
                let kind = match parameter.kind {
                    ParameterKind::PositionalOnly => "PositionalOnly",
                    ParameterKind::Positional => "Positional",
                    ParameterKind::KeywordOnly => "KeywordOnly",
                    ParameterKind::Rest => "Rest",
                    ParameterKind::Keywords => "Keywords",
                };
                let default = match &parameter.default {
                    Some(literal) => format!("Some({})", self.literal(literal)),
                    None => "None".to_string(),
                };
                line!(
                    out,
                    "            Parameter {{ name: {:?}, kind: ParameterKind::{kind}, ty: {}, optional: {}, default: {default} }},",
                    parameter.name,
                    self.type_variant(parameter.ty),
                    parameter.ty.perhaps
                );
            }
            line!(out, "        ],");
            line!(out, "        registers: {},", code.registers);
            line!(out, "        body: &[");
            for (i, op) in code.ops.iter().enumerate() {
                line!(out, "            /* {i:2} */ Op::{},", self.op(op));
            }
            line!(out, "        ],\n    }},");
        }
        line!(out, "];\n");
    }

    fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::None => "Literal::None".to_string(),
            Literal::Missing => "Literal::Missing".to_string(),
            Literal::Bool(b) => format!("Literal::Bool({b})"),
            Literal::Int(i) => format!("Literal::Int({i})"),
            Literal::Text(text) => format!("Literal::Text({text:?})"),
            Literal::Name(text) => format!("Literal::Name({text:?})"),
            Literal::Object(path) => format!("Literal::Object({})", self.objects.get(path)),
        }
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Call { function, args, to } => {
                let name = &self.model.externs[*function as usize].name.value;
                format!("Call {{ function: {function} /* {name} */, args: &{args:?}, to: {to} }}")
            }
            Op::Observe { guard, source, parameter, to } => {
                let name = &self.model.guards[*guard as usize].name.value;
                format!("Observe {{ guard: {guard} /* {name} */, source: {source}, parameter: {parameter:?}, to: {to} }}")
            }
            Op::Load { to, value } => format!("Load {{ to: {to}, value: {} }}", self.literal(value)),
            Op::Constant { to, value } => format!("Constant {{ to: {to}, value: {} }}", self.literal(value)),
            Op::Compare { how, left, right, to } => {
                format!("Compare {{ how: Comparison::{how}, left: {left}, right: {right}, to: {to} }}")
            }
            Op::Arithmetic { how, left, right, to } => {
                format!("Arithmetic {{ how: Arithmetic::{how}, left: {left}, right: {right}, to: {to} }}")
            }
            Op::Collect { parts, to } => format!("Collect {{ parts: &{parts:?}, to: {to} }}"),
            Op::Raise { class, args } => format!("Raise {{ class: {class}, args: &{args:?} }}"),
            Op::Break { text, args } => format!("Break {{ text: {text:?}, args: &{args:?} }}"),
            Op::Fail { text, args } => format!("Fail {{ text: {text:?}, args: &{args:?} }}"),
            // The rest holds numbers alone, which print as Rust reads them.
            other => format!("{other:?}"),
        }
    }

    // ------------------------------------------------------------ objects, guards, builds, callees

    fn objects(&self, out: &mut String) {
        line!(out, "/// The releases of torch that the tables hold for, oldest first: their bits in a [`Table`].");
        let releases = self.model.releases.iter();
        let releases: Vec<_> = releases.map(|release| (release.version, release.name.as_str())).collect();
        line!(out, "pub static RELEASES: &[((u8, u8), &str)] = &{releases:?};\n");
        line!(out, "pub static OBJECTS: Table<ObjectRule> = Table::new(&[");
        for object in &self.model.objects {
            let fields: Vec<&str> = object.fields.iter().map(|(name, _)| name.value.as_str()).collect();
            line!(
                out,
                "    ObjectRule {{ class: {:?}, state: &{fields:?}, rebuild: {:?}, replay: {:?} }},",
                object.class.value,
                object.rebuild,
                object.replay
            );
        }
        self.end_of_table(out, self.model.objects.iter().map(|object| object.reach));
    }

    fn guards(&self, out: &mut String) {
        line!(out, "/// The number of each guard rule.");
        line!(out, "pub mod guard_rules {{");
        for (number, guard) in self.model.guards.iter().enumerate() {
            line!(out, "    pub const {}: u16 = {number};", guard.name.value);
        }
        line!(out, "}}\n");
        line!(out, "pub static GUARDS: &[GuardRule] = &[");
        for g in &self.model.guards {
            line!(
                out,
                "    GuardRule {{ name: {:?}, observation: {}, cost: {}, implies: &{:?}, text: {:?}, explain: {:?} }},",
                g.name.value,
                g.observation,
                g.cost,
                g.implies,
                g.text,
                g.explain
            );
        }
        line!(out, "];\n");
    }

    fn builds(&self, out: &mut String) {
        line!(out, "/// By class, the exact match first, in the order in which they are tried.");
        line!(out, "pub static BUILDS: Table<BuildRule> = Table::new(&[");
        for build in self.build_order.iter().map(|i| &self.model.builds[*i]) {
            line!(out, "    BuildRule {{ rule: {}, class: {:?}, exact: {} }},", build.rule, build.class.value, build.exact);
        }
        self.end_of_table(out, self.build_order.iter().map(|i| self.model.builds[*i].reach));
    }

    fn callees(&self, out: &mut String) {
        for (name, entries) in [("CALLEES", &self.model.callees), ("NAMESPACES", &self.model.namespaces)] {
            let mut sorted: Vec<&CalleeEntry> = entries.iter().collect();
            sorted.sort_by_key(|e| (&e.path.value, e.access, e.reach.pack));
            line!(out, "/// By path.");
            line!(out, "pub static {name}: Table<CalleeRule> = Table::new(&[");
            for entry in &sorted {
                let how = match &entry.how {
                    Callee::Rule(index) => format!("Rule({index})"),
                    Callee::Traced(polyfill) => format!("Traced({polyfill:?})"),
                    Callee::Through(function) => format!("Through({function:?})"),
                    Callee::Unsupported(reason) => format!("Unsupported({reason:?})"),
                    Callee::Pure(reason) => format!("Pure(Purity::{reason:?})"),
                    plain => format!("{plain:?}"),
                };
                line!(
                    out,
                    "    CalleeRule {{ path: {:?}, access: Access::{:?}, how: Callee::{how} }},",
                    entry.path.value,
                    entry.access
                );
            }
            self.end_of_table(out, sorted.iter().map(|entry| entry.reach));
        }
        let mut metas: Vec<&MetaEntry> = self.model.metas.iter().collect();
        metas.sort_by_key(|meta| (&meta.target.value, meta.reach.pack));
        line!(out, "/// Shapes of results: operator and rule, by operator.");
        let rows: Vec<_> = metas.iter().map(|meta| (meta.target.value.as_str(), meta.rule)).collect();
        line!(out, "pub static METAS: Table<(&str, u16)> = Table::new(&[");
        for row in rows {
            line!(out, "    {row:?},");
        }
        self.end_of_table(out, metas.iter().map(|meta| meta.reach));
    }

    /// Behind the rows of a table: for which releases each holds, if not all do for all.
    fn end_of_table(&self, out: &mut String, rows: impl Iterator<Item = Reach>) {
        end_of_table(out, &self.model.releases, rows);
    }
}

pub fn end_of_table(out: &mut String, releases: &[Release], rows: impl Iterator<Item = Reach>) {
    let masks: Vec<u32> = rows.map(|reach| reach.releases).collect();
    let all = releases::all(releases);
    let told: &[u32] = if masks.iter().all(|mask| *mask == all) { &[] } else { &masks };
    line!(out, "], &{told:?});\n");
}

fn flat(out: &mut String, model: &Model, table: &FlatTable) {
    let releases = &model.releases;
    match table {
        FlatTable::Names { stem, entries } => {
            let name = camel(stem.strip_suffix('s').unwrap_or(stem));
            let mut keys: Vec<&str> = Vec::new();
            for (key, ..) in entries {
                if !keys.contains(&key.value.as_str()) {
                    keys.push(&key.value);
                }
            }
            line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\n#[repr(u16)]\npub enum {name} {{");
            for key in &keys {
                line!(out, "    {},", camel(key));
            }
            line!(out, "}}\n");
            line!(out, "/// By index of [`{name}`]: what the rules call it, and its text.");
            line!(out, "pub static {}: Table<(&str, &str)> = Table::new(&[", stem.to_uppercase());
            // Every release has one text for each, in the same order.
            let of_key = |key: &'_ &str| entries.iter().filter(|(word, ..)| word.value == **key).collect::<Vec<_>>();
            let sorted: Vec<_> = keys.iter().flat_map(of_key).collect();
            for (key, text, _) in &sorted {
                line!(out, "    ({:?}, {:?}),", key.value, text.value);
            }
            end_of_table(out, releases, sorted.iter().map(|(_, _, reach)| *reach));
        }
        FlatTable::Rows { stem, columns, rows } => {
            let name = camel(stem.strip_suffix('s').unwrap_or(stem));
            line!(out, "#[derive(Debug, Clone, Copy)]\npub struct {name} {{");
            for (column, kind) in columns {
                let text = kind.closed.map_or("&'static str", |of| model.enums[of as usize].name.value.as_str());
                let ty = match kind.kind {
                    ColumnKind::Text => text.to_string(),
                    ColumnKind::Int => "i64".to_string(),
                    ColumnKind::Bool => "bool".to_string(),
                    ColumnKind::Texts => format!("&'static [{text}]"),
                };
                let ty = if kind.perhaps { format!("Option<{ty}>") } else { ty };
                line!(out, "    pub {}: {ty},", identifier(column));
            }
            line!(out, "}}\n");
            line!(out, "pub static {}: Table<{name}> = Table::new(&[", stem.to_uppercase());
            for row in rows {
                let cells: Vec<String> = row
                    .cells
                    .iter()
                    .zip(columns)
                    .map(|(cell, (column, kind))| {
                        let word = |word: &String| match kind.closed {
                            Some(of) => format!("{}::{}", model.enums[of as usize].name.value, camel(word)),
                            None => format!("{word:?}"),
                        };
                        let text = match cell {
                            None => "None".to_string(),
                            Some(Cell::Text(t)) => word(t),
                            Some(Cell::Int(i)) => i.to_string(),
                            Some(Cell::Bool(b)) => b.to_string(),
                            Some(Cell::Texts(t)) => format!("&[{}]", t.iter().map(word).collect::<Vec<_>>().join(", ")),
                        };
                        let text = if kind.perhaps && cell.is_some() { format!("Some({text})") } else { text };
                        format!("{}: {text}", identifier(column))
                    })
                    .collect();
                line!(out, "    {name} {{ {} }},", cells.join(", "));
            }
            end_of_table(out, releases, rows.iter().map(|row| row.reach));
        }
    }
}

/// `load_const` and `LOAD_CONST` become `LoadConst`; `LoadConst` stays.
pub fn camel(name: &str) -> String {
    let mut out = String::new();
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut letters = part.chars();
        let Some(first) = letters.next() else { continue };
        out.extend(first.to_uppercase());
        let rest = letters.as_str();
        let shouted = !rest.chars().any(|c| c.is_ascii_lowercase());
        out.push_str(&if shouted { rest.to_lowercase() } else { rest.to_string() });
    }
    out
}

/// A name as Rust takes it.
fn identifier(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "as", "async", "await", "box", "break", "const", "continue", "dyn", "else", "enum", "extern", "false", "fn", "for", "if",
        "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static", "struct", "trait", "true",
        "type", "unsafe", "use", "where", "while", "yield",
    ];
    match name {
        // `self` cannot be written as a raw identifier.
        "self" => "itself".to_string(),
        _ if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name.to_string(),
    }
}
