//! Checks rules one by one, and turns each into a typed body.

use crate::ast::{self, CallableKind, Parameter, ParameterKind, Way};
use crate::body::{Ends, Scope, Variable};
use crate::defines;
use crate::diagnostics::{Code, Diagnostics, Span, Word};
use crate::model::*;
use crate::typed::{self, Body, Count, Stack};

/// What is known of what bodies call.
pub struct Calls {
    /// How often each extern is called, and each define.
    pub of_externs: Vec<usize>,
    pub of_defines: Vec<usize>,
    /// What each define does, as far as they are checked.
    pub effects: Vec<Effects>,
}

/// The typed bodies of rules and of defines, by index; nothing where one is wrong.
pub fn check(model: &Model, diagnostics: &mut Diagnostics) -> (Vec<Option<Body>>, Vec<Option<typed::Define>>) {
    for external in &model.externs {
        refuse_unguarded_facts(model, external, diagnostics);
    }
    let mut calls = Calls {
        of_externs: vec![0; model.externs.len()],
        of_defines: vec![0; model.defines.len()],
        effects: vec![Effects::default(); model.defines.len()],
    };
    let defines = defines::check(model, &mut calls, diagnostics);
    let bodies = model
        .rules
        .iter()
        .map(|rule| {
            let mut scope = Scope::new(model, class_of(rule), rule.kind == RuleKind::Meta, diagnostics, &mut calls);
            let body = scope.rule(rule);
            scope.is_sound().then_some(body)
        })
        .collect();
    for rule in &model.rules {
        compare_opaque(model, rule, &calls, diagnostics);
    }
    for define in &model.defines {
        refuse_mere_names(model, define, &calls, diagnostics);
    }
    let externs = model.externs.iter().map(|e| &e.name).zip(&calls.of_externs);
    let of_defines = model.defines.iter().map(|d| &d.name).zip(&calls.of_defines);
    for (name, _) in externs.chain(of_defines).filter(|(_, uses)| **uses == 0) {
        diagnostics
            .report(Code::Unused, name.span, format!("no rule uses `{}`", name.value))
            .help("take it out, or write the rule that wants it");
    }
    (bodies, defines)
}

/// The class of a rule's `self`.
fn class_of(rule: &Rule) -> Option<String> {
    match &rule.text {
        RuleText::Callable(c) => match c.kind {
            CallableKind::Method | CallableKind::Getter | CallableKind::Setter => {
                c.path.value.rsplit_once('.').map(|(class, _)| class.to_string())
            }
            _ => None,
        },
        RuleText::Build(_) | RuleText::Rebuild(..) | RuleText::Replay(..) | RuleText::Opcode(_) => None,
    }
}

/// To read is to guard: what an extern learns from a source would be known without a guard.
fn refuse_unguarded_facts(model: &Model, external: &Extern, diagnostics: &mut Diagnostics) {
    let is_fact = !matches!(external.result.base, Base::Value | Base::Values | Base::Source | Base::Nothing | Base::Never);
    if is_fact && external.parameters.iter().any(|(_, ty)| ty.base == Base::Source) {
        let result = model.spell(external.result);
        diagnostics
            .report(
                Code::UnguardedFact,
                external.name.span,
                format!("`{}` would tell {result} of a source without a guard", external.name.value),
            )
            .help("declare an `extern observe` and a guard rule, and write `observe GUARD(src)`");
    }
}

/// The one call that a body consists of, if it consists of one with plain arguments.
fn only_call_of_rule<'m>(model: &Model, rule: &'m Rule) -> Option<&'m str> {
    let (block, when) = match &rule.text {
        RuleText::Opcode(o) => (&o.body, false),
        RuleText::Callable(c) => (&c.body, false),
        RuleText::Build(b) => (&b.body, !b.conditions.is_empty()),
        RuleText::Rebuild(..) | RuleText::Replay(..) => return None,
    };
    if when { None } else { only_call(model, block) }
}

