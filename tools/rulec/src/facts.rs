//! Flat facts of YAML files: callees by list, and tables.
//!
//! A new table needs no line here: any YAML file that is a list of maps becomes a table of structs,
//! and any that is a map of names to texts becomes an enum with a text for each.

use std::collections::HashSet;

use crate::diagnostics::{Code, Diagnostics, Word};
use crate::load::{Data, Sources, Yaml};
use crate::model::*;
use crate::resolve::duplicate;
use crate::{columns, operators, releases};

/// The keys of a callee file.
const CALLEES: &[&str] = &["graph", "pure", "settings", "chosen_settings", "inline", "unsupported", "traced", "through"];
/// Folders whose YAML files are callee files.
const CALLEE_FOLDERS: &[&str] = &["torch/", "builtins/", "numpy/"];
/// Folders whose YAML files say which other targets a meta rule speaks of.
const META_FOLDER: &str = "/meta/";
/// The columns that name namespaces, and names that are in each of them.
const PRODUCT: (&str, &str) = ("of", "names");
/// The keys of such a row.
const FAMILY: &[&str] = &["rule", "in", "names"];
/// Files of a version pack.
pub const PACK_FILES: &[&str] = &["pack.yaml", "opmap.yaml", "opcodes.yaml", "stack_effects.yaml", "layout.yaml"];

/// By the stem of their names, what files say, each for its releases.
type Parts<'a, T> = Vec<(&'a str, Vec<(&'a [T], Reach)>)>;

pub fn resolve(sources: &Sources, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut tables: Parts<'_, Yaml> = Vec::new();
    let mut names: Parts<'_, (Word, Yaml)> = Vec::new();
    let named: HashSet<&str> = sources
        .facts
        .iter()
        .filter(|(path, yaml)| matches!(yaml.value, Data::Map(_)) && !is_of_callees(path))
        .map(|(path, _)| stem(path))
        .collect();
    for (path, yaml) in &sources.facts {
        let read_elsewhere = releases::is_pack_file(path) || operators::is_of_operators(path);
        if path.starts_with("cpython/") && PACK_FILES.contains(&file_name(path)) || read_elsewhere {
            continue;
        }
        let reach = Reach::of(path, &model.releases);
        match &yaml.value {
            Data::List(rows) if path.starts_with("torch/") && path.contains(META_FOLDER) => {
                families(rows, reach, model, diagnostics)
            }
            Data::Map(entries) if is_of_callees(path) && !named.contains(stem(path)) => {
                callees(entries, reach, model, diagnostics)
            }
            Data::List(rows) => part_of(stem(path), &mut tables).push((rows, reach)),
            Data::Map(entries) => part_of(stem(path), &mut names).push((entries, reach)),
            _ => {
                yaml.map(diagnostics);
            }
        }
    }
    for (stem, parts) in tables {
        table(stem, &parts, model, diagnostics);
    }
    for (stem, parts) in names {
        self::names(stem, &parts, model, diagnostics);
    }
    columns::check(model, diagnostics);
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem(path: &str) -> &str {
    file_name(path).trim_end_matches(".yaml")
}

fn is_of_callees(path: &str) -> bool {
    CALLEE_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// What the files of one name say, each for its releases.
fn part_of<'a, 'v, T>(stem: &'a str, of: &'v mut Vec<(&'a str, Vec<T>)>) -> &'v mut Vec<T> {
    let at = of.iter().position(|(known, _)| *known == stem).unwrap_or_else(|| {
        of.push((stem, Vec::new()));
        of.len() - 1
    });
    &mut of[at].1
}

fn callees(entries: &[(Word, Yaml)], reach: Reach, model: &mut Model, diagnostics: &mut Diagnostics) {
    for (key, value) in entries {
        let plain = match key.value.as_str() {
            "graph" => Callee::Graph,
            "settings" => Callee::Setting { chosen: false },
            "chosen_settings" => Callee::Setting { chosen: true },
            "inline" => Callee::Inline,
            "pure" => {
                pure(value, reach, model, diagnostics);
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
                    callee(path.clone(), how, reach, model);
                }
                continue;
            }
            _ => {
                Yaml::unknown_key(key, CALLEES, diagnostics);
                continue;
            }
        };
        for path in value.words(diagnostics) {
            callee(path, plain.clone(), reach, model);
        }
    }
}

/// Functions that are run while tracing, below the reason why that gives what a call at run time would give.
fn pure(reasons: &Yaml, reach: Reach, model: &mut Model, diagnostics: &mut Diagnostics) {
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
                    callee(path, Callee::Pure(*purity), reach, model);
                }
            }
            None => Yaml::unknown_key(reason, &known, diagnostics),
        }
    }
}

