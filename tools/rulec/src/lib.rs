//! The rule compiler: rule files in, const tables out.
//!
//! One phase a file, in the order of [`compile`].

pub mod about;
pub mod ast;
pub mod body;
pub mod check;
pub mod columns;
pub mod defines;
pub mod diagnostics;
pub mod emit;
pub mod facts;
pub mod kinds;
pub mod layout;
pub mod load;
pub mod lower;
pub mod model;
pub mod names;
pub mod operators;
pub mod overlap;
pub mod packs;
pub mod parse;
pub mod questions;
pub mod releases;
pub mod resolve;
pub mod schemas;
pub mod stack;
pub mod symbols;
pub mod typed;

use std::io;
use std::path::Path;

use diagnostics::{Diagnostic, Diagnostics, Files};
use model::Model;
use resolve::ParsedFile;

/// What came of a run.
pub struct Output {
    pub files: Files,
    pub model: Model,
    /// What was recorded of names, by path.
    pub records: Vec<(String, String)>,
    /// Every mistake found, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The tables as Rust text, if they can be trusted.
    pub tables: Option<emit::Texts>,
}

/// Compiles the rule tree under `root`. `prefix` is what messages put before the paths of its files.
pub fn compile(root: &Path, prefix: &str) -> io::Result<Output> {
    Ok(compile_texts(load::read(root)?, prefix))
}

/// Compiles rule files and fact files that are in memory, each with its path from the root.
pub fn compile_texts(texts: Vec<(String, String)>, prefix: &str) -> Output {
    let mut diagnostics = Diagnostics::default();
    let sources = load::load(texts, prefix, &mut diagnostics);
    let mut parsed = Vec::new();
    for (file, path) in &sources.rules {
        let items = parse::parse(*file, sources.files.text(*file), &mut diagnostics);
        parsed.push(ParsedFile { path: path.clone(), items });
    }
    let releases = releases::read(&sources, &mut diagnostics);
    // What a file says that cannot be read, or what a release would inherit, is missing everywhere else: the rest would be
    // reported for that alone.
    if !diagnostics.allow_tables() {
        let (model, diagnostics) = (Model::default(), diagnostics.sorted());
        return Output { files: sources.files, model, records: sources.records, diagnostics, tables: None };
    }
    let mut model = resolve::resolve(&sources, parsed, releases, &mut diagnostics);
    operators::resolve(&sources, &mut model, &mut diagnostics);
    names::check(&sources, &model, &mut diagnostics);
    let (bodies, defines) = check::check(&model, &mut diagnostics);
    stack::check(&model, &bodies, &mut diagnostics);
    let build_order = overlap::order(&model, &mut diagnostics);
    let tables = diagnostics.allow_tables().then(|| {
        let bodies: Vec<_> = bodies.into_iter().flatten().collect();
        let defines: Vec<_> = defines.into_iter().flatten().collect();
        let (code, objects) = lower::lower_all(&bodies, &defines);
        let (files, model) = (&sources.files, &model);
        emit::emit(&emit::Tables { files, model, bodies: &bodies, code: &code, objects: &objects, build_order: &build_order })
    });
    Output { files: sources.files, model, records: sources.records, diagnostics: diagnostics.sorted(), tables }
}

impl Output {
    /// The diagnostics as a person reads them.
    pub fn report(&self) -> String {
        self.diagnostics.iter().map(|d| self.files.render(d) + "\n").collect()
    }

    /// How many rules only name a Rust function.
    pub fn opaque_count(&self) -> usize {
        self.model.rules.iter().filter(|r| r.opaque.is_some()).count()
    }
}
