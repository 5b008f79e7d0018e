//! Flat facts of YAML files: callees by list, and tables.
//!
//! A new table needs no line here: any YAML file that is a list of maps becomes a table of structs,
//! and any that is a map of names to texts becomes an enum with a text for each.

use std::collections::HashMap;

use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::load::{Data, Sources, Yaml};
use crate::model::*;
use crate::resolve::duplicate;

/// The keys of a callee file.
const CALLEES: &[&str] = &["graph", "pure", "settings", "chosen_settings", "inline", "unsupported", "traced", "through"];
/// Folders whose YAML files are callee files.
const CALLEE_FOLDERS: &[&str] = &["torch/", "builtins/", "numpy/"];
/// Folder whose YAML files say which other targets a meta rule speaks of.
const META_FOLDER: &str = "torch/meta/";
/// The keys of such a row.
const FAMILY: &[&str] = &["rule", "in", "names"];
/// Files of a version pack.
pub const PACK_FILES: &[&str] = &["pack.yaml", "opmap.yaml", "opcodes.yaml", "stack_effects.yaml", "layout.yaml"];

pub fn resolve(sources: &Sources, model: &mut Model, diagnostics: &mut Diagnostics) {
    for (path, yaml) in &sources.facts {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.trim_end_matches(".yaml").to_string();
        if path.starts_with("cpython/") && PACK_FILES.contains(&name) {
            continue;
        }
        match &yaml.value {
            Data::List(rows) if path.starts_with(META_FOLDER) => families(rows, model, diagnostics),
            Data::Map(entries) if CALLEE_FOLDERS.iter().any(|f| path.starts_with(f)) => callees(entries, model, diagnostics),
            Data::List(rows) => table(stem, rows, model, diagnostics),
            Data::Map(entries) => names(stem, entries, model, diagnostics),
            _ => {
                yaml.map(diagnostics);
            }
        }
    }
}

fn callees(entries: &[(Word, Yaml)], model: &mut Model, diagnostics: &mut Diagnostics) {
    for (key, value) in entries {
        let plain = match key.value.as_str() {
            "graph" => Callee::Graph,
            "settings" => Callee::Setting { chosen: false },
            "chosen_settings" => Callee::Setting { chosen: true },
            "inline" => Callee::Inline,
            "pure" => {
                pure(value, model, diagnostics);
                continue;
            }
            "unsupported" | "traced" | "through" => {
                for (path, text) in value.map(diagnostics) {
                    let text = text.word(diagnostics).value;
                    let how = match key.value.as_str() {
                        "traced" => Callee::Traced(text),
                        "through" => Callee::Through(text),
                        _ => Callee::Unsupported(text),
                    };
                    callee(path.clone(), how, model);
                }
                continue;
            }
            _ => {
                Yaml::unknown_key(key, CALLEES, diagnostics);
                continue;
            }
        };
        for path in value.words(diagnostics) {
            callee(path, plain.clone(), model);
        }
    }
}

/// Functions that are run while tracing, below the reason why that gives what a call at run time would give.
fn pure(reasons: &Yaml, model: &mut Model, diagnostics: &mut Diagnostics) {
    let known: Vec<&str> = PURITIES.iter().map(|(name, _)| *name).collect();
    if let Data::List(_) = &reasons.value {
        diagnostics
            .report(Code::NotPure, reasons.span, "nothing says why these functions may be run while tracing")
            .help(format!("list them below a reason: {}", known.join(", ")));
        return;
    }
    for (reason, paths) in reasons.map(diagnostics) {
        match PURITIES.iter().find(|(name, _)| *name == reason.value) {
            Some((_, purity)) => {
                for path in paths.words(diagnostics) {
                    callee(path, Callee::Pure(*purity), model);
                }
            }
            None => Yaml::unknown_key(reason, &known, diagnostics),
        }
    }
}

