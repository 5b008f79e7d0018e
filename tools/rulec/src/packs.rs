//! Version packs: inheritance, overrides, removals, and what each version is left with.

use std::collections::{BTreeMap, HashMap};

use crate::ast::{EmitArgument, Item};
use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::layout::{self, Section};
use crate::load::{Data, Sources, Yaml};
use crate::model::*;
use crate::resolve::duplicate;

const KEYS: &[&str] =
    &["inherits", "remove", "enums", "caches", "extended_arg", "cache", "watched", "layout", "optional", "lacks"];

/// Of what changes an interpreter may tell.
const WATCHABLE: &[&str] = &["dicts"];

/// An instruction's argument in an emit rule, in numbers.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    None,
    Number(i64),
    Object(&'a str),
    Operand { index: usize, shift: u8, or: u32 },
}

/// What one folder says, before inheritance.
#[derive(Default)]
struct Folder {
    inherits: Option<Word>,
    remove: Vec<Word>,
    enums: Vec<(u16, Vec<Word>)>,
    caches: BTreeMap<String, (u8, Span)>,
    extended_arg: Option<Word>,
    cache: Option<Word>,
    watched: Vec<Word>,
    lacks: Vec<Word>,
    opmap: Option<(Span, Vec<(Word, i64)>)>,
    /// What pack.yaml says of it, and what was recorded.
    layout: Section,
    recorded_layout: Section,
    /// Fields of the layout that a version may lack.
    optional: Vec<Word>,
    stack_effects: BTreeMap<String, Vec<Effect>>,
    opcodes: Vec<(bool, Word, OpcodeHow)>,
    emits: Vec<crate::ast::Emit>,
    /// Where its pack.yaml begins; a folder without one is no version yet.
    place: Option<Span>,
}

pub fn resolve(sources: &Sources, items: Vec<(String, Item)>, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for (path, yaml) in &sources.facts {
        if let Some((name, file)) = pack_file(path) {
            folders.entry(name.to_string()).or_default().read(file, yaml, model, diagnostics);
        }
    }
    for (path, item) in items {
        match path.strip_prefix("cpython/").and_then(|p| p.split_once('/')) {
            Some((name, _)) => folders.entry(name.to_string()).or_default().item(name, item, model),
            None => misplaced(&item, diagnostics),
        }
    }
    collect_members(&folders, model);
    let names: Vec<String> = folders.keys().cloned().collect();
    for name in &names {
        if folders[name].opmap.is_some()
            && let Some(place) = folders[name].place
            && let Some(version) = version(name, place, diagnostics)
            && let Some(chain) = chain(name, &folders, diagnostics)
        {
            let pack = flatten(name, version, &chain, &folders, diagnostics);
            model.packs.push(pack);
        }
    }
    model.packs.sort_by_key(|p| p.version);
    require_rules(&model.packs, diagnostics);
    compare_emits(model, diagnostics);
    layout::compare(&model.packs, diagnostics);
}

/// Every opcode has a rule: one that lacks it is reported once, at its number in the first version.
fn require_rules(packs: &[Pack], diagnostics: &mut Diagnostics) {
    let mut lacking: BTreeMap<&str, Vec<(&Pack, Span)>> = BTreeMap::new();
    for pack in packs {
        for (name, _) in &pack.opmap {
            if !pack.opcodes.contains_key(&name.value) && !pack.is_decoded(&name.value) {
                lacking.entry(&name.value).or_default().push((pack, name.span));
            }
        }
    }
    for (name, versions) in lacking {
        let Some((_, span)) = versions.first() else { continue };
        let found = diagnostics.report(Code::NoRule, *span, format!("the opcode {name} has no rule"));
        for (pack, _) in &versions {
            found.in_version(&pack.name);
        }
        let folder = if versions.len() == packs.len() { "rules/cpython/common" } else { "the folder of each version" };
        found.help(format!("write `opcode {name}(…) …` or `unsupported {name} \"reason\";` in {folder}"));
    }
}

