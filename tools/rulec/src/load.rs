//! Reads the files. YAML is understood here and nowhere else.
//!
//! The values are `serde_yaml`'s; it refuses keys that are written twice, but tells no places.
//! `marked_yaml` reads the same text for the places alone: its scalars are text without a kind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostics::{Code, Diagnostics, Files, Span, Word};

/// A value of a YAML file, with its place.
#[derive(Debug, Clone)]
pub struct Yaml {
    pub value: Data,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Data {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Yaml>),
    Map(Vec<(Word, Yaml)>),
}

/// The files of a rule tree, in the order of their names.
#[derive(Debug, Default)]
pub struct Sources {
    pub files: Files,
    /// Rule files: number and path from the root, with `/`.
    pub rules: Vec<(u32, String)>,
    /// What was recorded of names, by path.
    pub records: Vec<(String, String)>,
    /// The Python modules beside the rules, by dotted name.
    pub modules: Vec<(String, String)>,
    /// Fact files.
    pub facts: Vec<(String, Yaml)>,
}

/// Reads every `*.rule`, `*.yaml` and `*.record` under `root`, and the Python modules in the folder `python` beside it:
/// paths from there, with `/`, and texts, by path.
pub fn read(root: &Path) -> io::Result<Vec<(String, String)>> {
    let mut texts = texts(root, root, &["rule", "yaml", "record"])?;
    let beside = root.parent().unwrap_or(root);
    if beside.join("python").is_dir() {
        texts.extend(self::texts(&beside.join("python"), beside, &["py", "pyi"])?);
    }
    Ok(texts)
}

fn texts(folder: &Path, root: &Path, endings: &[&str]) -> io::Result<Vec<(String, String)>> {
    let mut paths = Vec::new();
    collect(folder, endings, &mut paths)?;
    paths.sort();
    let text = |path: &PathBuf| {
        let inside: Vec<_> = path.strip_prefix(root).unwrap_or(path).iter().map(|p| p.to_string_lossy()).collect();
        Ok((inside.join("/"), fs::read_to_string(path)?))
    };
    paths.iter().map(text).collect()
}

/// The dotted name of a Python module in the folder `python`.
fn module(path: &str) -> Option<String> {
    let (inside, _) = path.strip_prefix("python/")?.split_once(".py")?;
    Some(inside.strip_suffix("/__init__").unwrap_or(inside).replace('/', "."))
}

/// Sorts the files into rules and facts. `prefix` is put before the paths in messages.
pub fn load(texts: Vec<(String, String)>, prefix: &str, diagnostics: &mut Diagnostics) -> Sources {
    let mut sources = Sources::default();
    for (name, text) in texts {
        if name.ends_with(".record") {
            sources.records.push((name, text));
            continue;
        }
        if let Some(module) = module(&name) {
            sources.modules.push((module, text));
            continue;
        }
        let file = sources.files.add(format!("{prefix}{name}"), text);
        if name.ends_with(".rule") {
            sources.rules.push((file, name));
        } else if let Some(yaml) = read_yaml(&sources.files, file, diagnostics) {
            sources.facts.push((name, yaml));
        }
    }
    sources
}

fn collect(folder: &Path, endings: &[&str], into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, endings, into)?;
        } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
            into.push(path);
        }
    }
    Ok(())
}

fn read_yaml(files: &Files, file: u32, diagnostics: &mut Diagnostics) -> Option<Yaml> {
    let text = files.text(file);
    let values: serde_yaml::Value = match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Null) => return None,
        Ok(values) => values,
        Err(error) => {
            if let Some(key) = repeated_key(text) {
                let start = key.span().start().map_or(0, |m| files.offset(file, m.line(), m.column()));
                let span = Span { file, start, end: start + key.as_str().len().max(1) as u32 };
                let message = format!("the key `{}` is written twice", files.slice(span));
                diagnostics.report(Code::Yaml, span, message).help("keep one of them");
                return None;
            }
            let at = error.location().map_or(0, |l| files.offset(file, l.line(), l.column()));
            let span = Span { file, start: at, end: at + 1 };
            diagnostics.report(Code::Yaml, span, error.to_string()).help("plain maps, lists and scalars are enough here");
            return None;
        }
    };
    let mut options = marked_yaml::LoaderOptions::default();
    if values.is_sequence() {
        options = options.toplevel_sequence();
    }
    match marked_yaml::parse_yaml_with_options(0, text, options) {
        Ok(places) => Some(Join { files, file, diagnostics }.join(values, &places)),
        Err(error) => {
            use marked_yaml::LoadError::*;
            let (what, marker) = match &error {
                UnexpectedAnchor(marker) => ("an anchor has no meaning here".to_string(), Some(marker)),
                UnexpectedTag(marker) => ("a tag has no meaning here".to_string(), Some(marker)),
                ScanError(marker, _) => (error.to_string(), Some(marker)),
                _ => (error.to_string(), None),
            };
            let start = marker.map_or(0, |m| files.offset(file, m.line(), m.column()));
            let span = Span { file, start, end: start + 1 };
            diagnostics.report(Code::Yaml, span, what).help("plain maps, lists and scalars are enough here");
            None
        }
    }
}

