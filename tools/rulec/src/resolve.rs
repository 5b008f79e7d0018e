//! Declarations and rules to the model: every name that stands outside a body is looked up here.

use std::collections::HashMap;

use crate::ast::{self, CallableKind, Item};
use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::load::Sources;
use crate::model::*;
use crate::{columns, facts, packs, releases};

/// The items of one rule file, with its path from the root.
pub struct ParsedFile {
    pub path: String,
    pub items: Vec<Item>,
}

pub fn resolve(sources: &Sources, files: Vec<ParsedFile>, releases: Vec<Release>, diagnostics: &mut Diagnostics) -> Model {
    let mut resolver = Resolver { model: Model::default(), diagnostics, names: HashMap::new(), implied: Vec::new() };
    resolver.model.releases = releases;
    let (declarations, rules): (Vec<_>, Vec<_>) = flatten(files).partition(|(_, item)| {
        use Item::*;
        matches!(item, Type(_) | Enum { .. } | Column { .. } | Extern(_) | Observation(_) | Define(_))
    });
    resolver.declare_types(&declarations);
    let mut defines = Vec::new();
    for (_, item) in declarations {
        match item {
            Item::Column { table, column, of } => columns::declare(table, column, &of, &mut resolver.model, resolver.diagnostics),
            Item::Extern(e) => resolver.external(e),
            Item::Observation(e) => resolver.observation(e),
            Item::Define(define) => defines.push(define),
            _ => {}
        }
    }
    defines.into_iter().for_each(|define| resolver.define(define));
    let mut of_packs = Vec::new();
    for (path, item) in rules {
        let reach = Reach::of(&path, &resolver.model.releases);
        match item {
            Item::Guard(guard) => resolver.guard(guard),
            Item::Object(object) => resolver.object(object, reach),
            Item::Build(build) => resolver.build(build, reach),
            Item::Callable(callable) => resolver.callable(callable, reach),
            Item::Traced { replaces, kind, path, polyfill } => resolver.traced(kind, path, polyfill, reach.replacing(replaces)),
            other => of_packs.push((path, other)),
        }
    }
    resolver.implied_guards();
    let Resolver { mut model, diagnostics, .. } = resolver;
    facts::resolve(sources, &mut model, diagnostics);
    packs::resolve(sources, of_packs, &mut model, diagnostics);
    refuse_duplicate_callees(&model, diagnostics);
    releases::settle(&mut model, diagnostics);
    model
}

fn flatten(files: Vec<ParsedFile>) -> impl Iterator<Item = (String, Item)> {
    files.into_iter().flat_map(|file| {
        let path = file.path;
        file.items.into_iter().map(move |item| (path.clone(), item))
    })
}

/// Says that a name was taken before.
pub fn duplicate(name: &Word, what: &str, first: Span, diagnostics: &mut Diagnostics) {
    diagnostics
        .report(Code::DuplicateName, name.span, format!("there is {what} `{}` already", name.value))
        .note(first, "here")
        .help("rename one of them, or take one out");
}

struct Resolver<'d> {
    model: Model,
    diagnostics: &'d mut Diagnostics,
    /// Rule names, each with its place.
    names: HashMap<String, Span>,
    /// Of each guard the names of those that it implies.
    implied: Vec<Vec<Word>>,
}

