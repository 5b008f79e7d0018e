//! Releases of torch: what each inherits, replaces and lacks.
//!
//! Rules and facts outside the folders `torch/<version>` hold for every release, those of a folder for that release and
//! those that inherit from it. All releases are compiled into one set of tables, whose rows say for which they hold.

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::load::{Sources, Yaml};
use crate::model::*;
use crate::resolve::duplicate;

const KEYS: &[&str] = &["inherits", "remove"];
const FOLDER: &str = "torch/";

/// The version of the folder that a file is in, if it is that of a release.
fn folder(path: &str) -> Option<&str> {
    let (name, _) = path.strip_prefix(FOLDER)?.split_once('/')?;
    name.starts_with(|c: char| c.is_ascii_digit()).then_some(name)
}

/// Whether a file says of a release what it is, and no rule.
pub fn is_pack_file(path: &str) -> bool {
    folder(path).is_some() && path.ends_with("/pack.yaml")
}

/// The packs, in the order of their versions.
pub fn read(sources: &Sources, diagnostics: &mut Diagnostics) -> Vec<Release> {
    let mut found: Vec<(Release, Option<Word>)> = Vec::new();
    for (path, yaml) in sources.facts.iter().filter(|(path, _)| is_pack_file(path)) {
        let name = folder(path).unwrap_or_default();
        let Some(version) = crate::packs::version(name, yaml.span, diagnostics) else { continue };
        let mut release = Release { version, name: name.to_string(), place: yaml.span, chain: Vec::new(), remove: Vec::new() };
        let mut inherits = None;
        for (key, value) in yaml.map(diagnostics) {
            match key.value.as_str() {
                "inherits" => inherits = Some(value.word(diagnostics)).filter(|base| base.value != "common"),
                "remove" => release.remove = value.words(diagnostics),
                _ => Yaml::unknown_key(key, KEYS, diagnostics),
            }
        }
        found.push((release, inherits));
    }
    found.sort_by_key(|(release, _)| release.version);
    let names: Vec<String> = found.iter().map(|(release, _)| release.name.clone()).collect();
    let mut releases: Vec<Release> = Vec::new();
    for (release, inherits) in found {
        let mut chain = Vec::new();
        if let Some(base) = inherits {
            match releases.iter().position(|known| known.name == base.value) {
                Some(index) => chain.clone_from(&releases[index].chain),
                None => {
                    let before: Vec<&str> = releases.iter().map(|known| known.name.as_str()).collect();
                    diagnostics
                        .report(Code::UnknownName, base.span, format!("{} cannot inherit from `{}`", release.name, base.value))
                        .help(format!("a release inherits from common, or from one before it: {}", before.join(", ")));
                }
            }
        }
        chain.push(releases.len());
        releases.push(Release { chain, ..release });
    }
    let files = sources.rules.iter().map(|(file, path)| (Span { file: *file, start: 0, end: 1 }, path));
    for (place, path) in files.chain(sources.facts.iter().map(|(path, yaml)| (yaml.span, path))) {
        if let Some(name) = folder(path)
            && !names.iter().any(|known| known == name)
        {
            diagnostics
                .report(Code::Missing, place, format!("torch {name} has no pack.yaml"))
                .help(format!("write rules/torch/{name}/pack.yaml, with the version that it inherits from"));
        }
    }
    releases
}

impl Reach {
    /// That of what a file says.
    pub fn of(path: &str, releases: &[Release]) -> Reach {
        let pack = folder(path).and_then(|name| releases.iter().position(|release| release.name == name));
        Reach { pack, replaces: false, releases: 0 }
    }

    pub fn replacing(self, replaces: bool) -> Reach {
        Reach { replaces, ..self }
    }
}

/// What a rule's name is followed by where it is not that of all releases.
pub fn suffix(reach: Reach, releases: &[Release]) -> String {
    reach.pack.map_or(String::new(), |index| format!("@{}", releases[index].name))
}

/// The bits of all releases, or of everything where there is no pack.
pub fn all(releases: &[Release]) -> u32 {
    if releases.is_empty() { u32::MAX } else { (1 << releases.len()) - 1 }
}

/// The releases that inherit what a pack says.
pub fn inheriting(releases: &[Release], pack: Option<usize>) -> u32 {
    let Some(pack) = pack else { return all(releases) };
    (0..releases.len()).filter(|at| releases[*at].chain.contains(&pack)).map(|at| 1 << at).sum()
}

/// Works out for which releases everything holds.
pub fn settle(model: &mut Model, diagnostics: &mut Diagnostics) {
    let releases = std::mem::take(&mut model.releases);
    let removed = releases.iter().map(|release| vec![false; release.remove.len()]).collect();
    let mut settling = Settling { releases: &releases, removed, diagnostics };
    for entries in [&mut model.callees, &mut model.namespaces] {
        settling.entries(
            true,
            entries.iter_mut().map(|entry| {
                // Why a function may be folded is said beside the rule that folds it.
                let reason = matches!(entry.how, Callee::Pure(_));
                (format!("{:?} {reason}", entry.access), &entry.path, &mut entry.reach)
            }),
        );
    }
    settling.entries(true, model.metas.iter_mut().map(|meta| (String::new(), &meta.target, &mut meta.reach)));
    // Two rules may be about one class: which is tried first is said elsewhere.
    settling.entries(true, model.builds.iter_mut().map(|build| (build.name.value.clone(), &build.class, &mut build.reach)));
    settling.entries(true, model.objects.iter_mut().map(|object| (String::new(), &object.class, &mut object.reach)));
    for table in &mut model.tables {
        match table {
            FlatTable::Rows { rows, .. } => {
                for row in rows.iter_mut().filter(|row| row.key.is_none()) {
                    row.reach.releases = inheriting(settling.releases, row.reach.pack);
                }
                let keyed = rows.iter_mut().filter_map(|row| Some((String::new(), row.key.as_ref()?, &mut row.reach)));
                settling.entries(false, keyed);
            }
            FlatTable::Names { entries, .. } => {
                settling.entries(false, entries.iter_mut().map(|(key, _, reach)| (String::new(), &*key, reach)));
                settling.refuse_gaps(entries);
            }
        }
    }
    settling.refuse_idle_removals();
    model.releases = releases;
}

