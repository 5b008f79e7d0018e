//! The names of Python objects that rules and facts speak of, held against what was recorded of each release.
//!
//! A record (`names.record`) has a section for each module and class, `[torch.Tensor] class`, and in it a line for each
//! member, `add method`. That of a release which inherits has the differences alone: `-name` is a member that is gone, a
//! section `[-torch.old]` one that is.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::{self, Expr, ExprKind};
use crate::defines;
use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::kinds::{self, Known, Use};
use crate::load::Sources;
use crate::model::*;
use crate::releases;
use crate::symbols;

/// Packages of which nothing is recorded: rules about them wait for what the program has.
const FOREIGN: &[&str] = &["alternator", "numpy", "packaging", "torchvision"];
const TORCH: &str = "torch";
const FILE: &str = "/names.record";

/// A name, where it stands, and for which releases of torch it is said.
pub struct Named<'m> {
    pub path: Cow<'m, str>,
    pub span: Span,
    pub releases: u32,
    pub used: Use,
    /// Whether it can be nothing else: a cell of a table may be any text.
    certain: bool,
}

/// What was recorded: the members of modules and classes.
#[derive(Debug, Clone, Default)]
pub struct Record<'t> {
    sections: HashMap<&'t str, HashMap<&'t str, &'t str>>,
}

/// Why a name does not lead to anything.
struct Missing<'a> {
    /// The part that is recorded, and the word that it does not have; no word if nothing is recorded of it.
    space: String,
    members: Option<&'a HashMap<&'a str, &'a str>>,
}

impl<'t> Record<'t> {
    fn add(&mut self, text: &'t str) {
        let mut section = "";
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            if let Some(header) = line.strip_prefix('[') {
                let name = header.split(']').next().unwrap_or_default();
                match name.strip_prefix('-') {
                    Some(gone) => drop(self.sections.remove(gone)),
                    None => {
                        section = name;
                        self.sections.entry(section).or_default();
                    }
                }
                continue;
            }
            let members = self.sections.entry(section).or_default();
            match line.strip_prefix('-') {
                Some(gone) => drop(members.remove(gone)),
                None => {
                    let (name, kind) = line.split_once(' ').unwrap_or((line, ""));
                    members.insert(name, kind);
                }
            }
        }
    }

    pub fn member(&self, section: &str, name: &str) -> Option<&'t str> {
        self.sections.get(section)?.get(name).copied()
    }

    /// What a section has, in any order.
    pub fn members(&self, section: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.sections.get(section).into_iter().flatten().map(|(name, kind)| (*name, *kind))
    }

    /// What kind of thing a name leads to; none if nothing is recorded.
    pub fn kind(&self, path: &str) -> Option<&'t str> {
        self.find(path).ok()
    }

    /// The full names of what is recorded beside a name: the members of the space that it would be in.
    pub fn beside<'r>(&'r self, path: &str) -> impl Iterator<Item = String> + use<'r, 't> {
        let space = path.rsplit_once('.').map_or("", |(space, _)| space).to_string();
        let members = self.sections.get(space.as_str()).into_iter().flatten();
        members.map(move |(name, _)| format!("{space}.{name}"))
    }

    /// What a name leads to.
    fn find(&self, path: &str) -> Result<&'t str, Missing<'_>> {
        let (mut space, mut kind) = (String::new(), "module");
        // What a function makes has no name outside of it.
        for word in path.split(".<locals>").next().unwrap_or(path).split('.') {
            if space.is_empty() {
                space = word.to_string();
                continue;
            }
            let Some(member) = self.member(&space, word) else {
                let members = self.sections.get(space.as_str());
                return Err(Missing { space, members });
            };
            kind = member;
            space = format!("{space}.{word}");
        }
        let known = self.sections.contains_key(space.as_str()) || path.contains('.');
        if known { Ok(kind) } else { Err(Missing { space, members: None }) }
    }
}