impl Resolver<'_> {
    fn declare_types(&mut self, items: &[(String, Item)]) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for (_, item) in items {
            let name = match item {
                Item::Type(name) | Item::Enum { name, .. } => name,
                _ => continue,
            };
            if let Some(first) = seen.insert(&name.value, name.span) {
                duplicate(name, "a type", first, self.diagnostics);
                continue;
            }
            match item {
                Item::Enum { members, .. } => {
                    let declared_here = members.is_some();
                    let members = members.clone().unwrap_or_default();
                    self.model.enums.push(Enum { name: name.clone(), members, declared_here });
                }
                // The built-in ones may be declared too, so that the prelude lists them all.
                _ if BUILT_IN.iter().any(|(n, _)| *n == name.value) => {}
                _ => self.model.types.push(name.clone()),
            }
        }
    }

    fn ty(&mut self, name: &ast::TypeName) -> Type {
        type_of(&self.model, name, self.diagnostics)
    }

    /// The parameters of an extern, its result, and the class of that.
    fn signature(&mut self, e: &ast::Extern) -> (Vec<(Word, Type)>, Type, Option<String>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        let mut parameters = Vec::new();
        for (name, ty) in &e.parameters {
            if let Some(first) = seen.insert(&name.value, name.span) {
                duplicate(name, "a parameter", first, self.diagnostics);
            }
            parameters.push((name.clone(), self.ty(ty)));
        }
        let result = e.result.as_ref().map(|ty| type_and_class(&self.model, ty, self.diagnostics));
        let (result, class) = result.unwrap_or((Base::Nothing.sure(), None));
        (parameters, result, class)
    }

    fn external(&mut self, e: ast::Extern) {
        if let Some(first) = self.model.external(&e.name.value, e.of_meta) {
            let first = self.model.externs[first].name.span;
            return duplicate(&e.name, "an extern", first, self.diagnostics);
        }
        let (parameters, result, class) = self.signature(&e);
        let mut effects = Effects::default();
        for word in &e.effects {
            match word.value.as_str() {
                "pure" => {}
                "observes" => effects.observes = true,
                "writes" => effects.writes = true,
                "calls" => effects.calls = true,
                "may_raise" => effects.may_raise = true,
                "may_break" => effects.may_break = true,
                "folds" => effects.folds = true,
                unknown => {
                    self.diagnostics.report(Code::UnknownName, word.span, format!("unknown effect `{unknown}`")).nearest(
                        unknown,
                        EFFECTS.iter().copied(),
                        &format!("the effects are: {}", EFFECTS.join(", ")),
                    );
                }
            }
        }
        let names: Vec<&str> = parameters.iter().map(|(name, _)| name.value.as_str()).collect();
        let attribute = self.attribute(e.attribute, &names);
        let tells = e.tells.and_then(|tells| self.told(tells, &parameters));
        self.model.externs.push(Extern {
            of_meta: e.of_meta,
            name: e.name,
            parameters,
            attribute,
            result,
            class,
            tells,
            effects,
        });
    }

    /// The parameter that names an attribute, and the one whose attribute it is.
    fn attribute(&mut self, written: Option<(Word, Word)>, names: &[&str]) -> Option<(usize, usize)> {
        let (name, of) = written?;
        Some((self.parameter(&name, names)?, self.parameter(&of, names)?))
    }

    /// The parameter that a word of the signature means.
    fn parameter(&mut self, word: &Word, names: &[&str]) -> Option<usize> {
        let found = names.iter().position(|name| *name == word.value);
        if found.is_none() {
            self.diagnostics.report(Code::UnknownName, word.span, format!("no parameter is called `{}`", word.value)).nearest(
                &word.value,
                names.iter().copied(),
                "it has no parameters",
            );
        }
        found
    }

    /// What the truth of an extern tells of one of its parameters.
    fn told(&mut self, (subject, class): (Word, Word), parameters: &[(Word, Type)]) -> Option<Told> {
        let names: Vec<&str> = parameters.iter().map(|(name, _)| name.value.as_str()).collect();
        let of = self.parameter(&subject, &names)?;
        let position = parameters.iter().position(|(known, _)| known.value == class.value);
        Some(Told { of, class: position.map_or(TestedClass::Named(class.value), TestedClass::Argument) })
    }

    fn define(&mut self, define: ast::Define) {
        let ast::Define { of_meta, name, parameters: written, attribute, result, body } = define;
        let external = self.model.external(&name.value, of_meta).map(|i| ("an extern", self.model.externs[i].name.span));
        let known = self.model.define(&name.value, of_meta).map(|i| ("a define", self.model.defines[i].name.span));
        if let Some((what, first)) = external.or(known) {
            return duplicate(&name, what, first, self.diagnostics);
        }
        let mut parameters = Vec::new();
        for (name, ty) in written {
            let (ty, class) = ty.map_or((Base::Value.sure(), None), |ty| type_and_class(&self.model, &ty, self.diagnostics));
            parameters.push(Parameter { name, ty, class });
        }
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.value.as_str()).collect();
        let attribute = self.attribute(attribute, &names);
        let result = result.map_or(Base::Nothing.sure(), |ty| self.ty(&ty));
        self.model.defines.push(Define { of_meta, name, parameters, attribute, result, body });
    }

    fn observation(&mut self, e: ast::Extern) {
        if let Some(first) = self.model.observations.iter().find(|x| x.name.value == e.name.value) {
            return duplicate(&e.name, "an observation", first.name.span, self.diagnostics);
        }
        let (parameters, fact, _) = self.signature(&e);
        let objects = parameters.iter().all(|(_, t)| *t == Base::Object.sure());
        if !objects || !(1..=2).contains(&parameters.len()) {
            self.diagnostics
                .report(Code::WrongType, e.name.span, "an observation takes an Object, and perhaps one more to ask with")
                .help(format!("write `extern observe {}(object: Object) -> …;`", e.name.value));
        }
        let has_parameter = parameters.len() == 2;
        for word in e.effects.iter().filter(|word| word.value != ASKS) {
            self.diagnostics
                .report(Code::UnknownName, word.span, format!("an observation has no effect `{}`", word.value))
                .help(format!("nothing, or `{ASKS}` if Python may have to be asked"));
        }
        let asks = !e.effects.is_empty();
        self.model.observations.push(Observation { name: e.name, fact, has_parameter, asks });
    }

    /// Takes a rule's name; false if it is taken.
    fn name_rule(&mut self, name: &Word, unique: &str) -> bool {
        match self.names.get(unique) {
            Some(first) => {
                duplicate(name, "a rule", *first, self.diagnostics);
                false
            }
            None => {
                self.names.insert(unique.to_string(), name.span);
                true
            }
        }
    }

    fn guard(&mut self, guard: ast::Guard) {
        if !self.name_rule(&guard.name, &guard.name.value) {
            return;
        }
        let fact = self.ty(&guard.fact);
        let mut observation = 0;
        match guard.observations.as_slice() {
            [(name, parameters)] => {
                for (given, own) in parameters.iter().zip(&guard.parameters).filter(|(a, b)| a.value != b.value) {
                    self.diagnostics
                        .report(Code::UnknownName, given.span, format!("unknown name `{}`", given.value))
                        .help(format!("it is called `{}` here", own.value));
                }
                match self.model.observations.iter().position(|o| o.name.value == name.value) {
                    Some(found) => {
                        observation = found as u16;
                        let seen = self.model.observations[found].fact;
                        let wanted = 1 + usize::from(self.model.observations[found].has_parameter);
                        if parameters.len() != wanted || guard.parameters.len() != wanted {
                            self.diagnostics
                                .report(Code::WrongCount, name.span, format!("`{}` is asked with {wanted} names", name.value))
                                .help("the guard has the same parameters as its observation");
                        }
                        if seen != fact {
                            let (seen, said) = (self.model.spell(seen), self.model.spell(fact));
                            let message = format!("`{}` sees {seen}, but the guard's fact is {said}", name.value);
                            self.diagnostics
                                .report(Code::WrongType, name.span, message)
                                .help(format!("write `-> {seen}`, or observe something else"));
                        }
                    }
                    None => {
                        let known = self.model.observations.iter().map(|o| o.name.value.as_str());
                        self.diagnostics
                            .report(Code::UnknownName, name.span, format!("unknown observation `{}`", name.value))
                            .nearest(&name.value, known, "declare it with `extern observe` in rules/prelude");
                    }
                }
            }
            _ => self.part_once("observe", guard.observations.get(1).map(|(o, _)| o.span), &guard.name),
        }
        let cost = match guard.cost.as_slice() {
            [cost] => u32::try_from(cost.value).unwrap_or_else(|_| {
                self.diagnostics.report(Code::BadValue, cost.span, "a cost is not negative").help("cheap is 1");
                1
            }),
            more => {
                self.part_once("cost", more.get(1).map(|c| c.span), &guard.name);
                1
            }
        };
        let mut holes = vec!["src", "fact", "id", "is", "not"];
        holes.extend(guard.parameters.iter().skip(1).map(|p| p.value.as_str()));
        let text = self.guard_text("text", &guard, &guard.text, &holes);
        holes.push("now");
        let explain = self.guard_text("explain", &guard, &guard.explain, &holes);
        let has_parameter = guard.parameters.len() > 1;
        self.implied.push(guard.implies);
        let implies = Vec::new();
        self.model.guards.push(Guard { name: guard.name, fact, observation, has_parameter, cost, implies, text, explain });
    }

    /// Finds the guards that others imply, when all are known.
    fn implied_guards(&mut self) {
        for (guard, words) in std::mem::take(&mut self.implied).into_iter().enumerate() {
            for word in words {
                let names = self.model.guards.iter().map(|guard| guard.name.value.as_str());
                match names.clone().position(|name| name == word.value) {
                    Some(index) => self.model.guards[guard].implies.push(index as u16),
                    None => {
                        self.diagnostics.report(Code::UnknownName, word.span, format!("unknown guard `{}`", word.value)).nearest(
                            &word.value,
                            names,
                            "guards are declared in rules/guards",
                        );
                    }
                }
            }
        }
    }

    fn part_once(&mut self, part: &str, again: Option<Span>, guard: &Word) {
        match again {
            Some(span) => {
                self.diagnostics.report(Code::DuplicateName, span, format!("`{part}` stands here twice")).help("keep one of them")
            }
            None => self
                .diagnostics
                .report(Code::Missing, guard.span, format!("guard `{}` has no `{part}`", guard.value))
                .help("a guard has `observe`, `cost`, `text` and `explain`, once each"),
        };
    }

    fn guard_text(&mut self, part: &str, guard: &ast::Guard, texts: &[Word], holes: &[&str]) -> String {
        let [text] = texts else {
            self.part_once(part, texts.get(1).map(|t| t.span), &guard.name);
            return String::new();
        };
        for (hole, span) in holes_of(text) {
            if !holes.contains(&hole.as_str()) {
                self.diagnostics.report(Code::UnknownName, span, format!("unknown name `{hole}`")).nearest(
                    &hole,
                    holes.iter().copied(),
                    &format!("a guard's {part} knows: {}", holes.join(", ")),
                );
            }
        }
        text.value.clone()
    }

    fn object(&mut self, object: ast::Object, reach: Reach) {
        if let Some(first) = self.model.object(&object.class.value) {
            let first = self.model.objects[first].class.span;
            return duplicate(&object.class, "an object rule for", first, self.diagnostics);
        }
        let mut fields: Vec<(Word, Type)> = Vec::new();
        for (name, ty) in object.state {
            if let Some((first, _)) = fields.iter().find(|(n, _)| n.value == name.value) {
                duplicate(&name, "a field", first.span, self.diagnostics);
                continue;
            }
            let ty = ty.map_or(Base::Value.sure(), |t| self.ty(&t));
            fields.push((name, ty));
        }
        let index = self.model.objects.len();
        let mut body = |name: &str, text: RuleText| {
            self.push_rule(Rule {
                name: format!("{}.{name}", object.class.value),
                kind: RuleKind::Object,
                span: object.class.span,
                opaque: None,
                text,
            })
        };
        let rebuild = object.rebuild.map(|text| body("rebuild", RuleText::Rebuild(index, text)));
        let replay = object.replay.map(|text| body("replay", RuleText::Replay(index, text)));
        self.model.objects.push(Object { class: object.class, fields, rebuild, replay, reach });
    }

    fn push_rule(&mut self, rule: Rule) -> usize {
        self.model.rules.push(rule);
        self.model.rules.len() - 1
    }

    fn build(&mut self, build: ast::Build, reach: Reach) {
        if !self.name_rule(&build.name, &build.name.value) {
            return;
        }
        let exact = build.classes.first().is_some_and(|(_, exact)| *exact);
        if let Some((class, _)) = build.classes.iter().find(|(_, e)| *e != exact) {
            self.diagnostics
                .report(Code::BadValue, class.span, "a build rule asks for a type or for subclasses, not for both")
                .help("write a second rule");
        }
        if build.classes.is_empty() {
            self.diagnostics
                .report(Code::Missing, build.name.span, format!("build rule `{}` names no class", build.name.value))
                .help("write `when type is a.b.Class;` or `when subclass of a.b.Class;`");
        }
        let (name, before, classes) = (build.name.clone(), build.before.clone(), build.classes.clone());
        let rule = self.push_rule(Rule {
            name: name.value.clone(),
            kind: RuleKind::Build,
            span: name.span,
            opaque: build.opaque.clone(),
            text: RuleText::Build(build),
        });
        for (class, exact) in classes {
            let (name, before) = (name.clone(), before.clone());
            self.model.builds.push(Build { name, class, exact, before, rule, reach });
        }
    }

    fn callable(&mut self, callable: ast::Callable, reach: Reach) {
        let path = callable.path.clone();
        let (kind, access, name) = match callable.kind {
            CallableKind::Function => (RuleKind::Function, Access::Call, path.value.clone()),
            CallableKind::Method => (RuleKind::Method, Access::Call, path.value.clone()),
            CallableKind::Torch => (RuleKind::Torch, Access::Call, path.value.clone()),
            CallableKind::Getter => (RuleKind::Getter, Access::Get, path.value.clone()),
            CallableKind::Setter => (RuleKind::Setter, Access::Set, format!("{}.setter", path.value)),
            CallableKind::Meta => (RuleKind::Meta, Access::Call, format!("{}.meta", path.value)),
        };
        // A rule that not all releases inherit is called by its release too.
        let name = name + &releases::suffix(reach, &self.model.releases);
        if !self.name_rule(&path, &name) {
            return;
        }
        let reach = reach.replacing(callable.replaces);
        let (span, opaque) = (path.span, callable.opaque.clone());
        let rule = self.push_rule(Rule { name, kind, span, opaque, text: RuleText::Callable(callable) });
        match kind {
            RuleKind::Meta => self.model.metas.push(MetaEntry { target: path, rule, reach }),
            _ => self.model.callees.push(CalleeEntry { path, access, how: Callee::Rule(rule), reach }),
        }
    }

    fn traced(&mut self, kind: CallableKind, path: Word, polyfill: Word, reach: Reach) {
        let access = match kind {
            CallableKind::Getter => Access::Get,
            CallableKind::Setter => Access::Set,
            _ => Access::Call,
        };
        self.model.callees.push(CalleeEntry { path, access, how: Callee::Traced(polyfill.value), reach });
    }
}

