//! The checker's view of one body: which names are bound, to what type, and in which register.

mod expression;
mod narrowing;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::{self, Block, Condition, Expr, ExprKind, StatementKind};
use crate::check::{Calls, unused};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, Word};
use crate::model::*;
use crate::resolve::{holes_of, type_and_class, type_of};
use crate::typed::{self, Register, Statement};

#[derive(Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
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

/// What a name is bound to at a place of the body.
#[derive(Debug, Clone)]
struct Binding {
    variable: usize,
    /// Whether every path bound it.
    certain: bool,
    /// The classes of which the signature and tests have established that a `Value` is one.
    classes: BTreeSet<String>,
}

type Bound = BTreeMap<String, Binding>;

pub struct Scope<'a> {
    pub model: &'a Model,
    pub ends: Ends,
    pub jumps: bool,
    outputs: Vec<ast::StackItem>,
    diagnostics: &'a mut Diagnostics,
    calls: &'a mut Calls,
    /// What the body does.
    pub effects: Effects,
    /// The class of `self`.
    pub(crate) class: Option<String>,
    pub(crate) of_meta: bool,
    /// The parameter of a define that names an attribute of another: both names.
    pub(crate) attribute: Option<(String, String)>,
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
    /// `class` is that of `self`, in rules that have one.
    pub fn new(
        model: &'a Model,
        class: Option<String>,
        of_meta: bool,
        diagnostics: &'a mut Diagnostics,
        calls: &'a mut Calls,
    ) -> Scope<'a> {
        Scope {
            model,
            ends: Ends::Result(Base::Value.sure()),
            jumps: false,
            outputs: Vec::new(),
            diagnostics,
            calls,
            effects: Effects::default(),
            class,
            of_meta,
            attribute: None,
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

    pub fn type_and_class(&mut self, name: &ast::TypeName) -> (Type, Option<String>) {
        type_and_class(self.model, name, self.diagnostics)
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
            let help = match self.ends {
                Ends::Instruction => format!("name it among the outputs if it stays on the stack, or write `drop {name};`"),
                _ => format!("write `drop {name};` if it is meant to be unused"),
            };
            self.report(Code::InputUnused, span, format!("`{name}` is neither used nor dropped")).help(help);
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
                Some(&Binding { variable: index, certain: true, .. }) => {
                    self.variables[index].used = true;
                    let wanted = if item.count.is_some() { Base::Values.sure() } else { Base::Value.sure() };
                    let have = self.variables[index].ty;
                    if have != wanted && have.base != Base::Unknown {
                        let (have, wanted) = (self.model.spell(have), self.model.spell(wanted));
                        self.report(
                            Code::WrongType,
                            item.name.span,
                            format!("output `{}` is {have}, not {wanted}", item.name.value),
                        )
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
        if let Some(first) = self.bound.get(&name.value) {
            let first = self.variables[first.variable].span;
            self.report(Code::BoundTwice, name.span, format!("`{}` is bound already", name.value))
                .note(first, "here")
                .help("give the new value a name of its own");
        }
        let reusable = self.earlier.get(&name.value).copied().filter(|i| self.variables[*i].ty == ty);
        let index = reusable.unwrap_or_else(|| {
            let register = self.fresh();
            let name = name.clone();
            let variable = Variable { name: name.value, ty, span: name.span, register, input: false, used: false };
            self.variables.push(variable);
            self.variables.len() - 1
        });
        self.earlier.insert(name.value.clone(), index);
        self.bound.insert(name.value.clone(), Binding { variable: index, certain: true, classes: class.into_iter().collect() });
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
            Some(&Binding { variable: index, certain, .. }) => {
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
                self.report(Code::UnknownName, span, format!("unknown name `{name}`")).nearest(
                    name,
                    known.iter().map(String::as_str),
                    &otherwise,
                );
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
                let annotated = match ty {
                    Some(name) => Some(self.type_of(name)),
                    None => self.wanted.get(&name.value).copied(),
                };
                let (value, ty) = match annotated {
                    Some(ty) => (self.expect(value, ty), ty),
                    None => self.bindable(value),
                };
                let index = self.declare(name, ty, None);
                into.push(Statement::Bind { to: self.variables[index].register, value });
                ty.base != Base::Never
            }
            StatementKind::SetField { of, field, value } => {
                let object = Expr { kind: ExprKind::Name(of.value.clone()), span: of.span };
                if let Some((typed::Expr::Register(object), slot, ty)) = self.state(&object, field) {
                    let value = self.expect(value, ty);
                    self.effects.writes = true;
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
                    self.misplaced("return", statement.span, "an opcode rule gives its results by their names: `res = …;`");
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
                self.effects.may_raise = true;
                let value = self.expect(class, Base::Value.sure());
                let arguments = arguments.iter().map(|a| self.expect(a, Base::Value.sure())).collect();
                into.push(Statement::Raise { class: value, arguments });
                false
            }
            StatementKind::GraphBreak(text) => {
                self.effects.may_break = true;
                let (text, arguments) = self.message(text);
                into.push(Statement::Break { text, arguments });
                false
            }
            StatementKind::Require { condition, text } => {
                self.effects.may_break = true;
                let required = self.expect(condition, Base::Bool.sure());
                let (text, arguments) = self.message(text);
                self.narrow(condition, true);
                into.push(Statement::Require { condition: required, text, arguments });
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
        let value = match condition {
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
        let test = if let Condition::True(test) = condition { Some(test) } else { None };
        test.iter().for_each(|test| self.narrow(test, true));
        let (then, mut after_then) = self.inner(Some(then), &before);
        if let (Some((name, _)), Some(after)) = (unwrapped, &mut after_then) {
            after.remove(&name.value);
        }
        test.iter().for_each(|test| self.narrow(test, false));
        let (otherwise, after_otherwise) = self.inner(otherwise, &before);
        into.push(match unwrapped {
            Some((_, to)) => Statement::IfSome { to, value, then, otherwise },
            None => Statement::If { condition: value, then, otherwise },
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
        for (name, Binding { variable: index, certain, classes }) in a {
            match b.remove(&name) {
                Some(Binding { variable: other, certain: also, classes: there }) => {
                    let known = |i: usize| self.variables[i].ty.base != Base::Unknown;
                    if other != index && known(other) && known(index) {
                        let (x, y) = (&self.variables[index], &self.variables[other]);
                        let (tx, ty) = (self.model.spell(x.ty), self.model.spell(y.ty));
                        let (here, elsewhere) = (x.span, y.span);
                        self.report(Code::WrongType, elsewhere, format!("`{name}` is {ty} here and {tx} on another path"))
                            .note(here, "there")
                            .help(format!("give it one type: `{name}: {tx} = …;`"));
                    }
                    let classes = classes.intersection(&there).cloned().collect();
                    merged.insert(name, Binding { variable: index, certain: certain && also, classes });
                }
                None => {
                    merged.insert(name, Binding { variable: index, certain: false, classes });
                }
            }
        }
        merged.extend(b.into_iter().map(|(name, binding)| (name, Binding { certain: false, ..binding })));
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
}