/// The place of a key that its map has already: `serde_yaml` refuses it, but tells only where the map is.
fn repeated_key(text: &str) -> Option<marked_yaml::types::MarkedScalarNode> {
    let options = || marked_yaml::LoaderOptions::default().error_on_duplicate_keys(true);
    for options in [options(), options().toplevel_sequence()] {
        if let Err(marked_yaml::LoadError::DuplicateKey(found)) = marked_yaml::parse_yaml_with_options(0, text, options) {
            return Some(found.key);
        }
    }
    None
}

/// Puts the values of one reader at the places of the other.
struct Join<'a> {
    files: &'a Files,
    file: u32,
    diagnostics: &'a mut Diagnostics,
}

impl Join<'_> {
    fn join(&mut self, value: serde_yaml::Value, place: &marked_yaml::Node) -> Yaml {
        use serde_yaml::Value;
        let span = self.span(place);
        let value = match (value, place) {
            (Value::Null, _) => Data::Null,
            (Value::Bool(b), _) => Data::Bool(b),
            (Value::Number(n), _) => match n.as_i64() {
                Some(i) => Data::Int(i),
                None => self.unfit(span, "a number that is not whole"),
            },
            (Value::String(s), _) => Data::Text(s),
            (Value::Sequence(values), marked_yaml::Node::Sequence(places)) => {
                Data::List(values.into_iter().zip(places.iter()).map(|(v, p)| self.join(v, p)).collect())
            }
            (Value::Mapping(values), marked_yaml::Node::Mapping(places)) => Data::Map(
                values
                    .into_iter()
                    .zip(places.iter())
                    .map(|((_, v), (key, p))| {
                        // A key is the text that stands there: `3.10` and `on` are names too.
                        let word = key.as_str().to_string();
                        let span = self.scalar_span(key.span(), word.len());
                        (Word { value: word, span }, self.join(v, p))
                    })
                    .collect(),
            ),
            _ => self.unfit(span, "a tag or an alias"),
        };
        Yaml { value, span }
    }

    fn unfit(&mut self, span: Span, what: &str) -> Data {
        self.diagnostics
            .report(Code::BadValue, span, format!("{what} is not allowed here"))
            .help("write it out as a plain value");
        Data::Null
    }

    fn span(&self, node: &marked_yaml::Node) -> Span {
        let width = match node {
            marked_yaml::Node::Scalar(s) => s.as_str().len(),
            _ => 1,
        };
        self.scalar_span(node.span(), width)
    }

    fn scalar_span(&self, span: &marked_yaml::Span, width: usize) -> Span {
        let start = span.start().map_or(0, |m| self.files.offset(self.file, m.line(), m.column()));
        Span { file: self.file, start, end: start + width.max(1) as u32 }
    }
}

/// Typed access, with a diagnostic where the kind is wrong.
impl Yaml {
    pub fn map(&self, diagnostics: &mut Diagnostics) -> &[(Word, Yaml)] {
        match &self.value {
            Data::Map(entries) => entries,
            _ => self.wrong("a map", diagnostics, &[]),
        }
    }

    pub fn list(&self, diagnostics: &mut Diagnostics) -> &[Yaml] {
        match &self.value {
            Data::List(items) => items,
            _ => self.wrong("a list", diagnostics, &[]),
        }
    }

    pub fn word(&self, diagnostics: &mut Diagnostics) -> Word {
        match &self.value {
            Data::Text(text) => Word { value: text.clone(), span: self.span },
            Data::List(_) | Data::Map(_) => Word { value: self.wrong("text", diagnostics, String::new()), span: self.span },
            // A number, a truth or nothing to YAML.
            _ => Word { value: self.wrong("text in quotes", diagnostics, String::new()), span: self.span },
        }
    }

    pub fn words(&self, diagnostics: &mut Diagnostics) -> Vec<Word> {
        self.list(diagnostics).iter().map(|item| item.word(diagnostics)).collect()
    }

    pub fn int(&self, diagnostics: &mut Diagnostics) -> i64 {
        match self.value {
            Data::Int(i) => i,
            _ => self.wrong("a whole number", diagnostics, 0),
        }
    }

    fn wrong<T>(&self, wanted: &str, diagnostics: &mut Diagnostics, instead: T) -> T {
        diagnostics.report(Code::BadValue, self.span, format!("this should be {wanted}")).help(format!("write {wanted} here"));
        instead
    }

    /// Says that a key means nothing here, and which ones do.
    pub fn unknown_key(key: &Word, known: &[&str], diagnostics: &mut Diagnostics) {
        diagnostics.report(Code::UnknownKey, key.span, format!("unknown key `{}`", key.value)).nearest(
            &key.value,
            known.iter().copied(),
            &format!("the keys here are: {}", known.join(", ")),
        );
    }
}