struct Settling<'a> {
    releases: &'a [Release],
    /// By release and name that it removes: whether that was inherited.
    removed: Vec<Vec<bool>>,
    diagnostics: &'a mut Diagnostics,
}

impl Settling<'_> {
    /// Entries with what tells those of one path apart, the path and where it says that it holds. `strict`: an entry
    /// that replaces an inherited one says so.
    fn entries<'e>(&mut self, strict: bool, entries: impl Iterator<Item = (String, &'e Word, &'e mut Reach)>) {
        let mut by_key: BTreeMap<(&str, String), Vec<(&Word, &mut Reach)>> = BTreeMap::new();
        for (apart, path, reach) in entries {
            by_key.entry((&path.value, apart)).or_default().push((path, reach));
        }
        for entries in by_key.values_mut() {
            if self.releases.is_empty() {
                entries.iter_mut().for_each(|(_, reach)| reach.releases = u32::MAX);
                continue;
            }
            let mut told = vec![false; entries.len()];
            for at in 0..self.releases.len() {
                if let Some(holds) = self.holding(at, entries, strict, &mut told) {
                    entries[holds].1.releases |= 1 << at;
                }
            }
        }
    }

    /// The entry that holds for a release, of those with one key. `told` are those of which a mistake was reported.
    fn holding(&mut self, release: usize, entries: &[(&Word, &mut Reach)], strict: bool, told: &mut [bool]) -> Option<usize> {
        let mut holds = entries.iter().position(|(_, reach)| reach.pack.is_none());
        for &pack in &self.releases[release].chain {
            for (at, removed) in self.releases[pack].remove.iter().enumerate() {
                if holds.is_some() && is_or_contains(&removed.value, &entries[0].0.value) {
                    self.removed[pack][at] = true;
                    holds = None;
                }
            }
            let Some(own) = entries.iter().position(|(_, reach)| reach.pack == Some(pack)) else { continue };
            let (path, reach) = &entries[own];
            match holds {
                Some(before) if strict && !reach.replaces && !told[own] => {
                    told[own] = true;
                    self.diagnostics
                        .report(Code::NotOverride, path.span, format!("`{}` is inherited already", path.value))
                        .note(entries[before].0.span, "here")
                        .help("write `override` before it, or remove the inherited one in pack.yaml");
                }
                None if reach.replaces && !told[own] => {
                    told[own] = true;
                    self.diagnostics
                        .report(Code::OverridesNothing, path.span, format!("`{}` overrides nothing", path.value))
                        .help("take `override` out");
                }
                _ => {}
            }
            holds = Some(own);
        }
        holds
    }

    /// The engine asks for every name, whatever the release.
    fn refuse_gaps(&mut self, entries: &[(Word, Word, Reach)]) {
        for (name, ..) in entries {
            let all = entries.iter().filter(|(other, ..)| other.value == name.value);
            let has = all.fold(0, |releases, (_, _, reach)| releases | reach.releases);
            for (_, release) in self.releases.iter().enumerate().filter(|(at, _)| has >> at & 1 == 0) {
                self.diagnostics
                    .report(Code::Missing, name.span, format!("torch {} has no `{}`", release.name, name.value))
                    .help("say what it is called there, in the folder of that release");
            }
        }
    }

    fn refuse_idle_removals(&mut self) {
        for (release, removed) in self.releases.iter().zip(&self.removed) {
            for (name, _) in release.remove.iter().zip(removed).filter(|(_, used)| !**used) {
                self.diagnostics
                    .report(Code::RemovesNothing, name.span, format!("`{}` is not inherited", name.value))
                    .help("take the line out");
            }
        }
    }
}

/// Whether a dotted name is this one, or something in it.
pub fn is_or_contains(whole: &str, name: &str) -> bool {
    name.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Says of entries of one pack that they are there twice.
pub fn refuse_duplicates<'e>(entries: impl Iterator<Item = (&'e Word, Reach)>, what: &str, diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<(&str, Option<usize>), Span> = BTreeMap::new();
    for (word, reach) in entries {
        if let Some(first) = seen.insert((&word.value, reach.pack), word.span) {
            duplicate(word, what, first, diagnostics);
        }
    }
}

/// Whether a rule, by index, is one of the last release's.
pub fn holds_for_last(model: &Model, rule: usize) -> bool {
    let Some(last) = model.releases.len().checked_sub(1) else { return true };
    let callees = model.callees.iter().chain(&model.namespaces).filter(|entry| entry.how == Callee::Rule(rule));
    let metas = model.metas.iter().filter(|meta| meta.rule == rule).map(|meta| meta.reach);
    let builds = model.builds.iter().filter(|build| build.rule == rule).map(|build| build.reach);
    let objects = model
        .objects
        .iter()
        .filter(|object| object.rebuild == Some(rule) || object.replay == Some(rule))
        .map(|object| object.reach);
    let mut reaches = callees.map(|entry| entry.reach).chain(metas).chain(builds).chain(objects).peekable();
    // An opcode's rule has no release.
    reaches.peek().is_none() || reaches.any(|reach| reach.releases >> last & 1 == 1)
}
