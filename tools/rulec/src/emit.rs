//! The tables as Rust text: const data of the types in the engine's `tables`, and the traits by which rules call the engine.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::ast::{ParameterKind, StandIn};
use crate::diagnostics::{Diagnostics, Files, Span};
use crate::layout;
use crate::lower::{Code, ObjectPaths, Op};
use crate::model::*;
use crate::packs::Operand;
use crate::typed::{Body, Count, Literal, Register, StackItem};
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

    // ------------------------------------------------------------ types and externs

    fn types(&self, out: &mut String) {
        line!(out, "/// Every type of the rule language.");
        line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Type {{");
        for name in self.model.type_names() {
            line!(out, "    {name},");
        }
        line!(out, "}}\n");
        line!(out, "/// Enums and their members; a member is known by its index here.");
        line!(out, "pub static ENUMS: &[(&str, &[&str])] = &[");
        for e in &self.model.enums {
            let members: Vec<&str> = e.members.iter().map(|m| m.value.as_str()).collect();
            line!(out, "    ({:?}, &{members:?}),", e.name.value);
        }
        line!(out, "];\n");
        for e in self.model.enums.iter().filter(|e| e.declared_here) {
            let name = &e.name.value;
            let variants: Vec<String> = e.members.iter().map(|member| camel(&member.value)).collect();
            line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]");
            line!(out, "pub enum {name} {{\n    {},\n}}\n", variants.join(",\n    "));
        }
    }

    fn type_variant(&self, ty: Type) -> String {
        format!("Type::{}", self.model.spell(ty.base.sure()))
    }

    fn rust_type(&self, ty: Type) -> String {
        let name = match ty.base {
            Base::Value => "types::Value",
            Base::Values => "types::Values",
            Base::Enum(i) if self.model.enums[i as usize].declared_here => {
                &format!("crate::tables::{}", self.model.enums[i as usize].name.value)
            }
            Base::Int | Base::Local | Base::Const | Base::Deref | Base::Enum(_) => "i64",
            Base::Bool => "bool",
            Base::Text => "&'static str",
            Base::Name => "types::Name",
            Base::Object => "types::Object",
            Base::Source => "types::SourceId",
            Base::Jump => "types::Jump",
            Base::Nothing | Base::None | Base::Unknown => "()",
            Base::Never => "std::convert::Infallible",
            Base::Declared(i) => &format!("types::{}", self.model.types[i as usize].value),
        };
        if ty.perhaps { format!("Option<{name}>") } else { name.to_string() }
    }

    fn externs(&self) -> String {
        let mut out = begun();
        out.push_str("#[allow(unused_imports)]\nuse super::slot::{self, FromSlot, IntoSlot, Slot};\n");
        out.push_str("#[allow(unused_imports)]\nuse super::{Flow, types};\n\n");
        self.extern_traits(&mut out, "Externs", false);
        self.members(&mut out);
        self.dispatch(&mut out);
        out
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

    fn meta_externs(&self) -> String {
        let mut out = begun();
        out.push_str("use super::words as meta;\n\n");
        self.extern_traits(&mut out, "ExternsOfMeta", true);
        self.meta_dispatch(&mut out);
        out
    }

    fn observations(&self) -> String {
        let mut out = begun();
        line!(out, "/// What guards observe, by the number in `GuardRule`.");
        line!(out, "pub static OBSERVATIONS: &[&dyn Observation] = &[");
        for observation in &self.model.observations {
            line!(out, "    &{},", camel(&observation.name.value));
        }
        line!(out, "];\n");
        line!(out, "/// By the same number: those that may ask Python.");
        line!(out, "pub static ASKING: &[Option<&dyn Asking>] = &[");
        for observation in &self.model.observations {
            let asking = format!("Some(&{})", camel(&observation.name.value));
            line!(out, "    {},", if observation.asks { &asking } else { "None" });
        }
        line!(out, "];");
        out
    }

    /// One trait for each file of externs, and one that is all of them.
    fn extern_traits(&self, out: &mut String, whole: &str, of_meta: bool) {
        let externs = || self.model.externs.iter().filter(|e| e.of_meta == of_meta);
        let mut files: Vec<u32> = externs().map(|e| e.name.span.file).collect();
        files.dedup();
        let mut traits = Vec::new();
        for file in files {
            let path = self.files.name(file);
            let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rule");
            let name = format!("{}Externs", camel(stem));
            line!(out, "/// What the rules ask of the engine by {path}, one method for each `extern fn`.");
            line!(out, "pub trait {name} {{");
            for external in externs().filter(|e| e.name.span.file == file) {
                self.method(out, external);
            }
            line!(out, "}}\n");
            traits.push(name);
        }
        let (bounds, all) = match traits.join(" + ") {
            none if none.is_empty() => (none, "?Sized".to_string()),
            some => (format!(": {some}"), format!("{some} + ?Sized")),
        };
        line!(out, "/// Everything that {} ask.", if of_meta { "the meta rules" } else { "the rules" });
        line!(out, "pub trait {whole}{bounds} {{}}\n\nimpl<T: {all}> {whole} for T {{}}\n");
    }

    fn dispatch(&self, out: &mut String) {
        line!(out, "/// Calls an extern by its number.");
        line!(out, "pub fn call_extern<E: Externs + ?Sized>(engine: &mut E, id: u16, args: &[Slot]) -> Flow<Slot> {{");
        line!(out, "    let _ = &engine;\n    match (id, args) {{");
        // Each in a closure: without optimisation, a function's frame has room for the variables of all arms at once.
        for (id, external) in self.model.externs.iter().enumerate().filter(|(_, external)| !external.of_meta) {
            let names: Vec<String> = (0..external.parameters.len()).map(|i| format!("a{i}")).collect();
            let given: Vec<String> = names.iter().map(|n| format!("FromSlot::from_slot(*{n})?")).collect();
            let (name, given) = (identifier(&external.name.value), given.join(", "));
            line!(
                out,
                "        ({id}, [{}]) => slot::apart(|| engine.{name}({given}).map(IntoSlot::into_slot)),",
                names.join(", ")
            );
        }
        line!(out, "        _ => Err(slot::no_such_extern(id, args)),\n    }}\n}}\n");
    }

    fn meta_dispatch(&self, out: &mut String) {
        line!(out, "/// Calls an extern of meta rules by its number.");
        line!(
            out,
            "pub fn call_meta_extern<E: ExternsOfMeta + ?Sized>(machine: &mut E, id: u16, args: &[meta::MetaArgument]) -> Option<meta::MetaArgument> {{"
        );
        line!(out, "    let _ = &machine;\n    match (id, args) {{");
        for (id, external) in self.model.externs.iter().enumerate().filter(|(_, external)| external.of_meta) {
            let names: Vec<String> = (0..external.parameters.len()).map(|i| format!("a{i}")).collect();
            let given: Vec<String> = names.iter().map(|n| format!("meta::FromArgument::from_argument({n})?")).collect();
            let (name, given) = (identifier(&external.name.value), given.join(", "));
            line!(
                out,
                "        ({id}, [{}]) => machine.{name}({given}).map(meta::IntoArgument::into_argument),",
                names.join(", ")
            );
        }
        line!(out, "        _ => None,\n    }}\n}}\n");
    }

    /// The Rust type of a word in meta rules.
    fn meta_type(&self, ty: Type) -> String {
        let name = match ty.base {
            Base::Int => "meta::Dim",
            Base::Bool => "bool",
            Base::Text => "meta::Text",
            Base::Values => "meta::Items",
            Base::Nothing => "()",
            Base::Declared(i) => &format!("meta::{}", self.model.types[i as usize].value),
            _ => "meta::MetaArgument",
        };
        if ty.perhaps { format!("Option<{name}>") } else { name.to_string() }
    }

    fn method(&self, out: &mut String, external: &Extern) {
        let spell = |ty| if external.of_meta { self.meta_type(ty) } else { self.rust_type(ty) };
        let parameters = external.parameters.iter();
        let parameters: String = parameters.map(|(name, ty)| format!(", {}: {}", identifier(&name.value), spell(*ty))).collect();
        let (name, result) = (identifier(&external.name.value), spell(external.result));
        let answer = if external.of_meta { "Option" } else { "Flow" };
        line!(out, "    /// Line {}.", self.files.line(external.name.span));
        line!(out, "    fn {name}(&mut self{parameters}) -> {answer}<{result}>;");
    }

    // ------------------------------------------------------------ rules

    fn rules(&self, out: &mut String) {
        line!(out, "/// The names of the externs, by number.");
        let names: Vec<&str> = self.model.externs.iter().map(|e| e.name.value.as_str()).collect();
        line!(out, "pub static EXTERNS: &[&str] = &{names:?};\n");
        line!(out, "/// Dotted names of the Python objects that rules name.");
        line!(out, "pub static OBJECT_PATHS: &[&str] = &{:?};\n", self.objects.paths);
        line!(out, "pub static RULES: &[Rule] = &[");
        for ((rule, body), code) in self.model.rules.iter().zip(self.bodies).zip(self.code) {
            line!(out, "    Rule {{");
            line!(out, "        name: {:?},", rule.name);
            line!(out, "        kind: RuleKind::{:?},", rule.kind);
            line!(out, "        place: {},", self.place(rule.span));
            line!(out, "        opaque: {:?},", rule.opaque.as_ref().map(|o| o.value.as_str()));
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
                "    ObjectRule {{ class: {:?}, place: {}, state: &{fields:?}, rebuild: {:?} }},",
                object.class.value,
                self.place(object.class.span),
                object.rebuild
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
                "    GuardRule {{ name: {:?}, place: {}, observation: {}, cost: {}, implies: &{:?}, text: {:?}, explain: {:?} }},",
                g.name.value,
                self.place(g.name.span),
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
            line!(
                out,
                "    BuildRule {{ rule: {}, class: {:?}, exact: {}, conditions: {:?} }},",
                build.rule,
                build.class.value,
                build.exact,
                build.conditions
            );
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

    // ------------------------------------------------------------ packs

    fn packs(&self, out: &mut String) {
        let emits: BTreeSet<&str> = self.model.packs.iter().flat_map(|p| p.emits.keys().map(String::as_str)).collect();
        line!(out, "/// The instruction sequences of code generation.");
        line!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Emit {{");
        for name in &emits {
            line!(out, "    {},", camel(name));
        }
        line!(out, "}}\n");
        for pack in &self.model.packs {
            self.opcodes(out, pack);
            let of_all = emits.iter().filter_map(|name| pack.emits.get(*name));
            self.emits(out, pack, "EMITS", of_all);
            for (name, kind) in [("ALONE", StandIn::Alone), ("APART", StandIn::Apart)] {
                let stand_ins = pack.stand_ins.iter().filter(|((k, ..), _)| *k == kind).map(|(_, emit)| emit);
                self.emits(out, pack, name, stand_ins);
            }
        }
        line!(out, "pub static PACKS: &[Pack] = &[");
        for pack in &self.model.packs {
            let suffix = suffix(pack);
            let number = |name: &Option<crate::diagnostics::Word>| {
                name.as_ref().and_then(|n| pack.number(&n.value)).map_or("None".to_string(), |n| format!("Some({n})"))
            };
            let extended = pack.extended_arg.as_ref().and_then(|n| pack.number(&n.value)).unwrap_or(0);
            line!(out, "    Pack {{");
            line!(out, "        version: {:?},", pack.version);
            line!(out, "        opcodes: &OPCODES_{suffix},");
            line!(out, "        extended_arg: {extended},");
            line!(out, "        cache: {},", number(&pack.cache));
            line!(out, "        watches_dicts: {},", pack.watched.iter().any(|word| word.value == "dicts"));
            line!(out, "        enums: &[");
            for (index, e) in self.model.enums.iter().enumerate() {
                let members = pack.enums.get(&(index as u16)).map(Vec::as_slice).unwrap_or_default();
                let places: Vec<usize> =
                    members.iter().filter_map(|m| e.members.iter().position(|k| k.value == m.value)).collect();
                line!(out, "            &{places:?},");
            }
            line!(out, "        ],");
            line!(out, "        emits: EMITS_{suffix},");
            line!(out, "        alone: ALONE_{suffix},\n        apart: APART_{suffix},");
            line!(out, "    }},");
        }
        line!(out, "];\n");
    }

    fn opcodes(&self, out: &mut String, pack: &Pack) {
        line!(out, "static OPCODES_{}: [Option<OpcodeRule>; 256] = {{", suffix(pack));
        line!(out, "    let mut opcodes = [None; 256];");
        for (name, number) in &pack.opmap {
            let Some(opcode) = pack.opcodes.get(&name.value) else { continue };
            let caches = pack.caches.get(&name.value).map_or(0, |(count, _)| *count);
            line!(out, "    opcodes[{number}] = Some(OpcodeRule {{");
            line!(out, "        name: {:?},\n        number: {number},\n        caches: {caches},", name.value);
            match &opcode.how {
                OpcodeHow::Rule(index) => self.signature(out, *index),
                OpcodeHow::Unsupported(reason) => {
                    line!(out, "        arguments: &[],\n        inputs: &[],\n        outputs: &[],");
                    line!(out, "        rule: Err({:?}),\n        jumps: false,\n        ends_block: false,", reason.value);
                }
            }
            line!(out, "    }});");
        }
        line!(out, "    opcodes\n}};\n");
    }

    fn signature(&self, out: &mut String, index: usize) {
        let body = &self.bodies[index];
        let RuleText::Opcode(text) = &self.model.rules[index].text else { return };
        line!(out, "        arguments: &[");
        for argument in &text.arguments {
            let kind = match self.model.find_type(&argument.kind.value) {
                Some(Base::Enum(index)) => format!("Enum({index})"),
                _ => argument.kind.value.clone(),
            };
            line!(
                out,
                "            Argument {{ name: {:?}, kind: ArgumentKind::{kind}, shift: {}, mask: {:#x} }},",
                argument.name.value,
                argument.shift,
                argument.mask
            );
        }
        line!(out, "        ],");
        for (name, items) in [("inputs", &body.stack.inputs), ("outputs", &body.stack.outputs)] {
            let items: Vec<String> = items.iter().map(stack_item).collect();
            line!(out, "        {name}: &[{}],", items.join(", "));
        }
        line!(out, "        rule: Ok({index}),");
        line!(out, "        jumps: {},\n        ends_block: {},", body.jumps, !body.falls_through);
    }

    fn emits<'a>(&self, out: &mut String, pack: &Pack, table: &str, emits: impl Iterator<Item = &'a PackEmit>) {
        line!(out, "static {table}_{}: &[EmitRule] = &[", suffix(pack));
        // The model was checked: what assembling would report was reported.
        let mut unused = Diagnostics::default();
        for emit in emits.map(|e| &e.emit) {
            let numbers: Vec<Option<u32>> = emit.operands.iter().map(|o| o.number).collect();
            line!(
                out,
                "    EmitRule {{ name: {:?}, place: {}, operands: &{numbers:?}, code: &[",
                emit.name.value,
                self.place(emit.name.span)
            );
            for (opcode, operand) in pack.assemble(self.model, emit, &mut unused) {
                let argument = match operand {
                    Operand::None => "None".to_string(),
                    Operand::Number(n) => format!("Number({n})"),
                    Operand::Object(path) => format!("Object({path:?})"),
                    Operand::Operand { index, shift, or } => format!("Operand {{ index: {index}, shift: {shift}, or: {or} }}"),
                };
                line!(out, "        EmitOp {{ opcode: {opcode}, argument: EmitArgument::{argument} }},");
            }
            line!(out, "    ] }},");
        }
        line!(out, "];\n");
    }
}

fn suffix(pack: &Pack) -> String {
    format!("{}_{}", pack.version.0, pack.version.1)
}

fn stack_item(item: &StackItem) -> String {
    let count = match item.count {
        Count::One => "Count::One".to_string(),
        Count::Constant(count) => format!("Count::Constant({count})"),
        Count::Sum { first, second, offset } => {
            format!("Count::Sum {{ first: {first}, second: {second}, offset: {offset} }}")
        }
        Count::Linear { register, scale, offset } => {
            format!("Count::Argument {{ register: {register}, scale: {scale}, offset: {offset} }}")
        }
    };
    let register: Register = item.register;
    format!("StackItem {{ name: {:?}, register: {register}, count: {count}, when: When::{:?} }}", item.name, item.way)
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