/// Every name of a Python object in rules and facts.
pub fn all(model: &Model) -> Vec<Named<'_>> {
    let mut said = Said { names: Vec::new(), of_rule: BTreeMap::new() };
    for callee in &model.callees {
        let used = match (&callee.how, callee.access) {
            (Callee::Inline, _) => Use::Inlined,
            (_, Access::Call) => Use::Called,
            _ => Use::Attribute,
        };
        said.add(&callee.path, callee.reach, if let Callee::Rule(rule) = callee.how { Some(rule) } else { None }, used);
    }
    model.namespaces.iter().for_each(|callee| said.add(&callee.path, callee.reach, None, Use::Space));
    model.metas.iter().for_each(|meta| said.add(&meta.target, meta.reach, Some(meta.rule), Use::Called));
    model.builds.iter().for_each(|build| said.add(&build.class, build.reach, Some(build.rule), Use::Class));
    model.functions_of_operators.iter().for_each(|(path, reach)| said.add(path, *reach, None, Use::Called));
    model.objects.iter().for_each(|object| said.add(&object.class, object.reach, object.rebuild, Use::Class));
    let Said { mut names, of_rule } = said;
    names.extend(model.callees.iter().filter_map(|callee| match &callee.how {
        Callee::Traced(path) | Callee::Through(path) => {
            let (path, span) = (Cow::Borrowed(path.as_str()), callee.path.span);
            Some(Named { path, span, releases: callee.reach.releases, used: Use::Any, certain: true })
        }
        _ => None,
    }));
    for table in &model.tables {
        let words: Vec<(&Word, Reach)> = match table {
            FlatTable::Names { entries, .. } => entries.iter().map(|(_, text, reach)| (text, *reach)).collect(),
            FlatTable::Rows { rows, .. } => rows.iter().flat_map(|row| row.words.iter().map(|word| (word, row.reach))).collect(),
        };
        let paths = words.into_iter().filter(|(word, _)| is_path(&word.value));
        names.extend(paths.map(|(word, reach)| Named {
            path: Cow::Borrowed(&word.value),
            span: word.span,
            releases: reach.releases,
            used: Use::Any,
            certain: false,
        }));
    }
    let mut bodies = Bodies { model, names, of_defines: vec![0; model.defines.len()] };
    for (index, rule) in model.rules.iter().enumerate() {
        let releases = of_rule.get(&index).copied().unwrap_or(releases::all(&model.releases));
        let known = classes_of_operands(&rule.text);
        rule.text.each_expression(&mut |expr| bodies.expression(expr, &known, rule.kind == RuleKind::Meta, releases));
    }
    bodies.names
}

/// What rules and facts are about, and for which releases each rule holds.
struct Said<'m> {
    names: Vec<Named<'m>>,
    of_rule: BTreeMap<usize, u32>,
}

impl<'m> Said<'m> {
    fn add(&mut self, word: &'m Word, reach: Reach, rule: Option<usize>, used: Use) {
        if let Some(rule) = rule {
            *self.of_rule.entry(rule).or_default() |= reach.releases;
        }
        let path = Cow::Borrowed(word.value.as_str());
        self.names.push(Named { path, span: word.span, releases: reach.releases, used, certain: true });
    }
}

/// An operand, and the classes of which its object is one or the other.
type Operand<'m> = (&'m str, Vec<&'m str>);

/// `self` of a rule about a class, and the source of a build rule.
fn classes_of_operands(text: &RuleText) -> Vec<Operand<'_>> {
    match text {
        RuleText::Callable(callable) => {
            let class = callable.path.value.rsplit_once('.').map(|(class, _)| class);
            let is_receiver = |parameter: &&ast::Parameter| parameter.name.value == SELF && parameter.ty.is_none();
            callable.parameters.first().filter(is_receiver).zip(class).map(|(_, class)| (SELF, vec![class])).into_iter().collect()
        }
        RuleText::Build(build) => {
            let classes = build.classes.iter().map(|(class, _)| class.value.as_str()).collect();
            build.parameters.first().map(|parameter| (parameter.name.value.as_str(), classes)).into_iter().collect()
        }
        RuleText::Opcode(_) | RuleText::Rebuild(..) | RuleText::Replay(..) => Vec::new(),
    }
}

const SELF: &str = "self";

/// What bodies name: by `py(…)`, and as texts that are attributes of an operand.
struct Bodies<'m> {
    model: &'m Model,
    names: Vec<Named<'m>>,
    /// For which releases a define is written into some rule.
    of_defines: Vec<u32>,
}

