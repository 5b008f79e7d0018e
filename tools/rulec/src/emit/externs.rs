//! The traits by which rules call the engine, the calls by number, and what guards observe.

use std::fmt::Write as _;

use super::{Tables, begun, camel, identifier};
use crate::model::*;

impl Tables<'_> {
    pub(super) fn externs(&self) -> String {
        let mut out = begun();
        out.push_str("#[allow(unused_imports)]\nuse super::slot::{self, FromSlot, IntoSlot, Slot};\n");
        out.push_str("#[allow(unused_imports)]\nuse super::{Flow, types};\n\n");
        self.extern_traits(&mut out, "Externs", false);
        self.members(&mut out);
        self.dispatch(&mut out);
        out
    }

    pub(super) fn meta_externs(&self) -> String {
        let mut out = begun();
        out.push_str("use super::words as meta;\n\n");
        self.extern_traits(&mut out, "ExternsOfMeta", true);
        self.meta_dispatch(&mut out);
        out
    }

    pub(super) fn observations(&self) -> String {
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

    fn method(&self, out: &mut String, external: &Extern) {
        let spell = |ty| if external.of_meta { self.meta_type(ty) } else { self.rust_type(ty) };
        let parameters = external.parameters.iter();
        let parameters: String = parameters.map(|(name, ty)| format!(", {}: {}", identifier(&name.value), spell(*ty))).collect();
        let (name, result) = (identifier(&external.name.value), spell(external.result));
        let answer = if external.of_meta { "Option" } else { "Flow" };
        line!(out, "    /// Line {}.", self.files.line(external.name.span));
        line!(out, "    fn {name}(&mut self{parameters}) -> {answer}<{result}>;");
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
}