/// The type, and the class of a `Value` that is named instead of it: no type of ours has a dot.
pub fn type_and_class(model: &Model, name: &ast::TypeName, diagnostics: &mut Diagnostics) -> (Type, Option<String>) {
    match name.path.value.contains('.') {
        true => (Type { base: Base::Value, perhaps: name.perhaps }, Some(name.path.value.clone())),
        false => (type_of(model, name, diagnostics), None),
    }
}

/// What makes a name's class known.
pub fn how_to_establish(class: &str) -> String {
    format!("and test it: `if is_instance(x, py({class})) {{ … }}`, or `require is_instance(x, py({class})) else \"…\";`")
}

/// Looks a type up.
pub fn type_of(model: &Model, name: &ast::TypeName, diagnostics: &mut Diagnostics) -> Type {
    let class = &name.path.value;
    if class.contains('.') {
        diagnostics
            .report(Code::ClassUnknown, name.path.span, format!("to write `{class}` here does not establish that this is one"))
            .help(format!("write no type, {}", how_to_establish(class)));
        return Type { base: Base::Value, perhaps: name.perhaps };
    }
    let base = model.find_type(&name.path.value).unwrap_or_else(|| {
        diagnostics.report(Code::UnknownName, name.path.span, format!("unknown type `{}`", name.path.value)).nearest(
            &name.path.value,
            model.type_names(),
            "declare it with `type` in rules/prelude/types.rule",
        );
        Base::Value
    });
    Type { base, perhaps: name.perhaps }
}