impl<'m> Bodies<'m> {
    fn expression(&mut self, expr: &'m Expr, operands: &[Operand<'m>], of_meta: bool, releases: u32) {
        if let ExprKind::Python(path) = &expr.kind {
            let path = Cow::Borrowed(path.as_str());
            self.names.push(Named { path, span: expr.span, releases, used: Use::Any, certain: true });
        }
        self.attribute(expr, operands, of_meta, releases);
        let Some((define, _)) = defines::called(self.model, expr, of_meta) else { return };
        let more = releases & !self.of_defines[define];
        if more != 0 {
            self.of_defines[define] |= more;
            let define = &self.model.defines[define];
            let of_classes = define.parameters.iter().filter_map(|parameter| Some((parameter, parameter.class.as_deref()?)));
            let operands: Vec<Operand<'m>> =
                of_classes.map(|(parameter, class)| (parameter.name.value.as_str(), vec![class])).collect();
            ast::each_expression(&define.body, &mut |expr| self.expression(expr, &operands, of_meta, more));
        }
    }

    /// The attribute that a call names by its text.
    fn attribute(&mut self, expr: &'m Expr, operands: &[Operand<'m>], of_meta: bool, releases: u32) {
        let Some((name, of)) = self.model.attribute_named(expr, of_meta) else { return };
        let ExprKind::Text(text) = &name.kind else { return };
        let classes: Vec<&str> = match &of.kind {
            ExprKind::Name(operand) => {
                operands.iter().filter(|(known, _)| known == operand).flat_map(|(_, classes)| classes).copied().collect()
            }
            _ => self.model.class_of_result(of, of_meta).into_iter().collect(),
        };
        self.names.extend(classes.into_iter().map(|class| Named {
            path: Cow::Owned(format!("{class}.{text}")),
            span: name.span,
            releases,
            used: Use::Any,
            certain: true,
        }));
    }
}

fn is_path(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.contains('.') && text.split('.').all(is_word)
}

fn root(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// What was recorded for a pack, over what it inherits.
fn recorded<'s>(records: &'s [(String, String)], folder: &str, pack: &str) -> &'s str {
    let path = format!("{folder}/{pack}{FILE}");
    records.iter().find(|(known, _)| *known == path).map_or("", |(_, text)| text)
}

/// What was recorded of each release of torch.
pub fn of_torch<'s>(texts: &'s [(String, String)], releases: &[Release]) -> Vec<Record<'s>> {
    let mut records: Vec<Record<'_>> = Vec::new();
    for release in releases {
        // The one before is made already.
        let mut record = release.chain.iter().rev().nth(1).map(|before| records[*before].clone()).unwrap_or_default();
        record.add(recorded(texts, TORCH, &release.name));
        records.push(record);
    }
    records
}

/// What was recorded of each CPython.
pub fn of_python<'s>(texts: &'s [(String, String)], packs: &[Pack]) -> Vec<Record<'s>> {
    let of_pack = |pack: &Pack| {
        let mut record = Record::default();
        pack.chain.iter().for_each(|folder| record.add(recorded(texts, "cpython", folder)));
        record
    };
    packs.iter().map(of_pack).collect()
}

