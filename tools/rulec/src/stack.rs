//! Compares the stack signature of every opcode rule with CPython's own, as recorded per version.

use crate::ast::{self, Way};
use crate::diagnostics::{Code, Diagnostics};
use crate::model::{Effect, Model, OpcodeHow, Pack, RuleText};
use crate::typed::{Body, Count, StackItem};

pub fn check(model: &Model, bodies: &[Option<Body>], diagnostics: &mut Diagnostics) {
    for pack in &model.packs {
        for (name, opcode) in &pack.opcodes {
            let (OpcodeHow::Rule(index), Some(_)) = (&opcode.how, pack.number(name)) else { continue };
            if let (Some(body), RuleText::Opcode(text)) = (&bodies[*index], &model.rules[*index].text) {
                compare(pack, name, text, body, diagnostics);
            }
        }
        for (name, _) in pack.stack_effects.iter().filter(|(name, _)| pack.number(name).is_none()) {
            let place = pack.stack_effects[name].first().map_or(pack.place, |e| e.span);
            diagnostics
                .report(Code::NoSuchOpcode, place, format!("there is no opcode {name}"))
                .in_version(&pack.name)
                .help("record the file again with tools/record_opmap.py");
        }
    }
}

/// One report an opcode: the first row that differs tells enough.
fn compare(pack: &Pack, name: &str, text: &ast::Opcode, body: &Body, diagnostics: &mut Diagnostics) {
    let Some(rows) = pack.stack_effects.get(name) else {
        diagnostics
            .report(Code::Missing, text.name.span, format!("{} has no recorded stack effect of {name}", pack.name))
            .help("record stack_effects.yaml again with tools/record_opmap.py");
        return;
    };
    for row in rows {
        let popped = depth(text, &body.stack.inputs, row, None);
        let ways = [(row.through, Way::Fall, "falling through"), (row.jump, Way::Jump, "jumping")];
        let differ = |recorded: Option<i64>, have: i64| recorded.filter(|recorded| *recorded != have);
        let effect = ways.into_iter().find_map(|(recorded, way, how)| {
            let have = depth(text, &body.stack.outputs, row, Some(way)) - popped;
            let recorded = differ(recorded, have)?;
            Some(format!(
                "changes the stack by {have:+} on {how} with oparg {}, where CPython's changes it by {recorded:+}",
                row.oparg
            ))
        });
        // The effect may be right where an operand is missing, and what lies below it is taken for it.
        let taken = || {
            let recorded = differ(row.popped, popped)?;
            Some(format!("takes {popped} values off the stack with oparg {}, where CPython's takes {recorded}", row.oparg))
        };
        if let Some(difference) = effect.or_else(taken) {
            let found = diagnostics.report(Code::StackEffect, text.stack, format!("{name} {difference}"));
            found.in_version(&pack.name).note(row.span, "as recorded").help({
                let ways = "the signature says what is popped and pushed; `on jump` and `on fall` tell the ways apart";
                match pack.opcodes.get(name) {
                    Some(how) if how.folder != pack.name => {
                        format!("{ways}; where only some versions differ, write `override opcode {name}` in their folders")
                    }
                    _ => ways.to_string(),
                }
            });
            return;
        }
    }
}

/// How many values these items are, on one of the ways out.
fn depth(text: &ast::Opcode, items: &[StackItem], row: &Effect, way: Option<Way>) -> i64 {
    let argument = |register: u16| {
        // The first registers are the arguments.
        text.arguments.get(register as usize).map_or(0, |a| (row.oparg >> a.shift) & i64::from(a.mask))
    };
    let count = |item: &StackItem| {
        let number = match item.count {
            Count::One => 1,
            Count::Constant(count) => i64::from(count),
            Count::Sum { first, second, offset } => argument(first) + argument(second) + i64::from(offset),
            Count::Linear { register, scale, offset } => argument(register) * i64::from(scale) + i64::from(offset),
        };
        number.max(0)
    };
    items.iter().filter(|item| way.is_none_or(|way| item.way == Way::Always || item.way == way)).map(count).sum()
}
