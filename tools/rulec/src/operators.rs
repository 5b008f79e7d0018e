//! What torch's operators do beside giving a result: by their recorded schemas, and by lines of `torch/operators.yaml`
//! where these are silent.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, Word};
use crate::load::{Data, Sources, Yaml};
use crate::model::*;
use crate::names::{self, Record};
use crate::releases;
use crate::schemas::{self, Schema};

const FILE: &str = "/operators.yaml";
const FOLDER: &str = "torch/";
/// Sections of a record: the schemas, where functions are that call the operators of their names, and what functions
/// that are written in Python take.
const SCHEMAS: &str = "operators";
const NAMESPACES: &str = "operator namespaces";
const SIGNATURES: &str = "signatures";
/// A function with this parameter writes into its first argument where that is true, and gives it back.
const INPLACE: &str = "inplace";
/// What schemas call the first argument, and what it is called where somebody gives it by keyword.
const SELF: (&str, &str) = ("self", "input");
/// Kinds of functions that are called with the object whose methods they are, whatever else they take.
const METHODS: &[&str] = &["c_method", "c_slot"];
const OF_METHODS: &str = "(self)";
const KEYS: &[&str] = &[
    "operators",
    "of",
    "names",
    "takes",
    "in_place",
    "writes",
    "views",
    "copies",
    "stays",
    "draws",
    "switch",
    "uncast",
    "untold",
    "because",
];

/// A line that somebody wrote.
#[derive(Default)]
struct Line {
    operators: Vec<Word>,
    functions: Vec<Word>,
    takes: Option<String>,
    in_place: Option<Span>,
    writes: Vec<Word>,
    views: Vec<Word>,
    copies: Option<Span>,
    stays: Option<Span>,
    draws: Option<Span>,
    switch: Option<Word>,
    uncast: Option<Span>,
    untold: Option<Span>,
    reach: Reach,
}

/// Whether a file has such lines.
pub fn is_of_operators(path: &str) -> bool {
    path.starts_with(FOLDER) && path.ends_with(FILE)
}

/// Makes the table of operators, for each release.
pub fn resolve(sources: &Sources, model: &mut Model, diagnostics: &mut Diagnostics) {
    let mut lines = Vec::new();
    for (path, yaml) in sources.facts.iter().filter(|(path, _)| is_of_operators(path)) {
        let reach = Reach::of(path, &model.releases);
        let releases = releases::inheriting(&model.releases, reach.pack);
        lines.extend(yaml.list(diagnostics).iter().map(|row| read(row, Reach { releases, ..reach }, diagnostics)));
    }
    let mut table: BTreeMap<(String, SideEffects), u32> = BTreeMap::new();
    let mut namespaces: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut mistakes: BTreeMap<(Span, String), (Diagnostic, Vec<&str>)> = BTreeMap::new();
    for (at, record) in names::of_torch(&sources.records, &model.releases).iter().enumerate() {
        let mut found = Diagnostics::default();
        let mut release = Release { record, schemas: BTreeMap::new(), diagnostics: &mut found };
        release.read_schemas();
        for (name, side_effects) in release.conducts(lines.iter().filter(|line| line.reach.releases >> at & 1 == 1)) {
            namespaces.entry(name.clone()).or_default().extend(release.namespaces(&name));
            *table.entry((name, side_effects)).or_default() |= 1 << at;
        }
        for mistake in found.sorted() {
            let of_all = mistakes.entry((mistake.span, mistake.message.clone())).or_insert((mistake, Vec::new()));
            of_all.1.push(&model.releases[at].name);
        }
    }
    for (mistake, of) in mistakes.into_values() {
        // What is wrong with some releases alone may be right: their folders may say something else.
        let message = match of.len() == model.releases.len() {
            true => mistake.message,
            false => format!("torch {}: {}", of.join(", "), mistake.message),
        };
        diagnostics.report(mistake.code, mistake.span, message).help = mistake.help;
    }
    let said = lines.iter().flat_map(|line| line.functions.iter().map(|word| (word.clone(), line.reach)));
    model.functions_of_operators = said.collect();
    model.operators = table
        .into_iter()
        .map(|((name, side_effects), releases)| Operator {
            namespaces: namespaces.get(&name).into_iter().flatten().cloned().collect(),
            name,
            side_effects,
            reach: Reach { pack: None, replaces: false, releases },
        })
        .collect();
}