/// Code generation relies on every sequence: a version that needs no instruction for one says so by an
/// empty rule.
fn compare_emits(model: &Model, diagnostics: &mut Diagnostics) {
    let mut all: BTreeMap<&str, Span> = BTreeMap::new();
    for emit in model.packs.iter().flat_map(|p| p.emits.values()) {
        all.entry(&emit.emit.name.value).or_insert(emit.emit.name.span);
    }
    for pack in &model.packs {
        for (name, span) in all.iter().filter(|(name, _)| !pack.emits.contains_key(**name)) {
            diagnostics
                .report(Code::Missing, *span, format!("there is no emit rule `{name}`"))
                .in_version(&pack.name)
                .help("write one in rules/cpython/common, or one for each version");
        }
        for emit in pack.emits.values() {
            pack.assemble(model, &emit.emit, diagnostics);
        }
        for stand_in in pack.stand_ins.values() {
            pack.compare_with_opcode(model, &stand_in.emit, diagnostics);
            pack.assemble(model, &stand_in.emit, diagnostics);
        }
    }
}

fn pack_file(path: &str) -> Option<(&str, &str)> {
    let (name, file) = path.strip_prefix("cpython/")?.split_once('/')?;
    crate::facts::PACK_FILES.contains(&file).then_some((name, file))
}

fn misplaced(item: &Item, diagnostics: &mut Diagnostics) {
    let name = match item {
        Item::Opcode(o) => &o.name,
        Item::Unsupported { opcode, .. } => opcode,
        Item::Emit(e) => &e.name,
        _ => return,
    };
    diagnostics
        .report(Code::Misplaced, name.span, format!("`{}` belongs to a version pack", name.value))
        .help("move it to rules/cpython/common or to the folder of a version");
}

impl Folder {
    fn read(&mut self, file: &str, yaml: &Yaml, model: &Model, diagnostics: &mut Diagnostics) {
        match file {
            "opmap.yaml" => {
                let mut numbers: HashMap<i64, Span> = HashMap::new();
                let mut opmap = Vec::new();
                for (name, number) in yaml.map(diagnostics) {
                    let value = number.int(diagnostics);
                    if let Some(first) = numbers.insert(value, name.span) {
                        duplicate(&Word { value: value.to_string(), span: number.span }, "an opcode", first, diagnostics);
                    }
                    opmap.push((name.clone(), value));
                }
                self.opmap = Some((yaml.span, opmap));
            }
            "stack_effects.yaml" => {
                for (name, rows) in yaml.map(diagnostics) {
                    let rows = rows.list(diagnostics).iter().filter_map(|row| effect(row, diagnostics)).collect();
                    self.stack_effects.insert(name.value.clone(), rows);
                }
            }
            "opcodes.yaml" => yaml.map(diagnostics).iter().for_each(|(key, value)| self.key(key, value, model, diagnostics)),
            "layout.yaml" => self.recorded_layout = Section::read(yaml, diagnostics),
            _ => {
                self.place = Some(yaml.span);
                for (key, value) in yaml.map(diagnostics) {
                    self.key(key, value, model, diagnostics);
                }
            }
        }
    }

    fn key(&mut self, key: &Word, value: &Yaml, model: &Model, diagnostics: &mut Diagnostics) {
        match key.value.as_str() {
            "inherits" => self.inherits = Some(value.word(diagnostics)),
            "remove" => self.remove = value.words(diagnostics),
            "extended_arg" => self.extended_arg = Some(value.word(diagnostics)),
            "lacks" => self.lacks = value.words(diagnostics),
            "cache" => self.cache = Some(value.word(diagnostics)),
            "optional" => self.optional = value.words(diagnostics),
            "layout" => self.layout = Section::read(value, diagnostics),
            "watched" => {
                self.watched = value.words(diagnostics);
                for word in self.watched.iter().filter(|word| !WATCHABLE.contains(&word.value.as_str())) {
                    diagnostics.report(Code::BadValue, word.span, format!("nothing is told of `{}`", word.value)).nearest(
                        &word.value,
                        WATCHABLE.iter().copied(),
                        "the engine can watch dicts",
                    );
                }
            }
            "caches" => {
                for (opcode, count) in value.map(diagnostics) {
                    let number = count.int(diagnostics);
                    let count = u8::try_from(number).unwrap_or_else(|_| {
                        diagnostics.report(Code::BadValue, count.span, "too many cache entries").help("at most 255");
                        0
                    });
                    self.caches.insert(opcode.value.clone(), (count, opcode.span));
                }
            }
            "enums" => {
                for (name, members) in value.map(diagnostics) {
                    let members = members.words(diagnostics);
                    match model.enums.iter().position(|e| e.name.value == name.value) {
                        Some(found) => self.enums.push((found as u16, members)),
                        None => {
                            let known = model.enums.iter().map(|e| e.name.value.as_str());
                            diagnostics.report(Code::UnknownName, name.span, format!("unknown enum `{}`", name.value)).nearest(
                                &name.value,
                                known,
                                "declare it with `enum` in rules/prelude",
                            );
                        }
                    }
                }
            }
            _ => Yaml::unknown_key(key, KEYS, diagnostics),
        }
    }