fn only_call<'m>(model: &Model, block: &'m ast::Block) -> Option<&'m str> {
    let mut statements = block.statements.iter().filter(|s| !matches!(s.kind, ast::StatementKind::Drop(_)));
    let (Some(first), None) = (statements.next(), statements.next()) else { return None };
    let value = match &first.kind {
        ast::StatementKind::Bind { value, .. } | ast::StatementKind::Evaluate(value) => value,
        ast::StatementKind::Return(Some(value)) => value,
        _ => return None,
    };
    match &value.kind {
        ast::ExprKind::Call { function, arguments } => {
            let plain = arguments.iter().all(|a| {
                use ast::ExprKind::*;
                match &a.kind {
                    Name(_) | None | Bool(_) | Int(_) | Text(_) | Python(_) => true,
                    // A member is a literal too.
                    Field { of, .. } => matches!(&of.kind, Name(name) if model.enums.iter().any(|e| e.name.value == *name)),
                    _ => false,
                }
            });
            plain.then_some(function.value.as_str())
        }
        _ => None,
    }
}

fn compare_opaque(model: &Model, rule: &Rule, calls: &Calls, diagnostics: &mut Diagnostics) {
    let called = only_call_of_rule(model, rule);
    match (&rule.opaque, called) {
        (Some(reason), None) => {
            diagnostics
                .report(Code::FalselyOpaque, reason.span, format!("`{}` is not opaque", rule.name))
                .help("take `opaque` out: the body says what happens");
        }
        (None, Some(function)) if calls.is_only(model, function, rule.kind == RuleKind::Meta) => {
            diagnostics
                .report(Code::NotOpaque, rule.span, format!("`{}` only names `{function}`, which nothing else uses", rule.name))
                .help("say in the rule what happens, or write `opaque \"reason\"` before the body");
        }
        _ => {}
    }
}

/// A registration does not get around saying so by way of a define.
fn refuse_mere_names(model: &Model, define: &Define, calls: &Calls, diagnostics: &mut Diagnostics) {
    if let Some(function) = only_call(model, &define.body).filter(|function| calls.is_only(model, function, define.of_meta)) {
        let name = &define.name;
        diagnostics
            .report(Code::NotOpaque, name.span, format!("`{}` only names `{function}`, which nothing else uses", name.value))
            .help(format!("call `{function}` itself"));
    }
}

impl Calls {
    /// Whether there is one call of the extern.
    fn is_only(&self, model: &Model, function: &str, of_meta: bool) -> bool {
        model.external(function, of_meta).is_some_and(|index| self.of_externs[index] == 1)
    }
}

