//! The checker's view of one body: which names are bound, to what type, and in which register.

use std::collections::{BTreeMap, HashMap};

use crate::ast::{self, Block, CallableKind, Condition, Expr, ExprKind, Operator, StatementKind};
use crate::check::unused;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, Word};
use crate::model::*;
use crate::resolve::{holes_of, type_of};
use crate::typed::{self, Literal, Register, Statement};

#[derive(Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// The class of a `Value`, where the rule says it.
    pub class: Option<String>,
    pub span: Span,
    pub register: Register,
    pub input: bool,
    pub used: bool,
}

/// How the rule's body may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// By going on to another instruction, or by returning from the frame.
    Instruction,
    /// With a result of this type.
    Result(Type),
}

/// What is bound here: by name, the variable and whether every path bound it.
type Bound = BTreeMap<String, (usize, bool)>;

pub struct Scope<'a> {
    pub model: &'a Model,
    pub ends: Ends,
    pub jumps: bool,
    outputs: Vec<ast::StackItem>,
    diagnostics: &'a mut Diagnostics,
    uses: &'a mut [usize],
    class: Option<String>,
    of_meta: bool,
    variables: Vec<Variable>,
    /// Variables that ended with their block, by name: another path may bind the same one.
    earlier: HashMap<String, usize>,
    wanted: HashMap<String, Type>,
    bound: Bound,
    next: Register,
    sound: bool,
    /// Inside `when` or `observe`: nothing may have an effect.
    quiet: Option<&'static str>,
}