fn read(row: &Yaml, reach: Reach, diagnostics: &mut Diagnostics) -> Line {
    let mut line = Line { reach, ..Line::default() };
    let (mut of, mut names, mut because) = (Vec::new(), Vec::new(), false);
    for (key, value) in row.map(diagnostics) {
        match key.value.as_str() {
            "operators" => line.operators = value.words(diagnostics),
            "of" => of = value.words(diagnostics),
            "names" => names = value.words(diagnostics),
            "takes" => line.takes = Some(format!("({})", value.word(diagnostics).value)),
            "in_place" => line.in_place = truth(value, diagnostics),
            "writes" => line.writes = value.words(diagnostics),
            "views" => line.views = value.words(diagnostics),
            "copies" => line.copies = truth(value, diagnostics),
            "stays" => line.stays = truth(value, diagnostics),
            "draws" => line.draws = truth(value, diagnostics),
            "uncast" => line.uncast = truth(value, diagnostics),
            "untold" => line.untold = truth(value, diagnostics),
            "switch" => line.switch = Some(value.word(diagnostics)),
            "because" => because = !value.word(diagnostics).value.is_empty(),
            _ => Yaml::unknown_key(key, KEYS, diagnostics),
        }
    }
    if !because {
        diagnostics.report(Code::Missing, row.span, "nothing says why the schema does not tell this").help("write `because: …`");
    }
    let join = |of: &Word| {
        let path = |name: &Word| Word { value: format!("{}.{}", of.value, name.value), span: name.span };
        names.iter().map(path).collect::<Vec<_>>()
    };
    line.functions = of.iter().flat_map(join).collect();
    line
}

/// The place of what is said, which is that it is so.
fn truth(value: &Yaml, diagnostics: &mut Diagnostics) -> Option<Span> {
    if let Data::Bool(true) = value.value {
        return Some(value.span);
    }
    diagnostics.report(Code::BadValue, value.span, "this should be true").help("leave out what does not hold");
    None
}

/// One release: what is recorded of it.
struct Release<'a, 't> {
    record: &'a Record<'t>,
    /// The overloads of each operator, but for those that write into `out`.
    schemas: BTreeMap<&'t str, Vec<Schema<'t>>>,
    diagnostics: &'a mut Diagnostics,
}

