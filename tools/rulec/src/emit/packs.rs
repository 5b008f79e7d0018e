//! The tables of each version of CPython: opcodes, and the instruction sequences of code generation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Tables, camel};
use crate::ast::StandIn;
use crate::diagnostics::Diagnostics;
use crate::model::*;
use crate::packs::Operand;
use crate::typed::{Count, Register, StackItem};

impl Tables<'_> {
    pub(super) fn packs(&self, out: &mut String) {
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
            let extended = pack.extended_arg.as_ref().and_then(|n| pack.number(&n.value)).unwrap_or(0);
            line!(out, "    Pack {{");
            line!(out, "        version: {:?},", pack.version);
            line!(out, "        opcodes: &OPCODES_{suffix},");
            line!(out, "        extended_arg: {extended},");
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
            line!(out, "        name: {:?},\n        caches: {caches},", name.value);
            match &opcode.how {
                OpcodeHow::Rule(index) => self.signature(out, *index),
                OpcodeHow::Unsupported(reason) => {
                    line!(out, "        arguments: &[],\n        inputs: &[],\n        outputs: &[],");
                    line!(out, "        rule: Err({:?}),", reason.value);
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
                "            Argument {{ kind: ArgumentKind::{kind}, shift: {}, mask: {:#x} }},",
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
    }

    fn emits<'a>(&self, out: &mut String, pack: &Pack, table: &str, emits: impl Iterator<Item = &'a PackEmit>) {
        line!(out, "static {table}_{}: &[EmitRule] = &[", suffix(pack));
        // The model was checked: what assembling would report was reported.
        let mut unused = Diagnostics::default();
        for emit in emits.map(|e| &e.emit) {
            let numbers: Vec<Option<u32>> = emit.operands.iter().map(|o| o.number).collect();
            line!(out, "    EmitRule {{ name: {:?}, operands: &{numbers:?}, code: &[", emit.name.value);
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
    let (name, null, when) = (&item.name, item.nullness, item.way);
    format!("StackItem {{ name: {name:?}, register: {register}, count: {count}, null: Null::{null:?}, when: When::{when:?} }}")
}