    fn item(&mut self, folder: &str, item: Item, model: &mut Model) {
        match item {
            Item::Opcode(opcode) => {
                let name = opcode.name.clone();
                // An opcode rule is called by its opcode; one that is not common, by its version too.
                let unique = if folder == "common" { name.value.clone() } else { format!("{}@{folder}", name.value) };
                let replaces = opcode.replaces;
                model.rules.push(Rule {
                    name: unique,
                    kind: RuleKind::Opcode,
                    span: name.span,
                    opaque: opcode.opaque.clone(),
                    text: RuleText::Opcode(opcode),
                });
                self.opcodes.push((replaces, name, OpcodeHow::Rule(model.rules.len() - 1)));
            }
            Item::Unsupported { replaces, opcode, reason } => {
                self.opcodes.push((replaces, opcode, OpcodeHow::Unsupported(reason)));
            }
            Item::Emit(emit) => self.emits.push(emit),
            _ => {}
        }
    }
}

fn effect(row: &Yaml, diagnostics: &mut Diagnostics) -> Option<Effect> {
    let number = |y: &Yaml| match y.value {
        Data::Int(i) => Some(i),
        _ => None,
    };
    match row.list(diagnostics) {
        [oparg, through, jump, popped @ ..] if popped.len() < 2 => Some(Effect {
            oparg: number(oparg).unwrap_or(0),
            through: number(through),
            jump: number(jump),
            popped: popped.first().and_then(number),
            span: row.span,
        }),
        _ => {
            diagnostics.report(Code::BadValue, row.span, "a stack effect is a list of three or four").help(
                "write [oparg, effect when falling through, effect when jumping, taken off the stack], null where there is none",
            );
            None
        }
    }
}

/// The numbers of a version's folder.
pub fn version(name: &str, place: Span, diagnostics: &mut Diagnostics) -> Option<(u8, u8)> {
    let parsed = name.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    if parsed.is_none() {
        diagnostics
            .report(Code::BadValue, place, format!("`{name}` is not a version"))
            .help("a folder of a version is called like 3.11");
    }
    parsed
}

/// The folders that a pack is made of, base first.
fn chain(name: &str, folders: &BTreeMap<String, Folder>, diagnostics: &mut Diagnostics) -> Option<Vec<String>> {
    let mut chain = vec![name.to_string()];
    let mut at = &folders[name];
    while let Some(base) = &at.inherits {
        if chain.contains(&base.value) {
            diagnostics
                .report(Code::Cycle, base.span, format!("`{}` inherits from itself", base.value))
                .help("inheritance begins at common and ends at the newest version");
            return None;
        }
        let Some(next) = folders.get(&base.value) else {
            diagnostics.report(Code::UnknownName, base.span, format!("unknown pack `{}`", base.value)).nearest(
                &base.value,
                folders.keys().map(String::as_str),
                "a pack is a folder of rules/cpython",
            );
            return None;
        };
        chain.push(base.value.clone());
        at = next;
    }
    chain.reverse();
    Some(chain)
}