impl<'t> Release<'_, 't> {
    fn read_schemas(&mut self) {
        let recorded: BTreeMap<&str, &str> = self.record.members(SCHEMAS).collect();
        for (overload, text) in recorded {
            let Some(schema) = Schema::read(text) else { continue };
            if !schema.takes_out() {
                self.schemas.entry(overload.split('.').next().unwrap_or(overload)).or_default().push(schema);
            }
        }
    }

    /// Where a function is found that calls this operator.
    fn namespaces(&self, operator: &str) -> Vec<String> {
        let spaces = self.record.members(NAMESPACES).map(|(space, _)| space);
        let has = |space: &&str| self.record.member(space, operator).is_some();
        spaces.filter(has).map(str::to_owned).collect()
    }

    /// By operator, or by the path of a function that calls none of its name.
    fn conducts<'l>(&mut self, lines: impl Iterator<Item = &'l Line>) -> BTreeMap<String, SideEffects> {
        let mut conducts: BTreeMap<String, SideEffects> = BTreeMap::new();
        for (name, overloads) in &self.schemas {
            conducts.insert((*name).to_owned(), of_schemas(overloads));
        }
        for (path, text) in self.record.members(SIGNATURES) {
            let Some(signature) = Schema::read(text) else { continue };
            if let Some(inplace) = signature.parameters.iter().find(|parameter| parameter.name == INPLACE) {
                let side_effects = conducts.entry(path.to_owned()).or_default();
                side_effects.inplace = Some(argument(inplace));
                side_effects.changes = signature.parameters.first().map(argument);
            }
        }
        for line in lines {
            for operator in &line.operators {
                let Some(overloads) = self.schemas.get(operator.value.as_str()).cloned() else {
                    let known: Vec<&str> = self.schemas.keys().copied().collect();
                    let message = format!("there is no schema of `{}`", operator.value);
                    let report = self.diagnostics.report(Code::NoSuchObject, operator.span, message);
                    report.nearest(&operator.value, known, "say it `of` the modules and classes that have the function");
                    continue;
                };
                if let Some(side_effects) = conducts.get_mut(&operator.value) {
                    self.add(line, &overloads, side_effects);
                }
            }
            for function in &line.functions {
                let signature = self.signature(function, line);
                let side_effects = conducts.entry(function.value.clone()).or_default();
                self.add(line, &[signature], side_effects);
            }
        }
        conducts.retain(|_, side_effects| *side_effects != SideEffects::default());
        conducts
    }

    /// What a function takes that is no operator's, or takes something else.
    fn signature<'l>(&mut self, function: &Word, line: &'l Line) -> Schema<'l>
    where
        't: 'l,
    {
        let path = &function.value;
        if let Some(text) = line.takes.as_deref().or(self.record.member(SIGNATURES, path)) {
            return Schema::read(text).unwrap_or_default();
        }
        let (space, name) = path.rsplit_once('.').unwrap_or_default();
        if self.schemas.contains_key(name) && self.namespaces(name).iter().any(|known| known == space) {
            self.diagnostics
                .report(Code::SaidBySchema, function.span, format!("`{path}` calls an operator, which has a schema"))
                .help(format!("write `operators: [{name}]`"));
        }
        let is_method = self.record.member(space, name).is_some_and(|kind| METHODS.contains(&kind));
        is_method.then(|| Schema::read(OF_METHODS)).flatten().unwrap_or_default()
    }

    /// Adds what a line says to what the schemas say.
    fn add(&mut self, line: &Line, overloads: &[Schema<'_>], side_effects: &mut SideEffects) {
        if let Some(span) = line.in_place {
            let first = overloads.iter().find_map(|schema| schema.parameters.first()).map(argument);
            if std::mem::replace(&mut side_effects.changes, first).is_some() {
                self.said_already(span, "it is known that it is in place".to_owned());
            }
        }
        for (is, said, what) in [
            (&mut side_effects.draws, line.draws, "draws random numbers"),
            (&mut side_effects.uncast, line.uncast, "is left alone by autocast"),
            (&mut side_effects.untold, line.untold, "does not raise versions"),
        ] {
            if let Some(span) = said
                && std::mem::replace(is, true)
            {
                self.said_already(span, format!("it is known that it {what}"));
            }
        }
        for (of, words, what) in
            [(&mut side_effects.writes, &line.writes, "written"), (&mut side_effects.views, &line.views, "viewed")]
        {
            for word in words {
                let Some(found) = self.parameter(word, overloads) else { continue };
                if of.contains(&found) {
                    self.said_already(word.span, format!("it is known that `{}` is {what}", word.value));
                } else {
                    of.push(found);
                }
            }
        }
        for (is, said) in [(&mut side_effects.copies, line.copies), (&mut side_effects.stays, line.stays)] {
            let Some(span) = said else { continue };
            *is = true;
            if side_effects.views.is_empty() {
                self.said_already(span, "it is known that it is no view".to_owned());
            }
        }
        if let Some(word) = &line.switch {
            let default = overloads.iter().flat_map(|schema| &schema.parameters).find(|parameter| parameter.name == word.value);
            let on = default.and_then(|parameter| parameter.default).is_none_or(|default| !OFF.contains(&default));
            side_effects.switch = self.parameter(word, overloads).map(|parameter| (parameter, on));
        }
    }

    fn said_already(&mut self, span: Span, message: String) {
        self.diagnostics.report(Code::SaidBySchema, span, message).help("the schema says so, or another line: take it out");
    }

    /// A parameter by its name, where it stands first in any overload.
    fn parameter(&mut self, word: &Word, overloads: &[Schema<'_>]) -> Option<Argument> {
        let all = || overloads.iter().flat_map(|schema| &schema.parameters);
        let of_name = all().filter(|parameter| parameter.name == word.value);
        let found = of_name.min_by_key(|parameter| parameter.place.unwrap_or(usize::MAX)).map(argument);
        if found.is_none() {
            let message = format!("there is no parameter `{}`", word.value);
            let report: &mut Diagnostic = self.diagnostics.report(Code::NoSuchObject, word.span, message);
            report.nearest(&word.value, all().map(|parameter| parameter.name), "write `takes`, with the function's parameters");
        }
        found
    }
}

/// Defaults without which nothing is switched on.
const OFF: &[&str] = &["False", "None", "0", "0.", "0.0"];

fn of_schemas(overloads: &[Schema<'_>]) -> SideEffects {
    let uncast = overloads.iter().all(|schema| schema.is_remarked("uncast"));
    let mut side_effects = SideEffects { uncast, ..SideEffects::default() };
    for schema in overloads {
        if schema.in_place() {
            side_effects.changes = schema.parameters.first().map(argument);
        }
        side_effects.draws |= schema.is_remarked("draws");
        let changed = usize::from(schema.in_place());
        for parameter in schema.parameters.iter().skip(changed) {
            for (into, holds) in
                [(&mut side_effects.writes, parameter.is_written()), (&mut side_effects.views, schema.views(parameter))]
            {
                let found = argument(parameter);
                if holds && !into.contains(&found) {
                    into.push(found);
                }
            }
        }
    }
    side_effects
}

fn argument(parameter: &schemas::Parameter<'_>) -> Argument {
    let (in_schema, in_python) = SELF;
    let name = if parameter.name == in_schema { in_python } else { parameter.name };
    Argument { name: name.to_owned(), place: parameter.place, rest: parameter.rest }
}

/// Writes the table as Rust text, by name.
pub fn emit(out: &mut String, model: &Model) {
    out.push_str("pub static TORCH_OPERATORS: Table<TorchOperator> = Table::new(&[\n");
    for operator in &model.operators {
        let Operator { name, namespaces, side_effects, .. } = operator;
        let SideEffects { changes, writes, views, copies, stays, draws, switch, inplace, uncast, untold } = side_effects;
        let list = |arguments: &[Argument]| format!("&[{}]", arguments.iter().map(text).collect::<Vec<_>>().join(", "));
        let maybe = |text: Option<String>| text.map_or("None".to_owned(), |text| format!("Some({text})"));
        let switch = maybe(switch.as_ref().map(|(argument, on)| format!("({}, {on})", text(argument))));
        let [changes, inplace] = [changes, inplace].map(|argument| maybe(argument.as_ref().map(text)));
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "    TorchOperator {{ name: {name:?}, namespaces: &{namespaces:?}, changes: {changes}, writes: {}, views: {}, \
             copies: {copies}, stays: {stays}, draws: {draws}, switch: {switch}, inplace: {inplace}, uncast: {uncast}, \
             untold: {untold} }},",
            list(writes),
            list(views),
        );
    }
    crate::emit::end_of_table(out, &model.releases, model.operators.iter().map(|operator| operator.reach));
}

fn text(argument: &Argument) -> String {
    format!("ArgumentPlace {{ name: {:?}, place: {:?}, rest: {} }}", argument.name, argument.place, argument.rest)
}