impl Scope<'_> {
    fn rule(&mut self, rule: &Rule) -> Body {
        match &rule.text {
            RuleText::Opcode(opcode) => self.opcode(opcode),
            RuleText::Callable(callable) => {
                let parameters = self.parameters(&callable.parameters);
                let result = callable.result.as_ref().map_or(Base::Nothing.sure(), |t| self.type_of(t));
                self.ends = Ends::Result(result);
                let body = self.result_body(&callable.body, callable.path.span, result);
                self.finish(parameters, body)
            }
            RuleText::Build(build) => {
                let parameters = self.build_parameters(build);
                let result = self.type_of(&build.result);
                self.ends = Ends::Result(result);
                let conditions: Vec<_> = build.conditions.iter().map(|c| self.quiet_condition(c)).collect();
                let (statements, falls) = self.result_body(&build.body, build.name.span, result);
                let statements = conditions.into_iter().map(typed::Statement::When).chain(statements).collect();
                self.finish(parameters, (statements, falls))
            }
            RuleText::Rebuild(object, text) | RuleText::Replay(object, text) => {
                let object = &self.model.objects[*object];
                let itself = Word { value: "self".to_string(), span: object.class.span };
                let itself = matches!(rule.text, RuleText::Replay(..)).then_some((itself, Base::Value.sure()));
                let mut parameters = Vec::new();
                for (name, ty) in itself.iter().chain(&object.fields) {
                    self.declare_input(name, *ty, None);
                    let kind = ParameterKind::Positional;
                    parameters.push(typed::Parameter { name: name.value.clone(), kind, ty: *ty, default: None });
                }
                // A field need not matter to what is rebuilt.
                self.use_all();
                let value = self.expect(text, Base::Value.sure());
                self.finish(parameters, (vec![typed::Statement::Return(Some(value))], false))
            }
        }
    }

    fn finish(&mut self, parameters: Vec<typed::Parameter>, (statements, falls_through): (Vec<typed::Statement>, bool)) -> Body {
        self.refuse_unused_inputs();
        Body {
            parameters,
            registers: self.registers(),
            statements,
            stack: Stack::default(),
            ends_in_none: falls_through && self.ends == Ends::Result(Base::Nothing.sure()),
        }
    }

    pub(crate) fn result_body(&mut self, block: &ast::Block, name: Span, result: Type) -> (Vec<typed::Statement>, bool) {
        let (statements, falls) = self.block(block);
        if falls && result.base != Base::Nothing {
            let message = match result.base {
                Base::Never => "the body may end here, though its result is Never".to_string(),
                _ => format!("the body may end here without {}", self.model.spell_one(result)),
            };
            self.report(Code::NoResult, block.span, message)
                .note(name, "this rule")
                .help("`return` on every path, or raise, or break the graph");
        }
        (statements, falls)
    }

    fn parameters(&mut self, parameters: &[Parameter]) -> Vec<typed::Parameter> {
        let mut typed = Vec::new();
        for parameter in parameters {
            let receiver = self.class.clone().filter(|_| parameter.name.value == "self");
            let (ty, class) = match (&parameter.ty, parameter.kind) {
                (Some(name), _) if receiver.is_some() => self.type_and_class(name),
                (Some(name), _) => (self.type_of(name), None),
                (None, ParameterKind::Rest) => (Base::Values.sure(), None),
                (None, _) => (Base::Value.sure(), receiver),
            };
            self.declare_input(&parameter.name, ty, class);
            let default = parameter.default.as_ref().and_then(|d| self.default(d, ty));
            typed.push(typed::Parameter { name: parameter.name.value.clone(), kind: parameter.kind, ty, default });
        }
        typed
    }

    fn default(&mut self, expr: &ast::Expr, ty: Type) -> Option<typed::Literal> {
        if self.of_meta && matches!(&expr.kind, ast::ExprKind::Name(name) if name == "missing") {
            return Some(typed::Literal::Missing);
        }
        match self.expect(expr, ty) {
            typed::Expr::Literal(literal) | typed::Expr::Constant(literal) => Some(literal),
            _ => {
                self.report(Code::WrongType, expr.span, "a default is a literal or `py(…)`").help("bind it in the body instead");
                None
            }
        }
    }

    fn build_parameters(&mut self, build: &ast::Build) -> Vec<typed::Parameter> {
        let parameters = self.parameters(&build.parameters);
        if parameters.iter().map(|p| p.ty).ne([Base::Source.sure()]) {
            self.report(Code::WrongType, build.name.span, "a build rule takes one Source")
                .help(format!("write `build {}(src: Source)`", build.name.value));
        }
        parameters
    }

    // ------------------------------------------------------------ opcodes

    fn opcode(&mut self, opcode: &ast::Opcode) -> Body {
        self.ends = Ends::Instruction;
        let parameters = opcode.arguments.iter().map(|a| self.argument(a)).collect();
        let inputs: Vec<_> = opcode.inputs.iter().map(|item| self.input(item)).collect();
        self.expect_outputs(&opcode.outputs);
        let (statements, falls_through) = self.block(&opcode.body);
        if falls_through {
            self.require_outputs(None);
        }
        let outputs: Vec<_> = opcode.outputs.iter().map(|item| self.output(item)).collect();
        let is_input = |item: &&ast::StackItem| opcode.inputs.iter().any(|input| input.name.value == item.name.value);
        for (item, mark) in opcode.outputs.iter().filter(is_input).filter_map(|item| Some((item, item.nullness.as_ref()?))) {
            self.report(
                Code::Misplaced,
                mark.span,
                format!("`{}` is what was taken off the stack, still there", item.name.value),
            )
            .help("only another output may be null: give it a name of its own");
        }
        if let Some(item) = opcode.outputs.iter().find(|i| i.way != Way::Always).filter(|_| !self.jumps) {
            self.report(Code::Unreachable, item.name.span, format!("`{}` never jumps", opcode.name.value))
                .help("an output that is always pushed needs no `on`");
        }
        if only_breaks(&statements) {
            self.use_all();
        }
        let mut body = self.finish(parameters, (statements, falls_through));
        body.stack = Stack { inputs, outputs };
        body.ends_in_none = false;
        body
    }

    fn argument(&mut self, argument: &ast::Argument) -> typed::Parameter {
        let base = match argument.kind.value.as_str() {
            "Forward" | "Backward" => Base::Jump,
            "Stored" | "Cleared" => Base::Local,
            kind => match self.model.find_type(kind) {
                Some(base @ (Base::Int | Base::Local | Base::Name | Base::Const | Base::Deref | Base::Enum(_))) => base,
                _ => {
                    let mut known = vec!["Int", "Local", "Stored", "Cleared", "Name", "Const", "Deref", "Forward", "Backward"];
                    known.extend(self.model.enums.iter().map(|e| e.name.value.as_str()));
                    self.report(Code::UnknownName, argument.kind.span, format!("`{kind}` is no kind of argument")).nearest(
                        kind,
                        known.iter().copied(),
                        &format!("the kinds are: {}", known.join(", ")),
                    );
                    Base::Int
                }
            },
        };
        self.declare_input(&argument.name, base.sure(), None);
        let kind = ParameterKind::Positional;
        typed::Parameter { name: argument.name.value.clone(), kind, ty: base.sure(), default: None }
    }

    fn input(&mut self, item: &ast::StackItem) -> typed::StackItem {
        let count = self.count(item);
        let ty = if item.count.is_some() { Base::Values } else { Base::Value };
        let dropped = item.name.value == "_";
        let register = if dropped { self.fresh() } else { self.declare_input(&item.name, ty.sure(), None) };
        if let Some(mark) = &item.nullness {
            self.report(Code::Misplaced, mark.span, "what is taken off the stack is no output")
                .help("an instruction says of its outputs whether they are null");
        }
        typed::StackItem { name: item.name.value.clone(), register, count, nullness: ast::Nullness::Never, way: item.way }
    }

    fn output(&mut self, item: &ast::StackItem) -> typed::StackItem {
        let count = self.count(item);
        let register = self.register_of(&item.name.value);
        let nullness = item.nullness.as_ref().map_or(ast::Nullness::Never, |mark| mark.value);
        typed::StackItem { name: item.name.value.clone(), register, count, nullness, way: item.way }
    }

    /// Arguments and numbers, added and multiplied in whatever way.
    fn count(&mut self, item: &ast::StackItem) -> Count {
        let Some(expr) = &item.count else { return Count::One };
        let linear = self.linear(expr);
        match linear.as_ref().map(|(terms, offset)| (terms.as_slice(), *offset)) {
            Some(([], offset)) => Count::Constant(offset),
            Some((&[(register, scale)], offset)) => Count::Linear { register, scale, offset },
            Some((&[(first, 1), (second, 1)], offset)) => Count::Sum { first, second, offset },
            _ => {
                self.report(Code::WrongType, expr.span, "a count is a number, an argument perhaps scaled, or the sum of two")
                    .help("take a slice of the oparg as an argument of its own: `n: Int = arg >> 1`");
                Count::One
            }
        }
    }

    /// Registers with their factors, and a number.
    fn linear(&mut self, expr: &ast::Expr) -> Option<(Vec<(typed::Register, i32)>, i32)> {
        use ast::{ExprKind, Operator};
        match &expr.kind {
            ExprKind::Int(i) => Some((Vec::new(), i32::try_from(*i).ok()?)),
            ExprKind::Name(_) => match self.expect(expr, Base::Int.sure()) {
                typed::Expr::Register(register) => Some((vec![(register, 1)], 0)),
                _ => None,
            },
            ExprKind::Binary { operator, left, right } => {
                let (mut a, b) = self.linear(left)?;
                let (c, d) = self.linear(right)?;
                let sign = match operator {
                    Operator::Add => 1,
                    Operator::Subtract => -1,
                    Operator::Multiply if a.is_empty() => return Some((scaled(c, b), b * d)),
                    Operator::Multiply if c.is_empty() => return Some((scaled(a, d), b * d)),
                    _ => return None,
                };
                for (register, scale) in scaled(c, sign) {
                    match a.iter_mut().find(|(r, _)| *r == register) {
                        Some((_, known)) => *known += scale,
                        None => a.push((register, scale)),
                    }
                }
                Some((a, b + sign * d))
            }
            _ => None,
        }
    }
}

/// A rule that does nothing but break the graph has no use for its operands.
fn only_breaks(statements: &[typed::Statement]) -> bool {
    matches!(statements, [typed::Statement::Break { .. }])
}

fn scaled(terms: Vec<(typed::Register, i32)>, by: i32) -> Vec<(typed::Register, i32)> {
    terms.into_iter().map(|(register, scale)| (register, scale * by)).collect()
}

/// Inputs that a rule neither uses nor drops.
pub fn unused(variables: &[Variable]) -> impl Iterator<Item = &Variable> {
    variables.iter().filter(|v| v.input && !v.used)
}