/// Enum members without an order of their own stand in the order in which the packs first list them.
fn collect_members(folders: &BTreeMap<String, Folder>, model: &mut Model) {
    for folder in folders.values() {
        for (index, members) in &folder.enums {
            let known = &mut model.enums[*index as usize];
            for member in members {
                if !known.declared_here && !known.members.iter().any(|m| m.value == member.value) {
                    known.members.push(member.clone());
                }
            }
        }
    }
}

fn flatten(
    name: &str,
    version: (u8, u8),
    chain: &[String],
    folders: &BTreeMap<String, Folder>,
    diagnostics: &mut Diagnostics,
) -> Pack {
    let own = &folders[name];
    let mut pack = Pack {
        version,
        name: name.to_string(),
        chain: chain.to_vec(),
        place: own.place.unwrap_or_default(),
        opmap: Vec::new(),
        caches: own.caches.clone(),
        extended_arg: None,
        cache: None,
        watched: Vec::new(),
        enums: BTreeMap::new(),
        opcodes: BTreeMap::new(),
        emits: BTreeMap::new(),
        stand_ins: BTreeMap::new(),
        stack_effects: own.stack_effects.clone(),
        lacks: own.lacks.clone(),
        layout: Section::default(),
        optional: Vec::new(),
    };
    for folder_name in chain {
        let folder = &folders[folder_name];
        pack.extended_arg = folder.extended_arg.clone().or(pack.extended_arg);
        pack.cache = folder.cache.clone().or(pack.cache);
        pack.layout.override_by(&folder.layout);
        pack.optional.extend(folder.optional.iter().cloned());
        pack.watched.extend(folder.watched.iter().cloned());
        pack.enums.extend(folder.enums.iter().cloned());
        for removed in &folder.remove {
            if pack.opcodes.remove(&removed.value).is_none() && pack.emits.remove(&removed.value).is_none() {
                let known: Vec<&str> = pack.opcodes.keys().chain(pack.emits.keys()).map(String::as_str).collect();
                diagnostics.report(Code::RemovesNothing, removed.span, format!("`{}` is not inherited", removed.value)).nearest(
                    &removed.value,
                    known,
                    "take the line out",
                );
            }
            pack.stand_ins.retain(|(_, opcode, _), _| *opcode != removed.value);
        }
        pack.add_opcodes(folder_name, folder, diagnostics);
        pack.add_emits(folder_name, folder, diagnostics);
    }
    pack.layout.add(&own.recorded_layout, diagnostics);
    if let Some((_, opmap)) = &own.opmap {
        // Numbers above 255 are the compiler's own and never stand in a code object.
        pack.opmap = opmap.iter().filter_map(|(n, v)| Some((n.clone(), u8::try_from(*v).ok()?))).collect();
        pack.opmap.sort_by_key(|(_, number)| *number);
    }
    pack.compare_with_opmap(diagnostics);
    pack
}

impl Pack {
    fn add_opcodes(&mut self, folder: &str, from: &Folder, diagnostics: &mut Diagnostics) {
        for (replaces, name, how) in &from.opcodes {
            let before = self.opcodes.get(&name.value);
            self::replace(*replaces, name, before.map(|b| (b.name.span, b.folder == folder)), self.opcodes.keys(), diagnostics);
            let mut replaced = before.map(|b| b.replaced.clone()).unwrap_or_default();
            replaced.extend(before.map(|b| b.name.span));
            let entry = PackOpcode { name: name.clone(), how: how.clone(), replaced, folder: folder.to_string() };
            self.opcodes.insert(name.value.clone(), entry);
        }
    }

    fn add_emits(&mut self, folder: &str, from: &Folder, diagnostics: &mut Diagnostics) {
        for emit in &from.emits {
            if let Some(kind) = emit.stands_in {
                let key = (kind, emit.name.value.clone(), emit.operands.iter().map(|o| o.number).collect());
                let before = self.stand_ins.get(&key).map(|b| (b.emit.name.span, b.folder == folder));
                let known = self.stand_ins.keys().map(|(_, opcode, _)| opcode);
                self::replace(emit.replaces, &emit.name, before, known, diagnostics);
                self.stand_ins.insert(key, PackEmit { emit: emit.clone(), folder: folder.to_string() });
                continue;
            }
            let before = self.emits.get(&emit.name.value).map(|b| (b.emit.name.span, b.folder == folder));
            self::replace(emit.replaces, &emit.name, before, self.emits.keys(), diagnostics);
            self.emits.insert(emit.name.value.clone(), PackEmit { emit: emit.clone(), folder: folder.to_string() });
        }
    }