/// Reports every name that some version has not, by its record.
pub fn check(sources: &Sources, model: &Model, diagnostics: &mut Diagnostics) {
    if sources.records.is_empty() {
        return;
    }
    let torch = of_torch(&sources.records, &model.releases);
    symbols::check(model, &torch, diagnostics);
    let python = of_python(&sources.records, &model.packs);
    let roots: BTreeSet<&str> = python.iter().flat_map(|record| record.sections.keys()).map(|name| root(name)).collect();
    let mut idle: BTreeSet<(usize, usize)> =
        model.packs.iter().enumerate().flat_map(|(at, pack)| (0..pack.lacks.len()).map(move |lack| (at, lack))).collect();
    let mut unrecorded = BTreeSet::new();
    for named in all(model) {
        if let Some((module, word)) = missing_in_module(&sources.modules, &named.path) {
            diagnostics
                .report(Code::NoSuchObject, named.span, format!("{module} has no `{word}`"))
                .help("write it there, or call it what it is called there");
        }
        let root = root(&named.path);
        if root == TORCH {
            let releases = model.releases.iter().zip(&torch).enumerate().filter(|(at, _)| named.releases >> at & 1 == 1);
            let versions = releases.map(|(_, (release, record))| (release.name.as_str(), record));
            let known = report("torch", &named, versions, "tools/record_torch.py", &mut unrecorded, diagnostics);
            kinds::check("torch", &named, &known, diagnostics);
            kinds::refuse_mixed("torch", &named, &known, diagnostics);
        } else if roots.contains(root) || named.certain && !FOREIGN.contains(&root) {
            let mut versions = Vec::new();
            for (at, (pack, record)) in model.packs.iter().zip(&python).enumerate() {
                let lacks = pack.lacks.iter().position(|lack| releases::is_or_contains(&lack.value, &named.path));
                match lacks {
                    Some(lack) if record.find(&named.path).is_err() => drop(idle.remove(&(at, lack))),
                    Some(_) => {}
                    None => versions.push((pack.name.as_str(), record)),
                }
            }
            let known = report("CPython", &named, versions.into_iter(), "tools/record_names.py", &mut unrecorded, diagnostics);
            kinds::check("CPython", &named, &known, diagnostics);
        }
    }
    for (at, lack) in idle {
        let word = &model.packs[at].lacks[lack];
        diagnostics
            .report(Code::RemovesNothing, word.span, format!("no rule needs to know that there is no `{}`", word.value))
            .help("take the line out");
    }
}

/// The module beside the rules that a name leads into, and the word that its text nowhere says.
fn missing_in_module<'m>(modules: &'m [(String, String)], path: &'m str) -> Option<(&'m str, &'m str)> {
    let below = |module: &str| path.strip_prefix(module)?.strip_prefix('.');
    let (name, text) = modules.iter().filter(|(name, _)| below(name).is_some()).max_by_key(|(name, _)| name.len())?;
    let word = below(name)?.split('.').next()?;
    if modules.iter().any(|(module, _)| module == path) {
        return None;
    }
    let says = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|known| known == word);
    // Some modules are filled when they are imported.
    (!says(text) && !text.contains("globals().update(")).then_some((name, word))
}

/// One diagnostic for all versions that lack a name. The kinds that it has in the others.
fn report<'a>(
    whose: &str,
    named: &Named<'_>,
    versions: impl Iterator<Item = (&'a str, &'a Record<'a>)>,
    tool: &str,
    unrecorded: &mut BTreeSet<String>,
    diagnostics: &mut Diagnostics,
) -> Vec<Known<'a>> {
    let mut known = Vec::new();
    let mut lacking = Vec::new();
    for (version, record) in versions {
        match record.find(&named.path) {
            Ok(kind) => known.push(Known { version, record, kind }),
            Err(missing) => lacking.push((version, missing)),
        }
    }
    let count = known.len() + lacking.len();
    let Some((_, missing)) = lacking.last() else { return known };
    // Each name of a module that nobody has recorded is missing for that alone.
    if missing.members.is_none() && !unrecorded.insert(missing.space.clone()) {
        return known;
    }
    let names: Vec<&str> = lacking.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    match missing.members {
        Some(members) => {
            let near: Vec<String> = members.keys().map(|name| format!("{}.{name}", missing.space)).collect();
            let upto =
                named.path[missing.space.len() + 1..].find('.').map_or(named.path.len(), |at| missing.space.len() + 1 + at);
            let diagnostic =
                diagnostics.report(Code::NoSuchObject, named.span, format!("{whose} {names} has no `{}`", &named.path[..upto]));
            diagnostic.nearest(
                &named.path[..upto],
                near.iter().map(String::as_str),
                if lacking.len() < count { "say it in the folder of the versions that have it;" } else { "no version has it" },
            );
            // What some version has is no slip of the pen.
            if lacking.len() < count {
                let key = if whose == TORCH { "remove" } else { "lacks" };
                let nearest = diagnostic.help.take().unwrap_or_default();
                diagnostic.help(format!("{nearest} if there is none, list it under `{key}` in the pack.yaml of {names}"));
            }
        }
        None => {
            diagnostics
                .report(Code::NoSuchObject, named.span, format!("nothing is recorded of `{}` in {whose} {names}", missing.space))
                .help(format!("run {tool} with each of these versions: it records what the rules name"));
        }
    }
    known
}
