//! Where an interpreter keeps things: the numbers of a pack's `layout.yaml`, and what its `pack.yaml` says under
//! `layout`.
//!
//! Neither structs nor fields are known here: a section `frame` is a `FrameLayout` of the engine, and a section with
//! `is` is that variant of an enum. What is checked is that all versions say the same things.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::emit::camel;
use crate::load::{Data, Yaml};
use crate::model::Pack;
use crate::resolve::duplicate;

/// The key that makes a section one of several kinds, whose fields may differ.
const KIND: &str = "is";

#[derive(Debug, Clone)]
pub enum Layout {
    Number(i64),
    Truth(bool),
    /// The version has no such thing.
    Absent,
    Section(Section),
}

#[derive(Debug, Clone, Default)]
pub struct Section {
    kind: Option<Word>,
    fields: BTreeMap<String, (Span, Layout)>,
}

impl Section {
    pub fn read(yaml: &Yaml, diagnostics: &mut Diagnostics) -> Section {
        let mut section = Section::default();
        for (name, value) in yaml.map(diagnostics) {
            if name.value == KIND {
                section.kind = Some(value.word(diagnostics));
            } else {
                section.fields.insert(name.value.clone(), (name.span, Layout::read(value, diagnostics)));
            }
        }
        section
    }

    /// Takes over what a version says differently from the one before it. A kind brings all of its fields.
    pub fn override_by(&mut self, other: &Section) {
        if other.kind.is_some() {
            *self = other.clone();
            return;
        }
        for (name, (span, value)) in &other.fields {
            match (self.fields.get_mut(name), value) {
                (Some((_, Layout::Section(mine))), Layout::Section(theirs)) => mine.override_by(theirs),
                _ => {
                    self.fields.insert(name.clone(), (*span, value.clone()));
                }
            }
        }
    }

    /// The fields that are null, by their paths.
    fn each_absent(&self, path: &str, visit: &mut impl FnMut(&str, Span)) {
        for (name, (span, value)) in &self.fields {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match value {
                Layout::Absent => visit(&path, *span),
                Layout::Section(section) => section.each_absent(&path, visit),
                Layout::Number(_) | Layout::Truth(_) => {}
            }
        }
    }

    /// Adds what was recorded, which nothing may say again.
    pub fn add(&mut self, recorded: &Section, diagnostics: &mut Diagnostics) {
        for (name, (span, value)) in &recorded.fields {
            match (self.fields.get_mut(name), value) {
                (Some((_, Layout::Section(mine))), Layout::Section(theirs)) => mine.add(theirs, diagnostics),
                (Some((said, _)), _) => {
                    let word = Word { value: name.clone(), span: *said };
                    duplicate(&word, "a field of the layout", *span, diagnostics);
                }
                (None, _) => {
                    self.fields.insert(name.clone(), (*span, value.clone()));
                }
            }
        }
    }
}

impl Layout {
    fn read(yaml: &Yaml, diagnostics: &mut Diagnostics) -> Layout {
        match yaml.value {
            Data::Null => Layout::Absent,
            Data::Bool(truth) => Layout::Truth(truth),
            Data::Int(number) => Layout::Number(number),
            Data::Map(_) => Layout::Section(Section::read(yaml, diagnostics)),
            _ => {
                diagnostics
                    .report(Code::BadValue, yaml.span, "a layout is made of numbers")
                    .help("write a number, true or false, null for what is not there, or a section of them");
                Layout::Absent
            }
        }
    }
}

/// The engine reads every field of every version: one that has no such field says `null`, if it may lack it.
pub fn compare(packs: &[Pack], diagnostics: &mut Diagnostics) {
    let sections: Vec<_> = packs.iter().map(|pack| (pack, Some(&pack.layout))).collect();
    compare_sections(&sections, "", diagnostics);
    for pack in packs {
        pack.layout.each_absent("", &mut |path, span| {
            if !pack.optional.iter().any(|optional| optional.value == path) {
                diagnostics
                    .report(
                        Code::BadValue,
                        span,
                        format!("layout `{path}` is null in {}, and the engine cannot do without", pack.name),
                    )
                    .help(
                        "where it can, list the field under `optional` in rules/cpython/common/pack.yaml, and make it an \
                         Option in src/python/layout.rs",
                    );
            }
        });
    }
    // Every pack inherits the list.
    for optional in packs.first().map_or(&[][..], |pack| &pack.optional) {
        let path: Vec<&str> = optional.value.split('.').collect();
        if packs.iter().all(|pack| find(&pack.layout, &path).is_none()) {
            diagnostics
                .report(Code::UnknownName, optional.span, format!("no version has a layout `{}`", optional.value))
                .help("the fields are in layout.yaml, and under `layout` in pack.yaml");
        }
    }
}