/// Rows of a rule (by its target), namespaces, and the names in each of them that share the rule.
fn families(rows: &[Yaml], reach: Reach, model: &mut Model, diagnostics: &mut Diagnostics) {
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
        let Some(index) = model.metas.iter().find(|meta| meta.target.value == rule.value).map(|meta| meta.rule) else {
            let known = model.metas.iter().map(|meta| meta.target.value.as_str());
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
                let said = |meta: &&MetaEntry| meta.target.value == target.value && meta.reach.pack == reach.pack;
                match model.metas.iter().find(said) {
                    // A rule stands for its own target without being listed.
                    Some(known) if known.rule == index => {}
                    Some(known) => {
                        let first = known.target.span;
                        duplicate(&target, "a meta rule for", first, diagnostics);
                    }
                    None => model.metas.push(MetaEntry { target, rule: index, reach }),
                }
            }
        }
    }
}

fn callee(mut path: Word, how: Callee, reach: Reach, model: &mut Model) {
    let namespace = path.value.strip_suffix(".*").map(str::to_string);
    let into = match namespace {
        Some(prefix) => {
            path.value = prefix;
            &mut model.namespaces
        }
        None => &mut model.callees,
    };
    into.push(CalleeEntry { path, access: Access::Call, how, reach });
}

fn names(stem: &str, parts: &[(&[(Word, Yaml)], Reach)], model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut entries = Vec::new();
    for (part, reach) in parts {
        entries.extend(part.iter().map(|(key, value)| (key.clone(), value.word(diagnostics), *reach)));
    }
    releases::refuse_duplicates(entries.iter().map(|(key, _, reach)| (key, *reach)), "an entry for", diagnostics);
    model.tables.push(FlatTable::Names { stem: stem.to_string(), entries });
}

/// What a row says of names in several namespaces.
fn products(row: &Yaml, diagnostics: &mut Diagnostics) -> Vec<Word> {
    let entries = row.map(diagnostics).to_vec();
    let column = |name: &str| entries.iter().find(|(key, _)| key.value == name).map(|(_, value)| value);
    let (Some(of), Some(names)) = (column(PRODUCT.0), column(PRODUCT.1)) else { return Vec::new() };
    let names = names.words(diagnostics);
    let join = |of: Word| {
        let path = move |name: &Word| Word { value: format!("{}.{}", of.value, name.value), span: name.span };
        names.iter().map(path).collect::<Vec<_>>()
    };
    of.words(diagnostics).into_iter().flat_map(join).collect()
}

/// A column may be empty in some rows. A key that one row alone has is most likely misspelt, and refused.
fn table(stem: &str, parts: &[(&[Yaml], Reach)], model: &mut Model, diagnostics: &mut Diagnostics) {
    let list: Vec<(&Yaml, Reach)> = parts.iter().flat_map(|(rows, reach)| rows.iter().map(|row| (row, *reach))).collect();
    let mut found: Vec<(&Word, usize)> = Vec::new();
    for (row, _) in &list {
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
    let mut rows = Vec::new();
    for (row, reach) in list {
        let mut cells: Vec<Option<Cell>> = vec![None; columns.len()];
        let mut first = None;
        let mut words = products(row, diagnostics);
        for (key, value) in row.map(diagnostics) {
            let Some(at) = columns.iter().position(|(name, ..)| *name == key.value) else { continue };
            let Some((kind, cell)) = cell(value, diagnostics) else { continue };
            if columns[at].1.replace(kind).is_some_and(|before| before != kind) {
                diagnostics
                    .report(Code::BadValue, value.span, format!("`{}` has values of another kind before", key.value))
                    .help("a column holds values of one kind");
            }
            columns::refuse_other_words(stem, &key.value, value, model, diagnostics);
            match &value.value {
                Data::Text(text) => words.push(Word { value: text.clone(), span: value.span }),
                Data::List(_) if key.value != PRODUCT.0 && key.value != PRODUCT.1 => words.extend(value.words(diagnostics)),
                _ => {}
            }
            if at == 0
                && let Cell::Text(text) = &cell
            {
                first = Some(Word { value: text.clone(), span: value.span });
            }
            cells[at] = Some(cell);
        }
        for (cell, column) in cells.iter().zip(&mut columns) {
            column.2 |= cell.is_none();
        }
        rows.push(Row { key: first, cells, words, reach });
    }
    releases::refuse_duplicates(rows.iter().filter_map(|row| Some((row.key.as_ref()?, row.reach))), "a row", diagnostics);
    let columns = columns
        .into_iter()
        .map(|(name, kind, perhaps)| {
            let closed = columns::closed(stem, &name, model).map(|closed| closed.of);
            (name, Column { kind: kind.unwrap_or(ColumnKind::Text), perhaps, closed })
        })
        .collect();
    model.tables.push(FlatTable::Rows { stem: stem.to_string(), columns, rows });
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