impl<'a> Scope<'a> {
    pub fn new(model: &'a Model, rule: &Rule, diagnostics: &'a mut Diagnostics, uses: &'a mut [usize]) -> Scope<'a> {
        let class = match &rule.text {
            RuleText::Callable(c) => match c.kind {
                CallableKind::Method | CallableKind::Getter | CallableKind::Setter => {
                    c.path.value.rsplit_once('.').map(|(class, _)| class.to_string())
                }
                _ => None,
            },
            RuleText::Build(b) => b.classes.first().map(|(c, _)| c.value.clone()),
            RuleText::Rebuild(object, _) => Some(model.objects[*object].class.value.clone()),
            RuleText::Opcode(_) => None,
        };
        Scope {
            model,
            ends: Ends::Result(Base::Value.sure()),
            jumps: false,
            outputs: Vec::new(),
            diagnostics,
            uses,
            class,
            of_meta: rule.kind == RuleKind::Meta,
            variables: Vec::new(),
            earlier: HashMap::new(),
            wanted: HashMap::new(),
            bound: Bound::new(),
            next: 0,
            sound: true,
            quiet: None,
        }
    }

    pub fn is_sound(&self) -> bool {
        self.sound
    }

    pub fn report(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.sound = false;
        self.diagnostics.report(code, span, message)
    }

    pub fn type_of(&mut self, name: &ast::TypeName) -> Type {
        type_of(self.model, name, self.diagnostics)
    }

    // ------------------------------------------------------------ names

    pub fn fresh(&mut self) -> Register {
        self.next += 1;
        self.next - 1
    }

    pub fn registers(&self) -> u16 {
        self.next
    }

    pub fn declare_input(&mut self, name: &Word, ty: Type, class: Option<String>) -> Register {
        let index = self.declare(name, ty, class);
        self.variables[index].input = true;
        self.variables[index].register
    }

    pub fn use_all(&mut self) {
        self.variables.iter_mut().for_each(|v| v.used = true);
    }

    pub fn refuse_unused_inputs(&mut self) {
        let unused: Vec<_> = unused(&self.variables).map(|v| (v.span, v.name.clone())).collect();
        for (span, name) in unused {
            self.report(Code::InputUnused, span, format!("`{name}` is neither used nor dropped"))
                .help(format!("write `drop {name};` if it is meant to be unused"));
        }
    }

    pub fn expect_outputs(&mut self, items: &[ast::StackItem]) {
        self.outputs = items.to_vec();
        for item in items {
            let ty = if item.count.is_some() { Base::Values } else { Base::Value };
            self.wanted.insert(item.name.value.clone(), ty.sure());
        }
    }

    /// The register of an output; any, if nothing binds it.
    pub fn register_of(&mut self, name: &str) -> Register {
        self.variables.iter().rev().find(|v| v.name == name).map_or(0, |v| v.register)
    }

    /// Every output of this way out must be there.
    pub fn require_outputs(&mut self, jump: Option<Span>) {
        let other = if jump.is_some() { ast::Way::Fall } else { ast::Way::Jump };
        let items: Vec<_> = self.outputs.iter().filter(|i| i.way != other).cloned().collect();
        for item in &items {
            match self.bound.get(&item.name.value) {
                Some((index, true)) => {
                    let index = *index;
                    self.variables[index].used = true;
                    let wanted = if item.count.is_some() { Base::Values.sure() } else { Base::Value.sure() };
                    let have = self.variables[index].ty;
                    if have != wanted && have.base != Base::Unknown {
                        let (have, wanted) = (self.model.spell(have), self.model.spell(wanted));
                        self.report(Code::WrongType, item.name.span, format!("output `{}` is {have}, not {wanted}", item.name.value))
                            .help("an item is a Value; with a count it is Values");
                    }
                }
                _ => {
                    let found = self.report(
                        Code::OutputUnassigned,
                        item.name.span,
                        format!("output `{}` is not assigned on every path", item.name.value),
                    );
                    if let Some(span) = jump {
                        found.note(span, "this jump leaves it out");
                    }
                    found.help("assign it on every path that goes on");
                }
            }
        }
    }

    fn declare(&mut self, name: &Word, ty: Type, class: Option<String>) -> usize {
        if let Some((first, _)) = self.bound.get(&name.value) {
            let first = self.variables[*first].span;
            self.report(Code::BoundTwice, name.span, format!("`{}` is bound already", name.value))
                .note(first, "here")
                .help("give the new value a name of its own");
        }
        let reusable = self.earlier.get(&name.value).copied().filter(|i| self.variables[*i].ty == ty);
        let index = reusable.unwrap_or_else(|| {
            let register = self.fresh();
            let name = name.clone();
            let variable = Variable { name: name.value, ty, class, span: name.span, register, input: false, used: false };
            self.variables.push(variable);
            self.variables.len() - 1
        });
        self.earlier.insert(name.value.clone(), index);
        self.bound.insert(name.value.clone(), (index, true));
        index
    }

    /// A variable of an inner block alone.
    fn declare_inside(&mut self, name: &Word, ty: Type) -> Register {
        self.earlier.remove(&name.value);
        let index = self.declare(name, ty, None);
        self.variables[index].register
    }

    fn look_up(&mut self, name: &str, span: Span) -> Option<usize> {
        match self.bound.get(name) {
            Some((index, certain)) => {
                let (index, certain) = (*index, *certain);
                self.variables[index].used = true;
                if !certain {
                    let first = self.variables[index].span;
                    self.report(Code::Unbound, span, format!("`{name}` is not bound on every path to here"))
                        .note(first, "bound here")
                        .help("bind it on the other paths too, or use it inside the block that binds it");
                }
                Some(index)
            }
            None if self.earlier.contains_key(name) => {
                let first = self.variables[self.earlier[name]].span;
                self.report(Code::Unbound, span, format!("`{name}` is not bound here"))
                    .note(first, "it ends with the block that binds it")
                    .help("bind it before the block, on every path");
                None
            }
            None => {
                let known: Vec<String> = self.bound.keys().cloned().collect();
                let otherwise = match self.model.externs.iter().any(|e| e.name.value == name) {
                    true => format!("`{name}` is an extern: call it with `{name}(…)`"),
                    false => "a name is an operand of the rule or bound by `name = …;`".to_string(),
                };
                self.report(Code::UnknownName, span, format!("unknown name `{name}`"))
                    .nearest(name, known.iter().map(String::as_str), &otherwise);
                None
            }
        }
    }

    // ------------------------------------------------------------ statements

    /// The statements, and whether the block may run to its end.
    pub fn block(&mut self, block: &Block) -> (Vec<Statement>, bool) {
        let mut statements = Vec::new();
        let mut falls = true;
        for statement in &block.statements {
            if !falls {
                self.report(Code::Unreachable, statement.span, "this can never run").help("take it out, or move it up");
                break;
            }
            falls = self.statement(statement, &mut statements);
        }
        (statements, falls)
    }

    /// A block with its own names, if it has any; what it binds besides stays.
    fn inner(&mut self, block: Option<&Block>, before: &Bound) -> (Vec<Statement>, Option<Bound>) {
        let (statements, falls) = block.map_or((Vec::new(), true), |b| self.block(b));
        let after = std::mem::replace(&mut self.bound, before.clone());
        (statements, falls.then_some(after))
    }

    fn statement(&mut self, statement: &ast::Statement, into: &mut Vec<Statement>) -> bool {
        match &statement.kind {
            StatementKind::Bind { name, ty, value } => {
                let (class, annotated) = match ty {
                    Some(t) if t.path.value.contains('.') => {
                        (Some(t.path.value.clone()), Some(Type { base: Base::Value, perhaps: t.perhaps }))
                    }
                    Some(t) => (None, Some(self.type_of(t))),
                    None => (None, self.wanted.get(&name.value).copied()),
                };
                let (value, ty) = match annotated {
                    Some(ty) => (self.expect(value, ty), ty),
                    None => self.bindable(value),
                };
                let index = self.declare(name, ty, class);
                into.push(Statement::Bind { to: self.variables[index].register, value });
                ty.base != Base::Never
            }
            StatementKind::SetField { of, field, value } => {
                let object = Expr { kind: ExprKind::Name(of.value.clone()), span: of.span };
                if let Some((typed::Expr::Register(object), slot, ty)) = self.state(&object, field) {
                    let value = self.expect(value, ty);
                    into.push(Statement::SetState { object, slot, value });
                }
                true
            }
            StatementKind::Evaluate(value) => {
                let (value, ty) = self.infer(value);
                into.push(Statement::Evaluate(value));
                ty.base != Base::Never
            }
            StatementKind::If { condition, then, otherwise } => self.if_(condition, then, otherwise.as_ref(), into),
            StatementKind::For { item, over, body } => {
                let (over, ty) = self.over(over);
                let before = self.bound.clone();
                let item = self.declare_inside(item, ty);
                let (body, _) = self.inner(Some(body), &before);
                into.push(Statement::For { item, over, body });
                true
            }
            StatementKind::Jump(target) => {
                let target_expr = self.expect(target, Base::Jump.sure());
                if self.ends != Ends::Instruction {
                    self.misplaced("jump", statement.span, "only opcode rules jump");
                }
                self.jumps = true;
                self.require_outputs(Some(statement.span));
                into.push(Statement::Goto(target_expr));
                false
            }
            StatementKind::Return(value) => {
                if self.ends == Ends::Instruction {
                    self.misplaced("return", statement.span, "an opcode rule ends by itself; what leaves the frame is an extern's business");
                }
                let wanted = match self.ends {
                    Ends::Instruction => Base::Value.sure(),
                    Ends::Result(ty) => ty,
                };
                let value = match value {
                    // A rule without a result may still say that the traced call gives `None`.
                    Some(value) if wanted.base == Base::Nothing => match value.kind {
                        ExprKind::None => None,
                        _ => {
                            self.report(Code::WrongType, value.span, "this rule has no result")
                                .help("write `-> Value` behind its parameters");
                            None
                        }
                    },
                    Some(value) => Some(self.expect(value, wanted)),
                    None => {
                        if wanted.base != Base::Nothing {
                            let wanted = self.model.spell_one(wanted);
                            self.report(Code::NoResult, statement.span, format!("`return` without {wanted}"))
                                .help("say what is returned: `return none;` for Python's None");
                        }
                        None
                    }
                };
                into.push(Statement::Return(value));
                false
            }
            StatementKind::Raise { class, arguments } => {
                let value = self.expect(class, Base::Value.sure());
                let arguments = arguments.iter().map(|a| self.expect(a, Base::Value.sure())).collect();
                into.push(Statement::Raise { class: value, arguments });
                false
            }
            StatementKind::GraphBreak(text) => {
                let (text, arguments) = self.message(text);
                into.push(Statement::Break { text, arguments });
                false
            }
            StatementKind::Require { condition, text } => {
                let condition = self.expect(condition, Base::Bool.sure());
                let (text, arguments) = self.message(text);
                into.push(Statement::Require { condition, text, arguments });
                true
            }
            StatementKind::Drop(names) => {
                for name in names {
                    self.look_up(&name.value, name.span);
                }
                true
            }
        }
    }

    fn misplaced(&mut self, what: &str, span: Span, help: &str) {
        self.report(Code::Misplaced, span, format!("`{what}` has no meaning in this kind of rule")).help(help);
    }

    fn if_(&mut self, condition: &Condition, then: &Block, otherwise: Option<&Block>, into: &mut Vec<Statement>) -> bool {
        let before;
        let mut unwrapped = None;
        let condition = match condition {
            Condition::True(value) => {
                let value = self.expect(value, Base::Bool.sure());
                before = self.bound.clone();
                value
            }
            Condition::Some(name, value) => {
                let span = value.span;
                let (value, ty) = self.infer(value);
                if !ty.perhaps && ty.base != Base::Unknown {
                    let ty = self.model.spell(ty);
                    self.report(Code::WrongType, span, format!("{ty} is always there"))
                        .help("`if x = maybe { … }` is for values of a type `T?`");
                }
                before = self.bound.clone();
                unwrapped = Some((name, self.declare_inside(name, ty.base.sure())));
                value
            }
        };
        let (then, mut after_then) = self.inner(Some(then), &before);
        if let (Some((name, _)), Some(after)) = (unwrapped, &mut after_then) {
            after.remove(&name.value);
        }
        let (otherwise, after_otherwise) = self.inner(otherwise, &before);
        into.push(match unwrapped {
            Some((_, to)) => Statement::IfSome { to, value: condition, then, otherwise },
            None => Statement::If { condition, then, otherwise },
        });
        match (after_then, after_otherwise) {
            (Some(a), Some(b)) => {
                self.bound = self.merge(a, b);
                true
            }
            (Some(only), None) | (None, Some(only)) => {
                self.bound = only;
                true
            }
            (None, None) => false,
        }
    }

    fn merge(&mut self, a: Bound, mut b: Bound) -> Bound {
        let mut merged = Bound::new();
        for (name, (index, certain)) in a {
            match b.remove(&name) {
                Some((other, also)) => {
                    let known = |i: usize| self.variables[i].ty.base != Base::Unknown;
                    if other != index && known(other) && known(index) {
                        let (x, y) = (&self.variables[index], &self.variables[other]);
                        let (tx, ty) = (self.model.spell(x.ty), self.model.spell(y.ty));
                        let (here, there) = (x.span, y.span);
                        self.report(Code::WrongType, there, format!("`{name}` is {ty} here and {tx} on another path"))
                            .note(here, "there")
                            .help(format!("give it one type: `{name}: {tx} = …;`"));
                    }
                    merged.insert(name, (index, certain && also));
                }
                None => {
                    merged.insert(name, (index, false));
                }
            }
        }
        merged.extend(b.into_iter().map(|(name, (index, _))| (name, (index, false))));
        merged
    }

    /// A text with `{name}` parts: the names become `{}` and registers.
    fn message(&mut self, text: &Word) -> (String, Vec<Register>) {
        let mut out = text.value.clone();
        let mut arguments = Vec::new();
        for (name, span) in holes_of(text) {
            out = out.replacen(&format!("{{{name}}}"), "{}", 1);
            if let Some(index) = self.look_up(&name, span) {
                arguments.push(self.variables[index].register);
            }
        }
        (out, arguments)
    }

    // ------------------------------------------------------------ expressions

    /// The expression as a value of this type.
    pub fn expect(&mut self, expr: &Expr, wanted: Type) -> typed::Expr {
        let (value, have) = self.infer(expr);
        self.convert(value, have, wanted, expr.span)
    }

    pub fn quiet_condition(&mut self, expr: &Expr) -> typed::Expr {
        self.quiet = Some("when");
        let condition = self.expect(expr, Base::Bool.sure());
        self.quiet = None;
        condition
    }

    fn convert(&mut self, value: typed::Expr, have: Type, wanted: Type, span: Span) -> typed::Expr {
        if have == wanted || matches!(have.base, Base::Never | Base::Unknown) || wanted.base == Base::Unknown {
            return value;
        }
        // In meta rules a Value may be anything; one that is not what is wanted makes the answer unknown.
        let either = |base| have.base == base || wanted.base == base;
        if self.of_meta && (either(Base::Value) || have.base == Base::Object) && (wanted.perhaps || !have.perhaps) {
            return value;
        }
        if let typed::Expr::Literal(literal) = &value {
            match (literal, wanted.base) {
                (Literal::None, _) if wanted.perhaps => return value,
                (_, Base::Value) => return typed::Expr::Constant(literal.clone()),
                (Literal::Text(text), Base::Name) => return typed::Expr::Literal(Literal::Name(text.clone())),
                _ => {}
            }
        }
        let number = matches!(have.base, Base::Local | Base::Const | Base::Deref) && wanted.base == Base::Int;
        let fits = have.base == wanted.base || number;
        if fits && (wanted.perhaps || !have.perhaps) {
            return value;
        }
        let (have_text, wanted_text) = (self.model.spell(have), self.model.spell(wanted));
        if fits {
            self.report(Code::Perhaps, span, format!("this may be missing: it is {have_text}, not {wanted_text}"))
                .help("unwrap it: `if x = … { }`");
        } else {
            let help = match (have.base, wanted.base) {
                (Base::Source, _) => "a fact about a source comes from `observe GUARD(src)`".to_string(),
                (_, Base::Values) => "write `[a, b]` for several values".to_string(),
                _ => format!("give {}", self.model.spell_one(wanted)),
            };
            self.report(Code::WrongType, span, format!("this is {have_text}, not {wanted_text}")).help(help);
        }
        value
    }

    /// What a name is bound to: Python's None, where `none` stands alone.
    fn bindable(&mut self, expr: &Expr) -> (typed::Expr, Type) {
        let (value, ty) = self.infer(expr);
        match ty.base {
            Base::None => (typed::Expr::Constant(Literal::None), Base::Value.sure()),
            Base::Nothing => {
                self.report(Code::WrongType, expr.span, "this gives no value").help("call it without binding a name");
                (value, ty)
            }
            _ => (value, ty),
        }
    }

    fn infer(&mut self, expr: &Expr) -> (typed::Expr, Type) {
        let wrong = (typed::Expr::Literal(Literal::None), Base::Unknown.sure());
        match &expr.kind {
            ExprKind::Name(name) => match self.look_up(name, expr.span) {
                Some(index) => (typed::Expr::Register(self.variables[index].register), self.variables[index].ty),
                None => wrong,
            },
            ExprKind::None => (typed::Expr::Literal(Literal::None), Base::None.sure()),
            ExprKind::Bool(b) => (typed::Expr::Literal(Literal::Bool(*b)), Base::Bool.sure()),
            ExprKind::Int(i) => (typed::Expr::Literal(Literal::Int(*i)), Base::Int.sure()),
            ExprKind::Text(text) => (typed::Expr::Literal(Literal::Text(text.clone())), Base::Text.sure()),
            ExprKind::Python(path) => (typed::Expr::Literal(Literal::Object(path.clone())), Base::Object.sure()),
            ExprKind::Call { function, arguments } => self.call(function, arguments, expr.span).unwrap_or(wrong),
            ExprKind::Observe { guard, source, parameter } => {
                self.observe(guard, source, parameter.as_deref()).unwrap_or(wrong)
            }
            ExprKind::Field { of, field } => self.field(of, field).unwrap_or(wrong),
            ExprKind::Index { of, index } => {
                let values = Box::new(self.expect(of, Base::Values.sure()));
                let index = Box::new(self.expect(index, Base::Int.sure()));
                (typed::Expr::Element { values, index }, Base::Value.sure())
            }
            ExprKind::List(parts) => {
                let mut typed = Vec::new();
                for (part, splice) in parts {
                    let wanted = if *splice { Base::Values } else { Base::Value };
                    typed.push((self.expect(part, wanted.sure()), *splice));
                }
                (typed::Expr::Collect(typed), Base::Values.sure())
            }
            ExprKind::Binary { operator, left, right } => self.binary(*operator, left, right),
            ExprKind::Not(of) => (typed::Expr::Not(Box::new(self.expect(of, Base::Bool.sure()))), Base::Bool.sure()),
            ExprKind::Each { item, over, body } => {
                let (over, ty) = self.over(over);
                let before = self.bound.clone();
                let item = self.declare_inside(item, ty);
                let body = Box::new(self.expect(body, Base::Value.sure()));
                self.bound = before;
                (typed::Expr::Each { item, over: Box::new(over), body }, Base::Values.sure())
            }
        }
    }

    fn over(&mut self, over: &ast::Over) -> (typed::Over, Type) {
        match over {
            ast::Over::Values(values) => (typed::Over::Values(self.expect(values, Base::Values.sure())), Base::Value.sure()),
            ast::Over::Range(from, to) => {
                let from = self.expect(from, Base::Int.sure());
                (typed::Over::Range(from, self.expect(to, Base::Int.sure())), Base::Int.sure())
            }
        }
    }

    fn call(&mut self, function: &Word, arguments: &[Expr], span: Span) -> Option<(typed::Expr, Type)> {
        let model = self.model;
        let index = model.external(&function.value, self.of_meta).or_else(|| model.external(&function.value, !self.of_meta));
        let Some(index) = index else {
            let of_meta = self.of_meta;
            let known = model.externs.iter().filter(|e| e.of_meta == of_meta).map(|e| e.name.value.as_str());
            let otherwise = match model.observations.iter().any(|o| o.name.value == function.value) {
                true => "an observation is for guard rules alone: write `observe GUARD(src)`",
                false => "declare it with `extern fn` in rules/prelude",
            };
            self.report(Code::UnknownName, function.span, format!("unknown extern `{}`", function.value))
                .nearest(&function.value, known, otherwise);
            return None;
        };
        self.uses[index] += 1;
        let external = &model.externs[index];
        if let Some(place) = self.quiet
            && external.effects != Effects::default()
        {
            self.report(Code::ImpureCondition, span, format!("`{}` has an effect, and stands in `{place}`", function.value))
                .note(external.name.span, "declared here")
                .help("only pure externs and observations may stand there");
        }
        if external.of_meta != self.of_meta {
            let (kind, help) = match self.of_meta {
                true => ("a meta rule", "declare one with `extern meta fn`"),
                false => ("this kind of rule", "externs declared with `extern meta fn` are for meta rules alone"),
            };
            self.report(Code::Misplaced, span, format!("{kind} cannot call `{}`", function.value))
                .note(external.name.span, "declared here")
                .help(help);
        }
        if arguments.len() != external.parameters.len() {
            let (have, wanted) = (arguments.len(), external.parameters.len());
            self.report(Code::WrongCount, span, format!("`{}` takes {wanted} arguments, not {have}", function.value))
                .note(external.name.span, "declared here")
                .help("give every argument; an extern has no defaults");
        }
        let pairs = arguments.iter().zip(&external.parameters);
        let arguments = pairs.map(|(argument, (_, ty))| self.expect(argument, *ty)).collect();
        Some((typed::Expr::Call { function: index as u16, arguments }, external.result))
    }

    fn observe(&mut self, guard: &Word, source: &Expr, parameter: Option<&Expr>) -> Option<(typed::Expr, Type)> {
        let outer = self.quiet.replace("observe");
        let source = Box::new(self.expect(source, Base::Source.sure()));
        let typed = parameter.map(|p| Box::new(self.expect(p, Base::Object.sure())));
        self.quiet = outer;
        let Some(index) = self.model.guards.iter().position(|g| g.name.value == guard.value) else {
            let known = self.model.guards.iter().map(|g| g.name.value.as_str());
            self.report(Code::UnknownName, guard.span, format!("unknown guard `{}`", guard.value))
                .nearest(&guard.value, known, "write a guard rule in rules/guards");
            return None;
        };
        let rule = &self.model.guards[index];
        if rule.has_parameter != parameter.is_some() {
            let wanted = 1 + usize::from(rule.has_parameter);
            self.report(Code::WrongCount, guard.span, format!("`{}` is observed with {wanted} arguments", guard.value))
                .note(rule.name.span, "declared here")
                .help("give the source, and what the guard asks with if it asks with something");
        }
        Some((typed::Expr::Observe { guard: index as u16, source, parameter: typed }, rule.fact))
    }

    fn field(&mut self, of: &Expr, field: &Word) -> Option<(typed::Expr, Type)> {
        if let ExprKind::Name(name) = &of.kind
            && !self.bound.contains_key(name)
            && let Some(index) = self.model.enums.iter().position(|e| e.name.value == *name)
        {
            return self.member(index, field);
        }
        if field.value == "len"
            && let (values, Type { base: Base::Values, perhaps: false }) = self.peek(of)
        {
            return Some((typed::Expr::Length(Box::new(values)), Base::Int.sure()));
        }
        let (object, slot, ty) = self.state(of, field)?;
        Some((typed::Expr::State { object: Box::new(object), slot }, ty))
    }

    fn member(&mut self, index: usize, field: &Word) -> Option<(typed::Expr, Type)> {
        let members = &self.model.enums[index].members;
        let Some(member) = members.iter().position(|m| m.value == field.value) else {
            let name = &self.model.enums[index].name.value;
            self.report(Code::UnknownName, field.span, format!("`{name}` has no member `{}`", field.value))
                .nearest(&field.value, members.iter().map(|m| m.value.as_str()), "members are listed in a pack.yaml");
            return None;
        };
        Some((typed::Expr::Literal(Literal::Int(member as i64)), Base::Enum(index as u16).sure()))
    }

    /// The type of an expression that will be looked at once more, if need be.
    fn peek(&mut self, of: &Expr) -> (typed::Expr, Type) {
        match &of.kind {
            ExprKind::Name(name) if !self.bound.contains_key(name) => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
            ExprKind::Name(_) | ExprKind::List(_) | ExprKind::Each { .. } | ExprKind::Field { .. } => self.infer(of),
            ExprKind::Call { function, .. } => {
                let result = self.model.external(&function.value, self.of_meta).map(|i| self.model.externs[i].result);
                match result {
                    Some(Type { base: Base::Values, .. }) => self.infer(of),
                    _ => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
                }
            }
            _ => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
        }
    }

    /// A declared field of an object rule: the object, the slot and the field's type.
    fn state(&mut self, of: &Expr, field: &Word) -> Option<(typed::Expr, u16, Type)> {
        let class = match &of.kind {
            ExprKind::Name(name) => {
                let index = self.look_up(name, of.span)?;
                self.variables[index].class.clone()
            }
            _ => None,
        };
        let object = self.expect(of, Base::Value.sure());
        let Some(class) = class.or_else(|| self.class.clone()) else {
            self.report(Code::UnknownName, field.span, format!("nothing says which class's `{}` this is", field.value))
                .help("give the value's class: `x: a.b.Class = …;`");
            return None;
        };
        let Some(index) = self.model.object(&class) else {
            let known = self.model.objects.iter().map(|o| o.class.value.as_str());
            self.report(Code::UnknownName, field.span, format!("`{class}` has no object rule, so no field `{}`", field.value))
                .nearest(&class, known, &format!("declare its state: `object {class} {{ state {}; }}`", field.value));
            return None;
        };
        let fields = &self.model.objects[index].fields;
        let Some(slot) = fields.iter().position(|(name, _)| name.value == field.value) else {
            let known = fields.iter().map(|(name, _)| name.value.as_str());
            let first = self.model.objects[index].class.span;
            self.report(Code::UnknownName, field.span, format!("`{class}` has no field `{}`", field.value))
                .note(first, "its state is declared here")
                .nearest(&field.value, known, "declare it with `state`");
            return None;
        };
        Some((object, slot as u16, fields[slot].1))
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> (typed::Expr, Type) {
        use Operator::*;
        match operator {
            And | Or => {
                let a = Box::new(self.expect(left, Base::Bool.sure()));
                let b = Box::new(self.expect(right, Base::Bool.sure()));
                let joined = if operator == And { typed::Expr::And(a, b) } else { typed::Expr::Or(a, b) };
                (joined, Base::Bool.sure())
            }
            Add | Subtract | Multiply => {
                let left = Box::new(self.expect(left, Base::Int.sure()));
                let right = Box::new(self.expect(right, Base::Int.sure()));
                let how = match operator {
                    Add => "Add",
                    Subtract => "Subtract",
                    _ => "Multiply",
                };
                (typed::Expr::Arithmetic { how, left, right }, Base::Int.sure())
            }
            _ => self.compare(operator, left, right),
        }
    }

    fn compare(&mut self, operator: Operator, left: &Expr, right: &Expr) -> (typed::Expr, Type) {
        let how = match operator {
            Operator::Equal => "Equal",
            Operator::NotEqual => "NotEqual",
            Operator::Less => "Less",
            Operator::LessEqual => "LessEqual",
            Operator::Greater => "Greater",
            _ => "GreaterEqual",
        };
        let (a, ty) = self.infer(left);
        let ordered = !matches!(operator, Operator::Equal | Operator::NotEqual);
        let number = matches!(ty.base, Base::Int | Base::Local | Base::Const | Base::Deref);
        let comparable = match ty.base {
            Base::Values | Base::Value | Base::None | Base::Nothing => false,
            Base::Never | Base::Unknown => true,
            _ => number || !ordered,
        };
        if !comparable || ty.perhaps {
            let spelt = self.model.spell(ty);
            let help = match ty.base {
                Base::Value => "two values are compared by an extern that says how",
                _ if ty.perhaps => "unwrap it first: `if x = … { }`",
                _ => "`==` and `!=` compare numbers, truths, texts, names, objects and members; `<` numbers alone",
            };
            self.report(Code::WrongType, left.span, format!("{spelt} cannot be compared like this")).help(help);
        }
        let wanted = if number { Base::Int.sure() } else { ty };
        let b = match ty.base {
            Base::Never | Base::Unknown => self.infer(right).0,
            _ => self.expect(right, wanted),
        };
        (typed::Expr::Compare { how, left: Box::new(a), right: Box::new(b) }, Base::Bool.sure())
    }
}
