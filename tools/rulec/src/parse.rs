//! Text to syntax tree, by `grammar/rules.pest`.

mod body;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use crate::ast::*;
use crate::diagnostics::{Code, Diagnostics, Span, Spanned, Word};

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/rules.pest"]
struct Grammar;

/// What the items of a rule file begin with.
const BEGINNINGS: &[&str] = &[
    "opcode",
    "unsupported",
    "object",
    "build",
    "guard",
    "function",
    "method",
    "getter",
    "getters",
    "setter",
    "torch",
    "meta",
    "emit",
    "override",
    "define",
    "extern",
    "type",
    "enum",
    "column",
];

/// The items of one rule file.
pub fn parse(file: u32, text: &str, diagnostics: &mut Diagnostics) -> Vec<Item> {
    match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => {
            let mut reader = Reader { file, diagnostics };
            let items = pairs.next().map(|p| parts(p).filter(|p| p.as_rule() != Rule::EOI).collect::<Vec<_>>());
            items.into_iter().flatten().flat_map(|item| reader.items(item)).collect()
        }
        Err(error) => {
            let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
            // What is missing at the end of a line is missing there, not where the next one begins.
            let end_of_line = text[..at].trim_end().len();
            let start = if text[end_of_line..at].contains('\n') { end_of_line } else { at };
            if let Some((start, word)) = beginning(text, at, &error.variant) {
                let span = Span { file, start: start as u32, end: (start + word.len().max(1)) as u32 };
                diagnostics.report(Code::Syntax, span, "no rule or declaration begins so").nearest(
                    word,
                    BEGINNINGS.iter().copied(),
                    &format!("what there is: {}", BEGINNINGS.join(", ")),
                );
                return Vec::new();
            }
            let span = Span { file, start: start as u32, end: start as u32 + 1 };
            let message = expectation(&error.variant);
            diagnostics
                .report(Code::Syntax, span, message)
                .help("the syntax is in grammar/rules.pest, its meaning in docs/rules.md");
            Vec::new()
        }
    }
}

/// Where the word stands that ought to begin an item, if the text left the grammar there.
fn beginning<'t>(text: &'t str, at: usize, variant: &ErrorVariant<Rule>) -> Option<(usize, &'t str)> {
    let ErrorVariant::ParsingError { positives, .. } = variant else { return None };
    if !positives.contains(&Rule::EOI) {
        return None;
    }
    let mut rest = text[at..].trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n')?.1.trim_start();
    }
    let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    Some((text.len() - rest.len(), word))
}

/// What could have stood where the text left the grammar.
fn expectation(variant: &ErrorVariant<Rule>) -> String {
    let ErrorVariant::ParsingError { positives, .. } = variant else {
        return variant.message().to_string();
    };
    // The mark of what may be missing is itself never missing, nor is a remark on a parameter.
    let missing = positives.iter().filter(|rule| !matches!(rule, Rule::perhaps | Rule::attribute_of));
    let mut expected: Vec<String> = missing.map(|rule| spoken(*rule)).collect();
    expected.sort();
    expected.dedup();
    match expected.pop() {
        None => "this cannot stand here".to_string(),
        Some(last) if expected.is_empty() => format!("expected {last}"),
        Some(last) => format!("expected {} or {last}", expected.join(", ")),
    }
}

/// What a person calls a grammar rule.
fn spoken(rule: Rule) -> String {
    let name = format!("{rule:?}");
    match name.strip_prefix("kw_") {
        Some(keyword) => format!("`{keyword}`"),
        None => match rule {
            Rule::EOI => "the end of the file".to_string(),
            Rule::end => "`;`".to_string(),
            rule if (Rule::or..=Rule::multiply).contains(&rule) => "an operator".to_string(),
            Rule::index => "`[`".to_string(),
            Rule::text => "a text in double quotes".to_string(),
            Rule::dot => "`.`".to_string(),
            _ => name.trim_end_matches('_').replace('_', " "),
        },
    }
}

/// The parts of a node, without keywords: they stand last in the grammar.
fn parts(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|p| p.as_rule() < Rule::end)
}

/// The parts of a node, taken one by one in the order that the grammar promises.
struct Parts<'i> {
    rest: std::iter::Peekable<std::vec::IntoIter<Pair<'i, Rule>>>,
}

impl<'i> Parts<'i> {
    fn of(pair: Pair<'i, Rule>) -> Parts<'i> {
        Parts { rest: parts(pair).collect::<Vec<_>>().into_iter().peekable() }
    }

    fn next(&mut self) -> Pair<'i, Rule> {
        self.rest.next().expect("the grammar promises this part")
    }

    fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.rest.next_if(|p| p.as_rule() == rule)
    }

    fn take_all(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.take(rule)).collect()
    }

    fn any(&mut self) -> Option<Pair<'i, Rule>> {
        self.rest.next()
    }
}

struct Reader<'d> {
    file: u32,
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        // A node may end in the white space before whatever could have followed.
        let text = span.as_str().trim_end();
        Span { file: self.file, start: span.start() as u32, end: (span.start() + text.len()) as u32 }
    }

    fn word(&self, pair: Pair<'_, Rule>) -> Word {
        Word { value: pair.as_str().trim_end().to_string(), span: self.span(&pair) }
    }

    fn text(&mut self, pair: Pair<'_, Rule>) -> Word {
        let span = self.span(&pair);
        let inside = pair.as_str();
        let mut value = String::new();
        let mut letters = inside[1..inside.len() - 1].chars();
        while let Some(letter) = letters.next() {
            value.push(match letter {
                '\\' => match letters.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(other) => other,
                    None => '\\',
                },
                other => other,
            });
        }
        Word { value, span }
    }

    fn number(&mut self, pair: Pair<'_, Rule>) -> Spanned<i64> {
        let span = self.span(&pair);
        let value = pair.as_str().trim().parse().unwrap_or_else(|_| {
            self.diagnostics.report(Code::BadValue, span, "this number does not fit").help("numbers have 64 bits");
            0
        });
        Spanned { value, span }
    }

    fn small<T: TryFrom<i64> + Default>(&mut self, pair: Pair<'_, Rule>) -> T {
        let number = self.number(pair);
        T::try_from(number.value).unwrap_or_else(|_| {
            self.diagnostics.report(Code::BadValue, number.span, "this number does not fit").help("an oparg has 32 bits");
            T::default()
        })
    }

    /// An item for each path that it is written for, and the getters that its lists stand for.
    fn items(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        match pair.as_rule() {
            Rule::getters => {
                let mut parts = Parts::of(pair);
                let class = self.word(parts.next());
                self.words(parts.next()).into_iter().map(|name| getter(&class, name, native_attribute)).collect()
            }
            Rule::object => {
                let (classes, object, getters) = self.object(Parts::of(pair));
                let mut items = Vec::new();
                for class in classes {
                    items.extend(getters.iter().map(|name| getter(&class, name.clone(), field_of_state)));
                    items.push(Item::Object(Object { class, ..object.clone() }));
                }
                items
            }
            Rule::callable | Rule::meta => self.callables(pair),
            _ => vec![self.item(pair)],
        }
    }

    fn item(&mut self, pair: Pair<'_, Rule>) -> Item {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        match rule {
            Rule::type_item => Item::Type(self.word(parts.next())),
            Rule::enum_item => {
                let name = self.word(parts.next());
                let members = parts.take(Rule::members).map(|m| self.words(m));
                Item::Enum { name, members }
            }
            Rule::column_item => {
                Item::Column { table: self.word(parts.next()), column: self.word(parts.next()), of: self.word(parts.next()) }
            }
            Rule::extern_fn => Item::Extern(self.external(parts)),
            Rule::extern_observe => Item::Observation(self.external(parts)),
            Rule::define => self.define(parts),
            Rule::opcode => self.opcode(parts, span),
            Rule::unsupported => {
                let replaces = parts.take(Rule::r#override).is_some();
                Item::Unsupported { replaces, opcode: self.word(parts.next()), reason: self.text(parts.next()) }
            }
            Rule::build => self.build(parts, span),
            Rule::guard => self.guard(parts, span),
            Rule::traced => {
                let replaces = parts.take(Rule::r#override).is_some();
                let kind = self.kind(parts.next());
                Item::Traced { replaces, kind, path: self.word(parts.next()), polyfill: self.word(parts.next()) }
            }
            _ => self.emit(parts),
        }
    }

    fn words(&self, pair: Pair<'_, Rule>) -> Vec<Word> {
        parts(pair).map(|p| self.word(p)).collect()
    }

    /// The paths that a rule is written for: `a.{b, c}.d` stands for two.
    fn paths(&self, pair: Pair<'_, Rule>) -> Vec<Word> {
        let mut paths = Vec::new();
        for spread in parts(pair) {
            let mut parts = Parts::of(spread);
            let before = self.word(parts.next());
            let Some(members) = parts.take(Rule::members) else {
                paths.push(before);
                continue;
            };
            let behind = parts.any().map(|path| format!(".{}", path.as_str().trim_end())).unwrap_or_default();
            let path = |member: Word| Word { value: format!("{}.{}{behind}", before.value, member.value), span: member.span };
            paths.extend(self.words(members).into_iter().map(path));
        }
        paths
    }

    fn kind(&self, pair: Pair<'_, Rule>) -> CallableKind {
        match pair.as_str() {
            "function" => CallableKind::Function,
            "method" => CallableKind::Method,
            "getter" => CallableKind::Getter,
            "setter" => CallableKind::Setter,
            _ => CallableKind::Torch,
        }
    }

    fn type_name(&mut self, pair: Pair<'_, Rule>) -> TypeName {
        let mut parts = Parts::of(pair);
        TypeName { path: self.word(parts.next()), perhaps: parts.take(Rule::perhaps).is_some() }
    }

    fn result(&mut self, parts: &mut Parts<'_>) -> Option<TypeName> {
        parts.take(Rule::result).map(|r| {
            let name = Parts::of(r).next();
            self.type_name(name)
        })
    }

    fn opaque(&mut self, parts: &mut Parts<'_>) -> Option<Word> {
        parts.take(Rule::opaque).map(|o| {
            let text = Parts::of(o).next();
            self.text(text)
        })
    }

    fn external(&mut self, mut parts: Parts<'_>) -> Extern {
        let of_meta = parts.take(Rule::of_meta).is_some();
        let name = self.word(parts.next());
        let (mut parameters, mut attribute) = (Vec::new(), None);
        for typed in Parts::of(parts.next()).take_all(Rule::typed) {
            let mut parts = Parts::of(typed);
            let (name, ty) = (self.word(parts.next()), self.type_name(parts.next()));
            if let Some(of) = parts.take(Rule::attribute_of) {
                attribute = Some((name.clone(), self.word(Parts::of(of).next())));
            }
            parameters.push((name, ty));
        }
        let result = self.result(&mut parts);
        let tells = parts.take(Rule::tells).map(|told| {
            let mut parts = Parts::of(told);
            (self.word(parts.next()), self.word(parts.next()))
        });
        let effects = parts.take(Rule::effects).map(|e| self.words(e)).unwrap_or_default();
        Extern { of_meta, name, parameters, attribute, result, tells, effects }
    }

    fn define(&mut self, mut parts: Parts<'_>) -> Item {
        let of_meta = parts.take(Rule::of_meta).is_some();
        let name = self.word(parts.next());
        let (mut parameters, mut attribute) = (Vec::new(), None);
        for input in Parts::of(parts.next()).take_all(Rule::define_input) {
            let mut parts = Parts::of(input);
            let name = self.word(parts.next());
            let ty = parts.take(Rule::type_name).map(|ty| self.type_name(ty));
            if let Some(of) = parts.take(Rule::attribute_of) {
                attribute = Some((name.clone(), self.word(Parts::of(of).next())));
            }
            parameters.push((name, ty));
        }
        let result = self.result(&mut parts);
        Item::Define(Define { of_meta, name, parameters, attribute, result, body: self.block(parts.next()) })
    }

    fn opcode(&mut self, mut parts: Parts<'_>, span: Span) -> Item {
        let replaces = parts.take(Rule::r#override).is_some();
        let name = self.word(parts.next());
        let arguments = parts.take(Rule::arguments).map(|a| Parts::of(a).take_all(Rule::argument)).unwrap_or_default();
        let arguments = arguments.into_iter().map(|a| self.argument(a)).collect();
        let signature = parts.next();
        let place = self.span(&signature);
        let mut stack = Parts::of(signature);
        let inputs = self.stack(stack.next());
        let outputs = self.stack(stack.next());
        let opaque = self.opaque(&mut parts);
        let body = self.block(parts.next());
        Item::Opcode(Opcode { span, replaces, name, arguments, stack: place, inputs, outputs, opaque, body })
    }

    fn argument(&mut self, pair: Pair<'_, Rule>) -> Argument {
        let mut parts = Parts::of(pair);
        let (name, kind) = (self.word(parts.next()), self.word(parts.next()));
        let (mut shift, mut mask) = (0, u32::MAX);
        if let Some(slice) = parts.take(Rule::slice) {
            // `>> 4`, `& 1` or both: the sign before a number says which it is.
            let text = slice.as_str().to_string();
            let mut numbers = Parts::of(slice);
            if text.contains(">>") {
                shift = self.small(numbers.next());
            }
            if text.contains('&') {
                mask = self.small(numbers.next());
            }
        }
        Argument { name, kind, shift, mask }
    }

    fn stack(&mut self, pair: Pair<'_, Rule>) -> Vec<StackItem> {
        parts(pair)
            .map(|item| {
                let mut parts = Parts::of(item);
                let name = self.word(parts.next());
                let count = parts.take(Rule::expression).map(|e| self.expression(e));
                let nullness = parts.take(Rule::nullness).map(|mark| Spanned {
                    span: self.span(&mark),
                    value: match Parts::of(mark).next().as_rule() {
                        Rule::always_null => Nullness::Always,
                        _ => Nullness::Perhaps,
                    },
                });
                let way = match parts.any().map(|way| Parts::of(way).next().as_str()) {
                    Some("jump") => Way::Jump,
                    Some(_) => Way::Fall,
                    None => Way::Always,
                };
                StackItem { name, count, nullness, way }
            })
            .collect()
    }

    /// An object rule, and which fields of its state have getters of their names.
    fn object(&mut self, mut parts: Parts<'_>) -> (Vec<Word>, Object, Vec<Word>) {
        let classes = self.paths(parts.next());
        let class = classes[0].clone();
        let mut getters = Vec::new();
        let mut object = Object { class, state: Vec::new(), rebuild: None, replay: None };
        while let Some(part) = parts.any() {
            let rule = part.as_rule();
            if rule == Rule::getters_of_state {
                getters.extend(self.words(part));
                continue;
            }
            let mut inner = Parts::of(part);
            if let Rule::rebuild | Rule::replay = rule {
                let body = Some(self.expression(inner.next()));
                if rule == Rule::rebuild {
                    object.rebuild = body
                } else {
                    object.replay = body
                }
                continue;
            }
            for field in inner.take_all(Rule::field) {
                let mut parts = Parts::of(field);
                let name = self.word(parts.next());
                object.state.push((name, parts.any().map(|t| self.type_name(t))));
            }
        }
        (classes, object, getters)
    }

    fn build(&mut self, mut parts: Parts<'_>, span: Span) -> Item {
        let name = self.word(parts.next());
        let parameters = self.parameters(parts.next());
        let result = Parts::of(parts.next()).next();
        let result = self.type_name(result);
        let before = parts.take_all(Rule::before).into_iter().map(|b| self.word(Parts::of(b).next())).collect();
        let opaque = self.opaque(&mut parts);
        let (mut classes, mut conditions) = (Vec::new(), Vec::new());
        for when in parts.take_all(Rule::when) {
            let when = Parts::of(when).next();
            match when.as_rule() {
                rule @ (Rule::when_type | Rule::when_subclass) => {
                    classes.extend(self.words(when).into_iter().map(|class| (class, rule == Rule::when_type)));
                }
                _ => conditions.push(self.expression(when)),
            }
        }
        let mut statements = Vec::new();
        while let Some(statement) = parts.any() {
            statements.push(self.statement(statement));
        }
        let body = Block { statements, span: Span { start: span.end.saturating_sub(1), ..span } };
        Item::Build(Build { span, name, parameters, result, before, opaque, classes, conditions, body })
    }

    fn guard(&mut self, mut parts: Parts<'_>, span: Span) -> Item {
        let name = self.word(parts.next());
        let parameters = self.words(parts.next());
        let fact = Parts::of(parts.next()).next();
        let fact = self.type_name(fact);
        let mut guard = Guard {
            span,
            name,
            parameters,
            fact,
            observations: Vec::new(),
            cost: Vec::new(),
            implies: Vec::new(),
            text: Vec::new(),
            explain: Vec::new(),
        };
        while let Some(part) = parts.any() {
            let rule = part.as_rule();
            let mut inner = Parts::of(part);
            match rule {
                Rule::guard_observe => guard.observations.push((self.word(inner.next()), self.words(inner.next()))),
                Rule::guard_cost => guard.cost.push(self.number(inner.next())),
                Rule::guard_implies => guard.implies.push(self.word(inner.next())),
                Rule::guard_text => guard.text.push(self.text(inner.next())),
                _ => guard.explain.push(self.text(inner.next())),
            }
        }
        Item::Guard(guard)
    }

    /// One rule for each of the paths.
    fn callables(&mut self, pair: Pair<'_, Rule>) -> Vec<Item> {
        let (span, rule) = (self.span(&pair), pair.as_rule());
        let mut parts = Parts::of(pair);
        let replaces = parts.take(Rule::r#override).is_some();
        let kind = if rule == Rule::meta { CallableKind::Meta } else { self.kind(parts.next()) };
        let paths = self.paths(parts.next());
        let parameters = self.parameters(parts.next());
        let result = self.result(&mut parts);
        let opaque = self.opaque(&mut parts);
        let body = self.block(parts.next());
        let rule = |path| Callable {
            span,
            replaces,
            kind,
            path,
            parameters: parameters.clone(),
            result: result.clone(),
            opaque: opaque.clone(),
            body: body.clone(),
        };
        paths.into_iter().map(|path| Item::Callable(rule(path))).collect()
    }

    fn parameters(&mut self, pair: Pair<'_, Rule>) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut kind = ParameterKind::Positional;
        for parameter in parts(pair) {
            let part = Parts::of(parameter).next();
            let rule = part.as_rule();
            let mut inner = Parts::of(part);
            match rule {
                Rule::slash => parameters.iter_mut().for_each(|p| p.kind = ParameterKind::PositionalOnly),
                Rule::bare_star => kind = ParameterKind::KeywordOnly,
                Rule::rest | Rule::keywords => {
                    let name = self.word(inner.next());
                    let this = if rule == Rule::rest { ParameterKind::Rest } else { ParameterKind::Keywords };
                    parameters.push(Parameter { name, kind: this, ty: None, default: None });
                    kind = ParameterKind::KeywordOnly;
                }
                _ => {
                    let name = self.word(inner.next());
                    let ty = inner.take(Rule::type_name).map(|t| self.type_name(t));
                    let default = inner.any().map(|e| self.expression(e));
                    parameters.push(Parameter { name, kind, ty, default });
                }
            }
        }
        parameters
    }

    fn emit(&mut self, mut parts: Parts<'_>) -> Item {
        let replaces = parts.take(Rule::r#override).is_some();
        let stands_in = parts.take(Rule::stand_in).map(|word| match word.as_str() {
            "alone" => StandIn::Alone,
            _ => StandIn::Apart,
        });
        let name = self.word(parts.next());
        let mut inner = Parts::of(parts.next());
        let mut operands = Vec::new();
        while let Some(operand) = inner.any() {
            let number = (operand.as_rule() == Rule::number).then(|| self.small(operand.clone()));
            operands.push(EmitOperand { word: self.word(operand), number });
        }
        let mut code = Vec::new();
        while let Some(op) = parts.any() {
            let mut inner = Parts::of(op);
            let opcode = self.word(inner.next());
            let argument = match inner.any() {
                Some(argument) => self.emit_argument(argument),
                None => EmitArgument::None,
            };
            code.push((opcode, argument));
        }
        Item::Emit(Emit { replaces, name, stands_in, operands, code })
    }

    fn emit_argument(&mut self, pair: Pair<'_, Rule>) -> EmitArgument {
        let text = pair.as_str().to_string();
        let mut parts = Parts::of(pair);
        let first = parts.next();
        match first.as_rule() {
            Rule::number => EmitArgument::Number(self.number(first)),
            Rule::member => {
                let mut member = Parts::of(first);
                EmitArgument::Member(self.word(member.next()), self.word(member.next()))
            }
            Rule::python_object => EmitArgument::Object(self.word(Parts::of(first).next())),
            _ => {
                let name = self.word(first);
                let shift = if text.contains("<<") { self.small(parts.next()) } else { 0 };
                let or = if text.contains('|') { self.small(parts.next()) } else { 0 };
                EmitArgument::Operand { name, shift, or }
            }
        }
    }
}

/// The getter of an attribute, which is written as its name in a list alone.
fn getter(class: &Word, name: Word, value: fn(Expr, Word) -> ExprKind) -> Item {
    let Word { value: ref attribute, span } = name;
    let path = Word { value: format!("{}.{attribute}", class.value), span };
    let itself = Word { value: "self".to_string(), span };
    let result = Some(TypeName { path: Word { value: "Value".to_string(), span }, perhaps: false });
    let value = value(Expr { kind: ExprKind::Name(itself.value.clone()), span }, name);
    let returned = Statement { kind: StatementKind::Return(Some(Expr { kind: value, span })), span };
    let parameters = vec![Parameter { name: itself, kind: ParameterKind::Positional, ty: None, default: None }];
    let body = Block { statements: vec![returned], span };
    Item::Callable(Callable { span, replaces: false, kind: CallableKind::Getter, path, parameters, result, opaque: None, body })
}

fn native_attribute(of: Expr, name: Word) -> ExprKind {
    let function = Word { value: "native_attribute".to_string(), span: name.span };
    let text = Expr { kind: ExprKind::Text(name.value), span: name.span };
    ExprKind::Call { function, arguments: vec![of, text] }
}

fn field_of_state(of: Expr, field: Word) -> ExprKind {
    ExprKind::Field { of: Box::new(of), field }
}