/// Rows of a rule (by its target), namespaces, and the names in each of them that share the rule.
fn families(rows: &[Yaml], model: &mut Model, diagnostics: &mut Diagnostics) {
    for row in rows {
        let (mut rule, mut namespaces, mut names) = (None, Vec::new(), Vec::new());
        for (key, value) in row.map(diagnostics) {
            match key.value.as_str() {
                "rule" => rule = Some(value.word(diagnostics)),
                "in" => namespaces = value.words(diagnostics),
                "names" => names = value.words(diagnostics),
                _ => Yaml::unknown_key(key, FAMILY, diagnostics),
            }
        }
        let Some(rule) = rule else {
            diagnostics.report(Code::Missing, row.span, "a row names its meta rule").help("write `rule: target.of.the.rule`");
            continue;
        };
        let Some(index) = model.metas.iter().find(|(target, _)| target.value == rule.value).map(|(_, index)| *index) else {
            let known = model.metas.iter().map(|(target, _)| target.value.as_str());
            diagnostics.report(Code::UnknownName, rule.span, format!("no meta rule `{}`", rule.value)).nearest(
                &rule.value,
                known,
                "write it in rules/torch/meta",
            );
            continue;
        };
        for namespace in &namespaces {
            for name in &names {
                let target = Word { value: format!("{}.{}", namespace.value, name.value), span: name.span };
                match model.metas.iter().find(|(known, _)| known.value == target.value) {
                    // A rule stands for its own target without being listed.
                    Some((_, known)) if *known == index => {}
                    Some((known, _)) => {
                        let first = known.span;
                        duplicate(&target, "a meta rule for", first, diagnostics);
                    }
                    None => model.metas.push((target, index)),
                }
            }
        }
    }
}

fn callee(mut path: Word, how: Callee, model: &mut Model) {
    let namespace = path.value.strip_suffix(".*").map(str::to_string);
    let into = match namespace {
        Some(prefix) => {
            path.value = prefix;
            &mut model.namespaces
        }
        None => &mut model.callees,
    };
    into.push(CalleeEntry { path, access: Access::Call, how });
}

fn names(stem: String, entries: &[(Word, Yaml)], model: &mut Model, diagnostics: &mut Diagnostics) {
    let entries = entries.iter().map(|(key, value)| (key.clone(), value.word(diagnostics))).collect();
    model.tables.push(FlatTable::Names { stem, entries });
}

/// A column may be empty in some rows. A key that one row alone has is most likely misspelt, and refused.
fn table(stem: String, list: &[Yaml], model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut found: Vec<(&Word, usize)> = Vec::new();
    for row in list {
        for (key, _) in row.map(diagnostics) {
            match found.iter_mut().find(|(known, _)| known.value == key.value) {
                Some((_, count)) => *count += 1,
                None => found.push((key, 1)),
            }
        }
    }
    let (columns, strays): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, count)| *count > 1 || list.len() == 1);
    let known: Vec<&str> = columns.iter().map(|(key, _)| key.value.as_str()).collect();
    for (key, _) in strays {
        Yaml::unknown_key(key, &known, diagnostics);
    }
    let mut columns: Vec<(String, Option<ColumnKind>, bool)> =
        columns.into_iter().map(|(key, _)| (key.value.clone(), None, false)).collect();
    let mut keys: HashMap<String, Span> = HashMap::new();
    let mut rows = Vec::new();
    for row in list {
        let mut cells: Vec<Option<Cell>> = vec![None; columns.len()];
        for (key, value) in row.map(diagnostics) {
            let Some(at) = columns.iter().position(|(name, ..)| *name == key.value) else { continue };
            let Some((kind, cell)) = cell(value, diagnostics) else { continue };
            if columns[at].1.replace(kind).is_some_and(|before| before != kind) {
                diagnostics
                    .report(Code::BadValue, value.span, format!("`{}` has values of another kind before", key.value))
                    .help("a column holds values of one kind");
            }
            if at == 0
                && let Cell::Text(text) = &cell
                && let Some(before) = keys.insert(text.clone(), value.span)
            {
                duplicate(&Word { value: text.clone(), span: value.span }, "a row", before, diagnostics);
            }
            cells[at] = Some(cell);
        }
        for (cell, column) in cells.iter().zip(&mut columns) {
            column.2 |= cell.is_none();
        }
        rows.push(cells);
    }
    let columns = columns
        .into_iter()
        .map(|(name, kind, perhaps)| (name, Column { kind: kind.unwrap_or(ColumnKind::Text), perhaps }))
        .collect();
    model.tables.push(FlatTable::Rows { stem, columns, rows });
}

fn cell(value: &Yaml, diagnostics: &mut Diagnostics) -> Option<(ColumnKind, Cell)> {
    Some(match &value.value {
        Data::Null => return None,
        Data::Text(text) => (ColumnKind::Text, Cell::Text(text.clone())),
        Data::Int(i) => (ColumnKind::Int, Cell::Int(*i)),
        Data::Bool(b) => (ColumnKind::Bool, Cell::Bool(*b)),
        _ => (ColumnKind::Texts, Cell::Texts(value.words(diagnostics).into_iter().map(|w| w.value).collect())),
    })
}