    /// Whether the decoder alone meets this opcode, so that it needs no rule.
    pub fn is_decoded(&self, opcode: &str) -> bool {
        [&self.extended_arg, &self.cache].into_iter().flatten().any(|w| w.value == opcode)
    }

    pub fn number(&self, opcode: &str) -> Option<u8> {
        self.opmap.iter().find(|(n, _)| n.value == opcode).map(|(_, number)| *number)
    }

    /// What stands in for an instruction takes its arguments, in their order.
    fn compare_with_opcode(&self, model: &Model, emit: &crate::ast::Emit, diagnostics: &mut Diagnostics) {
        let rule = match self.opcodes.get(&emit.name.value).map(|opcode| &opcode.how) {
            Some(OpcodeHow::Rule(rule)) => &model.rules[*rule],
            _ => {
                let ruled =
                    self.opcodes.iter().filter(|(_, o)| matches!(o.how, OpcodeHow::Rule(_))).map(|(name, _)| name.as_str());
                diagnostics
                    .report(Code::NoSuchOpcode, emit.name.span, format!("there is no opcode {} with a rule", emit.name.value))
                    .in_version(&self.name)
                    .nearest(&emit.name.value, ruled, "it stands in for an instruction of this name");
                return;
            }
        };
        let RuleText::Opcode(opcode) = &rule.text else { return };
        let arguments: Vec<&str> = opcode.arguments.iter().map(|a| a.name.value.as_str()).collect();
        let same = emit.operands.len() == arguments.len()
            && emit.operands.iter().zip(&arguments).all(|(o, name)| o.number.is_some() || o.word.value == *name);
        if !same {
            let wanted = format!("{} has the arguments ({})", emit.name.value, arguments.join(", "));
            diagnostics
                .report(Code::WrongCount, emit.name.span, wanted)
                .note(opcode.name.span, "here")
                .help("name all of them in their order; a number in the place of one means: only where it is this number");
        }
    }