/// The `{name}` parts of a text, with their places.
pub fn holes_of(text: &Word) -> Vec<(String, Span)> {
    let mut holes = Vec::new();
    let mut at = 0;
    while let Some(open) = text.value[at..].find('{').map(|i| i + at) {
        let Some(close) = text.value[open..].find('}').map(|i| i + open) else { break };
        let start = text.span.start + 1 + open as u32;
        let span = Span { file: text.span.file, start, end: start + (close - open) as u32 + 1 };
        holes.push((text.value[open + 1..close].to_string(), span));
        at = close + 1;
    }
    holes
}

fn refuse_duplicate_callees(model: &Model, diagnostics: &mut Diagnostics) {
    // What a class is when called and what its methods are is said apart.
    for entries in [&model.callees, &model.namespaces] {
        let mut seen: HashMap<(&str, Access, bool, Option<usize>), Span> = HashMap::new();
        for entry in entries {
            // Why a function may be folded is said beside the rule that folds it.
            let is_reason = matches!(entry.how, Callee::Pure(_));
            // The names of rules were compared before.
            if let Some(first) = seen.insert((&entry.path.value, entry.access, is_reason, entry.reach.pack), entry.path.span) {
                duplicate(&entry.path, "an entry for", first, diagnostics);
            }
        }
    }
}