fn compare_sections(sections: &[(&Pack, Option<&Section>)], path: &str, diagnostics: &mut Diagnostics) {
    if sections.iter().any(|(_, section)| section.is_some_and(|section| section.kind.is_some())) {
        return;
    }
    let mut all: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, (span, _)) in sections.iter().filter_map(|(_, section)| *section).flat_map(|section| &section.fields) {
        all.entry(name).or_insert(*span);
    }
    for (name, span) in all {
        let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        let of = |section: Option<&'_ Section>| section.and_then(|section| section.fields.get(name)).is_some();
        for (pack, _) in sections.iter().filter(|(_, section)| !of(*section)) {
            diagnostics
                .report(Code::Missing, span, format!("pack {} has no layout `{path}`", pack.name))
                .help("run tools/record_layout.py with that version, or say it in its pack.yaml, null for what is not there");
        }
        let inner: Vec<_> = sections
            .iter()
            .filter_map(|(pack, section)| match section.and_then(|section| section.fields.get(name)) {
                Some((_, Layout::Section(inner))) => Some((*pack, Some(inner))),
                _ => None,
            })
            .collect();
        if !inner.is_empty() {
            compare_sections(&inner, &path, diagnostics);
        }
    }
}

/// The layout of the version that the engine is built for. A build for a version after the last gets that of the last,
/// and says at import that it is not its own.
pub fn emit(packs: &[Pack], out: &mut String) {
    for (index, pack) in packs.iter().enumerate().filter(|(_, pack)| !pack.layout.fields.is_empty()) {
        let flag = |pack: &Pack| format!("Py_{}_{}", pack.version.0, pack.version.1);
        let condition = match packs.get(index + 1) {
            Some(next) if index == 0 => format!("not({})", flag(next)),
            Some(next) => format!("all({}, not({}))", flag(pack), flag(next)),
            None => flag(pack),
        };
        let _ = writeln!(out, "#[cfg({condition})]\npub const LAYOUT: Layout = {{");
        let fields = pack.layout.fields.iter().map(|(name, (_, value))| {
            let path = [name.as_str()];
            format!("{name}: {}", expression(value, &path, pack))
        });
        let _ = writeln!(out, "    Layout {{ version: {:?}, {} }}", pack.version, fields.collect::<Vec<_>>().join(", "));
        let _ = writeln!(out, "}};\n");
    }
}

fn expression(value: &Layout, path: &[&str], pack: &Pack) -> String {
    match value {
        Layout::Absent => "None".to_string(),
        Layout::Truth(truth) => truth.to_string(),
        Layout::Number(number) if pack.optional.iter().any(|optional| optional.value == path.join(".")) => {
            format!("Some({number})")
        }
        Layout::Number(number) => number.to_string(),
        Layout::Section(section) => {
            let fields = section.fields.iter().map(|(name, (_, value))| {
                let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
                format!("{name}: {}", expression(value, &path, pack))
            });
            let name = path.last().map(|name| camel(name)).unwrap_or_default();
            let kind = section.kind.as_ref().map(|kind| format!("::{}", camel(&kind.value))).unwrap_or_default();
            format!("{name}Layout{kind} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn find<'a>(section: &'a Section, path: &[&str]) -> Option<&'a Layout> {
    let (name, rest) = path.split_first()?;
    match section.fields.get(*name) {
        Some((_, value)) if rest.is_empty() => Some(value),
        Some((_, Layout::Section(inner))) => find(inner, rest),
        _ => None,
    }
}