    /// The sequence in numbers: opcode and argument.
    pub fn assemble<'a>(
        &self,
        model: &Model,
        emit: &'a crate::ast::Emit,
        diagnostics: &mut Diagnostics,
    ) -> Vec<(u8, Operand<'a>)> {
        let mut used = vec![false; emit.operands.len()];
        let mut code = Vec::new();
        for (opcode, argument) in &emit.code {
            let number = self.number(&opcode.value).unwrap_or_else(|| {
                diagnostics
                    .report(Code::NoSuchOpcode, opcode.span, format!("there is no opcode {}", opcode.value))
                    .in_version(&self.name)
                    .nearest(
                        &opcode.value,
                        self.opmap.iter().map(|(n, _)| n.value.as_str()),
                        "the opcodes are in opmap.yaml; what a version does in its place is a rule of its folder, with `override` before it",
                    );
                0
            });
            let operand = match argument {
                EmitArgument::None => Operand::None,
                EmitArgument::Number(n) => Operand::Number(n.value),
                EmitArgument::Object(path) => {
                    if !self.takes_constant(model, &opcode.value) {
                        diagnostics
                            .report(Code::WrongType, path.span, format!("{} takes no constant", opcode.value))
                            .help("an object stands where an opcode rule has an argument of the kind Const, and nothing else");
                    }
                    Operand::Object(&path.value)
                }
                EmitArgument::Member(name, member) => self.member(model, name, member, diagnostics),
                EmitArgument::Operand { name, shift, or } => {
                    let index = emit.operands.iter().position(|o| o.number.is_none() && o.word.value == name.value);
                    match index {
                        Some(index) => {
                            used[index] = true;
                            Operand::Operand { index, shift: *shift, or: *or }
                        }
                        None => {
                            let known = emit.operands.iter().map(|o| o.word.value.as_str());
                            diagnostics
                                .report(Code::UnknownName, name.span, format!("unknown operand `{}`", name.value))
                                .nearest(&name.value, known, "operands stand in the parentheses of the emit rule");
                            Operand::None
                        }
                    }
                }
            };
            code.push((number, operand));
        }
        let unused = emit.operands.iter().zip(used).filter(|(o, used)| !used && o.number.is_none());
        for operand in unused.map(|(operand, _)| &operand.word).filter(|word| word.value != "_") {
            diagnostics
                .report(Code::InputUnused, operand.span, format!("`{}` is not used", operand.value))
                .help("call it `_` if it is meant to be unused");
        }
        code
    }

    /// Whether the whole oparg of an opcode numbers a constant.
    fn takes_constant(&self, model: &Model, opcode: &str) -> bool {
        let Some(OpcodeHow::Rule(rule)) = self.opcodes.get(opcode).map(|opcode| &opcode.how) else { return false };
        matches!(&model.rules[*rule].text, RuleText::Opcode(opcode) if matches!(opcode.arguments.as_slice(), [only] if only.kind.value == "Const"))
    }

    /// The oparg of an enum's member in this version.
    fn member(&self, model: &Model, name: &Word, member: &Word, diagnostics: &mut Diagnostics) -> Operand<'static> {
        let index = model.enums.iter().position(|e| e.name.value == name.value);
        let members = index.and_then(|i| self.enums.get(&(i as u16)));
        let found = members.and_then(|m| m.iter().position(|m| m.value == member.value));
        match found {
            Some(found) => Operand::Number(found as i64),
            None => {
                let known = members.into_iter().flatten().map(|m| m.value.as_str());
                diagnostics
                    .report(Code::UnknownName, member.span, format!("there is no `{}.{}`", name.value, member.value))
                    .in_version(&self.name)
                    .nearest(&member.value, known, "members are listed in a pack.yaml");
                Operand::None
            }
        }
    }

    fn compare_with_opmap(&self, diagnostics: &mut Diagnostics) {
        let known = || self.opmap.iter().map(|(n, _)| n.value.as_str());
        for (name, opcode) in &self.opcodes {
            if self.number(name).is_none() {
                let otherwise = format!("take it out, or write `remove: [{name}]` in the pack.yaml of these versions");
                let found = diagnostics.report(Code::NoSuchOpcode, opcode.name.span, format!("there is no opcode {name}"));
                found.in_version(&self.name).nearest(name, known().filter(|k| !self.opcodes.contains_key(*k)), &otherwise);
            }
        }
        let special = self.extended_arg.iter().chain(&self.cache).map(|w| (&w.value, w.span));
        for (name, span) in special.chain(self.caches.iter().map(|(name, (_, span))| (name, *span))) {
            if self.number(name).is_none() {
                let found = diagnostics.report(Code::NoSuchOpcode, span, format!("there is no opcode {name}"));
                found.in_version(&self.name).nearest(name, known(), "the opcodes are in opmap.yaml");
            }
        }
        if self.extended_arg.is_none() {
            diagnostics
                .report(Code::Missing, self.place, format!("pack {} does not say what extends an oparg", self.name))
                .help("write `extended_arg: NAME` in pack.yaml");
        }
    }
}

/// A rule that replaces one must say so, and one that says so must replace one.
fn replace<'a>(
    replaces: bool,
    name: &Word,
    before: Option<(Span, bool)>,
    known: impl Iterator<Item = &'a String>,
    diagnostics: &mut Diagnostics,
) {
    match before {
        Some((first, true)) => duplicate(name, "a rule for", first, diagnostics),
        Some((first, false)) if !replaces => {
            diagnostics
                .report(Code::NotOverride, name.span, format!("`{}` is inherited already", name.value))
                .note(first, "here")
                .help("write `override` before it, or take it out");
        }
        None if replaces => {
            diagnostics.report(Code::OverridesNothing, name.span, format!("`{}` overrides nothing", name.value)).nearest(
                &name.value,
                known.map(String::as_str),
                "take `override` out",
            );
        }
        _ => {}
    }
}
